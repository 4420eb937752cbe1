import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dollars, near, someDollars, someTokens, tokens } from "../../tests/fixtures/quantities.ts";
import {
  available,
  borrowCapacityLeft,
  capacityLeft,
  capacityUsed,
  exitCover,
  impliedPrice,
  shortfall,
  utilization,
} from "./pool.ts";

const apart = { debtInOtherToken: true };
const totals = (deposit: number, borrow: number) => ({
  totalDeposit: tokens(deposit),
  totalBorrow: tokens(borrow),
});
const usdTotals = (deposit: number, borrow: number) => ({
  totalDepositUsd: dollars(deposit),
  totalBorrowUsd: dollars(borrow),
});

describe("utilization", () => {
  it.each([
    ["is borrows over deposits", utilization(totals(200, 146)), near(0.73)],
    ["is 0 for an empty pool", utilization(totals(0, 0)), 0],
    ["is unknown for debt without deposits", utilization(totals(0, 1)), undefined],
    ["is unknown when the debt is another token", utilization({ ...totals(10, 5), ...apart }), undefined],
    [
      "is known when the debt is the same token",
      utilization({ ...totals(10, 500), debtInOtherToken: false }),
      50,
    ],
    ["is unknown for negative deposits", utilization(totals(-10, 5)), undefined],
    ["is unknown for negative borrows", utilization(totals(10, -5)), undefined],
  ])("%s", (_rule, answer, expected) => expect(answer).toEqual(expected));
});

const cover = (left: number, size: number) => exitCover({ available: dollars(left), size: dollars(size) });

describe("available and exit cover", () => {
  it.each([
    ["are what is not lent out", available(usdTotals(23, 10.5)), 12.5],
    ["are never negative", available(usdTotals(1, 2)), 0],
    ["are unknown for negative deposits", available(usdTotals(-5, 0)), undefined],
    ["are unknown for negative borrows", available(usdTotals(5, -1)), undefined],
    ["are unknown when the debt is another token", available({ ...usdTotals(5, 2), ...apart }), undefined],
    ["say how often a size fits", cover(12_420_000, 250_000), near(49.68)],
    ["have no cover for a size of 0", cover(5, 0), undefined],
  ])("%s", (_rule, answer, expected) => expect(answer).toEqual(expected));

  it("stay within the deposits and match utilization", () => {
    fc.assert(
      fc.property(someDollars, someDollars, (deposit, borrow) => {
        const left = available(usdTotals(deposit, borrow)) ?? Number.NaN;
        expect(left).toBeGreaterThanOrEqual(0);
        const used = utilization(totals(deposit, borrow)) ?? Number.NaN;
        expect(left / deposit).toBeCloseTo(Math.max(0, 1 - used), 9);
      }),
    );
  });
});

const short = (size: number) => shortfall({ size: dollars(size), capacityLeft: dollars(180_000) });

describe("capacity", () => {
  const usdc = { maxDeposit: tokens(1000), totalDeposit: tokens(230), totalDepositUsd: dollars(460) };
  const half = { maxDeposit: tokens(0.5), totalDeposit: tokens(0.1), totalDepositUsd: dollars(0.2) };
  const full = { maxDeposit: tokens(230), totalDeposit: tokens(230), totalDepositUsd: undefined };
  const closed = { maxDeposit: tokens(0), totalDeposit: undefined, totalDepositUsd: undefined };
  const debt = { maxBorrow: tokens(1000), totalBorrow: tokens(400), price: dollars(2) };
  const owed = (change: Partial<Parameters<typeof borrowCapacityLeft>[0]>) =>
    borrowCapacityLeft({ ...debt, ...change });

  it.each([
    ["is what the limit leaves, at the price the totals imply", capacityLeft(usdc), 1540],
    ["is what is left under a limit of half a token", capacityLeft(half), near(0.8)],
    ["has a used share", [capacityUsed(usdc), capacityUsed(half)], [near(0.23), near(0.2)]],
    ["is 0 in a full market, even without a price", capacityLeft(full), 0],
    ["is 0 above the limit", capacityLeft({ ...full, totalDeposit: tokens(300) }), 0],
    [
      "has a used share above 1 after the limit was lowered",
      capacityUsed({ ...full, totalDeposit: tokens(345) }),
      1.5,
    ],
    ["is unknown without a price", capacityLeft({ ...usdc, totalDepositUsd: undefined }), undefined],
    ["is unknown for a negative limit", capacityLeft({ ...usdc, maxDeposit: tokens(-1) }), undefined],
    ["is unknown for negative deposits", capacityLeft({ ...usdc, totalDeposit: tokens(-1) }), undefined],
    [
      "has an unknown used share for negative deposits",
      capacityUsed({ ...usdc, totalDeposit: tokens(-1) }),
      undefined,
    ],
    ["has no price without deposits", impliedPrice({ ...usdc, totalDeposit: tokens(0) }), undefined],
    ["has no price at a value of 0", impliedPrice({ ...usdc, totalDepositUsd: dollars(0) }), undefined],
    ["is 0 at a limit of 0, whatever is deposited", capacityLeft(closed), 0],
    ["is used up at a limit of 0", capacityUsed(closed), 1],
    ["is short by what does not fit", short(250_000), 70_000],
    ["is not short for a size that fits", short(180_000), 0],
    ["has an unknown shortfall for a negative size", short(-1), undefined],
    ["of a borrow limit is at the price of the debt", owed({}), 1200],
    ["of a borrow limit is unknown without a price", owed({ price: undefined }), undefined],
    ["of a borrow limit is unknown at a price of 0", owed({ price: dollars(0) }), undefined],
    ["of a borrow limit is unknown for negative borrows", owed({ totalBorrow: tokens(-1) }), undefined],
    ["of a borrow limit needs no price when full", owed({ price: undefined, totalBorrow: tokens(1000) }), 0],
  ])("%s", (_rule, answer, expected) => expect(answer).toEqual(expected));

  it("falls by exactly the amount deposited", () => {
    fc.assert(
      fc.property(someTokens, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (maxDeposit, used) => {
        const totalDeposit = tokens(maxDeposit * used);
        const left = capacityLeft({ maxDeposit, totalDeposit, totalDepositUsd: dollars(totalDeposit) });
        expect((left ?? Number.NaN) / maxDeposit).toBeCloseTo(1 - used, 9);
      }),
    );
  });
});
