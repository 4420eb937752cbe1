import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { trendDays, trendPoints } from "../../contract/trends/market-trends.ts";
import { dayMs } from "../../contract/units.ts";
import { dailyRates, trendOf } from "./trend.ts";

const endDay = 20_000;

/** A history with one point per rate; the last rate is that of the last complete day. */
function historyOf(rates: readonly (number | null)[], base: readonly (number | undefined)[] = []) {
  return rates.map((depositApy, index) => ({
    timestamp: new Date((endDay - rates.length + index) * dayMs).toISOString(),
    depositApy,
    baseDepositApy: base[index],
  }));
}

const rate = fc.integer({ min: -100_000, max: 1_000_000 }).map((value) => value / 1e6);

describe("the trend of a market", () => {
  it("has the lowest day, the share of days at or above the base APY and three-day means", () => {
    fc.assert(
      fc.property(fc.array(rate, { minLength: trendDays, maxLength: trendDays }), rate, (rates, base) => {
        const trend = trendOf("a", dailyRates(historyOf(rates), endDay), base);
        expect(trend.low90d).toBeCloseTo(Math.min(...rates), 6);
        expect(trend.daysAboveBase).toBeCloseTo(rates.filter((apy) => apy >= base).length / trendDays, 6);
        expect(trend.apy).toHaveLength(trendPoints);
        const [a = 0, b = 0, c = 0] = rates;
        expect(trend.apy[0]).toBeCloseTo((a + b + c) / 3, 6);
        expect(trend.base).toEqual([]);
      }),
    );
  });

  it("omits low and share with fewer than 75 known days, and keeps gaps null", () => {
    const known = Array.from({ length: 74 }, () => 0.05);
    const trend = trendOf(
      "a",
      dailyRates(historyOf([...Array.from({ length: 16 }, () => null), ...known]), endDay),
      0.04,
    );
    expect(trend).not.toHaveProperty("low90d");
    expect(trend).not.toHaveProperty("daysAboveBase");
    expect(trend.apy.slice(0, 6)).toEqual([null, null, null, null, null, 0.05]);
    const longer = trendOf("a", dailyRates(historyOf([0.01, ...known]), endDay), undefined);
    expect(longer.low90d).toBe(0.01);
    expect(longer).not.toHaveProperty("daysAboveBase");
  });

  it("averages the known days, however many of them are in a step of three", () => {
    const days = Array.from({ length: trendDays }, (_, day) => (day < 2 ? null : day < 3 ? 0.5 : 0.05));
    const trend = trendOf("a", dailyRates(historyOf(days), endDay), undefined);
    expect(trend.average).toBeCloseTo((0.5 + 87 * 0.05) / 88, 7);
    expect(trendOf("a", dailyRates([], endDay), undefined)).not.toHaveProperty("average");
  });

  it("averages total and base over the same days, so that an unknown base does not look like rewards", () => {
    const rates = Array.from({ length: trendDays }, (_, day) => (day < 3 ? 0.04 : 0.05 + (day % 3) / 100));
    const base = rates.map((apy, day) => (day < 3 || day % 3 === 2 ? undefined : apy));
    const trend = trendOf("a", dailyRates(historyOf(rates, base), endDay), undefined);
    expect(trend.apy.slice(0, 2)).toEqual([0.04, 0.055]);
    expect(trend.base.slice(0, 2)).toEqual([null, 0.055]);
  });

  it.each([3e-7, 0.0999499])(
    "keeps the lowest day of %d, so that it reads as on the market's page",
    (low) => {
      const rates = [low, ...Array.from({ length: trendDays - 1 }, () => 0.5)];
      expect(trendOf("a", dailyRates(historyOf(rates), endDay), undefined).low90d).toBe(low);
    },
  );

  it("ignores days outside the 90, today included", () => {
    const old = { timestamp: new Date((endDay - trendDays - 1) * dayMs).toISOString(), depositApy: 9 };
    const today = { timestamp: new Date(endDay * dayMs).toISOString(), depositApy: 9 };
    const rates = Array.from({ length: trendDays }, () => 0.05);
    const trend = trendOf("a", dailyRates([old, ...historyOf(rates), today], endDay), 0.05);
    expect(trend.low90d).toBe(0.05);
    expect(trend.daysAboveBase).toBe(1);
    expect(new Set(trend.apy)).toEqual(new Set([0.05]));
  });

  it("includes the base APY when the history has it", () => {
    const rates = Array.from({ length: trendDays }, () => 0.05);
    const base = rates.map(() => 0.03);
    expect(trendOf("a", dailyRates(historyOf(rates, base), endDay), 0.03).base).toEqual(
      Array.from({ length: trendPoints }, () => 0.03),
    );
  });
});
