import { describe, expect, it } from "vitest";
import { marketRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { solMint } from "../../../domain/market/asset-families.ts";
import { bySymbol, didYouMean, knownWords } from "./did-you-mean.ts";

// USDC is more frequent than USDT.
const rows = [
  marketRow({ id: "0", tokens: [rowToken("USDT"), rowToken("USDC")] }),
  marketRow({ id: "1", providerId: "kamino", providerName: "Kamino", tokens: [rowToken("JitoSOL")] }),
  marketRow({ id: "2", providerId: "kamino", providerName: "Kamino", tokens: [rowToken("USDC")] }),
  marketRow({ id: "4", tokens: [rowToken("SOL", solMint)] }),
  marketRow({ id: "3", providerId: "marginfi", providerName: "MarginFi", productName: "Main Market" }),
];
const words = knownWords(rows);
const meant = (query: string): string | undefined => didYouMean(query, rows, words);

describe("a search that finds nothing", () => {
  it.each([
    ["kamno", "Kamino"],
    ["jitosl", "JitoSOL"],
    ["marginfy", "MarginFi"],
    ["solna", "solana"],
    ["usdx", "USDC"],
    ["kaimno", "Kamino"],
    ["kamno jitosl", "Kamino JitoSOL"],
    ["jito kamno", "jito Kamino"],
  ])("for %s suggests %s", (typed, name) => {
    expect(meant(typed)).toBe(name);
  });

  it("suggests nothing when nothing is similar or the suggestion finds nothing", () => {
    for (const typed of ["zebra", "us", "kamino", "kmaino marginfy", "kmanoi", "marginfy jitosl"])
      expect(meant(typed)).toBeUndefined();
  });

  it.each([
    ["tether", "USDT"],
    ["kamino jito staked", "kamino JitoSOL"],
    ["marginfi tether", undefined],
    ["tehter", undefined],
  ])("replaces a token's name by its symbol: %s, %s", (typed, text) => {
    const assets = [
      { symbol: "bSOL", name: "BlazeStake Staked SOL" },
      { symbol: "JitoSOL", name: "Jito Staked SOL" },
      { symbol: "USDT", name: "Tether USD" },
      { symbol: "XYZ", name: undefined },
    ];
    expect(bySymbol(typed, rows, assets)).toBe(text);
  });
});
