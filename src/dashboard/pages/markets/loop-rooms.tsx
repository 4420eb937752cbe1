// What the loops of a list have room for is read off the lending markets they run in. A list that does not hold these gets them
// beside it. Draws nothing.
import { useEffect, useState, type Dispatch, type ReactNode, type SetStateAction } from "react";
import { LegRows, type Legs } from "../../queries/markets/leg-rows.tsx";
import type { MarketRow } from "../../data/markets/market-row.ts";
import type { MarketsResult } from "../../queries/markets/use-markets.ts";
import { loopRooms } from "../../market/loops/loop-rooms.ts";
import type { LoopRooms as Rooms } from "../../market/column.ts";
import type { ViewState } from "../../view-state/view-state.ts";

interface LoopRoomsProps {
  readonly walk: MarketsResult;
  readonly state: Pick<ViewState, "types" | "assets">;
  readonly onRooms: Dispatch<SetStateAction<Rooms | undefined>>;
}

export function LoopRooms({ walk: { rows, peers }, state, onRooms }: LoopRoomsProps): ReactNode {
  const [legs, setLegs] = useState<Legs | undefined>(undefined);
  // The markets of one token hold one leg of its loops.
  return state.types.includes("lending") && state.assets.length === 0 ? (
    <RoomsOf rows={rows} legs={peers} onRooms={onRooms} />
  ) : (
    <>
      <LegRows onLegs={setLegs} />
      {/* Without a lending market nothing can be said of any loop, not even that nothing is known. */}
      {legs === undefined || (legs.rows.length === 0 && legs.error === undefined) ? null : (
        <RoomsOf rows={rows} legs={legs.rows} onRooms={onRooms} />
      )}
    </>
  );
}

function RoomsOf({
  rows,
  legs,
  onRooms,
}: {
  readonly rows: readonly MarketRow[];
  readonly legs: readonly MarketRow[];
  readonly onRooms: Dispatch<SetStateAction<Rooms | undefined>>;
}): ReactNode {
  useEffect(() => onRooms((last) => loopRooms(rows, legs, last)), [rows, legs, onRooms]);
  return null;
}
