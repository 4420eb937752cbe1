// What may be asked of the record.
import { dayMs } from "../units.ts";
import { readRfc3339, readTime, writeTime } from "../history.ts";
import {
  collectFaults,
  faultRepeated,
  quoted,
  readIds,
  readLimit,
  readWord,
  writeQueryText,
  type QueryText,
  type Reading,
} from "../query-text.ts";
import { mostRecordItems } from "./record-parts.ts";

/** The stretches of time that can be asked for by name: they end with the last walk, so that everybody's answer is the same. */
export const changeWindows = ["24h", "7d"] as const;
export type ChangeWindow = (typeof changeWindows)[number];
export const changeWindowMs = { "24h": dayMs, "7d": 7 * dayMs } as const satisfies Record<
  ChangeWindow,
  number
>;

export const longestChangesMs = 31 * dayMs;
export const defaultEvents = 100;

/** `GET /v0/changes`: since a moment (milliseconds since the epoch), or over a window that ends with the last walk. */
export interface ChangesRequest {
  readonly since: number | ChangeWindow;
  /** Absent: the last walk. */
  readonly until?: number | undefined;
}

/** `GET /v0/markets/{id}/changes`. */
export interface MarketChangesRequest {
  readonly id: string;
  /** Events before this moment only, in milliseconds since the epoch. */
  readonly until?: number | undefined;
  /** How many events. */
  readonly limit?: number | undefined;
}

export const exportFormats = ["csv", "parquet"] as const;
export type ExportFormat = (typeof exportFormats)[number];
export const exportResolutions = ["raw", "1h", "1d"] as const;
export type ExportResolution = (typeof exportResolutions)[number];
export const maximumExportMarkets = 100;

/** `GET /v0/record/export`. Times in milliseconds since the epoch, `to` not included; without ids all markets. */
export interface ExportRequest {
  readonly format: ExportFormat;
  readonly from: number;
  readonly to?: number | undefined;
  readonly resolution?: ExportResolution | undefined;
  readonly marketIds?: readonly string[] | undefined;
}

/** Reads the query of GET /v0/changes; all faults are returned. */
export function readChangesRequest(query: QueryText): Reading<ChangesRequest> {
  const { faults, fault } = collectFaults();
  faultRepeated(query, ["since", "until"], fault);
  const given = query.get("since") ?? "24h";
  const since = changeWindows.find((known) => known === given) ?? readRfc3339(given);
  if (since === undefined)
    fault(
      "since",
      `since is ${quoted(given)}. Give ${changeWindows.join(" or ")}, or an RFC 3339 date or date-time, such as 2026-10-01T00:00:00Z.`,
    );
  const until = readTime(query, "until", fault);
  if (typeof since === "string" && until !== undefined)
    fault("until", `until cannot be given with since=${since}, which ends with the last walk.`);
  if (typeof since === "number" && until !== undefined && !(since < until))
    fault("until", "until is not after since. Give a later until or leave it out for the last walk.");
  if (typeof since === "number" && until !== undefined && until - since > longestChangesMs)
    fault("since", "since is more than 31 days before until. Ask for less at once.");
  if (faults.length > 0 || since === undefined) return { ok: false, faults };
  return { ok: true, request: { since, until } };
}

/** Writes the query that `readChangesRequest` reads back. */
export function writeChangesRequest({ since, until }: ChangesRequest): string {
  return writeQueryText([
    ["since", typeof since === "string" ? since : writeTime(since)],
    ["until", writeTime(until)],
  ]);
}

const longestMarketId = 300;

/** Reads the {id} in the path of a market, decoded, and the query. All faults are returned. */
export function readMarketChangesRequest(id: string, query: QueryText): Reading<MarketChangesRequest> {
  const { faults, fault } = collectFaults();
  faultRepeated(query, ["until", "limit"], fault);
  if (id === "" || id.length > longestMarketId)
    fault("id", `The id in the path is ${quoted(id)}. Give a market's id, percent-encoded once.`);
  const until = readTime(query, "until", fault);
  const limit = readLimit(query, mostRecordItems, fault);
  if (faults.length > 0) return { ok: false, faults };
  return { ok: true, request: { id, until, limit } };
}

/** Path and query below the API's base, as `readMarketChangesRequest` reads them back. */
export function writeMarketChangesRequest({ id, until, limit }: MarketChangesRequest): string {
  const query = writeQueryText([
    ["until", writeTime(until)],
    ["limit", limit?.toString()],
  ]);
  return `/v0/markets/${encodeURIComponent(id)}/changes${query === "" ? "" : `?${query}`}`;
}

/** Reads the query of GET /v0/record/export; all faults are returned. */
export function readExportRequest(query: QueryText): Reading<ExportRequest> {
  const { faults, fault } = collectFaults();
  faultRepeated(query, ["format", "from", "to", "resolution", "marketIds"], fault);
  const format = readWord(query, "format", exportFormats, fault);
  if (!query.has("format")) fault("format", `format is required: ${exportFormats.join(" or ")}.`);
  if (!query.has("from")) fault("from", "from is required: an RFC 3339 date or date-time.");
  const from = readTime(query, "from", fault);
  const to = readTime(query, "to", fault);
  if (from !== undefined && to !== undefined && !(from < to))
    fault("to", "to is not after from. Give a later one or leave it out for now.");
  const resolution = readWord(query, "resolution", exportResolutions, fault);
  const ids = readIds(query, "marketIds", maximumExportMarkets, fault);
  const marketIds = ids.length === 0 ? undefined : ids;
  if (faults.length > 0 || format === undefined || from === undefined) return { ok: false, faults };
  return { ok: true, request: { format, from, to, resolution, marketIds } };
}

/** Writes the query that `readExportRequest` reads back. */
export function writeExportRequest({ format, from, to, resolution, marketIds }: ExportRequest): string {
  return writeQueryText([
    ["format", format],
    ["from", writeTime(from)],
    ["to", writeTime(to)],
    ["resolution", resolution],
    ["marketIds", marketIds?.join(",")],
  ]);
}
