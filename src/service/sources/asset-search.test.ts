import { describe, expect, test } from "vitest";
import { findAssets } from "./asset-search.ts";

const mint = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const assets = [
  { symbol: "mSOL", name: "Marinade staked SOL", tags: ["liquid-staking"] },
  { symbol: "SOL", name: "Wrapped SOL" },
  { symbol: "USDC", name: "USD Coin", address: mint, tags: ["stablecoin"] },
  { symbol: null, name: "Nameless Solana wrapper" },
];

function found(query: string, limit = 10): readonly unknown[] {
  return findAssets(assets, query, limit).map(({ symbol, name }) => symbol ?? name);
}

describe("assets", () => {
  test("are found by ticker before name, and at most as many as requested", () => {
    expect(found("sol")).toEqual(["SOL", "mSOL", "Nameless Solana wrapper"]);
    expect(found("sol", 1)).toEqual(["SOL"]);
    expect(found("usd")).toEqual(["USDC"]);
  });

  test("have to match every word, in a name, ticker or tag", () => {
    expect(found("wrapped sol")).toEqual(["SOL"]);
    expect(found("staked wrapped")).toEqual([]);
    expect(found("stablecoins")).toEqual(["USDC"]);
    expect(found(" , ")).toEqual([]);
  });

  test("are found by their whole address", () => {
    expect(found(` ${mint} `)).toEqual(["USDC"]);
    expect(found(mint.slice(0, 8))).toEqual([]);
  });
});
