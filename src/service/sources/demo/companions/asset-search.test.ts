import { describe, expect, test } from "vitest";
import { demoTokens } from "../token-prices.ts";
import { AssetSearch, slips } from "./asset-search.ts";

const search = new AssetSearch(demoTokens);
const found = (query: string, limit = 5): readonly string[] =>
  search.find(query, limit).map(({ symbol }) => symbol);

describe("asset search", () => {
  test.each([
    ["a ticker in any case", "usdc", "USDC"],
    ["an exact ticker before those that begin with it", "sol", "SOL"],
    ["a word of a name", "marinade", "MNDE"],
    ["two words of a name", "jito staked", "JitoSOL"],
    ["the beginning of a ticker", "jitos", "JitoSOL"],
    ["a slip in a ticker", "jitosl", "JitoSOL"],
    ["two letters swapped", "udsc", "USDC"],
    ["a slip in a name", "etehna", "USDe"],
    ["an address", "J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn", "JitoSOL"],
  ])("finds by %s", (_, query, symbol) => {
    expect(found(query)[0]).toBe(symbol);
  });

  test("a tag finds its tokens and no others, in the order of the catalogue", () => {
    const all = search.find("stablecoins", 200);
    expect(all.slice(0, 3).map(({ symbol }) => symbol)).toEqual(["USDC", "USDT", "PYUSD"]);
    expect(all.every(({ family }) => family === "usd" || family === "eur" || family === "meme")).toBe(true);
    expect(search.find("liquid-staking", 200).length).toBeGreaterThan(20);
  });

  test("what nobody calls a token finds nothing", () => {
    expect(found("qqqqqq")).toEqual([]);
    expect(found("  ")).toEqual([]);
    expect(found("-")).toEqual([]);
  });

  test("every word has to fit", () => {
    expect(found("jito dollar")).toEqual([]);
  });

  test("gives no more than was asked for", () => {
    expect(search.find("usd", 3)).toHaveLength(3);
  });
});

test("slips are letters added, dropped, changed or swapped", () => {
  expect([slips("usdc", "usdc", 9), slips("usd", "usdc", 9), slips("usdx", "usdc", 9)]).toEqual([0, 1, 1]);
  expect([slips("usdcc", "usdc", 9), slips("udsc", "usdc", 9), slips("", "abc", 9)]).toEqual([1, 1, 3]);
  expect(slips("a", "abcdef", 2)).toBe(2);
});
