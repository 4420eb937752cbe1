import { type SortableColumnId, columnInputs, columnOf } from "../../domain/market/columns.ts";
import type { SelectContext } from "../../domain/market/column.ts";
import { sameItems } from "../../domain/memoize.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import type { SortKey } from "../../domain/view-state/view-state.ts";
import { foldText } from "../../domain/search-words.ts";

type Compare = (a: number, b: number) => number;

/** In either direction: usable values, then idle ones, then missing ones. */
const usable = 0;
const idle = 1;
const missing = 2;

const byDeposits: SortKey = { column: "totalDepositUsd", descending: true };

/** Ties by deposits (largest first), then by id. Reads a column only once per row, because lists grow page by page. */
export function createOrderer() {
  const columns = new Map<SortableColumnId, ColumnValues>();
  let ties: { readonly rows: readonly MarketRow[]; readonly positions: readonly number[] } | undefined;
  /** Returns positions in `rows`. */
  return (
    rows: readonly MarketRow[],
    keys: readonly SortKey[],
    context: SelectContext,
  ): readonly number[] => {
    const compareOf = ({ column, descending }: SortKey): Compare => {
      const values = readColumn(column, rows, context, columns.get(column));
      columns.set(column, values);
      return compareBy(values, descending);
    };
    // Sorting is stable, so ties are sorted once for all orders.
    if (ties?.rows !== rows) {
      const compare = compareOf(byDeposits);
      const positions = [...rows.keys()].toSorted(
        (a, b) => compare(a, b) || compareIds(rows[a]?.id, rows[b]?.id) || a - b,
      );
      ties = { rows, positions };
    }
    const compares = keys.map(compareOf);
    const [only, ...others] = compares;
    if (only !== undefined && others.length === 0) return ties.positions.toSorted(only);
    return ties.positions.toSorted((a, b) => {
      for (const compare of compares) {
        const result = compare(a, b);
        if (result !== 0) return result;
      }
      return 0;
    });
  };
}

interface ColumnValues {
  readonly inputs: readonly unknown[];
  readonly rows: readonly MarketRow[];
  readonly groups: Uint8Array;
  readonly numbers: Float64Array;
  readonly texts: readonly string[];
}

/** Reuses the values in `prior` of rows that are still in their places. */
function readColumn(
  id: SortableColumnId,
  rows: readonly MarketRow[],
  context: SelectContext,
  prior: ColumnValues | undefined,
): ColumnValues {
  const inputs = columnInputs(id, context);
  const known = prior !== undefined && sameItems(prior.inputs, inputs) ? prior : undefined;
  if (known?.rows === rows) return known;
  const { read, unit, isIdle } = columnOf(id);
  const groups = new Uint8Array(rows.length);
  const numbers = new Float64Array(rows.length);
  const texts: string[] = [];
  rows.forEach((row, at) => {
    const isKnown = known?.rows[at] === row;
    const value = isKnown ? undefined : read(row, context);
    const group = value === undefined ? missing : isIdle?.(row, context) === true ? idle : usable;
    groups[at] = isKnown ? (known.groups[at] ?? missing) : group;
    numbers[at] = isKnown
      ? (known.numbers[at] ?? Number.NaN)
      : typeof value === "number"
        ? value
        : Number.NaN;
    if (unit === "text") texts.push(isKnown ? (known.texts[at] ?? "") : foldText(String(value ?? "")));
  });
  return { inputs, rows, groups, numbers, texts };
}

function compareBy({ groups, numbers, texts }: ColumnValues, descending: boolean): Compare {
  const direction = descending ? -1 : 1;
  // Compares code units: the same in every browser, and ten times faster than a collator.
  if (texts.length > 0)
    return (a, b) => {
      const byGroup = (groups[a] ?? missing) - (groups[b] ?? missing);
      const [one, other] = [texts[a] ?? "", texts[b] ?? ""];
      if (byGroup !== 0 || one === other) return byGroup;
      return one < other ? -direction : direction;
    };
  return (a, b) => {
    const byGroup = (groups[a] ?? missing) - (groups[b] ?? missing);
    if (byGroup !== 0) return byGroup;
    return direction * ((numbers[a] ?? 0) - (numbers[b] ?? 0)) || 0;
  };
}

function compareIds(one = "", other = ""): number {
  return one < other ? -1 : Number(one > other);
}
