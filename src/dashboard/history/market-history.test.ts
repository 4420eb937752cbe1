import { describe, expect, it } from "vitest";
import { marketRow } from "../../../tests/fixtures/market-rows.ts";
import { dollars, fraction } from "../../../tests/fixtures/quantities.ts";
import type { HistoryPoint } from "../../contract/history.ts";
import { dayMs, hourMs } from "../../contract/units.ts";
import { historyRanges, type HistoryRangeId } from "../charts/chart-range.ts";
import { paneHeight } from "../charts/chart-series.ts";
import { marketPanes, borrowPane, historyFacts } from "./market-history.tsx";
import { toSeries } from "./history-series.ts";
import { rewardLevels } from "./stacked-rates.ts";

const today = Date.UTC(2026, 5, 30);
const now = today + dayMs / 2;

/** One point per day, ending with yesterday. */
const days = (...points: readonly Omit<HistoryPoint, "timestamp">[]): readonly HistoryPoint[] =>
  points.map((point, at) =>
    Object.assign({ timestamp: new Date(today - (points.length - at) * dayMs).toISOString() }, point),
  );

const row = marketRow({
  depositApy: fraction(0.06),
  baseDepositApy: fraction(0.04),
  baseDepositApy30d: fraction(0.03),
  totalDepositUsd: dollars(1200),
});
const live = { time: now, apy: 0.06, base: 0.04, borrow: undefined, deposits: 1200 };

function panesOf(points: readonly HistoryPoint[], benchmark?: number) {
  const against = benchmark === undefined ? undefined : { name: "B", rate: fraction(benchmark) };
  return marketPanes(row, toSeries(points, "1d", live), rewardLevels(row, points, now), against);
}

type Pane = ReturnType<typeof panesOf>[number] | undefined;
function rates(pane: Pane, label: string): readonly (number | undefined)[] {
  const points = pane?.series.find((series) => series.label === label)?.points ?? [];
  return points.map(({ value }) => (value === undefined ? undefined : Math.round(value * 1e6) / 1e6));
}
/** Thirty daily points, each made from its index. */
const month = (point: (at: number) => Omit<HistoryPoint, "timestamp">): readonly HistoryPoint[] =>
  days(...Array.from({ length: 30 }, (_, at) => point(at)));
const labelsOf = (points: readonly HistoryPoint[]): readonly string[] =>
  panesOf(points)[0]?.dots?.flatMap(({ label }) => label ?? []) ?? [];

describe("the chart of one market", () => {
  it("names the rate of a loop net", () => {
    const points = days({ depositApy: 0.05 });
    const [pane] = marketPanes(marketRow({ kind: "loop" }), toSeries(points, "1d", live), [], undefined);
    expect(pane?.series[0]?.label).toBe("Net APY");
  });

  it("stacks rewards on base, and draws only the total for days without a split", () => {
    // The live rate alone does not count as history.
    expect(panesOf([]).flatMap(({ series }) => series)).toEqual([]);
    const [pane] = panesOf(
      days({ depositApy: 0.05, totalDepositUsd: 1000 }, { depositApy: 0.07, baseDepositApy: 0.045 }),
    );
    expect(rates(pane, "Deposit APY")).toEqual([0.05, 0.07, 0.06]);
    expect(rates(pane, "Base")).toEqual([undefined, 0.045, 0.04]);
    expect(rates(pane, "Rewards")).toEqual([undefined, 0.025, 0.02]);
    expect(pane?.series.map(({ end }) => `${end?.text ?? ""} ${end?.detail ?? ""}`)).toEqual([
      "6.00 % total",
      "4.00 % base",
      " ",
    ]);
  });

  it("is as high while its history loads as with it", () => {
    const loaded = panesOf(days({ depositApy: 0.05, totalDepositUsd: 1000 }));
    const [height] = panesOf([]).map(paneHeight);
    expect(height).toBe(loaded.reduce((sum, pane) => sum + paneHeight(pane), 0));
  });

  it("estimates a period's rewards as its mean total minus its base average", () => {
    // The mean of thirty days is 5.5 %, and their base average 3 %.
    const [pane] = panesOf(month((at) => ({ depositApy: at < 15 ? 0.05 : 0.06 })));
    expect(rates(pane, "Base").slice(14, 16)).toEqual([0.025, 0.035]);
    expect(rates(pane, "Rewards").slice(14, 16)).toEqual([0.025, 0.025]);
    expect(pane?.periods?.map(({ text, value }) => `${text} ${value}`)).toEqual(["30d base 3.00 %"]);
  });

  it("estimates no rewards from a few days or for a loop's net rate", () => {
    const steady = month(() => ({ depositApy: 0.1 }));
    expect(rewardLevels(row, steady.slice(-10), now)).toEqual([]);
    const loop = marketRow({ type: "loop", depositApy: fraction(0.1), depositApy30d: fraction(0.1) });
    expect(rewardLevels(loop, steady, now)).toEqual([]);
  });

  it("includes the benchmark even when it is far above the rates", () => {
    const [pane] = panesOf(days({ depositApy: 0.05 }), 0.5);
    expect(pane?.levels?.map(({ value, label }) => [value, label])).toEqual([[0.5, "benchmark 50.00 %"]]);
    expect(pane?.domain?.[1]).toBeGreaterThanOrEqual(0.5);
  });

  it("labels a peak day and how long rewards paused", () => {
    expect(labelsOf(month((at) => ({ depositApy: at === 20 ? 0.09 : 0.05 })))).toEqual([
      "Peak 9.00 %, 20 Jun",
    ]);
    // The live rate is 6 %.
    expect(labelsOf(month((at) => ({ depositApy: at === 20 ? 0.055 : 0.02 })))).toEqual([]);
    expect(labelsOf(month((at) => ({ depositApy: at === 20 ? -0.02 : -0.05 })))).toEqual([]);
    const paused = (base: number): readonly HistoryPoint[] =>
      month((at) => ({
        depositApy: at === 12 ? base : at >= 10 && at < 15 ? 0.05 : 0.06,
        baseDepositApy: at === 12 ? base : 0.05,
      }));
    expect(labelsOf(paused(0.05))).toEqual(["No rewards for 5 days"]);
    const pausedTwice = month((at) => ({
      depositApy: (at >= 10 && at < 15) || at === 25 ? 0.05 : 0.06,
      baseDepositApy: 0.05,
    }));
    expect(labelsOf(pausedTwice)).toEqual(["No rewards on 6 days"]);
    // A peak in the pause does not lift its label to the peak's own.
    expect(panesOf(paused(0.2))[0]?.dots?.at(-1)?.value).toBe(0.05);
  });
});

