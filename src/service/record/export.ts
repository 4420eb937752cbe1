import { csvCell } from "../../contract/names/csv-cell.ts";
import { dayMs } from "../../contract/units.ts";
import {
  exportColumns,
  exportedRows,
  type ExportedRow,
  type ExportPlan,
} from "../../domain/record/export-rows.ts";
import { moment } from "../../domain/record/figures.ts";
import type { MarketStore } from "../store/market-store.ts";
import { inPortions, ownTurn } from "./reading.ts";

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
          yield exportedRows(record, index, index + rowsATurn);
        }
  }
}

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
