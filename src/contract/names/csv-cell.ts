// Spreadsheets run what starts like this, also in full-width form; a line break or tab before it does not stop them.
const startsFormula = /^[=+\-@\t\r\n＝＋－＠]/u;
const plainNumber = /^-?\d+(?:\.\d+)?$/;

/** A text as a cell of CSV (RFC 4180). What a spreadsheet would run as a formula gets an apostrophe before it. */
export function csvCell(text: string): string {
  const safe = startsFormula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
