// Assets: GET /v0/assets, /v0/search, /v0/assets/{id} and /v0/assets/{id}/history. The specification names the operations and
// says that an id is the chain's prefix and the token's address; the shapes are ours.
import "../no-code-generation.ts";
import * as z from "zod/mini";
import { parseAnswer } from "../markets-page.ts";
import { isMintAddress } from "../markets-request.ts";
import { number, text } from "../market-schema.ts";

/**
 * `priceUsd` in USD per whole token; `priceChange24h` a fraction of the price a day ago; `tags` are lower-case words such as
 * "stablecoin" or "liquid-staking".
 */
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
  /** Passed back for the next page; null or absent when there is none. */
  cursor: text,
});

const assetPointSchema = z.looseObject({ timestamp: z.string(), priceUsd: number });

export const assetHistorySchema = z.looseObject({ id: z.string(), history: z.array(assetPointSchema) });
export type AssetHistory = z.infer<typeof assetHistorySchema>;

const solanaPrefix = "solana:";

/** The id of a Solana token: the chain's prefix and its mint address. */
export function assetIdOf(mint: string): string {
  return solanaPrefix + mint;
}

/** The mint address in an asset's id; undefined for other chains and for what is no address. */
export function mintOfAssetId(id: string): string | undefined {
  if (!id.startsWith(solanaPrefix)) return undefined;
  const mint = id.slice(solanaPrefix.length);
  return isMintAddress(mint) ? mint : undefined;
}

/** Judges the body of GET /v0/assets and GET /v0/search. @throws UnreadableAnswerError when it is not `{assets: array}` */
export const parseAssets = reader(assetsBodySchema, "{assets}");
/** Judges the body of GET /v0/assets/{id}. @throws UnreadableAnswerError when it is no asset */
export const parseAsset = reader(assetSchema, "an asset");
/** Judges the body of GET /v0/assets/{id}/history. @throws UnreadableAnswerError when it has another shape */
export const parseAssetHistory = reader(assetHistorySchema, "{id, history}");

function reader<Schema extends z.ZodMiniType>(schema: Schema, shape: string) {
  return (body: unknown): z.output<Schema> => parseAnswer(schema, shape, body);
}
