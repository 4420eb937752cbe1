import { spanValues, type Span } from "../history.ts";
import type { MarketsRequest } from "../markets-request.ts";
import { writeQuery } from "../query-text.ts";

export const maxAssets = 200;
export const defaultAssets = 50;
export const maxSearchLength = 100;

export type AssetsRequest = Pick<MarketsRequest, "cursor" | "limit">;

/** `GET /v0/search` searches names, tickers and tags. */
export interface AssetSearchRequest {
  readonly query: string;
  readonly limit?: number | undefined;
}

export interface AssetHistoryRequest extends Span {
  readonly id: string;
}

export function assetsPath({ cursor, limit }: AssetsRequest): string {
  return `/v0/assets?${writeQuery({ cursor, limit })}`;
}

export function assetSearchPath({ query, limit }: AssetSearchRequest): string {
  return `/v0/search?${writeQuery({ query, limit })}`;
}

export const exampleAssetId = "solana:So11111111111111111111111111111111111111112";

export function assetPath(id: string): string {
  return `/v0/assets/${encodeURIComponent(id)}`;
}

export function assetHistoryPath(request: AssetHistoryRequest): string {
  return `${assetPath(request.id)}/history?${writeQuery(spanValues(request))}`;
}
