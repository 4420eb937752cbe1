// The specification names these operations and the form of their ids. The fields are our own.
import { z } from "../zod.ts";
import { responseParser } from "../markets-page.ts";
import { isMintAddress } from "../markets-request.ts";
import { number, text } from "../market-schema.ts";

/** `priceChange24h` is a fraction; `tags` are lower case, such as "liquid-staking". */
export const assetSchema = z.looseObject({
  id: z.string().check(z.minLength(1)),
  address: text,
  symbol: text,
  name: text,
  decimals: number,
  icon: text,
  tags: z.nullish(z.array(z.string())),
  priceUsd: number,
  priceChange24h: number,
});
export type Asset = z.infer<typeof assetSchema>;

export const assetsBodySchema = z.looseObject({
  assets: z.array(assetSchema),
  /** Null or missing on the last page. */
  cursor: text,
});

const assetPointSchema = z.looseObject({ timestamp: z.string(), priceUsd: number });

export const assetHistorySchema = z.looseObject({ id: z.string(), history: z.array(assetPointSchema) });
export type AssetHistory = z.infer<typeof assetHistorySchema>;

const solanaPrefix = "solana:";

export function assetIdOf(mint: string): string {
  return solanaPrefix + mint;
}

/** Undefined for assets on other chains. */
export function mintOfAssetId(id: string): string | undefined {
  if (!id.startsWith(solanaPrefix)) return undefined;
  const mint = id.slice(solanaPrefix.length);
  return isMintAddress(mint) ? mint : undefined;
}

export const parseAssets = responseParser(assetsBodySchema, "{assets}");
export const parseAsset = responseParser(assetSchema, "an asset");
export const parseAssetHistory = responseParser(assetHistorySchema, "{id, history}");
