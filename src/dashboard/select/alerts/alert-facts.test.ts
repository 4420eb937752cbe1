import { describe, expect, test } from "vitest";
import type { AlertTarget } from "../../../contract/alerts/rule.ts";
import { poolRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, near, tokens } from "../../../../tests/fixtures/quantities.ts";
import { solMint } from "../../../domain/market/asset-families.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { requestOfTarget, targetFacts } from "./alert-facts.ts";

const usdcMint = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const asset = (mint: string): AlertTarget => ({ kind: "asset", mint, name: mint });

/** A pool of 100 tokens at this price, with an APY that grows with the price. */
const pool = (id: string, price: number, mint: string, more: Partial<MarketRow> = {}): MarketRow =>
  poolRow(
    id,
    { deposits: 100, apy: price / 1000 },
    { tokens: [rowToken("T", mint)], totalDepositUsd: dollars(100 * price), ...more },
  );

const paying = (id: string, apy: number, more: Partial<MarketRow> = {}): MarketRow =>
  pool(id, 50, solMint, { depositApy: fraction(apy), baseDepositApy: fraction(apy), ...more });

const market = (id: string): AlertTarget => ({ kind: "market", id, name: id, marketType: "lending" });

describe("alert facts of a list", () => {
  test("hold the known figures of a market and leave out unknown ones", () => {
    const silent = { totalBorrowUsd: undefined, baseDepositApy: undefined };
    const row = poolRow("a", { apy: 0.05, deposits: 100, lent: 94, left: 100 }, silent);
    expect(targetFacts(market("gone"), [row])).toBeUndefined();
    expect(targetFacts(market("a"), [row])).toEqual({
      depositApy: { value: 0.05 },
      utilization: { value: 0.94 },
      capUsed: 0.5,
      capacityLeft: 100,
    });
  });

  test("compare a price with a dollar for dollar tokens, else with the price its markets imply", () => {
    const sols = [pool("a", 100, solMint), pool("b", 101, solMint), pool("c", 97, solMint)];
    const rows = [pool("usd", 0.98, usdcMint), ...sols];
    expect(targetFacts(asset(usdcMint), rows)?.offPeg).toMatchObject({
      value: near(0.02),
      price: { implied: 0.98, expected: 1 },
    });
    expect(targetFacts(asset(solMint), rows)).toMatchObject({
      offPeg: { value: near(0.03), market: { id: "c" } },
      depositApy: { market: { id: "b" } },
    });
    // Two markets are too few to compare prices.
    expect(targetFacts(asset(solMint), sols.slice(0, 2))?.offPeg).toBeUndefined();
  });

  test("exclude full and contradictory markets from a token's best rate", () => {
    const open = paying("open", 0.05);
    const full = paying("full", 0.3, { maxDeposit: tokens(1) });
    // Its total contradicts its base and rewards.
    const faulty = paying("faulty", 0.4, { baseDepositApy: fraction(0.1), rewardsGiven: true });
    // Its limits contradict each other.
    const contradictory = paying("doubtful", 0.5, { maxLtv: fraction(0.9), liquidationLtv: fraction(0.8) });
    const best = [
      [full, faulty, contradictory, open],
      [full, faulty, contradictory],
    ].map((rows) => targetFacts(asset(solMint), rows));
    expect(best.map((facts) => facts?.depositApy?.market?.id)).toEqual(["open", undefined]);
  });
});

const ofType = (marketType: string): AlertTarget => ({ kind: "market", id: "a", name: "a", marketType });

test("a target's list requests its type and every deposit market, to compare prices; a loan is in no list", () => {
  const deposits = { types: ["lending", "yield"], limit: 200 };
  expect(requestOfTarget(ofType("loop"))).toEqual({ types: ["lending", "yield", "loop"], limit: 200 });
  expect(requestOfTarget(ofType("vault"))).toEqual({ limit: 200 });
  expect(requestOfTarget({ kind: "view", search: "", name: "All" })).toEqual(deposits);
  expect(requestOfTarget({ kind: "asset", mint: "m", name: "m" })).toEqual(deposits);
  expect(requestOfTarget({ kind: "position", wallet: "w", id: "p", name: "p" })).toBeUndefined();
});
