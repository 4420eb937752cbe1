import type { MarketRow } from "../../../domain/market/market-row.ts";
import { searchText } from "../../../domain/market/filters/search.ts";

/** Takes less than a millisecond per frame. */
const foldedAtOnce = 200;
const foldEveryMs = 16;

/** Folds the names of rows before a search needs them. Returns a stop function. */
export function prepareSearchTexts(rows: readonly MarketRow[]): () => void {
  let at = 0;
  const timer = setInterval(() => {
    for (const row of rows.slice(at, at + foldedAtOnce)) searchText(row);
    at += foldedAtOnce;
    if (at >= rows.length) clearInterval(timer);
  }, foldEveryMs);
  return () => clearInterval(timer);
}
