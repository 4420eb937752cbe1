import type { MarketRow } from "../../../domain/market/market-row.ts";

/** Bounds memory during a fling through a long list. */
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
