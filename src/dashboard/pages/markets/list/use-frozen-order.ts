import { useCallback, useState } from "react";
import type { MarketRow } from "../../../../domain/market/market-row.ts";
import { holdOrder, type FrozenOrder } from "../../../select/freeze-order.ts";

interface Held extends FrozenOrder {
  /** When it changes, the new order shows at once. */
  readonly wish: string;
  readonly next: readonly MarketRow[];
}

/** `next`: the up-to-date order. `reading`: pointer or focus is in the list. `readThrough`: rows in view or above. */
export function useFrozenOrder(
  next: readonly MarketRow[],
  wish: string,
  reading: boolean,
  readThrough: () => number,
) {
  const [held, setHeld] = useState<Held>({ wish, next, rows: next, waiting: 0 });
  let current = held;
  if (held.next !== next || held.wish !== wish || (!reading && held.rows !== next)) {
    const order =
      reading && held.wish === wish
        ? holdOrder({ shown: held.rows, next, readThrough: readThrough() })
        : { rows: next, waiting: 0 };
    current = { wish, next, ...order };
    // Set while rendering, so that no frame shows the previous order.
    setHeld(current);
  }
  const { rows, waiting } = current;
  const release = useCallback(() => setHeld((now) => ({ ...now, rows: now.next, waiting: 0 })), []);
  return { rows, waiting, release };
}
