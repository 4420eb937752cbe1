// Spreadsheets run cells that start like this as formulas, full-width or after a tab or line break too.
const startsFormula = /^[=+\-@\t\r\n＝＋－＠]/u;
const plainNumber = /^-?\d+(?:\.\d+)?$/;

/** RFC 4180; text that a spreadsheet would run gets an apostrophe in front. */
export function csvCell(text: string): string {
  const safe = startsFormula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
