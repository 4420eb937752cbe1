/** What a CSV cell can hold; missing is an empty cell. */
export type CsvCell = string | number | undefined;

// Spreadsheets run what starts like this, also in full-width form; a line break or tab before it does not stop them.
const startsFormula = /^[=+\-@\t\r\n＝＋－＠]/u;
const plainNumber = /^-?\d+(?:\.\d+)?$/;

/** One cell of a line; what a spreadsheet would run is made text. */
function csvCell(value: CsvCell): string {
  if (value === undefined) return "";
  if (typeof value === "number") return String(value);
  const safe = startsFormula.test(value) && !plainNumber.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Rows as CSV (RFC 4180: comma, CRLF, quotes doubled), the head among them. Text that a spreadsheet would run as a formula
 * gets an apostrophe before it.
 */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("");
}
