import { describe, expect, test } from "vitest";
import type { AlertTarget } from "../../../contract/alerts/rule.ts";
import { poolRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, tokens } from "../../../../tests/fixtures/quantities.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { targetFacts } from "./alert-facts.ts";

const usdcMint = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const solMint = "So11111111111111111111111111111111111111112";
const asset = (mint: string): AlertTarget => ({ kind: "asset", mint, name: mint });

/** A hundred tokens deposited at a price, and a rate that grows with it. */
const pool = (id: string, price: number, mint: string): MarketRow =>
  poolRow(
    id,
    { deposits: 100, apy: price / 1000 },
    { tokens: [rowToken("T", mint)], totalDepositUsd: dollars(100 * price) },
  );

const market = (id: string): AlertTarget => ({ kind: "market", id, name: id, marketType: "lending" });

describe("the facts of a list", () => {
  test("hold what is known of a market, and leave out what is not", () => {
    const row = poolRow(
      "a",
      { apy: 0.05, deposits: 100, lent: 94, room: 100 },
      { totalBorrowUsd: undefined, baseDepositApy: undefined },
    );
    expect(targetFacts(market("gone"), [row])).toBeUndefined();
    expect(targetFacts(market("a"), [row])).toEqual({
      depositApy: { value: 0.05 },
      utilization: { value: 0.94 },
      capUsed: 0.5,
      room: 100,
    });
  });

  test("hold a price against a dollar where it is to be one, else against the price its markets imply together", () => {
    const rows = [
      pool("usd", 0.98, usdcMint),
      pool("a", 100, solMint),
      pool("b", 101, solMint),
      pool("c", 97, solMint),
    ];
    const usd = targetFacts(asset(usdcMint), rows)?.offPeg;
    expect(usd?.value).toBeCloseTo(0.02, 9);
    expect(usd?.price).toEqual({ implied: 0.98, expected: 1 });
    const sol = targetFacts(asset(solMint), rows);
    expect(sol?.offPeg?.market?.id).toBe("c");
    expect(sol?.offPeg?.value).toBeCloseTo(0.03, 9);
    expect(sol?.depositApy?.market?.id).toBe("b");
  });

  test("take no market for the best of a token that is full or contradicts itself", () => {
    const open = { ...pool("open", 100, solMint), depositApy: fraction(0.05) };
    const full = { ...pool("full", 100, solMint), depositApy: fraction(0.3), maxDeposit: tokens(1) };
    const faulty = {
      ...pool("faulty", 100, solMint),
      depositApy: fraction(0.4),
      baseDepositApy: fraction(0.1),
      rewardsGiven: true,
    };
    const best = (rows: readonly MarketRow[]): string | undefined =>
      targetFacts(asset(solMint), rows)?.depositApy?.market?.id;
    expect(best([full, faulty, open])).toBe("open");
    expect(best([full, faulty])).toBeUndefined();
  });

  test("say nothing of a price that only two markets know", () => {
    const rows = [pool("a", 100, solMint), pool("b", 90, solMint)];
    expect(targetFacts(asset(solMint), rows)?.offPeg).toBeUndefined();
  });
});
