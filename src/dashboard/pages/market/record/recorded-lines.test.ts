import { expect, it, test } from "vitest";
import { axisOf, recordedLines } from "./recorded-lines.ts";

const dayMs = 86_400_000;
const first = Date.UTC(2026, 8, 10);
const point = (day: number, figures: object) => ({
  timestamp: new Date(first + day * dayMs).toISOString(),
  ...figures,
});
const noFlows = { dailyFlows: undefined, priceUsd: undefined, symbol: "USDC" };
const window = { startTime: first, resolution: "1d" } as const;

it("what was recorded lies on the grid of the range; before the record nothing is missing, after it gaps are gaps", () => {
  const since = first + 2 * dayMs + 8 * 3_600_000;
  const points = [
    point(0, { depositApy: 0.04 }),
    point(1, { depositApy: 0.04 }),
    point(2, { depositApy: 0.04, borrowApy: 0.06, utilization: 0.77 }),
    point(3, { depositApy: 0.04 }),
    point(4, { depositApy: 0.04 }),
    point(5, { borrowApy: 0.07, utilization: null }),
  ];
  const grid = recordedLines(points, window, first + 6 * dayMs + 1000, since, noFlows);
  expect(grid.times).toHaveLength(7);
  expect(grid.lines.map(({ id }) => id)).toEqual(["borrowApy", "utilization"]);
  expect(grid.lines[0]?.values).toEqual([null, null, 0.06, null, null, 0.07, null]);
  expect(grid.gaps).toEqual([{ from: first + 3 * dayMs, to: first + 5 * dayMs }]);
});

it("a source's own points are no record", () => {
  const grid = recordedLines([point(0, { depositApy: 0.04 })], window, first + dayMs, first, noFlows);
  expect(grid.lines).toEqual([]);
});

it("what flowed on a day stands at each hour of it, in dollars of now where there is a price, and makes no gap known", () => {
  const hourly = { startTime: first, resolution: "1h" } as const;
  const flows = { dailyFlows: [{ timestamp: point(1, {}).timestamp, in: 10, out: 25 }], symbol: "SOL" };
  const end = first + 2 * dayMs - 1;
  const points = [point(0, { available: 1500 })];
  const priced = recordedLines(points, hourly, end, first, { ...flows, priceUsd: 200 });
  const [flow, available] = priced.lines;
  expect(priced.lines.map(({ id }) => id)).toEqual(["flow", "available"]);
  expect(flow?.values).toEqual([...Array<null>(24).fill(null), ...Array<number>(24).fill(-3000)]);
  expect([flow?.show(-3000), available?.show(1500)]).toEqual(["−$3.0 k", "1,500 SOL"]);
  expect(priced.gaps).toEqual([{ from: first + 3_600_000, to: end + 1 - 3_600_000 }]);
  const [unpriced] = recordedLines(points, hourly, end, first, { ...flows, priceUsd: null }).lines;
  expect([unpriced?.values.at(-1), unpriced?.show(-15), unpriced?.fileName]).toEqual([
    -15,
    "−15.00 SOL",
    "flow of the day (tokens)",
  ]);
});

test("the axis of utilization holds the kink, that of a rate zero", () => {
  expect(axisOf({ id: "utilization", values: [0.9, null, 0.95] }, 0.8)).toEqual([0.8, 0.95]);
  expect(axisOf({ id: "utilization", values: [0.767, 0.84] }, 0.8)).toEqual([0.76, 0.84]);
  expect(axisOf({ id: "borrowApy", values: [0.05] }, 0.8)).toEqual([0, 0.05]);
  expect(axisOf({ id: "rewardApy", values: [0, 0] }, 0.8)).toEqual([0, 0.01]);
  expect(axisOf({ id: "flow", values: [-5, -3.2] }, 0.8)).toEqual([-5, 0]);
});
