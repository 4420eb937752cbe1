import { describe, expect, it } from "vitest";
import { dollars, fraction } from "../../../tests/fixtures/quantities.ts";
import { blendedApy, netWorth, yearlyIncome } from "./net-worth.ts";

describe("what positions are worth and earn together", () => {
  it("sums what is held and owed, and counts what has no value", () => {
    const held = [
      { assetsUsd: dollars(12_991.68), debtsUsd: dollars(0) },
      { assetsUsd: dollars(0), debtsUsd: dollars(6002.15) },
      { assetsUsd: dollars(5335.3), debtsUsd: dollars(4125.46) },
      { assetsUsd: undefined, debtsUsd: undefined },
    ];
    const { assets, debts, net, unknown } = netWorth(held);
    expect(assets).toBeCloseTo(18_326.98, 9);
    expect(debts).toBeCloseTo(10_127.61, 9);
    expect(net).toBeCloseTo(8199.37, 9);
    expect(unknown).toBe(1);
  });

  it("takes interest off what is earned, and blends both over the money behind them", () => {
    const income = yearlyIncome([
      { netUsd: dollars(10_000), apy: fraction(0.06), rewardApy: fraction(0.01) },
      { netUsd: dollars(-4000), apy: fraction(0.05), rewardApy: fraction(0.005) },
      // Shares of a question are money that earns nothing.
      { netUsd: dollars(2000), apy: fraction(0), rewardApy: undefined },
      { netUsd: dollars(500), apy: undefined, rewardApy: undefined },
    ]);
    expect(income).toMatchObject({ earned: 600, interest: 200, net: 400, rewards: 120, unknown: 1 });
    expect(income).toMatchObject({ assets: 12_000, equity: 8000 });
    expect(blendedApy({ perYear: income.earned, of: income.assets })).toBeCloseTo(0.05, 12);
    expect(blendedApy({ perYear: income.net, of: income.equity })).toBeCloseTo(0.05, 12);
  });

  it("counts positions with unknown rewards, and skips those without a rate", () => {
    const { rewards, rewardsUnknown } = yearlyIncome([
      { netUsd: dollars(1000), apy: fraction(0.3), rewardApy: undefined },
      { netUsd: dollars(1000), apy: fraction(0.05), rewardApy: fraction(0) },
      { netUsd: dollars(2000), apy: fraction(0), rewardApy: undefined },
      { netUsd: undefined, apy: fraction(0.1), rewardApy: undefined },
    ]);
    expect([rewards, rewardsUnknown]).toEqual([0, 1]);
  });

  it("has no rate of no money, or of less than none", () => {
    expect(blendedApy({ perYear: dollars(5), of: dollars(0) })).toBeUndefined();
    expect(blendedApy({ perYear: dollars(5), of: dollars(-10) })).toBeUndefined();
  });
});
