import { defaultExportResolution, type ExportRequest } from "../../contract/record/record-request.ts";
import { resolutionMs } from "../../contract/units.ts";
import { figureNames, meanNames, roundFigure } from "./figures.ts";
import type { KnownMarket, MarketRecord } from "./market-record.ts";

export type ExportPlan = ReturnType<typeof planExport>;

/** Times in milliseconds since the epoch; `to` is exclusive. */
export function planExport(
  known: readonly KnownMarket[],
  { from, to, resolution = defaultExportResolution }: ExportRequest,
  { recordedSince, until }: { readonly recordedSince: number; readonly until: number },
  everyMs: number,
) {
  const stepMs = { ...resolutionMs, raw: everyMs }[resolution];
  const end = Math.min(to ?? Infinity, until + 1);
  const start = Math.max(from, Math.floor(recordedSince / stepMs) * stepMs);
  const chosen = known.filter(
    ({ firstSeen, goneSince }) => firstSeen < end && (goneSince ?? Infinity) >= start,
  );
  // Many predictions are known only for days of a long export.
  const stepsOf = ({ firstSeen, goneSince = Infinity }: KnownMarket): number =>
    Math.ceil(Math.min(end, goneSince) / stepMs) - Math.floor(Math.max(start, firstSeen) / stepMs);
  return {
    marketIds: chosen.map(({ id }) => id),
    from: start,
    to: end,
    resolution,
    stepMs,
    rows: chosen.reduce((sum, market) => sum + Math.max(0, stepsOf(market)), 0),
  };
}

export const exportColumns = ["timestamp", "marketId", "type", "provider", ...meanNames] as const;

/** Cells in the order of `exportColumns`; the time is in milliseconds since the epoch. */
export type ExportedRow = readonly [time: number, ...(string | number | undefined)[]];

/** `last` is exclusive. */
export function exportedRows(
  { id, type, provider, series }: MarketRecord,
  first: number,
  last: number,
): ExportedRow[] {
  return series.readings(first, last).flatMap(({ time, figures }): ExportedRow[] => {
    // A row without figures only marks the end of known data.
    if (figureNames.every((name) => figures[name] === undefined)) return [];
    return [[time, id, type, provider, ...meanNames.map((name) => roundFigure(name, figures[name]))]];
  });
}