it("the borrow chart draws recorded rates over averages of non-overlapping periods", () => {
  const [borrowApy, baseBorrowApy30d, baseBorrowApy90d] = [0.08, 0.06, 0.05].map(fraction);
  const lender = marketRow({ borrowApy, baseBorrowApy30d, baseBorrowApy90d });
  const points = days(...Array.from({ length: 40 }, (_, at) => (at === 39 ? { borrowApy: 0.07 } : {})));
  const pane = borrowPane(lender, toSeries(points, "1d", { ...live, borrow: 0.08 }));
  const [recorded, averages] = pane.series;
  expect(recorded?.points.slice(-3).map(({ value }) => value)).toEqual([undefined, 0.07, 0.08]);
  // (90 · 5 % − 30 · 6 %) / 60
  expect(averages?.points[0]?.value).toBeCloseTo(0.045, 12);
  expect(averages?.points.at(-2)?.value).toBeCloseTo(0.06, 12);
  expect(pane.periods?.map(({ value }) => value)).toEqual(["4.50 %", "6.00 %"]);
});

const factsOf = (given: readonly HistoryPoint[], range: HistoryRangeId, at = now) => {
  const { resolution } = historyRanges[range];
  const series = toSeries(given, resolution, { ...live, time: at, apy: 0.001 });
  const enough = {
    apy: fraction(0.04),
    growth: 1,
    meanApy: fraction(0.04),
    observed: 30,
    coverage: fraction(1),
    enough: true,
  };
  const entry = {
    row,
    seriesIndex: undefined,
    series,
    paid: enough,
    price: undefined,
    priceFrom: "totals",
  } as const;
  return historyFacts(entry, range, at).map(({ label, value, after }) => [label, value?.text, after]);
};

describe("the facts under the chart", () => {
  const points = month((at) => ({ depositApy: at < 15 ? 0.03 : 0.05 }));
  const todays = { timestamp: new Date(today).toISOString(), depositApy: 0.01 };
  it("count complete days, like the list", () => {
    expect(factsOf([...points, todays], "90d").slice(1)).toEqual([
      ["Lowest week", "3.00 %", undefined],
      ["Days at or above today's base APY", "50.0 %", undefined],
    ]);
    // Too few for a week.
    expect(factsOf([...points.slice(-3), todays], "90d")[1]).toEqual(["Lowest", "5.00 %", "on 27 Jun 2026"]);
  });

  it("count complete hours in a short range", () => {
    const hours = [0.05, 0.02, 0.01].map((depositApy, at) => ({
      timestamp: new Date(now + (at - 2) * hourMs).toISOString(),
      depositApy,
    }));
    expect(factsOf(hours, "7d", now + hourMs / 2).slice(1)).toEqual([
      ["Lowest", "2.00 %", "on 30 Jun 2026"],
      ["Hours at or above today's base APY", "50.0 %", undefined],
    ]);
  });
});
