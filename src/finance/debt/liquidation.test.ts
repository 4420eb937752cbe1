import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dollars, fraction, someShare } from "../../../tests/fixtures/quantities.ts";
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
import { ltvOfLeverage } from "./leverage.ts";

const fiveTimes = { ltv: fraction(0.8), liquidationLtv: fraction(0.9) };

describe("health and drop", () => {
  it("are 1.125 and 11.1 % for an LTV of 80 % against 90 %", () => {
    expect(health(fiveTimes)).toBeCloseTo(1.125, 12);
    expect(dropToLiquidation(fiveTimes)).toBeCloseTo(0.111, 3);
  });

  it.for([
    [2, 0.457],
    [3, 0.275],
    [4.4, 0.16],
    [5.5, 0.111],
    [8, 0.049],
    [10, 0.022],
  ] as const)("leave %f times a drop of %f against a liquidation LTV of 92 %%", ([leverage, drop]) => {
    const ltv = ltvOfLeverage({ leverage });
    expect(dropToLiquidation({ ltv, liquidationLtv: fraction(0.92) })).toBeCloseTo(drop, 3);
  });

  it("say nothing can be liquidated without debt, and nothing is left past the limit", () => {
    expect(health({ ...fiveTimes, ltv: fraction(0) })).toBeUndefined();
    expect(dropToLiquidation({ ...fiveTimes, ltv: fraction(0) })).toBe(1);
    expect(dropToLiquidation({ ...fiveTimes, ltv: fraction(0.95) })).toBe(0);
    expect(health({ ...fiveTimes, liquidationLtv: fraction(1.5) })).toBeUndefined();
  });

  it("bring the LTV exactly to the limit when the price falls by the drop", () => {
    fc.assert(
      fc.property(someShare, someShare, (one, other) => {
        const ltv = fraction(Math.min(one, other));
        const liquidationLtv = fraction(Math.max(one, other));
        const drop = dropToLiquidation({ ltv, liquidationLtv }) ?? Number.NaN;
        expect(ltv / (1 - drop)).toBeCloseTo(liquidationLtv, 9);
      }),
    );
  });

  it("shrink as the LTV rises", () => {
    fc.assert(
      fc.property(someShare, someShare, someShare, (one, other, liquidationLtv) => {
        const low = { ltv: fraction(Math.min(one, other)), liquidationLtv };
        const high = { ltv: fraction(Math.max(one, other)), liquidationLtv };
        expect(health(high)).toBeLessThanOrEqual(health(low) ?? Number.NaN);
        expect(dropToLiquidation(high)).toBeLessThanOrEqual(dropToLiquidation(low) ?? Number.NaN);
      }),
    );
  });
});

describe("an impossible liquidation LTV", () => {
  it.for([-0.1, 0, 1.01])("of %f gives nothing", (value) => {
    const liquidationLtv = fraction(value);
    expect(dropToLiquidation({ ltv: fraction(0.5), liquidationLtv })).toBeUndefined();
    expect(penaltyLoss({ penalty: fraction(0.05), liquidationLtv })).toBeUndefined();
  });
});

describe("carryYears", () => {
  const pegged = { ...fiveTimes, collateralApy: fraction(0.07) };

  it("is 6.4 years at 9 % and 1.6 years at 15 % from 80 to 90 %", () => {
    expect(carryYears({ ...pegged, borrowApy: fraction(0.09) })).toBeCloseTo(6.4, 1);
    expect(carryYears({ ...pegged, borrowApy: fraction(0.15) })).toBeCloseTo(1.6, 1);
  });

  it("never comes while the collateral grows as fast, or without debt, and has come past the limit", () => {
    expect(carryYears({ ...pegged, borrowApy: fraction(0.07) })).toBe("never");
    expect(carryYears({ ...pegged, borrowApy: fraction(0.5), ltv: fraction(0) })).toBe("never");
    expect(carryYears({ ...pegged, borrowApy: fraction(0.01), ltv: fraction(0.9) })).toBe(0);
  });

  it("ends at the limit: debt and collateral grown for that time make the liquidation LTV", () => {
    fc.assert(
      fc.property(someShare, (extra) => {
        const borrowApy = fraction(0.07 + extra);
        const years = carryYears({ ...pegged, borrowApy });
        if (typeof years !== "number") throw new Error("This debt always grows faster.");
        expect(0.8 * ((1 + borrowApy) / 1.07) ** years).toBeCloseTo(0.9, 9);
      }),
    );
  });
});

describe("losses", () => {
  it("are 55.6 % of the money put in by the fall, at five times", () => {
    expect(lossAtLiquidation(fiveTimes)).toBeCloseTo(0.556, 3);
    expect(lossAtLiquidation({ ...fiveTimes, ltv: fraction(1) })).toBeUndefined();
  });

  it("are 45 % of what is left by a penalty of 5 %, the whole debt liquidated", () => {
    const penalty = { penalty: fraction(0.05), liquidationLtv: fraction(0.9) };
    expect(penaltyLoss(penalty)).toBeCloseTo(0.45, 12);
    expect(penaltyLoss({ ...penalty, closeFactor: fraction(0.1) })).toBeCloseTo(0.045, 12);
    expect(penaltyLoss({ ...penalty, closeFactor: fraction(1.1) })).toBeUndefined();
    expect(penaltyLoss({ ...penalty, closeFactor: fraction(0) })).toBe(0);
    expect(penaltyLoss({ penalty: fraction(0), liquidationLtv: fraction(1) })).toBe(0);
  });

  it("add up to at most everything", () => {
    expect(totalLossAtLiquidation({ ...fiveTimes, penalty: fraction(0.05) })).toBeCloseTo(0.7556, 4);
    fc.assert(
      fc.property(someShare, someShare, someShare, (ltv, liquidationLtv, penalty) => {
        const fall = lossAtLiquidation({ ltv, liquidationLtv }) ?? Number.NaN;
        const total = totalLossAtLiquidation({ ltv, liquidationLtv, penalty }) ?? Number.NaN;
        expect(fall).toBeGreaterThanOrEqual(0);
        expect(total).toBeGreaterThanOrEqual(fall - 1e-12);
        expect(total).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("how near a loan is", () => {
  it("weighs limits by the value of each collateral, and knows none where one is missing", () => {
    const sol = { usd: dollars(3000), limit: fraction(0.8) };
    const jlp = { usd: dollars(1000), limit: fraction(0.6) };
    expect(weightedLtv([sol, jlp])).toBeCloseTo(0.75, 12);
    expect(weightedLtv([sol, { usd: dollars(1), limit: undefined }])).toBeUndefined();
    expect(weightedLtv([])).toBeUndefined();
  });

  it("says how far a price may fall: 96.94 to 86.96 is 10.3 %", () => {
    expect(priceFall({ price: 96.94, limit: 86.96 })).toBeCloseTo(0.10295, 5);
    expect(priceFall({ price: 80, limit: 86.96 })).toBe(0);
    expect(priceFall({ price: undefined, limit: 1 })).toBeUndefined();
  });
});
