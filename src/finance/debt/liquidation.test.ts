import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dollars, fraction, near, someShare } from "../../../tests/fixtures/quantities.ts";
import { dropToLiquidation } from "./drop-to-liquidation.ts";
import {
  carryYears,
  health,
  lossAtLiquidation,
  penaltyLoss,
  priceFall,
  totalLossAtLiquidation,
  weightedLtv,
} from "./liquidation.ts";

const standing = (ltv: number, limit: number) => ({ ltv: fraction(ltv), liquidationLtv: fraction(limit) });
const fiveTimes = standing(0.8, 0.9);

describe("health and drop", () => {
  it.each([
    ["health is 1.125 for an LTV of 80 % against 90 %", health(fiveTimes), near(1.125)],
    ["the drop is 11.1 %", dropToLiquidation(fiveTimes), near(0.111, 3)],
    ["without debt the price may fall to 0", dropToLiquidation(standing(0, 0.9)), 1],
    ["a limit of 1 is possible", dropToLiquidation(standing(0.5, 1)), 0.5],
  ])("%s", (_rule, answer, expected) => expect(answer).toEqual(expected));

  it("put the LTV at the limit after the drop, and shrink as the LTV rises", () => {
    fc.assert(
      fc.property(someShare, someShare, someShare, (...shares) => {
        const [low = 0, high = 0, limit = 0] = shares.toSorted((one, other) => one - other);
        const drop = dropToLiquidation(standing(high, limit)) ?? Number.NaN;
        expect(high / (1 - drop)).toBeCloseTo(limit, 9);
        expect(dropToLiquidation(standing(low, limit))).toBeGreaterThanOrEqual(drop);
        expect(health(standing(low, limit))).toBeGreaterThanOrEqual(
          health(standing(high, limit)) ?? Number.NaN,
        );
      }),
    );
  });
});

const years = (borrow: number, ltv = 0.8, collateral = 0.07) =>
  carryYears({
    ...standing(ltv, 0.9),
    collateralApy: fraction(collateral),
    borrowApy: fraction(borrow),
  });

describe("carryYears", () => {
  it.each([
    ["is 6.4 years at 9 % from 80 to 90 %", years(0.09), near(6.4, 1)],
    ["never comes while the collateral grows as fast", years(0.07), "never"],
    ["never comes without debt", years(0.5, 0), "never"],
    ["is 0 at the limit", years(0.01, 0.9), 0],
  ])("%s", (_rule, answer, expected) => expect(answer).toEqual(expected));

  it("ends when debt and collateral have grown to the liquidation LTV", () => {
    fc.assert(
      fc.property(someShare, (extra) => {
        expect(0.8 * ((1.07 + extra) / 1.07) ** Number(years(0.07 + extra))).toBeCloseTo(0.9, 9);
      }),
    );
  });
});

describe("losses", () => {
  const penalty = { penalty: fraction(0.05), liquidationLtv: fraction(0.9) };

  it.each([
    ["are 0 past the limit", lossAtLiquidation(standing(0.95, 0.9)), 0],
    ["are 0 without a penalty", penaltyLoss({ penalty: fraction(0), liquidationLtv: fraction(1) }), 0],
    ["are 100 % at a limit of 1", penaltyLoss({ ...penalty, liquidationLtv: fraction(1) }), 1],
    ["add up", totalLossAtLiquidation({ ...fiveTimes, penalty: fraction(0.05) }), near(0.7556, 4)],
  ])("%s", (_rule, answer, expected) => expect(answer).toEqual(expected));

  it("add up to at most 100 %", () => {
    fc.assert(
      fc.property(someShare, someShare, someShare, (ltv, liquidationLtv, penalised) => {
        const fall = lossAtLiquidation({ ltv, liquidationLtv }) ?? Number.NaN;
        const total = totalLossAtLiquidation({ ltv, liquidationLtv, penalty: penalised });
        expect(fall).toBeGreaterThanOrEqual(0);
        expect(total).toBeGreaterThanOrEqual(fall - 1e-12);
        expect(total).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("distance to liquidation", () => {
  const sol = { usd: dollars(3000), limit: fraction(0.8) };

  it.each([
    ["weighs limits by value", weightedLtv([sol, { usd: dollars(1000), limit: fraction(0.6) }]), near(0.75)],
    [
      "is unknown if a value is missing",
      weightedLtv([sol, { usd: undefined, limit: fraction(0.6) }]),
      undefined,
    ],
    [
      "is unknown for a negative value",
      weightedLtv([sol, { usd: dollars(-1), limit: fraction(0.6) }]),
      undefined,
    ],
    ["is unknown without collateral", weightedLtv([]), undefined],
    ["falls 10.3 % from 96.94 to 86.96", priceFall({ price: 96.94, limit: 86.96 }), near(0.10295, 5)],
    ["is 0 past the limit", priceFall({ price: 80, limit: 86.96 }), 0],
  ])("%s", (_rule, answer, expected) => expect(answer).toEqual(expected));
});
