// Orders rows without touching them: each sort column is read once into a typed array. Where a column ties, the base order
// decides, which is kept for the list; so an order is the base order sorted by one column after another, the last key first,
// by a sort that leaves what is equal where it was and takes a fixed number of passes.
import { type SortableColumnId, columnKey, columnOf, columnValue } from "../market/columns.ts";
import type { SelectContext } from "../market/column.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import type { SortKey } from "../view-state/view-state.ts";
import { foldText } from "../../contract/names/search-words.ts";

/** The order of a list: positions in `rows`, first to last. */
export type RowOrder = Uint32Array;

interface NumberColumn {
  /** What was read: the column, with what its values depend on besides the rows. */
  readonly key: string;
  readonly rows: readonly MarketRow[];
  /** One value per row; NaN is missing. */
  readonly values: Float64Array;
  /** Of each row: 0 in use, 1 idle, 2 missing. Undefined where no row is idle. */
  readonly groups: Uint8Array | undefined;
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

/** The order that decides where keys are equal: by deposits, greatest first and missing last, then by id. */
interface Base {
  readonly rows: readonly MarketRow[];
  readonly order: RowOrder;
}

/** Orders lists of rows and remembers what it has read of them. */
export interface Orderer {
  /**
   * The order of rows by up to any number of keys. Missing is last in both directions, behind what is idle; ties fall to deposits, greatest first
   * and missing last, then to the id. The same rows and keys give the same array; it must not be written to.
   */
  order(rows: readonly MarketRow[], keys: readonly SortKey[], context: SelectContext): RowOrder;
}

/**
 * Makes an orderer for one list that grows and refreshes. When rows are appended, only they are read and merged into the base
 * order; when a refresh keeps some rows, only the others are read again.
 */
export function createOrderer(): Orderer {
  const numbers = new Map<SortableColumnId, NumberColumn>();
  const texts = new Map<SortableColumnId, TextColumn>();
  let base: Base = { rows: [], order: new Uint32Array(0) };
  let last: Ordered | undefined;

  function read(id: SortableColumnId, rows: readonly MarketRow[], context: SelectContext): NumberColumn {
    if (columnOf(id).unit === "text") {
      const column = readTexts(id, rows, context, texts.get(id));
      texts.set(id, column);
      return column;
    }
    const column = readNumbers(id, rows, context, numbers.get(id));
    numbers.set(id, column);
    return column;
  }

  function baseOrder(rows: readonly MarketRow[], context: SelectContext): RowOrder {
    if (base.rows === rows) return base.order;
    const compare = byDeposits(rows, read("totalDepositUsd", rows, context).values);
    const settled = isPrefix(base.rows, rows) ? base.order : new Uint32Array(0);
    const added = Uint32Array.from({ length: rows.length - settled.length }, (_, at) => settled.length + at);
    added.sort(compare);
    base = { rows, order: settled.length === 0 ? added : merge(settled, added, compare) };
    return base.order;
  }

  function order(rows: readonly MarketRow[], keys: readonly SortKey[], context: SelectContext): RowOrder {
    const key = keys
      .map(({ column: id, descending }) => `${descending ? "-" : ""}${columnKey(id, context)}`)
      .join(",");
    if (last?.rows === rows && last.key === key) return last.order;
    const sorted = keys.reduceRight(
      (settled, { column: id, descending }) => {
        const { values, groups } = read(id, rows, context);
        const byValue = sortStably(settled, values, descending);
        return groups === undefined ? byValue : idleLast(byValue, groups);
      },
      baseOrder(rows, context),
    );
    last = { rows, key, order: sorted };
    return sorted;
  }

  return { order };
}

/** Puts what is of no use behind what is, and before what is missing; apart from that all stay in their order. */
function idleLast(order: RowOrder, groups: Uint8Array): RowOrder {
  const places = [0, 0, 0];
  for (let at = 0; at < groups.length; at += 1) {
    const group = groups[at] ?? 0;
    for (let behind = group + 1; behind < places.length; behind += 1)
      places[behind] = (places[behind] ?? 0) + 1;
  }
  const result = new Uint32Array(order.length);
  for (let at = 0; at < order.length; at += 1) {
    const position = order[at] ?? 0;
    const group = groups[position] ?? 0;
    const place = places[group] ?? 0;
    result[place] = position;
    places[group] = place + 1;
  }
  return result;
}

function groupsOf(
  id: SortableColumnId,
  rows: readonly MarketRow[],
  values: Float64Array,
  context: SelectContext,
): Uint8Array | undefined {
  const { isIdle } = columnOf(id);
  if (isIdle === undefined) return undefined;
  let anyIdle = false;
  const groups = Uint8Array.from(rows, (row, at) => {
    if (Number.isNaN(values[at])) return 2;
    const idle = isIdle(row, context);
    anyIdle ||= idle;
    return idle ? 1 : 0;
  });
  return anyIdle ? groups : undefined;
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
  return { key, rows, values, groups: groupsOf(id, rows, values, context) };
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
  return { key: id, rows, values, groups: undefined, texts, ranks };
}

// Folded texts are compared by code unit: the order is the same in every browser, and ten times faster than a collator.
function rankTexts(texts: readonly (string | undefined)[]): ReadonlyMap<string, number> {
  const distinct = new Set<string>();
  for (const text of texts) if (text !== undefined) distinct.add(text);
  return new Map([...distinct].toSorted((a, b) => (a < b ? -1 : 1)).map((text, rank) => [text, rank]));
}

type Compare = (a: number, b: number) => number;

function byDeposits(rows: readonly MarketRow[], deposits: Float64Array): Compare {
  return (a, b) => {
    const one = deposits[a] ?? Number.NaN;
    const other = deposits[b] ?? Number.NaN;
    if (one > other) return -1;
    if (one < other) return 1;
    if (one !== other && Number.isNaN(one) !== Number.isNaN(other)) return Number.isNaN(one) ? 1 : -1;
    const oneId = rows[a]?.id ?? "";
    const otherId = rows[b]?.id ?? "";
    if (oneId === otherId) return a - b;
    return oneId < otherId ? -1 : 1;
  };
}

const digitBits = 11;
const digits = 2 ** digitBits;
const digitMask = digits - 1;
/** Digits in each half of a number of 64 bits. */
const digitsOfHalf = 3;

/**
 * Sorts positions by their values, missing last; equal values stay in the order they are given in. A radix sort: a number's
 * bits, turned so that they order as it does, are sorted by eleven at a time from the lowest up. All digits are counted in one
 * pass, since reading the numbers costs most.
 */
function sortStably(order: RowOrder, values: Float64Array, descending: boolean): RowOrder {
  const { length } = values;
  // Adding 0 makes 0 of -0, which is the same number with other bits.
  const numbers = new Float64Array(length);
  for (let at = 0; at < length; at += 1) numbers[at] = (values[at] ?? 0) + 0;
  const bits = new Uint32Array(numbers.buffer);
  const low = new Uint32Array(length);
  const high = new Uint32Array(length);
  /** Of each digit how many numbers have it, then where the next of them goes. */
  const places = new Uint32Array(2 * digitsOfHalf * digits);
  const count = (half: number, from: number): void => {
    for (let digit = 0; digit < digitsOfHalf; digit += 1) {
      const bucket = (from + digit) * digits + ((half >>> (digit * digitBits)) & digitMask);
      places[bucket] = (places[bucket] ?? 0) + 1;
    }
  };
  for (let at = 0; at < length; at += 1) {
    const upper = bits[2 * at + upperWord] ?? 0;
    const negative = upper >>> 31 === 1;
    const missing = Number.isNaN(numbers[at]);
    // Bits of negative numbers order the other way round, those of positive ones behind them.
    const turned = negative !== descending ? 0xffff_ffff : 0;
    const one = missing ? 0xffff_ffff : (bits[2 * at + 1 - upperWord] ?? 0) ^ turned;
    const other = missing ? 0xffff_ffff : upper ^ turned ^ (negative ? 0 : 0x8000_0000);
    low[at] = one;
    high[at] = other;
    count(one, 0);
    count(other, digitsOfHalf);
  }
  let from = order;
  let to = new Uint32Array(length);
  let spare = new Uint32Array(length);
  for (let digit = 0; digit < 2 * digitsOfHalf; digit += 1) {
    const first = digit * digits;
    // All alike: nothing would move.
    if (places.subarray(first, first + digits).includes(length)) continue;
    let sum = 0;
    for (let bucket = first; bucket < first + digits; bucket += 1) {
      const many = places[bucket] ?? 0;
      places[bucket] = sum;
      sum += many;
    }
    const half = digit < digitsOfHalf ? low : high;
    const shift = (digit % digitsOfHalf) * digitBits;
    for (let at = 0; at < length; at += 1) {
      const position = from[at] ?? 0;
      const bucket = first + (((half[position] ?? 0) >>> shift) & digitMask);
      const place = places[bucket] ?? 0;
      to[place] = position;
      places[bucket] = place + 1;
    }
    from = to;
    [to, spare] = [spare, to];
  }
  return from;
}

/** Which of the two words of a number holds its sign, on this machine. */
const upperWord = new Uint32Array(new Float64Array([-1]).buffer)[1] === 0 ? 0 : 1;

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
