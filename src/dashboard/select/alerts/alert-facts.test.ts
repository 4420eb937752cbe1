import { describe, expect, test } from "vitest";
import type { AlertRule, AlertTarget } from "../../../contract/alerts/rule.ts";
import { targetKey } from "../../../domain/alerts/judge.ts";
import { marketRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, tokens } from "../../../../tests/fixtures/quantities.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { alertFacts, whyUnwatched } from "./alert-facts.ts";
import { watchRequest } from "./watch-request.ts";

const usdcMint = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const solMint = "So11111111111111111111111111111111111111112";

function rule(target: AlertTarget, paused = false): AlertRule {
  return { id: "rule1", target, condition: { kind: "cap" }, browser: false, paused, madeAt: 0 };
}

const market = (id: string, marketType = "lending"): AlertRule =>
  rule({ kind: "market", id, name: id, marketType });
const view = (search: string): AlertRule => rule({ kind: "view", search, name: search });
const asset = (mint: string): AlertRule => rule({ kind: "asset", mint, name: mint });
const looked = { readAt: 7, starred: new Set<string>() };

describe("the list that rules need", () => {
  test("holds the types that are watched, and nothing where nothing is", () => {
    expect(watchRequest([])).toBeUndefined();
    expect(watchRequest([rule({ kind: "position", wallet: "w", id: "p", name: "p" })])).toBeUndefined();
    expect(watchRequest([rule(market("a").target, true)])).toBeUndefined();
    expect(watchRequest([market("a", "loop")])).toEqual({
      types: ["lending", "yield", "loop"],
      limit: 200,
    });
    expect(watchRequest([market("a", "loop"), view("")])).toEqual({
      types: ["lending", "yield", "loop"],
      limit: 200,
    });
    expect(watchRequest([asset(solMint)])).toEqual({ types: ["lending", "yield"], limit: 200 });
    expect(watchRequest([market("a", "vault")])).toEqual({ limit: 200 });
  });

  test("has no prediction markets that are over, so views of those are not watched", () => {
    expect(whyUnwatched("?type=prediction")).toBeUndefined();
    expect(whyUnwatched("?type=prediction&status=settled")).toContain("over");
    expect(whyUnwatched("?type=lending&status=settled")).toBeUndefined();
  });
});

/** A hundred tokens deposited at a price, and a rate that grows with it. */
function pool(id: string, price: number, mint: string): MarketRow {
  return marketRow({
    id,
    tokens: [rowToken("T", mint)],
    totalDeposit: tokens(100),
    totalDepositUsd: dollars(100 * price),
    depositApy: fraction(price / 1000),
  });
}

describe("the facts of a list", () => {
  test("have the loops of a view that my size fits into, by what their legs leave", () => {
    const place = { productName: "Main", totalBorrow: tokens(50), totalBorrowUsd: dollars(50) };
    const legs = [
      { ...pool("supply", 1, solMint), ...place, maxDeposit: tokens(400) },
      { ...pool("debt", 1, usdcMint), ...place, maxBorrow: tokens(250) },
    ];
    const loop = marketRow({
      id: "loop",
      type: "loop",
      detail: "Main",
      tokens: [rowToken("SOL", solMint), rowToken("USDC", usdcMint)],
      maxLeverage: 3,
    });
    const inView = (size: number) =>
      alertFacts([view(`?type=loop&fits=1&size=${String(size)}`)], [loop, ...legs], looked)
        .views.get(`view ?type=loop&fits=1&size=${String(size)}`)
        ?.map(({ id }) => id);
    // Half way to 3 is 2: min($50 / 1, $300 / 2), the pool of the debt holding $50 more than it lends.
    expect([inView(40), inView(1000)]).toEqual([["loop"], []]);
  });

  test("hold what is known of a market, and leave out what is not", () => {
    const row = marketRow({
      id: "a",
      depositApy: fraction(0.05),
      totalDeposit: tokens(100),
      totalBorrow: tokens(94),
      maxDeposit: tokens(200),
      totalDepositUsd: dollars(100),
    });
    const facts = alertFacts([market("a"), market("gone")], [row], looked);
    expect(facts.at).toBe(7);
    expect([...facts.targets.keys()]).toEqual([targetKey(market("a"))]);
    expect(facts.targets.get(targetKey(market("a")))).toEqual({
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
    const facts = alertFacts([asset(usdcMint), asset(solMint)], rows, looked);
    const usd = facts.targets.get(targetKey(asset(usdcMint)))?.offPeg;
    expect(usd?.value).toBeCloseTo(0.02, 9);
    expect(usd?.price).toEqual({ implied: 0.98, expected: 1 });
    const sol = facts.targets.get(targetKey(asset(solMint)));
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
      alertFacts([asset(solMint)], rows, looked).targets.get(targetKey(asset(solMint)))?.depositApy?.market
        ?.id;
    expect(best([full, faulty, open])).toBe("open");
    expect(best([full, faulty])).toBeUndefined();
  });

  test("say nothing of a price that only two markets know", () => {
    const facts = alertFacts([asset(solMint)], [pool("a", 100, solMint), pool("b", 90, solMint)], looked);
    expect(facts.targets.get(targetKey(asset(solMint)))?.offPeg).toBeUndefined();
  });

  test("have a view's markets as its list shows them", () => {
    const rows = [
      marketRow({ id: "low", depositApy: fraction(0.05) }),
      marketRow({ id: "high", depositApy: fraction(0.07) }),
      marketRow({ id: "loop", type: "loop", kind: "loop", depositApy: fraction(0.2) }),
    ];
    const high = view("?minApy=6&small=1");
    const starred = view("?starred=1&small=1");
    const facts = alertFacts([high, starred], rows, { readAt: 1, starred: new Set(["low"]) });
    expect(facts.views.get(targetKey(high))?.map(({ id }) => id)).toEqual(["high"]);
    expect(facts.views.get(targetKey(starred))?.map(({ id }) => id)).toEqual(["low"]);
  });
});
