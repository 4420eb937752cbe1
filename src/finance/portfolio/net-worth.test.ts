import { expect, it } from "vitest";
import { dollars, fraction, near } from "../../../tests/fixtures/quantities.ts";
import { ratio } from "../../contract/units.ts";
import { blendedApy, netWorth, yearlyIncome } from "./net-worth.ts";

const held = (assets: number, debts: number) => ({ assetsUsd: dollars(assets), debtsUsd: dollars(debts) });
const earner = (net: number, apy: number, reward?: number) => ({
  netUsd: dollars(net),
  apy: fraction(apy),
  rewardApy: ratio(reward),
});
const unvalued = { assetsUsd: undefined, debtsUsd: undefined };
const unrated = { netUsd: dollars(500), apy: undefined, rewardApy: undefined };
const rate = (perYear: number, of: number) => blendedApy({ perYear: dollars(perYear), of: dollars(of) });

it("net worth sums assets and debts, and counts positions without a value", () => {
  const worth = netWorth([held(12_991, 0), held(0, 6002), held(5335, 4125), unvalued]);
  expect(worth).toEqual({ assets: 18_326, debts: 10_127, net: 8199, unknown: 1 });
});

it("income is earnings less interest; prediction shares earn 0, and unknown rewards are counted", () => {
  const positions = [earner(10_000, 0.06, 0.01), earner(-4000, 0.05, 0.005), earner(2000, 0), unrated];
  const sums = { earned: 600, interest: 200, net: 400, rewards: near(120) };
  const known = { rewardsUnknown: 0, assets: 12_000, equity: 8000, unknown: 1 };
  expect(yearlyIncome(positions)).toEqual({ ...sums, ...known });
  const more = [earner(1000, 0.3), earner(0, 0.3), earner(1000, 0.05, 0), unrated];
  expect(yearlyIncome(more).rewardsUnknown).toBe(1);
});

it("a position loses at most all its money", () => {
  expect(yearlyIncome([earner(5000, -1.35), earner(-1000, 1.2)])).toMatchObject({
    earned: -5000,
    interest: 1200,
  });
});

it("a blended rate is over the money behind it, of which there must be some", () => {
  expect(rate(600, 12_000)).toBeCloseTo(0.05, 9);
  expect(rate(5, -10)).toBeUndefined();
});
