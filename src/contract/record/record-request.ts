import { writeQuery } from "../query-text.ts";
import { dayMs, isoText } from "../units.ts";

/** Windows end with the last poll, so that all callers share one response. */
export const changeWindows = ["24h", "7d"] as const;
export type ChangeWindow = (typeof changeWindows)[number];
export const changeWindowMs: Readonly<Record<ChangeWindow, number>> = { "24h": dayMs, "7d": 7 * dayMs };

export const maxChangesMs = 31 * dayMs;
export const defaultEvents = 100;

/** Milliseconds since the epoch. */
export interface ChangesRequest {
  readonly since: number | ChangeWindow;
  /** Defaults to the last poll. */
  readonly until?: number | undefined;
}

export interface MarketChangesRequest {
  readonly id: string;
  /** Returns only earlier events. Milliseconds since the epoch. */
  readonly until?: number | undefined;
  readonly limit?: number | undefined;
}

export const exportFormats = ["csv", "parquet"] as const;
export type ExportFormat = (typeof exportFormats)[number];
export const exportResolutions = ["raw", "1h", "1d"] as const;
export type ExportResolution = (typeof exportResolutions)[number];
export const defaultExportResolution: ExportResolution = "1h";
export const maxExportMarkets = 100;
/** About 300 MB of CSV. */
export const maxExportRows = 2_000_000;

/** Milliseconds since the epoch; `to` is exclusive. Without ids, exports all markets. */
export interface ExportRequest {
  readonly format: ExportFormat;
  readonly from: number;
  readonly to?: number | undefined;
  readonly resolution?: ExportResolution | undefined;
  readonly marketIds?: readonly string[] | undefined;
}

export function changesPath({ since, until }: ChangesRequest): string {
  const from = typeof since === "string" ? since : isoText(since);
  return `/v0/changes?${writeQuery({ since: from, until: isoText(until) })}`;
}

export function marketChangesPath({ id, until, limit }: MarketChangesRequest): string {
  const query = writeQuery({ until: isoText(until), limit });
  return `/v0/record/markets/${encodeURIComponent(id)}${query === "" ? "" : `?${query}`}`;
}

export function exportPath({ from, to, ...rest }: ExportRequest): string {
  return `/v0/record/export?${writeQuery({ ...rest, from: isoText(from), to: isoText(to) })}`;
}
