import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dollars, fraction, near, someDollars, someShare } from "../../../tests/fixtures/quantities.ts";
import {
  borrowCapacity,
  distanceToLiquidation,
  gapOnCollateral,
  liquidationPrice,
  loanCarry,
  loanHealth,
  loanToValue,
  penaltyUsd,
  riseToLiquidation,
} from "./borrow.ts";
import { collateralNeeded, ltvAtShare, utilizationAfterBorrow } from "./loan-cost.ts";

const room = (usd: number, limit: string, unknown: readonly string[] = []) => ({
  room: usd,
  limit,
  unknown,
});

describe("borrowCapacity", () => {
  const known = { capacityLeft: dollars(1e9), available: dollars(1e9) };
  const capacity = (change: Partial<Parameters<typeof borrowCapacity>[0]> = {}) =>
    borrowCapacity({ collateralUsd: dollars(100_000), maxLtv: fraction(0.8), ...known, ...change });

  it.each([
    ["is the collateral times the maximum LTV", capacity(), room(80_000, "loan-to-value")],
    ["names the limit that binds", capacity({ capacityLeft: dollars(5) }), room(5, "borrow limit")],
    ["is 0 past a limit", capacity({ available: dollars(-5) }), room(0, "liquidity")],
    [
      "lists unknown limits instead of ignoring them",
      capacity({ capacityLeft: undefined, available: undefined }),
      room(80_000, "loan-to-value", ["borrow limit", "liquidity"]),
    ],
    ["is unknown for negative collateral", capacity({ collateralUsd: dollars(-1) }), undefined],
    ["is unknown for an LTV under 0", capacity({ maxLtv: fraction(-0.1) }), undefined],
    ["is unknown for an LTV above 1", capacity({ maxLtv: fraction(1.1) }), undefined],
  ])("%s", (_rule, answer, expected) => expect(answer).toEqual(expected));

  it("is the smallest of all limits", () => {
    fc.assert(
      fc.property(someDollars, someShare, someDollars, someDollars, (collateralUsd, maxLtv, ...limits) => {
        const [capacityLeft, available] = limits;
        const least = borrowCapacity({ collateralUsd, maxLtv, capacityLeft, available })?.room;
        expect(least).toBe(Math.min(collateralUsd * maxLtv, ...limits));
      }),
    );
  });
});

const gap = (value: number, ltv: number) => gapOnCollateral({ gap: fraction(value), ltv: fraction(ltv) });

const used = (amount: number, deposits = 1000, borrows = 700) =>
  utilizationAfterBorrow({
    totalDepositUsd: dollars(deposits),
    totalBorrowUsd: dollars(borrows),
    amount: dollars(amount),
  });

const needed = (ltv: number, debt = 6000) => collateralNeeded({ debtUsd: dollars(debt), ltv: fraction(ltv) });

describe("a loan", () => {
  const loan = { collateralUsd: dollars(10_000), debtUsd: dollars(6000) };
  const rules = { ...loan, liquidationLtv: fraction(0.8) };
  const free = { ...rules, debtUsd: dollars(0) };
  const penalty = { debtUsd: dollars(6000), penalty: fraction(0.05) };
  const priced = (limit: number, price = 200) =>
    liquidationPrice({ ...loan, liquidationLtv: fraction(limit), price: dollars(price) });
  const carry = { ...loan, depositApy: fraction(0.06), borrowApy: fraction(0.04) };

  it.each([
    ["of $6,000 against $10,000 has an LTV of 60 %", loanToValue(loan), near(0.6)],
    ["has no LTV without collateral", loanToValue({ ...loan, collateralUsd: dollars(0) }), undefined],
    ["has no LTV for a negative debt", loanToValue({ ...loan, debtUsd: dollars(-1) }), undefined],
    ["has a health of 1.33", loanHealth(rules), near(4 / 3)],
    ["has no health without debt", loanHealth(free), undefined],
    ["may lose a quarter before liquidation", distanceToLiquidation(rules), near(0.25)],
    ["may lose everything without debt", distanceToLiquidation(free), 1],
    ["is liquidated when its debt rises by a third", riseToLiquidation(rules), near(1 / 3)],
    ["is liquidated at $150 instead of $200", priced(0.8), near(150)],
    ["has no liquidation price at a limit of 0", priced(0), undefined],
    ["has no liquidation price at a limit above 1", priced(1.1), undefined],
    ["has a liquidation price at a limit of 1", priced(1), 120],
    ["has no liquidation price at a price of 0", priced(0.8, 0), undefined],
    ["needs $10,000 for $6,000 at 60 %", needed(0.6), near(10_000)],
    ["needs as much as the debt at 100 %", needed(1), 6000],
    ["needs unknown collateral at an LTV of 0", needed(0), undefined],
    ["needs unknown collateral at an LTV above 1", needed(1.1), undefined],
    ["needs unknown collateral for a negative debt", needed(0.6, -1), undefined],
    ["starts at a share of the maximum LTV", ltvAtShare({ maxLtv: fraction(0.8), share: 0.5 }), 0.4],
    ["has no starting LTV at a maximum of 0", ltvAtShare({ maxLtv: fraction(0), share: 0.5 }), undefined],
    ["pays a penalty on the whole debt", penaltyUsd(penalty), near(300)],
    ["pays a penalty of 0 without debt", penaltyUsd({ ...penalty, debtUsd: dollars(0) }), 0],
    [
      "has an unknown penalty on a negative debt",
      penaltyUsd({ ...penalty, debtUsd: dollars(-1) }),
      undefined,
    ],
    [
      "has an unknown penalty at a negative rate",
      penaltyUsd({ ...penalty, penalty: fraction(-0.1) }),
      undefined,
    ],
    ["carries its deposit yield minus the interest", loanCarry(carry), near(360)],
    ["has an unknown carry with a negative debt", loanCarry({ ...carry, debtUsd: dollars(-1) }), undefined],
    [
      "has an unknown carry with negative collateral",
      loanCarry({ ...carry, collateralUsd: dollars(-1) }),
      undefined,
    ],
    ["raises utilization by its share of the deposits", used(100), near(0.8)],
    ["has an unknown utilization for a negative amount", used(-1), undefined],
    ["has an unknown utilization without deposits", used(1, 0), undefined],
    ["has an unknown utilization with negative borrows", used(1, 1000, -1), undefined],
    ["carries 3 % of the collateral for 5 points at 60 %", gap(0.05, 0.6), near(0.03)],
    ["loses 3 % of the collateral for −5 points", gap(-0.05, 0.6), near(-0.03)],
    ["has an unknown gap above an LTV of 1", gap(0.05, 1.1), undefined],
    ["has an unknown gap under an LTV of 0", gap(0.05, -0.1), undefined],
  ])("%s", (_rule, answer, expected) => expect(answer).toEqual(expected));

  it("has health 1 at its liquidation price, whichever side moves", () => {
    const collateral = fc.double({ min: 1, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(someShare, someShare, collateral, (ltv, liquidationLtv, usd) => {
        const given = { collateralUsd: dollars(usd), debtUsd: dollars(usd * ltv), liquidationLtv };
        const price = liquidationPrice({ ...given, price: dollars(100) }) ?? Number.NaN;
        expect(loanHealth({ ...given, collateralUsd: dollars((usd * price) / 100) })).toBeCloseTo(1, 9);
        const rise = riseToLiquidation(given) ?? Number.NaN;
        expect((price / 100) * (1 + rise)).toBeCloseTo(1, 9);
      }),
    );
  });
});
