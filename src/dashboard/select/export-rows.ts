// Exports exactly the visible rows and columns, with raw values.
import { isoText } from "../../contract/units.ts";
import { shortfall } from "../../finance/pool.ts";
import { earnings } from "../../finance/rates.ts";
import { countOf } from "../../domain/format/number.ts";
import { joinParts } from "../../domain/format/join-parts.ts";
import { recordBehind } from "../../domain/market/column-text.ts";
import { type ColumnId, columnOf, columnValue } from "../../domain/market/columns.ts";
import {
  effectiveRate,
  fitShortfall,
  loanRate,
  loanCapacity,
  marketText,
} from "../../domain/market/row-values.ts";
import type { Column, SelectContext } from "../../domain/market/column.ts";
import { serviceTimeText } from "../data/clock.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { csvTable, type CsvCell, type CsvConstant, type CsvField } from "../../domain/format/csv.ts";
import { namedLeverage } from "../../domain/market/market-text.ts";
import { failedChecks } from "../../domain/market/assess/checks.ts";

/** Increase this when a field that is read back is removed or renamed. Files without a number are version 1. */
export const exportVersion = 1;

export interface ExportOrigin {
  /** By the browser's clock, like `readAt`. Files contain the service's time. */
  readonly exportedAt: number;
  readonly readAt: number | undefined;
  /** Undefined unless the source's clock is frozen. */
  readonly frozenAt: number | undefined;
  readonly source: string;
  /** Contains all filters, the order and the columns. */
  readonly url: string;
  readonly total: number;
  /** Number of markets hidden by "Hide small markets" alone. */
  readonly smallHidden: number;
  /** If false, rows are missing and the order is not final. */
  readonly complete: boolean;
}

export interface ExportInput {
  readonly rows: readonly MarketRow[];
  readonly columns: readonly ColumnId[];
  readonly context: SelectContext;
  readonly origin: ExportOrigin;
}

type Field = CsvField<MarketRow>;

const unitNames: Readonly<Record<Column["unit"], string | undefined>> = {
  text: undefined,
  rate: "fraction per year",
  points: "fraction per year",
  share: "fraction",
  change: "fraction",
  usd: "USD",
  price: "USD",
  multiple: "times",
  count: undefined,
  days: "days",
  time: "UTC",
};

/** What to export for cells that show a range or a chart. */
const exportedAs: Partial<Readonly<Record<ColumnId, string>>> = {
  effectiveApy: "at least",
  usdPerYear: "at least",
  loanApy: "at least",
  leftToBorrow: "at most",
  spark90d: "mean",
};

/** "depositApy (fraction per year)", or with `what` and `end`: "depositApy after deposit (at least, …)". No unit for texts and counts. */
export function exportName(column: ColumnId, what = "", end = exportedAs[column]): string {
  const unit = unitNames[columnOf(column).unit];
  return unit === undefined ? column + what : `${column}${what} (${joinParts([end, unit])})`;
}

export const depositShortBy = "depositShortBy (USD)";
export const borrowShortBy = "borrowShortBy (USD)";

/** What cells show besides the value: the upper end of a range, and how much of the size does not fit. */
function alsoShown(column: ColumnId, { size, basis, loops }: SelectContext): readonly Field[] {
  const atMost = exportName(column, "", "at most");
  const more: Partial<Readonly<Record<ColumnId, readonly Field[]>>> = {
    effectiveApy: [
      [atMost, (row) => effectiveRate(row, size, basis)?.high],
      [depositShortBy, (row) => fitShortfall(row, size, loops)],
    ],
    usdPerYear: [[atMost, (row) => earnings({ size, apy: effectiveRate(row, size, basis)?.high })]],
    loanApy: [
      [atMost, (row) => loanRate(row, size, basis)?.high],
      [borrowShortBy, (row) => shortfall({ size, capacityLeft: loanCapacity(row).left })],
    ],
  };
  return more[column] ?? [];
}

/** The settings that figures at the user's size depend on, for the last columns of a file. */
export function sizeSettings({ size, basis }: Pick<SelectContext, "size" | "basis">): readonly CsvConstant[] {
  return [
    ["my size (USD)", size],
    ["APY basis", basis],
  ];
}

function exportValue(column: ColumnId, row: MarketRow, context: SelectContext): CsvCell {
  const value = columnValue(column, row, context);
  return columnOf(column).unit === "time" && typeof value === "number" ? isoText(value) : value;
}

