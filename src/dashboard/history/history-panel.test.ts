import { describe, expect, it } from "vitest";
import { marketRow } from "../../../tests/fixtures/market-rows.ts";
import { fraction } from "../../../tests/fixtures/quantities.ts";
import { historyPanes } from "./history-panel.tsx";
import { toSeries } from "./history-series.ts";

const now = Date.UTC(2026, 0, 4, 12);
const sent = [1, 2, 3].map((day) => ({
  timestamp: new Date(Date.UTC(2026, 0, day)).toISOString(),
  depositApy: 0.05,
  totalDepositUsd: 1000,
}));
const row = marketRow({ depositApy: fraction(0.06), baseDepositApy: fraction(0.04) });

function panesOf(points: typeof sent, benchmark?: number) {
  const series = toSeries(points, "1d", { time: now, apy: 0.06, deposits: 1200 });
  const line = benchmark === undefined ? undefined : { name: "B", rate: fraction(benchmark) };
  return historyPanes([{ row, place: undefined, series }], row, "1d", "rate", line);
}

describe("the chart of a market alone", () => {
  it("is none where only the rate of now is known", () => {
    expect(panesOf([]).flatMap(({ series }) => series)).toEqual([]);
  });

  it("ends with the rate of now, its base rate and its deposits", () => {
    const [rates, deposits] = panesOf(sent);
    expect(rates?.series[0]?.end).toEqual({ text: "6.00 %", detail: "now" });
    expect(rates?.dots?.map(({ at, value, end }) => [at, value, end])).toEqual([
      [now, 0.06, undefined],
      [now, 0.04, "4.00 % base"],
    ]);
    expect(deposits?.series[0]?.end).toEqual({ text: "$1.2 k", detail: "in" });
  });

  it("holds the benchmark, even one far above its rates", () => {
    const [rates] = panesOf(sent, 0.5);
    expect(rates?.levels?.map(({ value, label }) => [value, label])).toEqual([[0.5, "benchmark 50.00 %"]]);
    expect(rates?.domain?.[1]).toBeGreaterThanOrEqual(0.5);
  });
});
