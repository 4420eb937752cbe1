import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dollars, fraction, near, someDollars, someShare } from "../../../tests/fixtures/quantities.ts";
import {
  borrowCapacity,
  gapOnCollateral,
  liquidationPrice,
  loanCarry,
  loanToValue,
  penaltyUsd,
} from "./borrow.ts";
import { dropToLiquidation } from "./drop-to-liquidation.ts";
import { health } from "./liquidation.ts";
import { collateralNeeded, ltvAtShare, utilizationAfterBorrow } from "./loan-cost.ts";

it("the borrow capacity is the smallest of all limits, at least 0, and lists unknown limits", () => {
  const terms = { collateralUsd: dollars(100), maxLtv: fraction(0.8) };
  const past = borrowCapacity({ ...terms, capacityLeft: dollars(99), available: dollars(-5) });
  expect(past).toEqual({ amount: 0, limit: "liquidity", unknown: [] });
  const unlimited = borrowCapacity({ ...terms, capacityLeft: undefined, available: undefined });
  expect(unlimited).toEqual({ amount: 80, limit: "loan-to-value", unknown: ["borrow cap", "liquidity"] });
  fc.assert(
    fc.property(someDollars, someShare, someDollars, someDollars, (collateralUsd, maxLtv, ...limits) => {
      const [capacityLeft, available] = limits;
      const amount = borrowCapacity({ collateralUsd, maxLtv, capacityLeft, available })?.amount;
      expect(amount).toBe(Math.min(collateralUsd * maxLtv, ...limits));
    }),
  );
});

const needed = (ltv: number) => collateralNeeded({ debtUsd: dollars(6000), ltv: fraction(ltv) });

describe("a loan", () => {
  const loan = { collateralUsd: dollars(10_000), debtUsd: dollars(6000) };
  const rules = { ltv: loanToValue(loan), liquidationLtv: fraction(0.8) };
  const free = { ...rules, ltv: loanToValue({ ...loan, debtUsd: dollars(0) }) };
  const penalty = { debtUsd: dollars(6000), penalty: fraction(0.05) };
  const used = { totalDepositUsd: dollars(1000), totalBorrowUsd: dollars(700), amount: dollars(100) };
  const whole = liquidationPrice({ ...rules, liquidationLtv: fraction(1), price: dollars(200) });
  const lost = gapOnCollateral({ gap: fraction(-0.05), ltv: fraction(0.6) });
  const carry = { ...loan, depositApy: fraction(0.06), borrowApy: fraction(0.04) };

  it.each([
    ["has a health of 1.33", health(rules), near(4 / 3)],
    ["may lose everything without debt", dropToLiquidation(free), 1],
    ["has a liquidation price at a limit of 1", whole, 120],
    ["needs $10,000 for $6,000 at 60 %", needed(0.6), near(10_000)],
    ["needs as much as the debt at 100 %", needed(1), 6000],
    ["starts at a share of the maximum LTV", ltvAtShare({ maxLtv: fraction(0.8), share: 0.5 }), 0.4],
    ["pays a penalty on the whole debt", penaltyUsd(penalty), near(300)],
    ["pays a penalty of 0 without debt", penaltyUsd({ ...penalty, debtUsd: dollars(0) }), 0],
    ["carries its deposit yield minus the interest", loanCarry(carry), near(360)],
    ["raises utilization by its share of the deposits", utilizationAfterBorrow(used), near(0.8)],
    ["loses 3 % of the collateral for −5 points", lost, near(-0.03)],
  ])("%s", (_rule, answer, expected) => expect(answer).toEqual(expected));

  it("has health 1 at its liquidation price, whichever side moves", () => {
    const collateral = fc.double({ min: 1, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(someShare, someShare, collateral, (ltv, liquidationLtv, usd) => {
        const debtUsd = dollars(usd * ltv);
        const ltvs = (worth: number) => ({
          ltv: loanToValue({ collateralUsd: dollars(worth), debtUsd }),
          liquidationLtv,
        });
        const given = ltvs(usd);
        const price = liquidationPrice({ ...given, price: dollars(100) }) ?? Number.NaN;
        expect(health(ltvs((usd * price) / 100))).toBeCloseTo(1, 9);
        expect((price / 100) * (health(given) ?? Number.NaN)).toBeCloseTo(1, 9);
      }),
    );
  });
});
