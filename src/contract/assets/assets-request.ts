// What may be asked about assets: the list, a search, and the past of one price.
import { historyResolutions, readSpan, spanPairs, type HistoryResolution } from "../history.ts";
import {
  collectFaults,
  faultRepeated,
  quoted,
  readLimit,
  writeQueryText,
  type QueryText,
  type Reading,
} from "../query-text.ts";

export const maximumAssets = 200;
export const defaultAssets = 50;
export const longestSearch = 100;

/** `GET /v0/assets`: a page of the catalogue. */
export interface AssetsRequest {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** `GET /v0/search`: assets by name, ticker or tag, best match first. */
export interface AssetSearchRequest {
  readonly query: string;
  readonly limit?: number | undefined;
}

/** `GET /v0/assets/{id}/history`. Times in milliseconds since the epoch; `endTime` absent means now. */
export interface AssetHistoryRequest {
  readonly id: string;
  readonly startTime: number;
  readonly endTime?: number | undefined;
  readonly resolution?: HistoryResolution | undefined;
}

/** Reads the query of GET /v0/assets; all faults are returned. */
export function readAssetsRequest(query: QueryText): Reading<AssetsRequest> {
  const { faults, fault } = collectFaults();
  faultRepeated(query, ["cursor", "limit"], fault);
  const cursor = query.get("cursor") ?? undefined;
  if (cursor === "") fault("cursor", "cursor is empty. Leave it out for the first page.");
  const limit = readLimit(query, maximumAssets, fault);
  if (faults.length > 0) return { ok: false, faults };
  return { ok: true, request: { cursor, limit } };
}

/** Reads the query of GET /v0/search; all faults are returned. */
export function readAssetSearchRequest(query: QueryText): Reading<AssetSearchRequest> {
  const { faults, fault } = collectFaults();
  faultRepeated(query, ["query", "limit"], fault);
  const text = (query.get("query") ?? "").trim();
  if (text === "") fault("query", "query is required: a name, a ticker or a tag.");
  if (text.length > longestSearch)
    fault("query", `query has ${text.length} characters. Give at most ${longestSearch}.`);
  const limit = readLimit(query, maximumAssets, fault);
  if (faults.length > 0) return { ok: false, faults };
  return { ok: true, request: { query: text, limit } };
}

/** Reads the query of GET /v0/assets/{id}/history; the id comes from the path. All faults are returned. */
export function readAssetHistoryRequest(id: string, query: QueryText): Reading<AssetHistoryRequest> {
  const { faults, fault } = collectFaults();
  faultRepeated(query, ["startTime", "endTime", "resolution"], fault);
  const { startTime, endTime, resolution } = readSpan(query, historyResolutions, fault);
  if (faults.length > 0 || startTime === undefined) return { ok: false, faults };
  return { ok: true, request: { id, startTime, endTime, resolution } };
}

/** Writes the query that `readAssetsRequest` reads back. */
export function writeAssetsRequest({ cursor, limit }: AssetsRequest): string {
  return writeQueryText([
    ["cursor", cursor],
    ["limit", limit?.toString()],
  ]);
}

/** Writes the query that `readAssetSearchRequest` reads back. */
export function writeAssetSearchRequest({ query, limit }: AssetSearchRequest): string {
  return writeQueryText([
    ["query", query],
    ["limit", limit?.toString()],
  ]);
}

// No path of its own: neither a slash nor only dots.
const assetId = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,149}$/;

/** Reads the {id} in the path of an asset, decoded once: a percent sign that is left then is not part of an id. */
export function readAssetId(segment: string): Reading<string> {
  if (assetId.test(segment)) return { ok: true, request: segment };
  const message = `The id in the path is ${quoted(segment)}. Give a chain and a token's address, such as ${exampleAssetId}, percent-encoded once.`;
  return { ok: false, faults: [{ parameter: "id", message }] };
}

export const exampleAssetId = "solana:So11111111111111111111111111111111111111112";

/** The path of an asset below the API's base, whose id `readAssetId` reads back. */
export function writeAssetPath(id: string): string {
  return `/v0/assets/${encodeURIComponent(id)}`;
}

/** Path and query below the API's base, as `readAssetHistoryRequest` reads them back. */
export function writeAssetHistoryRequest(request: AssetHistoryRequest): string {
  return `${writeAssetPath(request.id)}/history?${writeQueryText(spanPairs(request))}`;
}
