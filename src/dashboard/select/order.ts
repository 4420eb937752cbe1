// Orders rows without touching them: each sort column is read once into a typed array, and an index array is ordered by it.
import { type SortableColumnId, columnKey, columnOf, columnValue } from "../market/columns.ts";
import type { SelectContext } from "../market/column.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import type { SortKey } from "../view-state/view-state.ts";
import { foldText } from "../market/filters/search.ts";

/** The order of a list: positions in `rows`, first to last. */
export type RowOrder = Uint32Array;

interface NumberColumn {
  /** What was read: the column, with what its values depend on besides the rows. */
  readonly key: string;
  readonly rows: readonly MarketRow[];
  /** One value per row; NaN is missing. */
  readonly values: Float64Array;
}

interface TextColumn extends NumberColumn {
  /** The folded text of each row; undefined is missing. `values` holds the rank of each text among all of them. */
  readonly texts: readonly (string | undefined)[];
  readonly ranks: ReadonlyMap<string, number>;
}

interface Ordered {
  readonly rows: readonly MarketRow[];
  readonly key: string;
  readonly order: RowOrder;
}

/** Orders lists of rows and remembers what it has read of them. */
export interface Orderer {
  /**
   * The order of rows by up to any number of keys. Missing is last in both directions; ties fall to deposits, greatest first
   * and missing last, then to the id. The same rows and keys give the same array; it must not be written to.
   */
  order(rows: readonly MarketRow[], keys: readonly SortKey[], context: SelectContext): RowOrder;
}

/**
 * Makes an orderer for one list that grows and refreshes. When rows are appended, only they are read, sorted and merged in;
 * when a refresh keeps some rows, only the others are read again.
 */
export function createOrderer(): Orderer {
  const numbers = new Map<SortableColumnId, NumberColumn>();
  const texts = new Map<SortableColumnId, TextColumn>();
  let last: Ordered | undefined;

  function read(id: SortableColumnId, rows: readonly MarketRow[], context: SelectContext): Float64Array {
    if (columnOf(id).unit === "text") {
      const column = readTexts(id, rows, context, texts.get(id));
      texts.set(id, column);
      return column.values;
    }
    const column = readNumbers(id, rows, context, numbers.get(id));
    numbers.set(id, column);
    return column.values;
  }

  function order(rows: readonly MarketRow[], keys: readonly SortKey[], context: SelectContext): RowOrder {
    const key = keys
      .map(({ column: id, descending }) => `${descending ? "-" : ""}${columnKey(id, context)}`)
      .join(",");
    const prior = last?.key === key ? last : undefined;
    if (prior?.rows === rows) return prior.order;
    // Ranks of texts are relative to all texts there are, so the columns are read before anything is compared.
    const compare = comparator(
      rows,
      keys.map(({ column: id, descending }) => ({ values: read(id, rows, context), descending })),
      read("totalDepositUsd", rows, context),
    );
    const settled = prior !== undefined && isPrefix(prior.rows, rows) ? prior.order : new Uint32Array(0);
    const added = Uint32Array.from({ length: rows.length - settled.length }, (_, at) => settled.length + at);
    added.sort(compare);
    const result = settled.length === 0 ? added : merge(settled, added, compare);
    last = { rows, key, order: result };
    return result;
  }

  return { order };
}

/** Whether `longer` starts with exactly the rows of `shorter`, by identity. */
export function isPrefix(shorter: readonly MarketRow[], longer: readonly MarketRow[]): boolean {
  return shorter.length <= longer.length && shorter.every((row, at) => row === longer[at]);
}

function readNumbers(
  id: SortableColumnId,
  rows: readonly MarketRow[],
  context: SelectContext,
  prior: NumberColumn | undefined,
): NumberColumn {
  const key = columnKey(id, context);
  const same = prior?.key === key ? prior : undefined;
  if (same?.rows === rows) return same;
  const { read } = columnOf(id);
  const values = new Float64Array(rows.length);
  rows.forEach((row, at) => {
    const value = same?.rows[at] === row ? same.values[at] : read(row, context);
    values[at] = typeof value === "number" ? value : Number.NaN;
  });
  return { key, rows, values };
}

function readTexts(
  id: SortableColumnId,
  rows: readonly MarketRow[],
  context: SelectContext,
  prior: TextColumn | undefined,
): TextColumn {
  if (prior?.rows === rows) return prior;
  let known = prior?.ranks;
  const texts = rows.map((row, at) => {
    if (prior?.rows[at] === row) return prior.texts[at];
    const value = columnValue(id, row, context);
    const text = value === undefined ? undefined : foldText(String(value));
    if (text !== undefined && known?.has(text) !== true) known = undefined;
    return text;
  });
  const ranks = known ?? rankTexts(texts);
  const values = Float64Array.from(texts, (text) =>
    text === undefined ? Number.NaN : (ranks.get(text) ?? Number.NaN),
  );
  return { key: id, rows, values, texts, ranks };
}

// Folded texts are compared by code unit: the order is the same in every browser, and ten times faster than a collator.
function rankTexts(texts: readonly (string | undefined)[]): ReadonlyMap<string, number> {
  const distinct = new Set<string>();
  for (const text of texts) if (text !== undefined) distinct.add(text);
  return new Map([...distinct].toSorted((a, b) => (a < b ? -1 : 1)).map((text, rank) => [text, rank]));
}

interface CompareColumn {
  readonly values: Float64Array;
  readonly descending: boolean;
}

type Compare = (a: number, b: number) => number;

function comparator(
  rows: readonly MarketRow[],
  keys: readonly CompareColumn[],
  deposits: Float64Array,
): Compare {
  const columns = [...keys, { values: deposits, descending: true }];
  return (a, b) => {
    for (const { values, descending } of columns) {
      const one = values[a] ?? Number.NaN;
      const other = values[b] ?? Number.NaN;
      if (one === other) continue;
      if (Number.isNaN(one)) {
        if (Number.isNaN(other)) continue;
        return 1;
      }
      if (Number.isNaN(other)) return -1;
      return one < other === descending ? 1 : -1;
    }
    const oneId = rows[a]?.id ?? "";
    const otherId = rows[b]?.id ?? "";
    if (oneId === otherId) return a - b;
    return oneId < otherId ? -1 : 1;
  };
}

/** Merges two ordered index arrays into one. */
function merge(settled: RowOrder, added: RowOrder, compare: Compare): RowOrder {
  const result = new Uint32Array(settled.length + added.length);
  let fromSettled = 0;
  let fromAdded = 0;
  for (let at = 0; at < result.length; at += 1) {
    const one = settled[fromSettled];
    const other = added[fromAdded];
    if (other === undefined || (one !== undefined && compare(one, other) <= 0)) {
      result[at] = one ?? 0;
      fromSettled += 1;
    } else {
      result[at] = other;
      fromAdded += 1;
    }
  }
  return result;
}
