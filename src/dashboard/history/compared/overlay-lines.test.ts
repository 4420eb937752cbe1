import { expect, test } from "vitest";
import { marketChangesAnswer } from "../../../../tests/fixtures/record-answers.ts";
import { marketRow } from "../../../../tests/fixtures/market-rows.ts";
import { parseMarketChanges } from "../../../contract/record/market-changes.ts";
import type { ChartSeries } from "../../charts/chart-series.ts";
import { overlayLines, type OverlayMarket } from "./overlay-lines.ts";

const dayMs = 86_400_000;
const first = Date.UTC(2026, 8, 10);
const at = (day: number): string => new Date(first + day * dayMs).toISOString();
const window = { startTime: first, resolution: "1d" } as const;
const until = first + 3 * dayMs + 1000;
const answer = parseMarketChanges(marketChangesAnswer);

const valuesOf = (line: ChartSeries | undefined) => line?.points.map(({ value }) => value);

function market(place: number, fields: Partial<OverlayMarket>): OverlayMarket {
  return { row: marketRow({ id: `m${String(place)}` }), place, points: [], record: undefined, ...fields };
}

test("recorded history has one lettered line per market that recorded the figure, on the range's steps", () => {
  const borrowed = [
    { timestamp: at(1), depositApy: 0.05, borrowApy: 0.06, utilization: 0.8 },
    { timestamp: at(3), borrowApy: 0.07, rewardApy: null },
  ];
  const lent = [{ timestamp: at(0), depositApy: 0.05, utilization: 0.5 }];
  const two = [market(0, { points: borrowed }), market(2, { points: lent })];
  const [borrow, ...others] = overlayLines("borrow", two, window, until);
  expect(others).toEqual([]);
  expect(borrow).toMatchObject({ place: 0, fileName: "A m0 borrowApy (fraction per year)" });
  expect(borrow?.points.map(({ at: time }) => time)).toEqual([0, 1, 2, 3].map((day) => first + day * dayMs));
  expect(valuesOf(borrow)).toEqual([undefined, 0.06, undefined, 0.07]);
  const utilization = overlayLines("utilization", two, window, until);
  expect(utilization.map(({ place }) => place)).toEqual([0, 2]);
  expect([borrow?.format(0.0605), utilization[0]?.format(0.805)]).toEqual(["6.05 %", "80.5 %"]);
  expect(overlayLines("rewards", two, window, until)).toEqual([]);
});

test("flows accumulate in USD from the start of the range, with gaps for days without data", () => {
  const dailyFlows = [
    { timestamp: at(-1), in: 1000, out: 0 },
    { timestamp: at(0), in: 10, out: 4 },
    { timestamp: at(2), in: 0, out: 8 },
  ];
  const flowing = market(0, { record: { ...answer, dailyFlows, priceUsd: 2 } });
  const unpriced = market(1, { record: { ...answer, dailyFlows, priceUsd: null } });
  const lines = overlayLines("flow", [flowing, unpriced, market(2, {})], window, until);
  expect(lines.map(({ place }) => place)).toEqual([0]);
  expect(lines[0]?.fileName).toBe("A m0 net flow since the first day, at today's price (USD)");
  expect(valuesOf(lines[0])).toEqual([12, undefined, -4, undefined]);
  expect(lines[0]?.format(-4)).toBe("−$4.00");
});
