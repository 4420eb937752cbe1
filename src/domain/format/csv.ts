import { csvCell } from "../../contract/names/csv-cell.ts";

export type CsvCell = string | number | undefined;

/** Rows as CSV (RFC 4180), header included. Text that a spreadsheet would run gets a leading apostrophe. */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((cells) => `${cells.map(written).join(",")}\r\n`).join("");
}

function written(value: CsvCell): string {
  return typeof value === "string" ? csvCell(value) : String(value ?? "");
}
