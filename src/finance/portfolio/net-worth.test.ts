import { describe, expect, it } from "vitest";
import { dollars, fraction, near } from "../../../tests/fixtures/quantities.ts";
import { blendedApy, netWorth, yearlyIncome } from "./net-worth.ts";

const held = (assets: number, debts: number) => ({ assetsUsd: dollars(assets), debtsUsd: dollars(debts) });
const earner = (net: number, apy: number, reward?: number) => ({
  netUsd: dollars(net),
  apy: fraction(apy),
  rewardApy: reward === undefined ? undefined : fraction(reward),
});
const unvalued = { assetsUsd: undefined, debtsUsd: undefined };
const unrated = { netUsd: dollars(500), apy: undefined, rewardApy: undefined };
const rate = (perYear: number, of: number) => blendedApy({ perYear: dollars(perYear), of: dollars(of) });

describe("positions together", () => {
  it.each([
    [
      "sum assets and debts, and count those without a value",
      netWorth([held(12_991, 0), held(0, 6002), held(5335, 4125), unvalued]),
      { assets: 18_326, debts: 10_127, net: 8199, unknown: 1 },
    ],
    [
      "subtract interest from earnings, and count prediction shares as earning 0",
      yearlyIncome([earner(10_000, 0.06, 0.01), earner(-4000, 0.05, 0.005), earner(2000, 0), unrated]),
      {
        earned: 600,
        interest: 200,
        net: 400,
        rewards: near(120),
        rewardsUnknown: 0,
        assets: 12_000,
        equity: 8000,
        unknown: 1,
      },
    ],
    [
      "count those with a rate but unknown rewards",
      yearlyIncome([earner(1000, 0.3), earner(0, 0.3), earner(1000, 0.05, 0), unrated]).rewardsUnknown,
      1,
    ],
    ["blend a rate over the money behind it", rate(600, 12_000), near(0.05)],
    ["have no rate over a negative amount", rate(5, -10), undefined],
  ])("%s", (_rule, answer, expected) => expect(answer).toEqual(expected));
});
