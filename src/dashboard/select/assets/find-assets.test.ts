import { describe, expect, test } from "vitest";
import { findAssets, type Findable } from "./find-assets.ts";

function item(symbol: string, name: string, tags: readonly string[] = [], mint = `${symbol}mint`): Findable {
  return { mint, symbol, name, tags };
}

const staking = ["liquid-staking", "sol"];
const items = [
  item("USDC", "USD Coin", ["stablecoin", "usd"]),
  item("SOL", "Wrapped SOL", ["sol"]),
  item("JitoSOL", "Jito Staked SOL", staking, "J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn"),
  item("JTO", "Jito", ["governance"]),
  item("mSOL", "Marinade Staked SOL", staking),
  item("PYUSD", "PayPal USD", ["stablecoin", "usd"]),
  item("ONyc", "OnRe ONyc", ["yield-bearing", "usd"]),
  item("EURC", "Circle", ["stablecoin", "eur"], "HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr"),
  item("ÉPA", "Épargne"),
  item("fGLP/X", "Pool"),
  item("GLP/X", "Pool"),
];

const symbols = (query: string): readonly string[] =>
  findAssets(query, items).items.map(({ symbol }) => symbol);

describe("a token is found", () => {
  test.each([
    ["by its ticker, exact matches first", "sol", ["SOL", "JitoSOL", "mSOL"]],
    ["by the beginning of its ticker before a word of its name", "jt", ["JTO"]],
    ["by its name", "marinade", ["mSOL"]],
    ["by several words, in any order", "staked jito", ["JitoSOL"]],
    ["by a tag, with or without its dash", "liquid staking", ["JitoSOL", "mSOL"]],
    ["by a tag, with or without its dash", "liquid-staking", ["JitoSOL", "mSOL"]],
    ["by the name of its tag, a euro not as a dollar", "dollar", ["USDC", "PYUSD", "ONyc"]],
    ["by the name of its tag, a euro not as a dollar", "euro", ["EURC"]],
    ["with or without spaces around a slash, the exact ticker first", "glp / x", ["GLP/X", "fGLP/X"]],
    ["with or without spaces around a slash, the exact ticker first", "glp/x", ["GLP/X", "fGLP/X"]],
    ["by the beginning of its mint", "J1toso", ["JitoSOL"]],
    ["in any case and without accents", "EPARGNE", ["ÉPA"]],
  ])("%s: %s", (_, query, expected) => expect(symbols(query)).toEqual(expected));

  test.each([
    ["jitosl", "JitoSOL", "JitoSOL"],
    ["udsc", "USDC", "USDC"],
    ["marniade staked", "mSOL", "marinade staked"],
    ["jto", "JTO", undefined],
  ])("despite a typo, which is reported: %s", (query, symbol, suggestion) => {
    expect(findAssets(query, items)).toMatchObject({ items: [{ symbol }], suggestion });
  });
});

test("an empty search finds all in the given order, an unrelated one nothing, and another word only narrows", () => {
  expect(findAssets("  ", items)).toEqual({ items, suggestion: undefined });
  expect(["qqqqqq", "jito usd", "zz"].flatMap(symbols)).toEqual([]);
});
