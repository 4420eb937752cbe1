import { expect, it } from "vitest";
import { roundRate } from "./figures.ts";
import { figuresOf, utilizationOf } from "./pool.ts";

const pool = { totalDeposit: 1000, totalDepositUsd: 100_000, totalBorrow: 800, totalBorrowUsd: 80_000 };
const pair = { totalDeposit: 1000, totalDepositUsd: 100_000, totalBorrow: 80_000, totalBorrowUsd: 80_000 };

it("derives utilization and available only when deposits and loans are in one token", () => {
  expect(utilizationOf(pool, { type: "lending" })).toBe(0.8);
  expect(utilizationOf(pair, { type: "lending" })).toBeUndefined();
  expect(figuresOf(pair, { type: "lending" }).available).toBeUndefined();
  expect(figuresOf(pool, { type: "lending" }).available).toBe(200);
  expect(utilizationOf(pool, { type: "loop" })).toBeUndefined();
});

it("derives no utilization for a market with two tokens, even at equal prices", () => {
  const stablecoins = { type: "lending", debtInOtherToken: true };
  expect(utilizationOf(pool, stablecoins)).toBeUndefined();
  expect(figuresOf(pool, stablecoins).available).toBeUndefined();
});

it("assumes one token when there are no dollar amounts", () => {
  expect(utilizationOf({ totalDeposit: 1000, totalBorrow: 900 }, { type: "lending" })).toBe(0.9);
});

it("rounds small figures and leaves the largest unchanged", () => {
  expect([0.123_456_789, -1e17, 1e308].map((value) => roundRate(value))).toEqual([
    0.123_456_79, -1e17, 1e308,
  ]);
});
