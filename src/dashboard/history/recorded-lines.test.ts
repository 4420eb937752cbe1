import { expect, it } from "vitest";
import { marketRow } from "../../../tests/fixtures/market-rows.ts";
import { marketChangesResponse } from "../../../tests/fixtures/record-responses.ts";
import { parseMarketChanges } from "../../contract/record/market-changes.ts";
import type { Side } from "../../domain/market/assess/assessment.ts";
import type { ChartSeries } from "../charts/chart-series.ts";
import { overlayLines, overlays, recordedLines, type OverlayMarket } from "./recorded-lines.ts";

const dayMs = 86_400_000;
const first = Date.UTC(2026, 8, 10);
const point = <Figures extends object>(day: number, figures: Figures) => ({
  timestamp: new Date(first + day * dayMs).toISOString(),
  ...figures,
});
const noFlows = { dailyFlows: undefined, priceUsd: undefined, symbol: "USDC", side: "deposit" } as const;
const window = { startTime: first, resolution: "1d" } as const;

const valuesOf = (line: ChartSeries | undefined) => line?.points.map(({ value }) => value);

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
  const flows = { ...noFlows, dailyFlows: [point(1, { in: 10, out: 25 })], symbol: "SOL" };
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

it("a loan's rewards are what borrowers get", () => {
  const points = [point(0, { rewardApy: 0, borrowRewardApy: 0.01 })];
  const drawn = (side: Side) =>
    recordedLines(points, window, first, { ...noFlows, side }).map(({ id, label }) => [id, label]);
  expect(drawn("deposit")).toEqual([["rewardApy", "Rewards"]]);
  expect(drawn("borrow")).toEqual([["borrowRewardApy", "Borrow rewards"]]);
  const compared = (side: Side) =>
    overlayLines(overlays[side].rewards, [market(0, { points })], window, first);
  expect(compared("deposit")).toMatchObject([
    { fileName: "A m0 rewardApy (fraction per year)", points: [{ value: 0 }] },
  ]);
  expect(compared("borrow")).toMatchObject([
    { fileName: "A m0 borrowRewardApy (fraction per year)", points: [{ value: 0.01 }] },
  ]);
});

const until = first + 3 * dayMs + 1000;
const response = parseMarketChanges(marketChangesResponse);

function market(seriesIndex: number, fields: Partial<OverlayMarket>): OverlayMarket {
  return {
    row: marketRow({ id: `m${String(seriesIndex)}` }),
    seriesIndex,
    points: [],
    record: undefined,
    ...fields,
  };
}

it("recorded history has one lettered line per market that recorded the figure, on the range's steps", () => {
  const borrowed = [
    point(1, { depositApy: 0.05, borrowApy: 0.06, utilization: 0.8 }),
    point(3, { borrowApy: 0.07, rewardApy: null }),
  ];
  const lent = [point(0, { depositApy: 0.05, utilization: 0.5 })];
  const two = [market(0, { points: borrowed }), market(2, { points: lent })];
  const [borrow, ...others] = overlayLines(overlays.deposit.borrow, two, window, until);
  expect(others).toEqual([]);
  expect(borrow).toMatchObject({ seriesIndex: 0, fileName: "A m0 borrowApy (fraction per year)" });
  expect(borrow?.points.map(({ at: time }) => time)).toEqual([0, 1, 2, 3].map((day) => first + day * dayMs));
  expect(valuesOf(borrow)).toEqual([undefined, 0.06, undefined, 0.07]);
  const utilization = overlayLines(overlays.deposit.utilization, two, window, until);
  expect(utilization.map(({ seriesIndex }) => seriesIndex)).toEqual([0, 2]);
  expect([borrow?.format(0.0605), utilization[0]?.format(0.805)]).toEqual(["6.05 %", "80.5 %"]);
  expect(overlayLines(overlays.deposit.rewards, two, window, until)).toEqual([]);
});

it("flows accumulate in USD from the start of the range, with gaps for days without data", () => {
  const dailyFlows = [
    point(-1, { in: 1000, out: 0 }),
    point(0, { in: 10, out: 4 }),
    point(2, { in: 0, out: 8 }),
  ];
  const flowing = market(0, { record: { ...response, dailyFlows, priceUsd: 2 } });
  const unpriced = market(1, { record: { ...response, dailyFlows, priceUsd: null } });
  const lines = overlayLines(overlays.deposit.flow, [flowing, unpriced, market(2, {})], window, until);
  expect(lines.map(({ seriesIndex }) => seriesIndex)).toEqual([0]);
  expect(lines[0]?.fileName).toBe("A m0 net flow since the first day, at today's price (USD)");
  expect(valuesOf(lines[0])).toEqual([12, undefined, -4, undefined]);
  expect(lines[0]?.format(-4)).toBe("−$4.00");
});
