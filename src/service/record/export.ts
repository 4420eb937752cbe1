import { dayMs, isoText } from "../../contract/units.ts";
import { csvText } from "../../domain/format/csv.ts";
import {
  exportColumns,
  exportedRows,
  type ExportedRow,
  type ExportPlan,
} from "../../domain/record/export-rows.ts";
import type { MarketStore } from "../store/market-store.ts";
import { inPortions, waitForTurn } from "../waiting.ts";

/** Takes about ten milliseconds. Then other requests get a turn. */
export const rowsPerBatch = 2000;

export async function* readExport(
  store: Pick<MarketStore, "history">,
  { marketIds, from, to, resolution, stepMs }: ExportPlan,
): AsyncGenerator<readonly ExportedRow[]> {
  const stretch = Math.max(1, Math.floor((rowsPerBatch * stepMs) / dayMs)) * dayMs;
  const rowsEach = Math.max(1, Math.ceil(Math.min(stretch, to - from) / stepMs));
  const marketsAtOnce = Math.max(1, Math.floor(rowsPerBatch / rowsEach));
  for (let startTime = from; startTime < to; startTime += stretch) {
    const endTime = Math.min(to, startTime + stretch);
    for await (const portion of inPortions(marketIds, marketsAtOnce))
      for (const record of await store.history({ marketIds: portion, startTime, endTime, resolution }))
        for (let index = 0; index < record.series.times.length; index += rowsPerBatch) {
          await waitForTurn();
          yield exportedRows(record, index, index + rowsPerBatch);
        }
  }
}

/** Unknown figures become empty cells. */
export async function* writeCsv(portions: AsyncIterable<readonly ExportedRow[]>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvText([exportColumns]));
  for await (const rows of portions)
    if (rows.length > 0) yield Buffer.from(csvText(rows.map((row) => row.with(0, isoText(row[0])))));
}
