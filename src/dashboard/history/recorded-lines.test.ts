import { expect, it } from "vitest";
import { recordedLines, type RecordedLine } from "./recorded-lines.ts";

const dayMs = 86_400_000;
const first = Date.UTC(2026, 8, 10);
const point = (day: number, figures: object) => ({
  timestamp: new Date(first + day * dayMs).toISOString(),
  ...figures,
});
const noFlows = { dailyFlows: undefined, priceUsd: undefined, symbol: "USDC" };
const window = { startTime: first, resolution: "1d" } as const;

const valuesOf = (line: RecordedLine | undefined) => line?.points.map(({ value }) => value);

it("recorded values are aligned to the range's steps, with gaps where nothing was recorded", () => {
  const points = [
    ...[0, 1, 3, 4].map((day) => point(day, { depositApy: 0.04 })),
    point(2, { depositApy: 0.04, borrowApy: 0.06, utilization: 0.77 }),
    point(5, { borrowApy: 0.07, utilization: null }),
  ];
  const lines = recordedLines(points, window, first + 6 * dayMs + 1000, noFlows);
  const none = undefined;
  expect(lines.map(({ id }) => id)).toEqual(["borrowApy", "utilization"]);
  expect(valuesOf(lines[0])).toEqual([none, none, 0.06, none, none, 0.07, none]);
  // The deposit APY is the source's own.
  expect(recordedLines(points.slice(0, 4), window, first + dayMs, noFlows)).toEqual([]);
});

it("repeats a day's net flow for each hour, in USD at today's price or else in tokens", () => {
  const hourly = { startTime: first, resolution: "1h" } as const;
  const flows = { dailyFlows: [{ timestamp: point(1, {}).timestamp, in: 10, out: 25 }], symbol: "SOL" };
  const end = first + 2 * dayMs - 1;
  const points = [point(0, { available: 1500 })];
  const priced = recordedLines(points, hourly, end, { ...flows, priceUsd: 200 });
  const [flow, available] = priced;
  expect(priced.map(({ id }) => id)).toEqual(["flow", "available"]);
  expect(valuesOf(flow)).toEqual([...Array<undefined>(24).fill(undefined), ...Array<number>(24).fill(-3000)]);
  expect([flow?.format(-3000), available?.format(1500)]).toEqual(["−$3.0 k", "1,500 SOL"]);
  const [unpriced] = recordedLines(points, hourly, end, { ...flows, priceUsd: null });
  expect([unpriced?.points.at(-1)?.value, unpriced?.format(-15), unpriced?.fileName]).toEqual([
    -15,
    "−15.00 SOL",
    "flow of the day (tokens)",
  ]);
});
