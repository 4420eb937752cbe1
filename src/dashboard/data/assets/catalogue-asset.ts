// Created once per asset, before the cache. Missing values are undefined, never 0 or null.
import { mintOfAssetId, type Asset } from "../../../contract/assets/asset.ts";
import { ratio, usd } from "../../../contract/units.ts";
import { readText, shortAddress } from "../../../contract/names/market-names.ts";
import { readAddress } from "../../../domain/market/market-row.ts";

export type CatalogueAsset = NonNullable<ReturnType<typeof toCatalogueAsset>>;

const maxNameLength = 80;
const maxSymbolLength = 32;
const maxTagLength = 32;
const maxTags = 12;

export function toCatalogueAsset(asset: Asset) {
  const mint = mintOfAssetId(asset.id);
  if (mint === undefined) return undefined;
  const price = usd(asset.priceUsd);
  return {
    mint,
    symbol: readText(asset.symbol, maxSymbolLength) ?? shortAddress(mint),
    name: readText(asset.name, maxNameLength),
    icon: readAddress(asset.icon),
    tags: readTags(asset.tags ?? []),
    // Price of a whole token. The catalogue sends 0 for unknown.
    price: price !== undefined && price > 0 ? price : undefined,
    change24h: ratio(asset.priceChange24h),
  };
}

/** "Liquid Staking" and "liquid_staking" become one tag. */
function readTags(tags: readonly string[]): readonly string[] {
  const read = tags.flatMap((tag) => readText(tag, maxTagLength) ?? []);
  const tidy = read.map((tag) => tag.toLowerCase().replaceAll(/[\s_,-]+/g, "-"));
  return [...new Set(tidy)].slice(0, maxTags);
}
