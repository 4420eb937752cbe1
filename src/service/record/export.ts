import { csvCell } from "../../contract/names/csv-cell.ts";
import { defaultExportResolution, type ExportRequest } from "../../contract/record/record-request.ts";
import { dayMs, resolutionMs } from "../../contract/units.ts";
import { figureNames, meanNames, moment, roundFigure } from "../../domain/record/figures.ts";
import type { KnownMarket, MarketRecord } from "../../domain/record/market-record.ts";
import type { MarketStore } from "../store/market-store.ts";
import { inPortions, ownTurn, type Pace } from "./reading.ts";

export type ExportPlan = ReturnType<typeof planExport>;

/** Times in milliseconds since the epoch; `to` is exclusive. */
export function planExport(
  known: readonly KnownMarket[],
  { from, to, resolution = defaultExportResolution, marketIds }: ExportRequest,
  { recordedSince, until }: { readonly recordedSince: number; readonly until: number },
  { everyMs }: Pace,
) {
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

/** Cells in the order of `exportColumns`; the time is in milliseconds since the epoch. */
export type ExportedRow = readonly [time: number, ...(string | number | undefined)[]];

/** Some ten milliseconds, then other requests get a turn. */
export const rowsATurn = 2000;

export async function* readExport(
  store: Pick<MarketStore, "history">,
  { marketIds, from, to, resolution, stepMs }: ExportPlan,
): AsyncGenerator<readonly ExportedRow[]> {
  const stretch = Math.max(1, Math.floor((rowsATurn * stepMs) / dayMs)) * dayMs;
  const rowsEach = Math.max(1, Math.ceil(Math.min(stretch, to - from) / stepMs));
  const marketsAtOnce = Math.max(1, Math.floor(rowsATurn / rowsEach));
  for (let startTime = from; startTime < to; startTime += stretch) {
    const endTime = Math.min(to, startTime + stretch);
    for await (const portion of inPortions(marketIds, marketsAtOnce))
      for (const record of await store.history({ marketIds: portion, startTime, endTime, resolution }))
        for (let index = 0; index < record.series.times.length; index += rowsATurn) {
          await ownTurn();
          yield rowsOf(record, index, index + rowsATurn);
        }
  }
}

function rowsOf({ id, type, provider, series }: MarketRecord, first: number, last: number): ExportedRow[] {
  return series.readings(first, last).flatMap(({ time, figures }): ExportedRow[] => {
    // A row without figures only marks the end of known data.
    if (figureNames.every((name) => figures[name] === undefined)) return [];
    return [[time, id, type, provider, ...meanNames.map((name) => roundFigure(name, figures[name]))]];
  });
}

export const exportColumns = ["timestamp", "marketId", "type", "provider", ...meanNames] as const;

/** RFC 4180; unknown figures are empty. */
export async function* writeCsv(portions: AsyncIterable<readonly ExportedRow[]>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${exportColumns.join(",")}\r\n`);
  for await (const rows of portions) {
    let text = "";
    for (const [time, ...cells] of rows) {
      text += moment(time);
      for (const cell of cells) text += `,${typeof cell === "string" ? csvCell(cell) : (cell ?? "")}`;
      text += "\r\n";
    }
    if (text !== "") yield Buffer.from(text);
  }
}
