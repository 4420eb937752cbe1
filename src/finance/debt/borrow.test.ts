import * as fc from "fast-check";
import { borrowCapacityLeft } from "../pool.ts";
import { describe, expect, it } from "vitest";
import { dollars, fraction, someDollars, someShare, tokens } from "../../../tests/fixtures/quantities.ts";
import {
  borrowCapacity,
  distanceToLiquidation,
  liquidationPrice,
  loanHealth,
  loanCarry,
  loanToValue,
  penaltyUsd,
  gapOnCollateral,
  riseToLiquidation,
} from "./borrow.ts";
import { collateralNeeded, halfwayLtv, utilizationAfterBorrow } from "./loan-cost.ts";

describe("borrowRoom", () => {
  const base = { collateralUsd: dollars(100_000), maxLtv: fraction(0.8) };

  it("is the collateral times the maximum LTV while nothing else is tighter", () => {
    const ample = { capacityLeft: dollars(1e9), available: dollars(1e9) };
    expect(borrowCapacity({ ...base, ...ample })).toEqual({
      room: 80_000,
      limit: "loan-to-value",
      unknown: [],
    });
  });

  it("is the tightest limit and names it", () => {
    const both = { capacityLeft: dollars(50_000), available: dollars(20_000) };
    expect(borrowCapacity({ ...base, ...both })).toMatchObject({ room: 20_000, limit: "liquidity" });
    expect(borrowCapacity({ ...base, ...both, available: dollars(60_000) })).toMatchObject({
      room: 50_000,
      limit: "borrow limit",
    });
  });

  it("names limits it does not know instead of taking them for none", () => {
    const unknown = { capacityLeft: undefined, available: undefined };
    expect(borrowCapacity({ ...base, ...unknown })).toMatchObject({
      room: 80_000,
      unknown: ["borrow limit", "liquidity"],
    });
  });

  it("is unknown for negative collateral or an LTV outside 0 to 1", () => {
    const others = { capacityLeft: dollars(1), available: dollars(1) };
    expect(borrowCapacity({ ...base, ...others, collateralUsd: dollars(-1) })).toBeUndefined();
    expect(borrowCapacity({ ...base, ...others, maxLtv: fraction(-0.1) })).toBeUndefined();
    expect(borrowCapacity({ ...base, ...others, maxLtv: fraction(1.1) })).toBeUndefined();
  });

  it("is never above any limit it knows", () => {
    fc.assert(
      fc.property(
        someDollars,
        someShare,
        someDollars,
        someDollars,
        (collateralUsd, maxLtv, capacityLeft, available) => {
          const room = borrowCapacity({ collateralUsd, maxLtv, capacityLeft, available })?.room;
          expect(room).toBe(Math.min(collateralUsd * maxLtv, capacityLeft, available));
        },
      ),
    );
  });
});

describe("borrowCapacityLeft", () => {
  it("is what the limit on the total leaves, at a price", () => {
    const market = { maxBorrow: tokens(1000), totalBorrow: tokens(400), price: dollars(2) };
    expect(borrowCapacityLeft(market)).toBe(1200);
    expect(borrowCapacityLeft({ ...market, price: undefined })).toBeUndefined();
    expect(borrowCapacityLeft({ ...market, price: dollars(0) })).toBeUndefined();
    expect(borrowCapacityLeft({ ...market, totalBorrow: tokens(-1) })).toBeUndefined();
    expect(borrowCapacityLeft({ ...market, price: undefined, totalBorrow: tokens(1000) })).toBe(0);
  });
});

