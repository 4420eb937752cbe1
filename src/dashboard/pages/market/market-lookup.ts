// Finds the one market of a page.
import { useMemo } from "react";
import type { MarketsRequest } from "../../../contract/markets-request.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { useFindMarkets, type FoundMarkets } from "../../data/markets/find-markets.ts";

export interface MarketLookup extends Pick<FoundMarkets, "walk" | "isList"> {
  /** `absent`: every list there is has been read, and the market is in none. */
  readonly phase: "found" | "loading" | "absent" | "failed";
  readonly row: MarketRow | undefined;
}

/** @param listRequest what the list of the address asks for */
export function useMarketLookup(id: string, listRequest: MarketsRequest): MarketLookup {
  const ids = useMemo(() => [id], [id]);
  const { rows, phase, walk, isList } = useFindMarkets(ids, listRequest);
  return { phase: phase === "partly" ? "absent" : phase, row: rows.get(id), walk, isList };
}
