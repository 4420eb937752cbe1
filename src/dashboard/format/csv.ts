import { csvCell } from "../../contract/names/csv-cell.ts";

/** What a CSV cell can hold; missing is an empty cell. */
export type CsvCell = string | number | undefined;

/**
 * Rows as CSV (RFC 4180: comma, CRLF, quotes doubled), the head among them. Text that a spreadsheet would run as a formula
 * gets an apostrophe before it.
 */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((cells) => `${cells.map(written).join(",")}\r\n`).join("");
}

function written(value: CsvCell): string {
  return typeof value === "string" ? csvCell(value) : String(value ?? "");
}
