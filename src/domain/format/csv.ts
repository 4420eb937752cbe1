// Spreadsheets run cells that start with these as formulas, also in full width, or after a tab or line break.
const startsFormula = /^[=+\-@\t\r\n＝＋－＠]/u;
/** Where the decimal point is a comma, spreadsheets split files at semicolons, even inside quotes. */
const startsFormulaInside = /[;\t\r\n](?=[=+\-@＝＋－＠])/gu;
const plainNumber = /^-?\d+(?:\.\d+)?$/;

function csvCell(text: string): string {
  const start = startsFormula.test(text) && !plainNumber.test(text) ? "'" : "";
  const safe = start + text.replaceAll(startsFormulaInside, "$&'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export type CsvCell = string | number | null | undefined;

/** RFC 4180. Puts an apostrophe before text that a spreadsheet would run. */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((cells) => `${cells.map(written).join(",")}\r\n`).join("");
}

export type CsvField<Row> = readonly [name: string, read: (row: Row) => CsvCell];
export type CsvConstant = readonly [name: string, value: CsvCell];

/** `constants` are repeated as the last columns of every line, so that a copied line keeps them. */
export function csvTable<Row>(
  fields: readonly CsvField<Row>[],
  rows: readonly Row[],
  constants: readonly CsvConstant[],
): string {
  const tail = constants.map(([, value]) => value);
  return csvText([
    [...fields, ...constants].map(([name]) => name),
    ...rows.map((row) => [...fields.map(([, read]) => read(row)), ...tail]),
  ]);
}

function written(value: CsvCell): string {
  return typeof value === "number" ? String(withoutNoise(value)) : csvCell(value ?? "");
}

const noise = 5e-14;

/** Turns 0.30000000000000004 into 0.3, but keeps the digits of large amounts as the source sends them. */
function withoutNoise(value: number): number {
  const short = Number(value.toPrecision(12));
  return Math.abs(value - short) <= noise * Math.abs(value) ? short : value;
}
