// Spreadsheets run cells that start like this, also in full-width form; a line break or tab before it does not stop
// them.
const startsFormula = /^[=+\-@\t\r\n＝＋－＠]/u;
const plainNumber = /^-?\d+(?:\.\d+)?$/;

/** A cell of CSV (RFC 4180). Text that a spreadsheet would run gets an apostrophe in front. */
export function csvCell(text: string): string {
  const safe = startsFormula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
