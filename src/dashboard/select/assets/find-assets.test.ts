import { describe, expect, test } from "vitest";
import { findAssets, type Findable } from "./find-assets.ts";

const item = (
  symbol: string,
  name: string,
  tags: readonly string[] = [],
  mint = `${symbol}mint`,
): Findable => ({
  mint,
  symbol,
  name,
  tags,
});

const items = [
  item("USDC", "USD Coin", ["stablecoin", "usd"]),
  item("SOL", "Wrapped SOL", ["sol"]),
  item(
    "JitoSOL",
    "Jito Staked SOL",
    ["liquid-staking", "sol"],
    "J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn",
  ),
  item("JTO", "Jito", ["governance"]),
  item("mSOL", "Marinade Staked SOL", ["liquid-staking", "sol"]),
  item("PYUSD", "PayPal USD", ["stablecoin", "usd"]),
  item("ÉPA", "Épargne", []),
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
    ["by the beginning of its mint", "J1toso", ["JitoSOL"]],
    ["in any case and without accents", "EPARGNE", ["ÉPA"]],
  ])("%s: %s", (_, query, expected) => expect(symbols(query)).toEqual(expected));

  test("despite a typo, which is reported", () => {
    expect(findAssets("jitosl", items)).toMatchObject({ items: [{ symbol: "JitoSOL" }], meant: "JitoSOL" });
    expect(findAssets("udsc", items)).toMatchObject({ items: [{ symbol: "USDC" }], meant: "USDC" });
    expect(findAssets("marniade staked", items)).toMatchObject({
      items: [{ symbol: "mSOL" }],
      meant: "marinade staked",
    });
  });

  test("without a correction when there is an exact match", () => {
    expect(findAssets("jto", items)).toMatchObject({ meant: undefined });
  });
});

test("an empty search finds all, in the given order", () => {
  expect(findAssets("  ", items)).toEqual({ items, meant: undefined });
});

test("an unrelated search finds nothing, and another word only narrows", () => {
  expect(symbols("qqqqqq")).toEqual([]);
  expect(symbols("jito usd")).toEqual([]);
  expect(symbols("zz")).toEqual([]);
});
