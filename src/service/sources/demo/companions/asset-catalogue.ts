// The demo's assets: every token of its facts, with the price the markets reckon with.
import { assetIdOf, mintOfAssetId, type Asset } from "../../../../contract/assets/asset.ts";
import { dayMs } from "../../../../contract/units.ts";
import type { TokenFamily } from "../facts/tokens.ts";
import { nativeYieldLevel, tokenOfMint, type DemoToken, type TokenBook } from "../token-prices.ts";

/** What people call the tokens of a family. The others have no word of their own. */
const familyTags: Partial<Record<TokenFamily, readonly string[]>> = {
  usd: ["usd"],
  eur: ["stablecoin", "eur"],
  sol: ["sol", "native"],
  lst: ["liquid-staking", "sol"],
  btc: ["bitcoin"],
  eth: ["ethereum"],
  stock: ["stock"],
  gold: ["gold"],
  meme: ["meme"],
};

/** Lower-case words, the most telling first. */
export function tagsOf(token: DemoToken): readonly string[] {
  const tags = [...(familyTags[token.family] ?? [])];
  const earns = nativeYieldLevel(token) > 0;
  // A dollar that earns by itself is worth more every day: it keeps no peg.
  if (token.family === "usd" && token.level === 1 && !earns) tags.unshift("stablecoin");
  if (token.family === "eth" && earns) tags.unshift("liquid-staking");
  else if (token.family !== "lst" && earns) tags.unshift("yield-bearing");
  return tags;
}

export function assetAt(token: DemoToken, book: TokenBook, time: number): Asset {
  const price = book.price(token, time);
  return {
    id: assetIdOf(token.mint),
    address: token.mint,
    symbol: token.symbol,
    name: token.name,
    decimals: token.decimals,
    icon: token.icon,
    tags: [...tagsOf(token)],
    priceUsd: roundPrice(price),
    priceChange24h: roundPrice(price / book.price(token, time - dayMs) - 1),
  };
}

/** The token an asset's id names; undefined where the demo has none. */
export function tokenOfAsset(id: string): DemoToken | undefined {
  const mint = mintOfAssetId(id);
  return mint === undefined ? undefined : tokenOfMint(mint);
}

/** A price to ten significant digits, whether it is that of a bitcoin or of a meme. Never −0. */
export function roundPrice(price: number): number {
  return Number(price.toPrecision(10));
}
