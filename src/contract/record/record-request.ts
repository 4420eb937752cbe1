// Requests to the record, as the browser writes them. How they are read: operations/record-operations.ts.
import { writeTime } from "../history.ts";
import { writeQuery } from "../query-text.ts";
import { dayMs } from "../units.ts";

/** Windows that end with the last poll, so that all callers get the same answer. */
export const changeWindows = ["24h", "7d"] as const;
export type ChangeWindow = (typeof changeWindows)[number];
export const changeWindowMs = { "24h": dayMs, "7d": 7 * dayMs } as const satisfies Record<
  ChangeWindow,
  number
>;

export const longestChangesMs = 31 * dayMs;
export const defaultEvents = 100;

/** `GET /v0/changes`: since a moment (milliseconds since the epoch), or over a window that ends with the last poll. */
export interface ChangesRequest {
  readonly since: number | ChangeWindow;
  /** Absent: the last poll. */
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
export const defaultExportResolution: ExportResolution = "1h";
export const maximumExportMarkets = 100;
/** The longest file: some 300 MB of CSV. */
export const mostExportRows = 2_000_000;

/** `GET /v0/record/export`. Times in milliseconds since the epoch, `to` not included; without ids all markets. */
export interface ExportRequest {
  readonly format: ExportFormat;
  readonly from: number;
  readonly to?: number | undefined;
  readonly resolution?: ExportResolution | undefined;
  readonly marketIds?: readonly string[] | undefined;
}

export function writeChangesRequest({ since, until }: ChangesRequest): string {
  return writeQuery({
    since: typeof since === "string" ? since : writeTime(since),
    until: writeTime(until),
  });
}

/** Path and query below the API's base. */
export function writeMarketChangesRequest({ id, until, limit }: MarketChangesRequest): string {
  const query = writeQuery({ until: writeTime(until), limit });
  return `/v0/markets/${encodeURIComponent(id)}/changes${query === "" ? "" : `?${query}`}`;
}

export function writeExportRequest({ from, to, ...rest }: ExportRequest): string {
  return writeQuery({ ...rest, from: writeTime(from), to: writeTime(to) });
}
