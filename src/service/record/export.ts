// The record as a file: GET /v0/record/export. Bounded before it begins, and read in portions while it is sent.
import { csvCell } from "../../contract/names/csv-cell.ts";
import {
  defaultExportResolution,
  type ExportRequest,
  type ExportResolution,
} from "../../contract/record/record-request.ts";
import { dayMs, resolutionMs } from "../../contract/units.ts";
import type { KnownMarket, MarketRecord, MarketStore } from "../store/market-store.ts";
import { amountFields, pointFields, type PointField } from "../store/point.ts";
import { amount, moment, rate } from "./figures.ts";
import { inPortions, ownTurn, type Pace } from "./reading.ts";

/** What is about to be exported. */
export interface ExportPlan {
  readonly marketIds: readonly string[];
  /** Milliseconds since the epoch; `to` is not included. */
  readonly from: number;
  readonly to: number;
  readonly resolution: ExportResolution;
  /** From one row of a market to the next. */
  readonly stepMs: number;
  /** At most. */
  readonly rows: number;
}

/**
 * The markets that are known, and how many rows they can have. Nothing is read yet.
 * @param recordedSince the first walk
 * @param until the last one
 */
export function planExport(
  known: readonly KnownMarket[],
  { from, to, resolution = defaultExportResolution, marketIds }: ExportRequest,
  { recordedSince, until }: { readonly recordedSince: number; readonly until: number },
  { everyMs }: Pace,
): ExportPlan {
  const wanted = marketIds === undefined ? undefined : new Set(marketIds);
  const stepMs = { ...resolutionMs, raw: everyMs }[resolution];
  const end = Math.min(to ?? Infinity, until + 1);
  const start = Math.max(from, Math.floor(recordedSince / stepMs) * stepMs);
  const chosen = known.filter(
    ({ id, firstSeen, goneSince }) =>
      (wanted === undefined || wanted.has(id)) && firstSeen < end && (goneSince ?? Infinity) >= start,
  );
  const steps = Math.max(0, Math.ceil((end - start) / stepMs));
  return {
    marketIds: chosen.map(({ id }) => id),
    from: start,
    to: end,
    resolution,
    stepMs,
    rows: chosen.length * steps,
  };
}

/** One line of an export: a market at a moment. */
export interface ExportedPoint {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly marketId: string;
  readonly type: string;
  readonly provider: string;
  readonly value: (field: PointField) => number | undefined;
}

/** So many points are read, and written, before somebody else has a turn: some ten milliseconds. */
export const pointsATurn = 2000;

/**
 * The points of a plan: stretch by stretch, in each one market after another from the oldest point on. No portion has more than fit
 * into a turn.
 */
export async function* readExport(
  store: Pick<MarketStore, "history">,
  { marketIds, from, to, resolution, stepMs }: ExportPlan,
): AsyncGenerator<readonly ExportedPoint[]> {
  const stretch = Math.max(1, Math.floor((pointsATurn * stepMs) / dayMs)) * dayMs;
  const pointsEach = Math.max(1, Math.ceil(Math.min(stretch, to - from) / stepMs));
  const marketsAtOnce = Math.max(1, Math.floor(pointsATurn / pointsEach));
  for (let startTime = from; startTime < to; startTime += stretch) {
    const endTime = Math.min(to, startTime + stretch);
    for await (const portion of inPortions(marketIds, marketsAtOnce))
      for (const record of await store.history({ marketIds: portion, startTime, endTime, resolution }))
        for (let index = 0; index < record.series.length; index += pointsATurn) {
          await ownTurn();
          yield pointsOf(record, index, index + pointsATurn);
        }
  }
}

/** The points of a market from one place on and before another. */
function pointsOf(
  { id, type, provider, series }: MarketRecord,
  first: number,
  last: number,
): ExportedPoint[] {
  return series.times.slice(first, last).flatMap((seconds, place) => {
    const index = first + place;
    // What says nothing is only the end of what was said before.
    if (pointFields.every((field) => series.columns.get(field)?.at(index) === undefined)) return [];
    const value = (field: PointField): number | undefined => {
      const told = series.columns.get(field)?.at(index);
      return amountFields.has(field) ? amount(told) : rate(told);
    };
    return [{ time: seconds * 1000, marketId: id, type, provider, value }];
  });
}

/** The columns of a file. */
export const exportColumns = ["timestamp", "marketId", "type", "provider", ...pointFields] as const;

/** An export as CSV by RFC 4180: a line of names, then a line for each point. What is not known is empty. */
export async function* writeCsv(
  portions: AsyncIterable<readonly ExportedPoint[]>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${exportColumns.join(",")}\r\n`);
  for await (const points of portions) {
    let text = "";
    for (const { time, marketId, type, provider, value } of points) {
      text += `${moment(time)},${csvCell(marketId)},${csvCell(type)},${csvCell(provider)}`;
      for (const field of pointFields) text += `,${value(field) ?? ""}`;
      text += "\r\n";
    }
    if (text !== "") yield Buffer.from(text);
  }
}
