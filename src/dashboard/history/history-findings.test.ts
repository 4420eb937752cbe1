import { describe, expect, test } from "vitest";
import { marketRow, rowReward } from "../../../tests/fixtures/market-rows.ts";
import { fraction } from "../../../tests/fixtures/quantities.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import type { HistoryPoint } from "../../contract/history.ts";
import { historyFindings, lowestDay } from "./history-findings.ts";

const now = Date.parse("2026-11-22T06:00:00Z");
const dayMs = 86_400_000;

/** Daily rates up to yesterday. Today has begun, so it has no rate yet. */
function days(rates: readonly (number | null)[]): readonly HistoryPoint[] {
  return [...rates, 9].map((depositApy, at) => ({
    timestamp: new Date(Date.parse("2026-11-22") - (rates.length - at) * dayMs).toISOString(),
    depositApy,
  }));
}
const repeated = (rate: number | null, times: number): (number | null)[] =>
  Array.from({ length: times }, () => rate);

const base = marketRow({
  depositApy: fraction(0.05),
  baseDepositApy: fraction(0.05),
  baseDepositApy90d: fraction(0.05),
  rewardsGiven: true,
});

const text = (row: MarketRow, rates: readonly (number | null)[], benchmark?: number): readonly string[] =>
  historyFindings(row, days(rates), now, benchmark === undefined ? undefined : fraction(benchmark));

describe("findings from a year of history", () => {
  test("compute the 90-day average when the API sends none, and give the worst week", () => {
    const without = { ...base, baseDepositApy90d: undefined };
    const past = [...repeated(0.04, 275), ...repeated(0.05, 90)];
    expect(text(without, past)).toEqual([
      "The APY is 0 % vs its average of 5.00 % over the last 90 days: steady.",
      "The APY was steady over the past 365 days. 90 % of days above 4.00 %; worst week 4.00 %.",
    ]);
    expect(text(base, past)[0]).toMatch(/over the past 365 days/);
    const rewarded = { ...without, depositApy: fraction(0.06) };
    expect(text(rewarded, past)[0]).toContain("The APY with rewards is +20 %");
    const loop = marketRow({ type: "loop", depositApy: fraction(0.05) });
    expect(text(loop, past)[0]).toContain("The net APY is");
    // A history that ends 80 days ago says nothing about the last 90.
    expect(historyFindings(without, days(past).slice(0, -81), now, undefined)[0]).toMatch(
      /over the past 285 days/,
    );
    // A month of daily rates is not enough for a 90-day average.
    expect(text(without, repeated(0.05, 30))[0]).toMatch(/over the past 30 days/);
  });

  test("count the days on which rewards were lower or absent", () => {
    const [depositApy, baseDepositApy] = [0.08, 0.02].map(fraction);
    const rewards = [rowReward("deposit", 0.06)];
    const rewarded = marketRow({ ...base, depositApy, baseDepositApy, rewards });
    expect(text(rewarded, [...repeated(0.02, 53), ...repeated(0.08, 312)])).toContain(
      "Rewards were lower or absent on 53 of 365 days.",
    );
    expect(text(rewarded, repeated(0.08, 365)).join(" ")).not.toContain("rewards");
  });

  test("name an outlier day, and how often the benchmark was reached", () => {
    const found = text(base, [...repeated(0.08, 200), -0.7642, ...repeated(0.09, 12)], 0.085);
    expect(found).toContain("One outlier day: −76.42 % on 9 Nov 2026.");
    expect(found).toContain("At least the benchmark's 8.50 % on 12 of 213 days.");
  });

  test("are empty without history or when it is too short", () => {
    for (const rates of [[], repeated(null, 30), repeated(0.05, 10)]) expect(text(base, rates)).toEqual([]);
  });
});

test("the 90-day low is the lowest complete day, and unknown with too few days", () => {
  const past = days([0.01, ...repeated(0.05, 60), 0.03, ...repeated(0.05, 29)]);
  expect(lowestDay(past, now)).toEqual({ apy: 0.03, time: Date.parse("2026-10-23") });
  expect(lowestDay(days(repeated(0.05, 74)), now)).toBeUndefined();
  // The last ten days are unknown, and the lowest day before them is older than 90 days.
  const late = days([0.01, ...repeated(0.05, 80), ...repeated(null, 10)]).slice(0, -11);
  expect(lowestDay(late, now)?.apy).toBe(0.05);
  expect(lowestDay(days(repeated(0.05, 75)), now)?.apy).toBe(0.05);
});
