import { expect, test } from "vitest";
import { chartCsv, chartFileName } from "./chart-export.ts";
import { chartTable, type ChartSeries } from "./chart-series.ts";

const start = Date.UTC(2026, 0, 1);
const dayMs = 86_400_000;

function series(fileName: string, values: readonly (number | undefined)[]): ChartSeries {
  const points = values.map((value, index) => ({ at: start + index * dayMs, value }));
  return { fileName, label: fileName, points, format: String };
}

test("exports a line per point with raw values, a state and empty missing values", () => {
  const about = [
    ["id", "=1+1"],
    ["market", 'USDC, "Main"'],
  ] as const;
  const tail = `'=1+1,"USDC, ""Main"""`;
  const rates = { series: [series("rate", [0.03, undefined, 0.05])], tick: String };
  const deposits = { series: [series("deposits (USD)", [5, 6, undefined])], tick: String };
  const table = chartTable([rates, deposits], [], "1d", start + 2 * dayMs);
  expect(chartCsv(table, about).split("\r\n")).toEqual([
    "time (UTC),rate,deposits (USD),state,id,market",
    `2026-01-01T00:00:00.000Z,0.03,5,,${tail}`,
    `2026-01-02T00:00:00.000Z,,6,no data,${tail}`,
    `2026-01-03T00:00:00.000Z,0.05,,now,${tail}`,
    "",
  ]);
});

test("exports a column per series, and no data only where every series has a gap", () => {
  const pane = { series: [series("A x", [1, undefined, undefined]), series("B x", [2, 3])], tick: String };
  expect(chartCsv(chartTable([pane], [], "1d", undefined), []).split("\r\n")).toEqual([
    "time (UTC),A x,B x,state",
    "2026-01-01T00:00:00.000Z,1,2,",
    "2026-01-02T00:00:00.000Z,,3,",
    "2026-01-03T00:00:00.000Z,,,no data",
    "",
  ]);
});

test("a file name contains only characters that file systems accept", () => {
  expect(chartFileName("a/b:c*?.d é", "30d", "png")).toBe("yieldboard-a_b_c_.d_-30d.png");
});
