import { describe, expect, test } from "vitest";
import { marketRow, poolRow, readRow, rowReward, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import type { Usd } from "../../../contract/units.ts";
import { dollars, fraction, near, tokens } from "../../../../tests/fixtures/quantities.ts";
import type { CatalogueAsset } from "../../data/assets/catalogue-asset.ts";
import { loansAgainst } from "../../../domain/market/loan-terms.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { judgedCost, listAssetFacts, loansWithCollateral, type SizeAndBasis } from "./asset-facts.ts";
import {
  assetValues,
  countTags,
  orderAssets,
  selectAssets,
  startsHigh,
  withStars,
  withTags,
} from "./asset-list.ts";

const collateralLoans = (mint: string, rows: readonly MarketRow[]) =>
  loansWithCollateral(loansAgainst(mint, rows), rows);

const jito = rowToken("JitoSOL");
const usdc = rowToken("USDC");

const silent = { name: undefined, icon: undefined, tags: [], price: undefined, change24h: undefined };
const asset = (symbol: string, fields: Partial<CatalogueAsset> = {}): CatalogueAsset => ({
  mint: `${symbol}mint`,
  symbol,
  ...silent,
  ...fields,
});

const token = { tokens: [jito], rewardsGiven: true, websiteUrl: "https://example.com" } as const;

const lender = (id: string, borrowApy: number, deposits: number, fields: Partial<MarketRow> = {}) =>
  poolRow(id, { borrowApy, deposits, lent: deposits / 2 }, { ...token, ...fields });

const inputs: SizeAndBasis = { size: undefined, basis: "total" };
const factsOf = (
  rows: readonly MarketRow[],
  catalogue: readonly CatalogueAsset[] = [],
  by: SizeAndBasis = inputs,
) => listAssetFacts(rows, catalogue, by, true);

test("the best market to earn with has the highest rate by size and basis, takes my size and is not contradictory", () => {
  // 5 % base on $1M, against 8 % of only rewards on $100,000.
  const steady = poolRow("steady", { apy: 0.05, deposits: 1_000_000 }, token);
  const vault = { ...token, type: "yield", kind: "yield", baseDepositApy: fraction(0) } as const;
  const small = poolRow(
    "small",
    { apy: 0.08, deposits: 100_000 },
    { ...vault, rewards: [rowReward("deposit", 0.08)] },
  );
  const full = poolRow("full", { apy: 0.3, deposits: 1000, left: 0 }, token);
  const faulty = poolRow("faulty", { apy: 0.1, deposits: 1000 }, { ...token, depositApy: fraction(0.4) });
  const best = (by: SizeAndBasis, rows = [small, steady]): string | undefined => {
    const [facts] = factsOf(rows, [], by);
    return facts === undefined ? "no facts" : facts.bestDeposit?.id;
  };
  expect(best(inputs)).toBe("small");
  // 8 % on $100,000 dilute to 8 · 100 / 350 = 2.29 %.
  expect(best({ ...inputs, size: dollars(250_000) })).toBe("steady");
  expect(best({ ...inputs, basis: "base" })).toBe("steady");
  expect(best(inputs, [full])).toBeUndefined();
  const tight = poolRow("tight", { apy: 0.05, deposits: 1000, left: 500 }, token);
  const at = (size: number): SizeAndBasis => ({ ...inputs, size: dollars(size) });
  expect([best(at(500), [tight]), best(at(501), [tight])]).toEqual(["tight", undefined]);
  // Lists hide markets under $100,000 or with unknown deposits by default.
  for (const totalDepositUsd of [dollars(99_999), undefined]) {
    const tiny = { ...small, totalDepositUsd };
    expect([best(inputs, [tiny, steady]), best(inputs, [tiny])]).toEqual(["steady", "small"]);
  }
  expect(factsOf([faulty, full, steady])[0]?.earn.map(({ id }) => id)).toEqual(["steady", "full", "faulty"]);
});

test("loans need something left to borrow, cheapest first; loops belong to their collateral", () => {
  const [facts] = factsOf([
    lender("dear", 0.06, 100),
    lender("cheap", 0.01, 100),
    lender("used up", 0.001, 100, { totalBorrowUsd: dollars(100) }),
    marketRow({ id: "loop", type: "loop", tokens: [jito, usdc], depositApy: fraction(0.1) }),
  ]);
  expect(facts?.borrow.map(({ id }) => id)).toEqual(["cheap", "dear"]);
  expect(facts?.loops.map(({ id }) => id)).toEqual(["loop"]);
  expect(facts?.markets).toBe(4);
  expect(facts?.deposits).toBe(300);
});

const idsAt = (size: Usd | undefined, ...rows: readonly MarketRow[]): readonly unknown[] => {
  const [facts] = factsOf(rows, [], { ...inputs, size });
  return [facts?.borrow.map(({ id }) => id), facts?.cheapestLoan?.id];
};

test("loans smaller than my size and contradictory ones come last and are never the cheapest", () => {
  // A max LTV above the liquidation LTV.
  const faulty = { maxLtv: fraction(0.9), liquidationLtv: fraction(0.5) };
  const small = lender("small", 0.01, 2000);
  const others = [
    lender("faulty", 0.001, 2_000_000, faulty),
    lender("closed", 0.002, 2_000_000, { websiteUrl: undefined }),
  ];
  const large = lender("large", 0.04, 2_000_000);
  expect(idsAt(undefined, small, large, ...others)).toEqual([["small", "large", "faulty"], "small"]);
  expect(idsAt(dollars(25_000), small, large, ...others)).toEqual([["large", "small", "faulty"], "large"]);
  expect(idsAt(dollars(25_000), small, ...others)).toEqual([["small", "faulty"], undefined]);
  // By today's rate, whatever a loan of $1M may cost: one market is past 80 % utilization.
  const main = lender("main", 0.053, 1e8, { totalBorrow: tokens(8.2e7), totalBorrowUsd: dollars(8.2e7) });
  expect(idsAt(dollars(1e6), lender("dear", 0.0856, 1e8), main)[1]).toBe("main");
});

test("the cheapest loan is that by the rate of the basis", () => {
  const paid = { borrowApy: fraction(0.01), rewards: [rowReward("borrow", 0.05)] };
  const rows = [lender("rewarded", 0.06, 100, paid), lender("plain", 0.04, 100)];
  const cheapest = (["total", "base"] as const).map((basis) => {
    const [facts] = factsOf(rows, [], { ...inputs, basis });
    return (
      facts?.cheapestLoan && [facts.cheapestLoan.id, judgedCost(facts.cheapestLoan, { ...inputs, basis })]
    );
  });
  expect(cheapest).toEqual([
    ["rewarded", 0.01],
    ["plain", 0.04],
  ]);
});

test("the cheapest loan has a collateral of which more can be deposited, if any has", () => {
  const here = { productName: "Main Market" };
  const sol = { tokens: [rowToken("SOL")], maxLtv: fraction(0.7), borrowApy: undefined };
  const [loose, secured] = [lender("loose", 0.01, 100), lender("secured", 0.04, 100, here)];
  const taker = lender("taker", 0, 100, { ...here, ...sol });
  const full = { ...taker, totalDeposit: tokens(5), maxDeposit: tokens(5) };
  const cheapest = [taker, full].map((collateral) => idsAt(undefined, loose, secured, collateral)[1]);
  expect(cheapest).toEqual(["secured", "loose"]);
});

test("a pair lends the token it borrows and accepts the other", () => {
  const pair = lender("pair", 0.03, 10, { tokens: [jito, usdc], totalDepositUsd: undefined });
  const ids = (mint: string): unknown => {
    const facts = factsOf([pair]).find((found) => found.mint === mint);
    return [facts?.earn.map(({ id }) => id), facts?.borrow.map(({ id }) => id)];
  };
  expect([ids("JitoSOLmint"), ids("USDCmint")]).toEqual([
    [["pair"], []],
    [[], ["pair"]],
  ]);
});

test("a token with its own yield shows what its loops imply", () => {
  const mint = "J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn";
  const staked = rowToken("JitoSOL", mint);
  const loop = marketRow({
    ...readRow({ id: "loop", type: "loop", depositApy: 0.1, additionalData: { leverage: 2 } }),
    tokens: [staked, usdc],
    detail: "Main",
  });
  const rows = [
    loop,
    marketRow({ id: "supply", tokens: [staked], detail: "Main", depositApy: fraction(0) }),
    marketRow({ id: "debt", tokens: [usdc], detail: "Main", borrowApy: fraction(0.02) }),
  ];
  // 2 × the yield less 1 × 2 % is 10 %.
  const yields = factsOf(rows).map(({ symbol, ownYield }) => [symbol, ownYield]);
  expect(Object.fromEntries(yields)).toEqual({ JitoSOL: near(0.06), USDC: undefined });
});

test("a staked token's own yield is unknown if no loop implies it, once all markets are loaded", () => {
  const staked = rowToken("dSOL", "Dso1bDeDjCQxTrWHqUUi63oBvV7Mdm6WaobLbQ7gnPQ");
  const pools = [
    marketRow({ id: "staked", tokens: [staked], depositApy: fraction(0) }),
    marketRow({ id: "usdc", tokens: [usdc], depositApy: fraction(0) }),
  ];
  const flagged = (isComplete: boolean): readonly string[] =>
    listAssetFacts(pools, [], { size: undefined, basis: "total" }, isComplete).flatMap((facts) =>
      facts.hasUnknownYield ? [facts.symbol] : [],
    );
  expect(flagged(true)).toEqual(["dSOL"]);
  expect(flagged(false)).toEqual([]);
});

test("the best loop loses if its debt costs more than it pays", () => {
  const place = { detail: "Main", productName: "Main" };
  const debt = marketRow({ id: "usdc", tokens: [usdc], ...place, borrowApy: fraction(0.04) });
  const supply = marketRow({ id: "jito", tokens: [jito], ...place });
  const loop = marketRow({ id: "loop", type: "loop", tokens: [jito, usdc], detail: "Main" });
  const loses = (net: number): unknown =>
    factsOf([supply, debt, { ...loop, depositApy: fraction(net) }])[0]?.loopLoses;
  expect([loses(-0.07), loses(0.03), loses(0.05)]).toEqual([true, true, false]);
});

test("the best loop is one that can be opened now with all of my size, or missing", () => {
  const leg = { deposits: 100, lent: 50 };
  const lent = poolRow("usdc", { ...leg, borrowLeft: 0 }, { tokens: [usdc], productName: "Main" });
  const supply = poolRow("jito", { ...leg, left: 900 }, { tokens: [jito], productName: "Main" });
  const loop = (id: string, apy: number, detail: string): MarketRow =>
    marketRow({ id, type: "loop", tokens: [jito, usdc], detail, depositApy: fraction(apy), maxLeverage: 5 });
  const closed = loop("closed", 0.3, "Main");
  const facts = factsOf([lent, supply, closed, loop("open", 0.1, "Other")]).find(
    ({ symbol }) => symbol === "JitoSOL",
  );
  expect(facts?.loops.map(({ id }) => id)).toEqual(["open", "closed"]);
  expect(facts).toMatchObject({ bestLoop: { id: "open" }, loopLoses: false });
  const narrow = { ...lent, maxBorrow: tokens(60) };
  const bestAt = (size: number): unknown =>
    factsOf([narrow, supply, closed], [], { ...inputs, size: dollars(size) }).find(
      ({ symbol }) => symbol === "JitoSOL",
    )?.bestLoop?.id;
  // At 3×, $10 left to borrow is enough for $5.
  expect([5, 50].map(bestAt)).toEqual(["closed", undefined]);
  expect(factsOf([lent, supply, closed]).map(({ bestLoop }) => bestLoop)).toEqual([undefined, undefined]);
});

test("a token's price is the catalogue's, else implied by deposits and marked so, else unknown", () => {
  // $1,200 on 10 tokens and $100 on 1: 1,300 / 11.
  const rows = [
    poolRow("a", { deposits: 10 }, { ...token, totalDepositUsd: dollars(1200) }),
    poolRow("b", { deposits: 1 }, { ...token, totalDepositUsd: dollars(100) }),
    poolRow("c", { deposits: 9999 }, { ...token, totalDeposit: undefined }),
  ];
  const known = { price: 125, priceFrom: "catalogue", inCatalogue: true };
  expect(factsOf(rows, [asset("JitoSOL", { price: dollars(125) })])).toMatchObject([known]);
  const implied = { price: near(1300 / 11), priceFrom: "markets", inCatalogue: false, symbol: "JitoSOL" };
  expect(factsOf(rows)).toMatchObject([implied]);
  const unknown = { price: undefined, priceFrom: undefined, deposits: undefined, markets: 0 };
  expect(factsOf([], [asset("X")])).toMatchObject([unknown]);
});

test("a token without markets has no count before all markets are loaded", () => {
  const facts = listAssetFacts([lender("pool", 0.04, 100)], [asset("X")], inputs, false);
  expect(facts.map(({ symbol, markets }) => [symbol, markets])).toEqual([
    ["X", undefined],
    ["JitoSOL", 1],
  ]);
});

test("a token without tags in the catalogue gets the tag of its family, never both", () => {
  const mint = "So11111111111111111111111111111111111111112";
  const sol = rowToken("SOL", mint);
  expect(factsOf([marketRow({ tokens: [sol] })])[0]?.tags).toEqual(["sol"]);
  expect(factsOf([], [asset("SOL", { mint, tags: ["native"] })])[0]?.tags).toEqual(["native"]);
});

const at = (id: string, worth: number, symbol: string, fields: Partial<MarketRow> = {}): MarketRow =>
  lender(id, 0.04, worth, { tokens: [rowToken(symbol)], productName: "Main Market", ...fields });

test("a loan needs other collateral in the same market with a limit above 0", () => {
  const collateral = at("collateral", 100, "JitoSOL", { maxLtv: fraction(0.6) });
  const debt = at("debt", 20, "USDC");
  const most = at("most", 100, "SOL");
  const elsewhere = at("elsewhere", 100, "USDC", { productName: "Other" });
  const found = collateralLoans("JitoSOLmint", [collateral, debt, most, elsewhere]);
  expect(found.map((loan) => [loan.debt.id, loan.collateral.maxLtv])).toEqual([
    ["most", 0.6],
    ["debt", 0.6],
  ]);
  expect(collateralLoans("USDCmint", [collateral, debt])).toEqual([]);
});

function names(found: readonly { readonly symbol: string }[]): string {
  return found.map(({ symbol }) => symbol).join("");
}

describe("the list of assets", () => {
  const catalogue = [
    asset("A", { price: dollars(1), tags: ["x"] }),
    asset("B", { price: dollars(3), tags: ["x", "y"] }),
    asset("C", { tags: ["y"] }),
  ];
  const all = factsOf([marketRow({ tokens: [rowToken("C")], totalDepositUsd: dollars(5) })], catalogue);

  test("sorts missing values last in both directions and keeps only assets with every chosen tag", () => {
    expect(names(orderAssets(all, { column: "price", descending: true }, inputs))).toBe("BAC");
    expect(names(orderAssets(all, { column: "price", descending: false }, inputs))).toBe("ABC");
    expect(Object.keys(assetValues).filter((column) => !startsHigh(column))).toEqual(["asset", "borrow"]);
    expect([names(withTags(all, ["x", "y"])), names(withTags(all, []))]).toEqual(["B", "ABC"]);
  });

  test("has a tag for starred tokens that no sent tag can imitate", () => {
    const [one, two, three] = all;
    if (one === undefined || two === undefined || three === undefined) throw new Error("three tokens");
    const marked = withStars([one, { ...two, tags: ["x", "starred"] }, three], new Set([three.mint]));
    expect(withTags(marked, ["starred"])).toEqual([{ ...three, tags: ["starred", ...three.tags] }]);
    expect(countTags(marked)[0]).toEqual({ tag: "starred", count: 1 });
    expect(marked[0]).toBe(one);
  });

  test("is sorted by deposits until an order is chosen, which also applies to search results", () => {
    const query = { query: "", tags: [], order: undefined };
    expect(names(selectAssets(all, query, inputs).items)).toBe("CAB");
    const order = { column: "asset", descending: true } as const;
    expect(names(selectAssets(all, { ...query, tags: ["y"], order }, inputs).items)).toBe("CB");
  });
});
