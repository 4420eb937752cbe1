import { describe, expect, it } from "vitest";
import { marketRow, rowToken } from "../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, tokens } from "../../../tests/fixtures/quantities.ts";
import { columnValue } from "./columns.ts";
import { collateralFor, loansAgainst } from "./loan-terms.ts";
import type { LoanCollateral } from "./column.ts";
import type { MarketRow } from "./market-row.ts";

const unsized = { size: undefined, basis: "total", benchmark: undefined } as const;

function reserve(id: string, symbol: string, more: Partial<MarketRow> = {}): MarketRow {
  return marketRow({ id, tokens: [rowToken(symbol)], productName: "Main", ...more });
}

describe("a loan against a token", () => {
  const usdc = reserve("usdc", "USDC", { maxLtv: fraction(0.8), maxBorrow: tokens(1) });
  const sol = reserve("sol", "SOL", {
    maxLtv: fraction(0.74),
    liquidationLtv: fraction(0.8),
    totalDepositUsd: dollars(1e6),
  });
  const dust = reserve("dust", "SOL", { maxLtv: fraction(0.9), totalDepositUsd: dollars(500) });
  const elsewhere = reserve("elsewhere", "USDC", { productName: "JLP Market" });
  const vault = marketRow({ tokens: [rowToken("SOL"), rowToken("USDC")], maxLtv: fraction(0.85) });
  const rows = [usdc, dust, sol, elsewhere, vault];
  const loans = loansAgainst("SOLmint", rows);
  const ltv = (row: MarketRow): number | string | undefined =>
    columnValue("maxLtv", row, { ...unsized, loans });

  it("has the terms of that token in the loan's market; a pair has its own", () => {
    expect([usdc, vault].map(ltv)).toEqual([0.74, 0.85]);
    expect(ltv(elsewhere)).toBeUndefined();
    expect(collateralFor(usdc, loans)?.liquidationLtv).toBe(0.8);
    // A token cannot be collateral for a loan of itself.
    expect([sol, dust].map((row) => collateralFor(row, loans))).toEqual([undefined, undefined]);
    expect(collateralFor(vault, loansAgainst("USDCmint", rows))).toBeUndefined();
  });

  it("without a chosen token has the terms of the best other collateral, never its own", () => {
    const any = loansAgainst(undefined, rows);
    expect(collateralFor(usdc, any)?.id).toBe("sol");
    expect(collateralFor(sol, any)?.id).toBe("usdc");
    expect(collateralFor(vault, any)).toBe(vault);
    // 80 % is the limit of USDC as collateral. A loan of USDC is backed by SOL, with a limit of 74 %.
    const highest = (row: MarketRow): number | string | undefined =>
      columnValue("maxLtv", row, { ...unsized, loans: any });
    expect([usdc, sol, dust, elsewhere].map(highest)).toEqual([0.74, 0.8, 0.8, undefined]);
    // Outside of the Borrow view, a token's own limits apply.
    expect(collateralFor(usdc, undefined)).toBe(usdc);
  });

  it("ignores tokens that cannot be collateral, in any order of markets", () => {
    const idle = reserve("idle", "PYUSD", { maxLtv: fraction(0) });
    for (const order of [[...rows, idle], [idle, ...rows].toReversed()])
      expect(collateralFor(idle, loansAgainst(undefined, order))?.id).toBe("usdc");
    expect(collateralFor(usdc, loansAgainst(undefined, [usdc, idle]))).toBeUndefined();
  });

  const best = (...others: readonly MarketRow[]) =>
    collateralFor(usdc, loansAgainst(undefined, [usdc, ...others]))?.id;
  const capped = (maxDeposit: number, last?: LoanCollateral) => {
    const cap = { totalDeposit: tokens(9), maxDeposit: tokens(maxDeposit) };
    return loansAgainst("SOLmint", [usdc, { ...sol, ...cap }], last);
  };

  it("has the terms of a token at its deposit cap only if all others are at theirs", () => {
    const full = { totalDeposit: tokens(9), maxDeposit: tokens(9) };
    const bonk = reserve("bonk", "BONK", { maxLtv: fraction(0.3) });
    const fullSol = { ...sol, ...full };
    expect([best(sol, bonk), best(fullSol, bonk), best(fullSol)]).toEqual(["sol", "bonk", "sol"]);
  });

  it("is read again when another amount of a chosen token fits under its deposit cap", () => {
    const open = capped(19);
    expect([19, 15, 9].map((cap) => capped(cap, open) === open)).toEqual([true, false, false]);
  });

  it("keeps its identity while the terms of its markets stay the same", () => {
    const moved = { ...sol, depositApy: fraction(0.5) };
    expect(loansAgainst("SOLmint", [usdc, dust, moved, elsewhere, vault], loans)).toBe(loans);
    expect(loansAgainst("SOLmint", [usdc, dust], loans)).not.toBe(loans);
    expect(loans.symbol).toBe("SOL");
  });
});
