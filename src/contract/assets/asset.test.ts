import { describe, expect, it } from "vitest";
import { breaker } from "../../../tests/fixtures/unreadable-only.ts";
import { UnreadableAnswerError } from "../markets-page.ts";
import { assetIdOf, mintOfAssetId, parseAsset, parseAssetHistory, parseAssets } from "./asset.ts";

const sol = "So11111111111111111111111111111111111111112";
const asset = {
  id: assetIdOf(sol),
  address: sol,
  symbol: "SOL",
  tags: ["native"],
  priceUsd: 85,
  decimals: 9,
};
const past = { id: asset.id, history: [{ timestamp: "2026-10-01T00:00:00Z", priceUsd: null }] };

describe("an asset's id", () => {
  it("is the chain and the token's address, both ways", () => {
    expect(asset.id).toBe(`solana:${sol}`);
    expect(mintOfAssetId(asset.id)).toBe(sol);
  });

  it("of another chain, or without an address, has no mint of Solana", () => {
    for (const id of ["ethereum:0xA0b8", sol, "solana:", "solana:0x12"])
      expect(mintOfAssetId(id)).toBeUndefined();
  });
});

describe("assets", () => {
  it("are read with unknown fields, and an unknown price stays missing", () => {
    expect(parseAssets({ assets: [{ ...asset, rank: 1 }], cursor: null })).toEqual({
      assets: [{ ...asset, rank: 1 }],
      cursor: null,
    });
    expect(parseAsset({ id: "x:y" }).priceUsd).toBeUndefined();
    expect(parseAssetHistory(past)).toEqual(past);
  });

  it("with a price that is no number are no answer", () => {
    expect(() => parseAsset({ ...asset, priceUsd: "NaN" })).toThrow(
      new UnreadableAnswerError('Expected an asset: priceUsd is the text "NaN", not a number.'),
    );
  });

  it("throw nothing but that error, whatever comes", () => {
    expect(breaker(parseAssets, { assets: [asset], cursor: "c" })).toBeUndefined();
    expect(breaker(parseAsset, asset)).toBeUndefined();
    expect(breaker(parseAssetHistory, past)).toBeUndefined();
  });
});
