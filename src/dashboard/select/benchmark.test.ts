import { describe, expect, it } from "vitest";
import { poolRow, rowToken } from "../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, tokens } from "../../../tests/fixtures/quantities.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { suggestBenchmark } from "./benchmark.ts";

const usdc = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const sol = "So11111111111111111111111111111111111111112";

/** A market of $20M at 5 % base with three quarters lent out. */
function lends(id: string, change: Partial<MarketRow> = {}): MarketRow {
  const average = fraction(0.05);
  return poolRow(
    id,
    { deposits: 20e6, lent: 15e6 },
    {
      tokens: [rowToken("USDC", usdc)],
      baseDepositApy: average,
      baseDepositApy30d: average,
      baseDepositApy90d: average,
      baseDepositApy180d: average,
      ...change,
    },
  );
}

const suggested = (rows: readonly MarketRow[], size?: number): string | undefined =>
  suggestBenchmark(rows, size === undefined ? undefined : dollars(size))?.id;

describe("the suggested benchmark", () => {
  it("is the largest, whatever others pay with or without rewards", () => {
    const rows = [
      lends("high", { baseDepositApy: fraction(0.059), depositApy: fraction(0.3) }),
      lends("largest", { baseDepositApy: fraction(0.041), totalDepositUsd: dollars(215.7e6) }),
      lends("a"),
    ];
    expect(suggested(rows)).toBe("largest");
    expect(suggested(rows.toReversed())).toBe("largest");
    // Ties go to the first id.
    expect(suggested([lends("b"), lends("a")])).toBe("a");
  });

  it.each<readonly [why: string, change: Partial<MarketRow>]>([
    ["is not a lending market", { type: "yield", kind: "yield" }],
    ["does not lend a stablecoin", { tokens: [rowToken("USDC", sol)] }],
    ["names no token", { tokens: [] }],
    ["is too small", { totalDepositUsd: dollars(9_999_999) }],
    ["does not publish its deposits", { totalDepositUsd: undefined }],
    ["does not publish its base rate", { baseDepositApy: undefined, depositApy: fraction(0.09) }],
    ["publishes no 30-day average", { baseDepositApy30d: undefined }],
    ["publishes no 90-day average", { baseDepositApy90d: undefined }],
    ["publishes no 180-day average", { baseDepositApy180d: undefined }],
    ["is far above its average", { baseDepositApy90d: fraction(0.03) }],
    ["is far below its average", { baseDepositApy90d: fraction(0.09) }],
    ["is lent out over 80 %", { totalBorrow: tokens(16_000_001) }],
    ["does not publish its borrows", { totalBorrow: undefined }],
  ])("excludes a market that %s", (_why, change) => expect(suggested([lends("m", change)])).toBeUndefined());

  it("requires five times my size to be available", () => {
    expect(suggested([lends("m")], 1_000_001)).toBeUndefined();
    expect(suggested([lends("m", { totalBorrowUsd: undefined })], 1000)).toBeUndefined();
  });

  it("may be exactly at a limit, and with a size ignores utilization when the exit suffices", () => {
    const bound = lends("m", { totalDepositUsd: dollars(10e6), totalBorrow: tokens(16e6) });
    expect(suggested([bound])).toBe("m");
    expect(suggested([lends("m")], 1_000_000)).toBe("m");
    const busy = lends("busy", { totalBorrow: tokens(19e6), totalBorrowUsd: dollars(19e6) });
    expect(suggested([busy], 200_000)).toBe("busy");
  });
});
