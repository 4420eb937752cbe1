// Spreadsheets run cells that start like this as formulas, full-width or after a tab or line break too.
const startsFormula = /^[=+\-@\t\r\n＝＋－＠]/u;
/** Where commas are decimal points, spreadsheets split files at semicolons, and then quotes hold nothing together. */
const startsFormulaInside = /[;\t\r\n](?=[=+\-@＝＋－＠])/gu;
const plainNumber = /^-?\d+(?:\.\d+)?$/;

/** RFC 4180; text that a spreadsheet would run gets an apostrophe before it. */
export function csvCell(text: string): string {
  const start = startsFormula.test(text) && !plainNumber.test(text) ? "'" : "";
  const safe = start + text.replaceAll(startsFormulaInside, "$&'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
