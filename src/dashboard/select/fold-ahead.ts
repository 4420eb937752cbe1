import type { MarketRow } from "../../domain/market/market-row.ts";
import { searchText } from "../../domain/market/filters/search.ts";

/** Names folded per batch, and the pause between batches: less than a millisecond of every frame. */
const foldedAtOnce = 200;
const foldEveryMs = 16;

/**
 * Folds the names of markets bit by bit, so that the first letter of a search need not wait until thousands are.
 * @returns the function that ends it
 */
export function foldAhead(rows: readonly MarketRow[]): () => void {
  let at = 0;
  const timer = setInterval(() => {
    for (const row of rows.slice(at, at + foldedAtOnce)) searchText(row);
    at += foldedAtOnce;
    if (at >= rows.length) clearInterval(timer);
  }, foldEveryMs);
  return () => clearInterval(timer);
}
