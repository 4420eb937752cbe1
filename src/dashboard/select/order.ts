import { type SortableColumnId, columnKey, columnOf } from "../../domain/market/columns.ts";
import type { SelectContext } from "../../domain/market/column.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import type { SortKey } from "../../domain/view-state/view-state.ts";
import { foldText } from "../../contract/names/search-words.ts";

type Compare = (a: number, b: number) => number;

/** Usable values, then idle ones, then missing ones, in either direction. */
const usable = 0;
const idle = 1;
const missing = 2;

const byDeposits: SortKey = { column: "totalDepositUsd", descending: true };

/** Ties by deposits (largest first), then by id. While the rows stay, a column is read once. */
export function createOrderer() {
  let known: { readonly rows: readonly MarketRow[]; readonly columns: Map<string, ColumnValues> } | undefined;
  /** Positions of the rows. */
  return (rows: readonly MarketRow[], keys: readonly SortKey[], context: SelectContext): Uint32Array => {
    if (known?.rows !== rows) known = { rows, columns: new Map() };
    const { columns } = known;
    const compares = [...keys, byDeposits].map(({ column, descending }) => {
      const key = columnKey(column, context);
      const values = columns.get(key) ?? readColumn(column, rows, context);
      columns.set(key, values);
      return compareBy(values, descending);
    });
    return Uint32Array.from(rows.keys()).toSorted((a, b) => {
      for (const compare of compares) {
        const result = compare(a, b);
        if (result !== 0) return result;
      }
      return compareIds(rows[a], rows[b]) || a - b;
    });
  };
}

type ColumnValues = ReturnType<typeof readColumn>;

function readColumn(id: SortableColumnId, rows: readonly MarketRow[], context: SelectContext) {
  const { read, unit, isIdle } = columnOf(id);
  const values = rows.map((row) => read(row, context));
  return {
    groups: Uint8Array.from(rows, (row, at) =>
      values[at] === undefined ? missing : isIdle?.(row, context) === true ? idle : usable,
    ),
    numbers: Float64Array.from(values, (value) => (typeof value === "number" ? value : Number.NaN)),
    texts: unit === "text" ? values.map((value) => foldText(String(value ?? ""))) : undefined,
  };
}

function compareBy({ groups, numbers, texts }: ColumnValues, descending: boolean): Compare {
  const direction = descending ? -1 : 1;
  // By code unit: equal in every browser, and ten times faster than a collator.
  if (texts !== undefined)
    return (a, b) => {
      const byGroup = (groups[a] ?? missing) - (groups[b] ?? missing);
      const [one, other] = [texts[a] ?? "", texts[b] ?? ""];
      if (byGroup !== 0 || one === other) return byGroup;
      return one < other ? -direction : direction;
    };
  return (a, b) => {
    const byGroup = (groups[a] ?? missing) - (groups[b] ?? missing);
    if (byGroup !== 0) return byGroup;
    const [one, other] = [numbers[a] ?? 0, numbers[b] ?? 0];
    if (one < other) return -direction;
    return one > other ? direction : 0;
  };
}

function compareIds(one: MarketRow | undefined, other: MarketRow | undefined): number {
  if (one === undefined || other === undefined || one.id === other.id) return 0;
  return one.id < other.id ? -1 : 1;
}
