import * as fc from "fast-check";
import { expect, it } from "vitest";
import { dollars, fraction, near, someShare } from "../../../tests/fixtures/quantities.ts";
import { usd } from "../../contract/units.ts";
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

const ltvs = (ltv: number, limit: number) => ({ ltv: fraction(ltv), liquidationLtv: fraction(limit) });
const fiveTimes = ltvs(0.8, 0.9);

const years = (borrow: number, ltv = 0.8) =>
  carryYears({ ...ltvs(ltv, 0.9), collateralApy: fraction(0.07), borrowApy: fraction(borrow) });
const penalised = (penalty: number) => penaltyLoss({ ...ltvs(0, 1), penalty: fraction(penalty) });
const sol = { usd: dollars(3000), limit: fraction(0.8) };
const worthless = { usd: dollars(0), limit: fraction(0.6) };
const weighed = (value: number | undefined) => weightedLtv([sol, { usd: usd(value), limit: fraction(0.6) }]);

it.each([
  ["health is 1.125 for an LTV of 80 % against 90 %", health(fiveTimes), near(1.125)],
  ["without debt the price may fall to 0", dropToLiquidation(ltvs(0, 0.9)), 1],
  ["past the limit, the price need not fall", dropToLiquidation(ltvs(0.95, 0.9)), 0],
  ["a liquidation LTV of 1 is possible", dropToLiquidation(ltvs(0.5, 1)), 0.5],
  ["interest liquidates in 6.4 years at 9 % from 80 to 90 %", years(0.09), near(6.4, 1)],
  ["interest never liquidates while the collateral grows as fast", years(0.07), "never"],
  ["interest never liquidates without debt", years(0.5, 0), "never"],
  ["interest liquidates at once at the limit", years(0.01, 0.9), 0],
  ["the loss is 0 past the limit", lossAtLiquidation(ltvs(0.95, 0.9)), 0],
  ["the loss is 0 without a penalty", penalised(0), 0],
  ["the penalty takes everything at a liquidation LTV of 1", penalised(0.05), 1],
  ["losses add up", totalLossAtLiquidation({ ...fiveTimes, penalty: fraction(0.05) }), near(0.7556, 4)],
  ["limits are weighed by value", weighed(1000), near(0.75)],
  ["collateral worth nothing does not weigh in", weighed(0), near(0.8)],
  [
    "collateral worth nothing needs no limit",
    weightedLtv([sol, { ...worthless, limit: undefined }]),
    near(0.8),
  ],
  ["a weighed limit is unknown for worthless collateral alone", weightedLtv([worthless]), undefined],
  ["a weighed limit is unknown if a limit is", weightedLtv([sol, { ...sol, limit: undefined }]), undefined],
  ["a weighed limit is unknown if a value is", weighed(undefined), undefined],
  ["a weighed limit is unknown for a negative value", weighed(-1), undefined],
  ["a price falls 10.3 % from 96.94 to 86.96", priceFall({ price: 96.94, limit: 86.96 }), near(0.10295, 5)],
  ["a price past the limit does not fall", priceFall({ price: 80, limit: 86.96 }), 0],
])("%s", (_rule, answer, expected) => expect(answer).toEqual(expected));

it("the drop puts the LTV at the limit, and so do years of interest", () => {
  fc.assert(
    fc.property(someShare, someShare, someShare, (one, other, extra) => {
      const [ltv, limit] = [Math.min(one, other), Math.max(one, other)];
      expect(ltv / (1 - (dropToLiquidation(ltvs(ltv, limit)) ?? Number.NaN))).toBeCloseTo(limit, 9);
      expect(0.8 * ((1.07 + extra) / 1.07) ** Number(years(0.07 + extra))).toBeCloseTo(0.9, 9);
    }),
  );
});

it("losses add up to at most 100 %", () => {
  fc.assert(
    fc.property(someShare, someShare, someShare, (ltv, liquidationLtv, penalty) => {
      const fall = lossAtLiquidation({ ltv, liquidationLtv }) ?? Number.NaN;
      const total = totalLossAtLiquidation({ ltv, liquidationLtv, penalty });
      expect(fall).toBeGreaterThanOrEqual(0);
      expect(total).toBeGreaterThanOrEqual(fall - 1e-12);
      expect(total).toBeLessThanOrEqual(1);
    }),
  );
});
