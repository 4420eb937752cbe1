import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dollars, someDollars, someTokens, tokens } from "../../tests/fixtures/quantities.ts";
import {
  available,
  capacityLeft,
  capacityUsed,
  exitCover,
  impliedPrice,
  shortfall,
  utilization,
} from "./pool.ts";

describe("utilization", () => {
  it("is borrows over deposits", () => {
    expect(utilization({ totalDeposit: tokens(200), totalBorrow: tokens(146) })).toBeCloseTo(0.73, 12);
  });

  it("is 0 for an empty pool and unknown for debt without deposits", () => {
    expect(utilization({ totalDeposit: tokens(0), totalBorrow: tokens(0) })).toBe(0);
    expect(utilization({ totalDeposit: tokens(0), totalBorrow: tokens(1) })).toBeUndefined();
  });

  it("is unknown where the debt is another token", () => {
    const totals = { totalDeposit: tokens(10), totalBorrow: tokens(500) };
    expect(utilization({ ...totals, debtInOtherToken: true })).toBeUndefined();
    expect(utilization({ ...totals, debtInOtherToken: false })).toBe(50);
  });

  it("is unknown for negative amounts", () => {
    expect(utilization({ totalDeposit: tokens(-10), totalBorrow: tokens(-5) })).toBeUndefined();
  });

  it("rises with borrows and falls with deposits", () => {
    fc.assert(
      fc.property(someTokens, someTokens, someTokens, (totalDeposit, totalBorrow, more) => {
        const now = utilization({ totalDeposit, totalBorrow }) ?? Number.NaN;
        expect(utilization({ totalDeposit, totalBorrow: tokens(totalBorrow + more) })).toBeGreaterThanOrEqual(
          now,
        );
        expect(utilization({ totalDeposit: tokens(totalDeposit + more), totalBorrow })).toBeLessThanOrEqual(
          now,
        );
      }),
    );
  });
});

describe("available and exit cover", () => {
  it("are what is not lent out, and how often a size fits into it", () => {
    const left = available({ totalDepositUsd: dollars(23_000_000), totalBorrowUsd: dollars(10_580_000) });
    expect(left).toBe(12_420_000);
    expect(exitCover({ available: left, size: dollars(250_000) })).toBeCloseTo(49.68, 12);
  });

  it("are everything while nothing is lent out, and nothing in an empty market", () => {
    expect(available({ totalDepositUsd: dollars(5), totalBorrowUsd: dollars(0) })).toBe(5);
    expect(available({ totalDepositUsd: dollars(0), totalBorrowUsd: dollars(0) })).toBe(0);
    expect(available({ totalDepositUsd: dollars(-5), totalBorrowUsd: dollars(0) })).toBeUndefined();
  });

  it("are never negative", () => {
    expect(available({ totalDepositUsd: dollars(1), totalBorrowUsd: dollars(2) })).toBe(0);
  });

  it("are unknown where the debt is another token, and without a size", () => {
    const totals = { totalDepositUsd: dollars(5), totalBorrowUsd: dollars(2) };
    expect(available({ ...totals, debtInOtherToken: true })).toBeUndefined();
    expect(exitCover({ available: dollars(5), size: dollars(0) })).toBeUndefined();
  });

  it("stay within the deposits", () => {
    fc.assert(
      fc.property(someDollars, someDollars, (totalDepositUsd, totalBorrowUsd) => {
        const left = available({ totalDepositUsd, totalBorrowUsd });
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left).toBeLessThanOrEqual(totalDepositUsd);
      }),
    );
  });
});

describe("capacity", () => {
  const usdc = { maxDeposit: tokens(1000), totalDeposit: tokens(230), totalDepositUsd: dollars(460) };

  it("is what the limit leaves, at the price the totals imply", () => {
    expect(impliedPrice(usdc)).toBe(2);
    expect(capacityLeft(usdc)).toBe(1540);
    expect(capacityUsed(usdc)).toBeCloseTo(0.23, 12);
  });

  it("is 0 in a full market, even without a price", () => {
    const full = { maxDeposit: tokens(230), totalDeposit: tokens(230), totalDepositUsd: undefined };
    expect(capacityLeft(full)).toBe(0);
    expect(capacityLeft({ ...full, totalDeposit: tokens(300) })).toBe(0);
    expect(capacityUsed({ ...full, totalDeposit: tokens(345) })).toBe(1.5);
  });

  it("is unknown while there is room but no price", () => {
    expect(capacityLeft({ ...usdc, totalDepositUsd: undefined })).toBeUndefined();
    expect(capacityLeft({ ...usdc, totalDeposit: tokens(0), totalDepositUsd: dollars(0) })).toBeUndefined();
    expect(impliedPrice({ totalDeposit: tokens(5), totalDepositUsd: dollars(0) })).toBeUndefined();
  });

  it("counts a limit of 0 as used up", () => {
    expect(capacityUsed({ maxDeposit: tokens(0), totalDeposit: tokens(0) })).toBe(1);
    const closed = { maxDeposit: tokens(0), totalDeposit: tokens(0), totalDepositUsd: dollars(0) };
    expect(capacityLeft(closed)).toBe(0);
    const silent = { maxDeposit: tokens(0), totalDeposit: undefined, totalDepositUsd: undefined };
    expect(capacityLeft(silent)).toBe(0);
    expect(capacityUsed(silent)).toBe(1);
  });

  it("falls by exactly what is deposited", () => {
    fc.assert(
      fc.property(someTokens, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (maxDeposit, used) => {
        const totalDeposit = tokens(maxDeposit * used);
        const left = capacityLeft({ maxDeposit, totalDeposit, totalDepositUsd: dollars(totalDeposit) });
        expect((left ?? Number.NaN) / maxDeposit).toBeCloseTo(1 - used, 9);
      }),
    );
  });
});

describe("shortfall", () => {
  it("is what the limit keeps out, 0 when it fits", () => {
    expect(shortfall({ size: dollars(250_000), capacityLeft: dollars(180_000) })).toBe(70_000);
    expect(shortfall({ size: dollars(180_000), capacityLeft: dollars(180_000) })).toBe(0);
  });
});