/** Includes the outcome and currency of a prediction, the lending market of a loop, and what tells namesakes apart. */
export function exportedName(row: MarketRow): string {
  return joinParts([marketText(row), row.detail !== row.label && row.detail, row.twin], " · ");
}

const provider: Field = ["provider", ({ providerName }) => providerName];

function fieldsOf(column: ColumnId, columns: readonly ColumnId[], context: SelectContext): readonly Field[] {
  if (column === "market")
    return [
      ["id", ({ id }) => id],
      ["market", exportedName],
      ...(columns.includes("provider") ? [] : [provider]),
      ["mints", ({ tokens }) => listText(tokens.flatMap(({ address }) => address ?? []))],
    ];
  if (column === "doubts")
    return [
      ["doubts", (row) => columnValue("doubts", row, context)],
      ["doubtful", (row) => listText(failedChecks(row, context.prices))],
    ];
  return [[exportName(column), (row) => exportValue(column, row, context)], ...alsoShown(column, context)];
}

/** A loop's rate means nothing without its leverage. */
export const leverageField = "quotedLeverage (times)";
const leverage: Field = [leverageField, namedLeverage];

function listText(items: readonly string[]): string | undefined {
  return items.length === 0 ? undefined : items.join(" ");
}

/** The names, units and values of columns, which are the same in every file. */
export function exportFields({ rows, columns, context }: Omit<ExportInput, "origin">): readonly Field[] {
  const loops = rows.some(({ kind }) => kind === "loop");
  const fields = columns.flatMap((column) =>
    column === "depositApy" && loops
      ? [...fieldsOf(column, columns, context), leverage]
      : fieldsOf(column, columns, context),
  );
  const averages = columns.filter((column) => columnOf(column).average !== undefined);
  if (context.record === undefined || averages.length === 0) return fields;
  const recorded: Field = [
    "recordedHere",
    (row) => listText(averages.filter((column) => recordBehind(column, row, context) !== undefined)),
  ];
  return [...fields, recorded];
}

/** For tables whose rows have a market, or `words` about one of several. */
export function marketFields<Row>(
  columns: readonly ColumnId[],
  inputs: Pick<SelectContext, "size" | "basis">,
  find: (row: Row) => MarketRow | undefined,
  words = "",
): readonly CsvField<Row>[] {
  const context = { ...inputs, benchmark: undefined };
  return exportFields({ rows: [], columns, context }).map(([name, read]) => [
    words + name,
    (row) => {
      const market = find(row);
      return market && read(market);
    },
  ]);
}

function stateOf({ complete }: ExportOrigin): string {
  return complete ? "complete" : "provisional";
}

/** UTF-8 without a byte order mark. Fractions, ISO 8601; missing values are empty. */
export function exportCsv(input: ExportInput): string {
  const { rows, origin } = input;
  const hidden = origin.smallHidden === 0 ? [] : [`${countOf(origin.smallHidden, "small market")} hidden`];
  const constants: readonly CsvConstant[] = [
    ...sizeSettings(input.context),
    ["export time (UTC)", serviceTimeText(origin.exportedAt)],
    ["read at (UTC)", serviceTimeText(origin.readAt)],
    ["source", origin.source],
    ["list", origin.url],
    ["list state", [`${stateOf(origin)}, ${rows.length} of ${origin.total} markets`, ...hidden].join(", ")],
  ];
  return csvTable(exportFields(input), rows, constants);
}

/** Missing values are null, so that every market has every field. */
export function exportJson(input: ExportInput): string {
  const { rows, context, origin } = input;
  const { source, url, total, smallHidden } = origin;
  const fields = exportFields(input);
  return `${JSON.stringify(
    {
      export: {
        version: exportVersion,
        exportedAt: serviceTimeText(origin.exportedAt),
        readAt: serviceTimeText(origin.readAt) ?? null,
        frozenAt: isoText(origin.frozenAt) ?? null,
        source,
        url,
        shown: rows.length,
        total,
        smallHidden,
        state: stateOf(origin),
        size: context.size ?? null,
        basis: context.basis,
      },
      markets: rows.map((row) => Object.fromEntries(fields.map(([name, read]) => [name, read(row) ?? null]))),
    },
    undefined,
    2,
  )}\n`;
}
