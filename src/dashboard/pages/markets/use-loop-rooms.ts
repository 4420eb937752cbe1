// The room left in the loops of a list, computed from the lending markets they run in.
import { useMemo, useState } from "react";
import type { LoopRooms } from "../../market/column.ts";
import { loopRooms } from "../../market/loops/loop-rooms.ts";
import { useLendingMarkets } from "../../queries/markets/use-lending-markets.ts";
import type { MarketsResult } from "../../queries/markets/use-markets.ts";
import type { ViewState } from "../../view-state/view-state.ts";

/** Undefined until the list is complete and a lending market is loaded: without one every loop would seem to be unknown. */
export function useLoopRooms(
  { rows, peers, phase }: Pick<MarketsResult, "rows" | "peers" | "phase">,
  state: Pick<ViewState, "types" | "assets">,
): LoopRooms | undefined {
  const wanted = useMemo(
    () => phase === "complete" && rows.some(({ kind }) => kind === "loop"),
    [phase, rows],
  );
  // A list of one token holds one leg of its loops.
  const holdsLegs = state.types.includes("lending") && state.assets.length === 0;
  const lending = useLendingMarkets(wanted && !holdsLegs);
  const legs = holdsLegs ? peers : lending.rows;
  const known = wanted && (holdsLegs || legs.length > 0 || lending.error !== undefined);
  const [last, setLast] = useState<LoopRooms | undefined>(undefined);
  const rooms = useMemo(() => (known ? loopRooms(rows, legs, last) : last), [known, rows, legs, last]);
  if (rooms !== last) setLast(rooms);
  return rooms;
}