describe("a loan", () => {
  const loan = { collateralUsd: dollars(10_000), debtUsd: dollars(6000) };
  const rules = { ...loan, liquidationLtv: fraction(0.8) };

  it("has an LTV of 60 %, a health of 1.33 and may lose a quarter before liquidation", () => {
    expect(loanToValue(loan)).toBeCloseTo(0.6, 12);
    expect(collateralNeeded({ debtUsd: loan.debtUsd, ltv: fraction(0.6) })).toBeCloseTo(10_000, 9);
    expect(loanHealth(rules)).toBeCloseTo(4 / 3, 12);
    expect(distanceToLiquidation(rules)).toBeCloseTo(0.25, 12);
    expect(liquidationPrice({ ...rules, price: dollars(200) })).toBeCloseTo(150, 9);
  });

  it("is half the maximum LTV, and undefined where nothing can be borrowed", () => {
    expect(halfwayLtv({ maxLtv: fraction(0.8) })).toBe(0.4);
    expect(halfwayLtv({ maxLtv: fraction(0) })).toBeUndefined();
    expect(halfwayLtv({ maxLtv: undefined })).toBeUndefined();
  });

  it("pays a penalty on the debt that is liquidated", () => {
    expect(penaltyUsd({ debtUsd: loan.debtUsd, penalty: fraction(0.05) })).toBeCloseTo(300, 9);
    const partly = { debtUsd: loan.debtUsd, penalty: fraction(0.05), closeFactor: fraction(0.1) };
    expect(penaltyUsd(partly)).toBeCloseTo(30, 9);
    expect(penaltyUsd({ ...partly, closeFactor: fraction(2) })).toBeUndefined();
    expect(penaltyUsd({ ...partly, debtUsd: dollars(-1) })).toBeUndefined();
    expect(penaltyUsd({ ...partly, penalty: fraction(-0.1) })).toBeUndefined();
  });

  it("has no liquidation price at an impossible liquidation LTV", () => {
    const priced = { ...loan, price: dollars(200) };
    expect(liquidationPrice({ ...priced, liquidationLtv: fraction(0) })).toBeUndefined();
    expect(liquidationPrice({ ...priced, liquidationLtv: fraction(1.1) })).toBeUndefined();
    expect(liquidationPrice({ ...priced, liquidationLtv: fraction(1) })).toBe(120);
  });

  it("has no health without debt and no LTV without collateral", () => {
    expect(loanHealth({ ...rules, debtUsd: dollars(0) })).toBeUndefined();
    expect(distanceToLiquidation({ ...rules, debtUsd: dollars(0) })).toBe(1);
    expect(penaltyUsd({ debtUsd: dollars(0), penalty: fraction(0.05) })).toBe(0);
    expect(loanToValue({ ...loan, debtUsd: dollars(-1) })).toBeUndefined();
    expect(loanToValue({ ...loan, collateralUsd: dollars(0) })).toBeUndefined();
    for (const ltv of [0, 1.1, -0.5])
      expect(collateralNeeded({ debtUsd: loan.debtUsd, ltv: fraction(ltv) })).toBeUndefined();
  });

  it("is exactly healthy at its liquidation price", () => {
    fc.assert(
      fc.property(
        someShare,
        someShare,
        fc.double({ min: 1, max: 1e6, noNaN: true }),
        (ltv, liquidationLtv, collateral) => {
          const given = {
            collateralUsd: dollars(collateral),
            debtUsd: dollars(collateral * ltv),
            liquidationLtv,
          };
          const price = liquidationPrice({ ...given, price: dollars(100) }) ?? Number.NaN;
          const fallen = dollars(collateral * (price / 100));
          expect(loanHealth({ ...given, collateralUsd: fallen })).toBeCloseTo(1, 9);
        },
      ),
    );
  });

  it("carries the deposit rate of all the collateral less the interest of the debt", () => {
    const rates = { depositApy: fraction(0.06), borrowApy: fraction(0.04) };
    const of = { collateralUsd: dollars(10_000), debtUsd: dollars(4000) };
    expect(loanCarry({ ...of, ...rates })).toBeCloseTo(440, 9);
    // $10,000 of USDC at 2.44 % against $4,000 of SOL at 5.89 %.
    expect(loanCarry({ ...of, depositApy: fraction(0.0244), borrowApy: fraction(0.0589) })).toBeCloseTo(
      8.4,
      9,
    );
    expect(loanCarry({ ...of, ...rates, debtUsd: dollars(-1) })).toBeUndefined();
  });

  it("is liquidated by the debt's rise as by the collateral's fall", () => {
    const of = { collateralUsd: dollars(10_000), debtUsd: dollars(4000), liquidationLtv: fraction(0.9) };
    expect(riseToLiquidation(of)).toBeCloseTo(1.25, 12);
    expect(riseToLiquidation({ ...of, debtUsd: dollars(0) })).toBeUndefined();
    const fall = distanceToLiquidation(of) ?? Number.NaN;
    expect((1 - fall) * (1 + (riseToLiquidation(of) ?? Number.NaN))).toBeCloseTo(1, 12);
  });

  it("raises utilization by its share of the deposits", () => {
    const totals = { totalDepositUsd: dollars(1000), totalBorrowUsd: dollars(700) };
    expect(utilizationAfterBorrow({ ...totals, amount: dollars(100) })).toBeCloseTo(0.8, 12);
    expect(utilizationAfterBorrow({ ...totals, amount: dollars(-1) })).toBeUndefined();
  });
});

describe("a gap on own money", () => {
  it("is the share that the collateral carries, and undefined for a limit outside 0..1", () => {
    // 5 points at 60 %: 3 % of the collateral.
    expect(gapOnCollateral({ gap: fraction(0.05), ltv: fraction(0.6) })).toBeCloseTo(0.03, 12);
    expect(gapOnCollateral({ gap: fraction(-0.05), ltv: fraction(0.6) })).toBeCloseTo(-0.03, 12);
    expect(gapOnCollateral({ gap: fraction(0.05), ltv: fraction(1.1) })).toBeUndefined();
    expect(gapOnCollateral({ gap: fraction(0.05), ltv: undefined })).toBeUndefined();
    expect(gapOnCollateral({ gap: undefined, ltv: fraction(0.6) })).toBeUndefined();
  });
});
