import { expect, test } from "vitest";
import { toPricePoints } from "../../queries/assets.ts";
import { toCatalogueAsset } from "./catalogue-asset.ts";

const id = "solana:J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn";

test("a token is flattened with missing fields left missing, and a price of 0 is missing", () => {
  expect(toCatalogueAsset({ id, symbol: null, priceUsd: 0 })).toEqual({
    mint: "J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn",
    symbol: "J1to…GCPn",
    name: undefined,
    icon: undefined,
    tags: [],
    price: undefined,
    change24h: undefined,
  });
});

test("texts are cleaned, and tags are normalized and unique", () => {
  const tags = ["Liquid Staking", "liquid_staking", "  ", "SOL"];
  const texts = { symbol: "Jito\u202eSOL", name: "x".repeat(500), tags };
  const read = toCatalogueAsset({ id, ...texts, priceUsd: 127.5, priceChange24h: -0.02 });
  expect(read).toMatchObject({
    symbol: "Jito SOL",
    tags: ["liquid-staking", "sol"],
    price: 127.5,
    change24h: -0.02,
  });
  expect(read?.name?.length).toBeLessThanOrEqual(80);
});

test("a token of another chain is left out", () => {
  expect(toCatalogueAsset({ id: "ethereum:0xabc" })).toBeUndefined();
  expect(toCatalogueAsset({ id: "J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn" })).toBeUndefined();
});

test("prices are sorted by time, without missing ones", () => {
  const history = [
    { timestamp: "2026-01-02T00:00:00Z", priceUsd: 2 },
    { timestamp: "2026-01-01T00:00:00Z", priceUsd: 1 },
    { timestamp: "yesterday", priceUsd: 3 },
    { timestamp: "2026-01-03T00:00:00Z", priceUsd: null },
    { timestamp: "2026-01-04T00:00:00Z", priceUsd: 0 },
  ];
  expect(toPricePoints({ id, history }).map(({ price }) => price)).toEqual([1, 2]);
});
