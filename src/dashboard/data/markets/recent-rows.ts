// What is worked out of the rows in view, kept while they are: a row that was scrolled past is worked out again.
import type { MarketRow } from "./market-row.ts";

/** Kept of at most this many markets, so that a fling through a long list does not fill the memory. */
const mostKept = 300;

interface RecentRows<Value> {
  readonly get: (row: MarketRow) => Value | undefined;
  readonly set: (row: MarketRow, value: Value) => void;
}

export function createRecentRows<Value>(): RecentRows<Value> {
  let kept = new WeakMap<MarketRow, Value>();
  let count = 0;
  return {
    get: (row) => kept.get(row),
    set: (row, value) => {
      if (count >= mostKept) {
        kept = new WeakMap();
        count = 0;
      }
      count += 1;
      kept.set(row, value);
    },
  };
}
