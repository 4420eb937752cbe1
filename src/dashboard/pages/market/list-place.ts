import type { MarketRow } from "../../data/markets/market-row.ts";

/** Where a market stands in the list it was opened from, and its neighbours there. */
export interface PlaceInList {
  /** From 1. */
  readonly place: number;
  readonly total: number;
  readonly previous: MarketRow | undefined;
  readonly next: MarketRow | undefined;
}

/** @returns undefined when the market is not in the list, for instance because a filter hides it */
export function placeInList(rows: readonly MarketRow[], id: string): PlaceInList | undefined {
  const index = rows.findIndex((row) => row.id === id);
  return index < 0
    ? undefined
    : { place: index + 1, total: rows.length, previous: rows[index - 1], next: rows[index + 1] };
}
