import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dollars, near, someDollars, tokens } from "../../tests/fixtures/quantities.ts";
import {
  available,
  borrowCapacityLeft,
  capacityLeft,
  capacityUsed,
  exitCover,
  shortfall,
  utilization,
} from "./pool.ts";

const totals = (deposit: number, borrow: number) => ({
  totalDeposit: tokens(deposit),
  totalBorrow: tokens(borrow),
});
const usdTotals = (deposit: number, borrow: number) => ({
  totalDepositUsd: dollars(deposit),
  totalBorrowUsd: dollars(borrow),
});

it("what is available is what utilization leaves, and its cover of a size is their ratio", () => {
  expect([utilization(totals(0, 0)), utilization(totals(0, 1))]).toEqual([0, undefined]);
  fc.assert(
    fc.property(someDollars, someDollars, someDollars, (deposit, borrow, size) => {
      const left = available(usdTotals(deposit, borrow));
      const used = utilization(totals(deposit, borrow)) ?? Number.NaN;
      expect((left ?? Number.NaN) / deposit).toBeCloseTo(Math.max(0, 1 - used), 9);
      expect((exitCover({ available: left, size }) ?? Number.NaN) * size).toBeCloseTo(left ?? -1, 2);
    }),
  );
});

const short = (size: number) => shortfall({ size: dollars(size), capacityLeft: dollars(180_000) });

describe("capacity", () => {
  const usdc = { maxDeposit: tokens(1000), totalDeposit: tokens(230), totalDepositUsd: undefined };
  const half = { maxDeposit: tokens(0.5), totalDeposit: tokens(0.1), totalDepositUsd: dollars(0.2) };
  const full = { maxDeposit: tokens(230), totalDeposit: tokens(230), totalDepositUsd: undefined };
  const closed = { maxDeposit: tokens(0), totalDeposit: undefined, totalDepositUsd: undefined };
  const debt = { maxBorrow: tokens(1000), totalBorrow: tokens(400), price: dollars(2) };
  const owed = (change: Partial<Parameters<typeof borrowCapacityLeft>[0]>) =>
    borrowCapacityLeft({ ...debt, ...change });

  it.each([
    ["is what is left under a limit of half a token", capacityLeft(half), near(0.8)],
    ["has a used share", [capacityUsed(usdc), capacityUsed(half)], [near(0.23), near(0.2)]],
    ["is 0 in a full market, even without a price", capacityLeft(full), 0],
    ["is unknown without a price", capacityLeft(usdc), undefined],
    ["is 0 at a limit of 0, whatever is deposited", capacityLeft(closed), 0],
    ["is used up at a limit of 0", capacityUsed(closed), 1],
    ["is short by what does not fit", short(250_000), 70_000],
    ["is not short for a size that fits", short(180_000), 0],
    ["of a borrow cap is at the price of the debt", owed({}), 1200],
    ["of a borrow cap is unknown at a price of 0", owed({ price: dollars(0) }), undefined],
    [
      "of a borrow cap of 0 is 0, whatever is lent",
      owed({ maxBorrow: tokens(0), totalBorrow: undefined }),
      0,
    ],
    ["of a borrow cap needs no price when full", owed({ price: undefined, totalBorrow: tokens(1000) }), 0],
  ])("%s", (_rule, answer, expected) => expect(answer).toEqual(expected));
});
