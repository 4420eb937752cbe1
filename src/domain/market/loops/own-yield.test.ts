import { describe, expect, test } from "vitest";
import { marketRow, readRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { fraction } from "../../../../tests/fixtures/quantities.ts";
import type { MarketRow } from "../market-row.ts";
import { impliedOwnYields, ownYieldOf, ownYieldText } from "./own-yield.ts";

const jitoMint = "J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn";
const jitoSol = rowToken("JitoSOL", jitoMint);
const sol = rowToken("SOL", "So11111111111111111111111111111111111111112");
const place = { productName: "Main", providerId: "kamino" };
const supply = marketRow({ ...place, id: "supply", tokens: [jitoSol], depositApy: fraction(0.001) });
const debt = marketRow({ ...place, id: "debt", tokens: [sol], borrowApy: fraction(0.05) });
const pools = [supply, debt];

function loop(id: string, net: number, leverage?: number): MarketRow {
  return marketRow({
    ...place,
    id,
    type: "loop",
    tokens: [jitoSol, sol],
    depositApy: fraction(net),
    raw: readRow({ type: "loop", additionalData: { leverage } }).raw,
  });
}

const vault = (base: number): MarketRow =>
  marketRow({ type: "yield", tokens: [jitoSol], baseDepositApy: fraction(base) });

describe("a token's own yield", () => {
  test("is the median of what its loops with a named leverage imply, each counted once", () => {
    const loops = [loop("a", 0.08, 3), loop("b", 0.083, 3), loop("c", 0.2, 3)];
    expect(impliedOwnYields([...loops, ...loops.slice(0, 1)], pools).get(jitoMint)).toBeCloseTo(0.06, 12);
  });

  test("is unknown without the leverage, a leg or the token's market, or if the loop contradicts it", () => {
    expect(impliedOwnYields([loop("a", 0.08)], pools).size).toBe(0);
    expect(impliedOwnYields([loop("a", 0.08, 3)], [debt]).size).toBe(0);
    expect(impliedOwnYields([loop("a", 0.08, 3)], [supply]).size).toBe(0);
    expect(impliedOwnYields([loop("a", -0.2, 3)], pools).size).toBe(0);
    expect(impliedOwnYields(pools, pools).size).toBe(0);
  });

  test("is excluded from the rates of pools and vaults, but not of loops", () => {
    const known = new Map([[jitoMint, fraction(0.06)]]);
    expect(ownYieldOf(supply, known)).toEqual({ mint: jitoMint, symbol: "JitoSOL", apy: 0.06 });
    // A vault may include it, unless its base rate is lower.
    const own = { mint: jitoMint, symbol: "JitoSOL" };
    expect(ownYieldOf(vault(0.061), known)).toEqual({ ...own, apy: undefined, maybeCounted: true });
    expect(ownYieldOf(vault(0.006), known)).toEqual({ ...own, apy: 0.06 });
    expect(ownYieldOf(vault(0.006), new Map())).toEqual({ ...own, apy: undefined });
    expect(ownYieldOf(loop("a", 0.08, 3), known)).toBeUndefined();
    expect(ownYieldOf(debt, known)).toBeUndefined();
  });

  test("is shown with its source, or as unknown", () => {
    const own = { mint: jitoMint, symbol: "JitoSOL" };
    expect(ownYieldText({ ...own, apy: fraction(0.0608) })).toBe(
      "JitoSOL earns 6.08 % by itself, as its loops imply",
    );
    expect(ownYieldText({ ...own, apy: undefined })).toBe("what JitoSOL earns by itself is unknown");
    expect(ownYieldText({ ...own, apy: undefined, maybeCounted: true })).toBe(
      "whether a vault's rate includes what JitoSOL earns by itself is unknown",
    );
  });
});
