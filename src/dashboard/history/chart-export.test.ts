import { expect, test } from "vitest";
import { chartFileName, seriesToCsv } from "./chart-export.ts";
import { toSeries } from "./history-series.ts";

const start = Date.UTC(2026, 0, 1);
const series = toSeries(
  [
    { timestamp: new Date(start).toISOString(), depositApy: 0.03, totalDepositUsd: 5 },
    { timestamp: new Date(start + 2 * 86_400_000).toISOString(), depositApy: 0.04 },
  ],
  "1d",
  { time: start + 2.5 * 86_400_000, apy: 0.05, deposits: undefined },
);

test("every point is a line with raw values, gaps and now said, missing empty", () => {
  const about = { id: "=1+1", name: 'USDC, "Main"', source: "Demo", resolution: "1d" };
  const tail = `'=1+1,"USDC, ""Main""",Demo,1d`;
  expect(seriesToCsv(series, about).split("\r\n")).toEqual([
    "time (UTC),depositApy (fraction per year),totalDepositUsd (USD),state,id,market,source,resolution",
    `2026-01-01T00:00:00.000Z,0.03,5,,${tail}`,
    `2026-01-02T00:00:00.000Z,,,no data,${tail}`,
    `2026-01-03T00:00:00.000Z,0.04,,,${tail}`,
    `2026-01-03T12:00:00.000Z,0.05,,now,${tail}`,
    "",
  ]);
});

test("a file name holds no character a file system refuses", () => {
  expect(chartFileName("a/b:c*?.d é", "30d", "png")).toBe("yieldboard-a_b_c_.d_-30d.png");
});
