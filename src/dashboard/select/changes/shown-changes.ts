import type { RecordChanges } from "../../../contract/record/record-changes.ts";
import type { ApyBasis } from "../../../domain/market/column.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { orderMoves } from "./move-words.ts";

export type ShownChanges = ReturnType<typeof shownChanges>;

/** With the row of each market that is listed now. `stars`: only these markets. */
export function shownChanges(
  changes: RecordChanges,
  rows: readonly MarketRow[],
  basis: ApyBasis,
  stars: ReadonlySet<string> | undefined,
) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const shown = <Item extends { readonly marketId: string }>(items: readonly Item[]) =>
    items.flatMap((item) =>
      stars?.has(item.marketId) === false ? [] : [{ ...item, row: byId.get(item.marketId) }],
    );
  return {
    ...changes,
    // The counts of the answer include markets that are not starred, so drop them.
    ...(stars && { counts: { moves: 0, flows: 0, caps: 0, arrivals: 0, parameters: 0, rewards: 0 } }),
    moves: shown(orderMoves(changes.moves, basis)),
    flows: shown(changes.flows),
    caps: shown(changes.caps),
    arrivals: shown(changes.arrivals),
    parameters: shown(changes.parameters),
    rewards: shown(changes.rewards),
  };
}
