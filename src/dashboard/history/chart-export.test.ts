import { expect, test } from "vitest";
import { marketRow } from "../../../tests/fixtures/market-rows.ts";
import { chartFileName, historyCsv } from "./chart-export.ts";
import { historyGrid } from "./history-lines.ts";
import { toSeries } from "./history-series.ts";

const start = Date.UTC(2026, 0, 1);
const points = [
  { timestamp: new Date(start).toISOString(), depositApy: 0.03, totalDepositUsd: 5 },
  { timestamp: new Date(start + 2 * 86_400_000).toISOString(), depositApy: 0.04 },
];

test("every point is a line with raw values, gaps and now said, missing empty", () => {
  const live = { time: start + 2.5 * 86_400_000, apy: 0.05, deposits: undefined };
  const series = toSeries(points, "1d", live);
  const about = [
    ["id", "=1+1"],
    ["market", 'USDC, "Main"'],
  ] as const;
  const tail = `'=1+1,"USDC, ""Main"""`;
  const grid = historyGrid([{ row: marketRow({}), place: undefined, series }], "1d", "rate");
  expect(historyCsv(grid, about).split("\r\n")).toEqual([
    "time (UTC),depositApy (fraction per year),totalDepositUsd (USD),state,id,market",
    `2026-01-01T00:00:00.000Z,0.03,5,,${tail}`,
    `2026-01-02T00:00:00.000Z,,,no data,${tail}`,
    `2026-01-03T00:00:00.000Z,0.04,,,${tail}`,
    `2026-01-03T12:00:00.000Z,0.05,,now,${tail}`,
    "",
  ]);
});

test("a file of several markets has a column for each, and no data only where none has any", () => {
  const grid = historyGrid(
    [points, points.slice(0, 1)].map((history, place) => ({
      row: marketRow({ id: `x.${place}` }),
      place,
      series: toSeries(history, "1d", undefined),
    })),
    "1d",
    "growth",
  );
  expect(historyCsv(grid, []).split("\r\n")).toEqual([
    "time (UTC),A x.0 value of 1 token (tokens),B x.1 value of 1 token (tokens),state",
    "2026-01-01T00:00:00.000Z,1,1,",
    "2026-01-02T00:00:00.000Z,,,no data",
    `2026-01-03T00:00:00.000Z,${1.03 ** (1 / 365)},,`,
    "",
  ]);
});

test("a file name holds no character a file system refuses", () => {
  expect(chartFileName("a/b:c*?.d é", "30d", "png")).toBe("yieldboard-a_b_c_.d_-30d.png");
});
