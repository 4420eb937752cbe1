// Keeps rows in place while the user reads them.
import type { MarketRow } from "../../domain/market/market-row.ts";

export interface FrozenOrder {
  readonly rows: readonly MarketRow[];
  /** New rows that belong among the frozen ones and wait until the order is released. */
  readonly waiting: number;
}

/**
 * Keeps the first rows of a list where they are while its right order changes: those up to the last one in sight. They stay
 * in place with their newest values; what is gone leaves. Everything behind them takes its right order. New rows that belong
 * among those being read wait; new rows that belong behind them take their place at once.
 *
 * Hold while the pointer or the focus is in the table. To put the list in order, show `next`. A change of sort, filter or
 * search by the person is a wish to see the new order: there is nothing to hold then.
 *
 * @param input.shown the rows on the page now
 * @param input.next the rows as they should be, in order
 * @param input.readThrough how many of the first rows of `shown` are in sight or above it
 */
export function holdOrder(input: {
  readonly shown: readonly MarketRow[];
  readonly next: readonly MarketRow[];
  readonly readThrough: number;
}): FrozenOrder {
  const { shown, next } = input;
  const readThrough = Math.max(0, Math.min(input.readThrough, shown.length));
  if (readThrough === 0) return { rows: next, waiting: 0 };

  const newest = new Map(next.map((row) => [row.id, row]));
  const held: MarketRow[] = [];
  for (const row of shown.slice(0, readThrough)) {
    const present = newest.get(row.id);
    if (present !== undefined) held.push(present);
  }
  if (held.every((row, at) => row === next[at])) return { rows: next, waiting: 0 };

  const heldIds = new Set(held.map((row) => row.id));
  const shownIds = new Set(shown.map((row) => row.id));
  const rest: MarketRow[] = [];
  let waiting = 0;
  let heldToCome = held.length;
  for (const row of next) {
    if (heldIds.has(row.id)) heldToCome -= 1;
    // While a frozen row is still to come, this position is among the frozen ones.
    else if (heldToCome > 0 && !shownIds.has(row.id)) waiting += 1;
    else rest.push(row);
  }
  return { rows: [...held, ...rest], waiting };
}
