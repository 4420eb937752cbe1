// Markets that a list needs but does not contain. They are often in the cache.
import { useDeferredValue, useMemo, useState } from "react";
import type { MarketRow } from "../../../../domain/market/market-row.ts";
import { allRatesRequest } from "../../../data/markets/shared-requests.ts";
import type { LoopRooms } from "../../../../domain/market/column.ts";
import { loopRooms } from "../../../../domain/market/loops/loop-rooms.ts";
import { useLendingMarkets } from "../../../queries/markets/use-lending-markets.ts";
import { useMarkets, type MarketsResult } from "../../../queries/markets/use-markets.ts";
import type { ViewState } from "../../../../domain/view-state/view-state.ts";
import { isLoading } from "../../status/load-progress.tsx";

/** Fetched separately, because filters may hide it: SOL can be compared with stablecoins. */
export function useBenchmark(id: string | undefined) {
  const markets = useMarkets(allRatesRequest, id !== undefined);
  const row = useMemo(
    () => (id === undefined ? undefined : markets.rows.find((candidate) => candidate.id === id)),
    [markets.rows, id],
  );
  return { row, looking: id !== undefined && row === undefined && isLoading(markets) };
}

/** Undefined until the list is complete and a lending market has loaded. Otherwise every loop would seem unknown. */
export function useLoopCapacities(
  { rows, peers, phase }: Pick<MarketsResult, "rows" | "peers" | "phase">,
  state: Pick<ViewState, "types" | "assets">,
): LoopRooms | undefined {
  const wanted = useMemo(
    () => phase === "complete" && rows.some(({ kind }) => kind === "loop"),
    [phase, rows],
  );
  // A list of one token contains only one leg of its loops.
  const holdsLegs = state.types.includes("lending") && state.assets.length === 0;
  const lending = useLendingMarkets(wanted && !holdsLegs);
  const legs = holdsLegs ? peers : lending.rows;
  const haveLegs = wanted && (holdsLegs || legs.length > 0 || lending.error !== undefined);
  // Deferred, so that the rows of the last page render first.
  const known = useDeferredValue(haveLegs) && haveLegs;
  const [last, setLast] = useState<LoopRooms | undefined>(undefined);
  const rooms = useMemo(() => (known ? loopRooms(rows, legs, last) : last), [known, rows, legs, last]);
  if (rooms !== last) setLast(rooms);
  return rooms;
}

export function lookupIn(rows: readonly MarketRow[]): (id: string) => MarketRow | undefined {
  let byId: ReadonlyMap<string, MarketRow> | undefined;
  return (id) => (byId ??= new Map(rows.map((row) => [row.id, row]))).get(id);
}
