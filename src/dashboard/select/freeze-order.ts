import type { MarketRow } from "../../domain/market/market-row.ts";

export type FrozenOrder = ReturnType<typeof freezeOrder>;

/**
 * Rows up to the last one in view (`readThrough`) stay in place with new values, and removed rows leave. The rows
 * after them are sorted. New rows that belong among the frozen ones wait until the order is released. A change of
 * sort, filter or search shows `next` at once.
 */
export function freezeOrder(shown: readonly MarketRow[], next: readonly MarketRow[], readThrough: number) {
  const newest = new Map(next.map((row) => [row.id, row]));
  const held = shown.slice(0, readThrough).flatMap(({ id }) => newest.get(id) ?? []);
  if (held.every((row, at) => row === next[at])) return { rows: next, waiting: 0 };

  const heldIds = new Set(held.map((row) => row.id));
  const shownIds = new Set(shown.map((row) => row.id));
  const rest: MarketRow[] = [];
  let waiting = 0;
  let heldLeft = held.length;
  for (const row of next) {
    if (heldIds.has(row.id)) heldLeft -= 1;
    else if (heldLeft > 0 && !shownIds.has(row.id)) waiting += 1;
    else rest.push(row);
  }
  return { rows: [...held, ...rest], waiting };
}
