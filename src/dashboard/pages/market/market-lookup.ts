// Finds the market of a page: among the markets of the list it was opened from, which are in the cache then, else among all
// types, and last among prediction markets that are over.
import { useMemo, useState } from "react";
import { maximumLimit, writeMarketsRequest, type MarketsRequest } from "../../../contract/markets-request.ts";
import type { MarketRow } from "../../data/market-row.ts";
import { useMarketsWalk, type MarketsWalk } from "../../data/markets-walk.ts";

const widerRequests: readonly MarketsRequest[] = [
  { limit: maximumLimit },
  { types: ["prediction"], statuses: ["closed", "settled"], limit: maximumLimit },
];

export interface MarketLookup {
  /** `absent`: every list there is has been read, and the market is in none. */
  readonly phase: "found" | "loading" | "absent" | "failed";
  readonly row: MarketRow | undefined;
  /** The walk that was last asked. */
  readonly walk: MarketsWalk;
  /** Whether that is the list of the address rather than a wider one. */
  readonly isList: boolean;
}

/** @param listRequest what the list of the address asks for */
export function useMarketLookup(id: string, listRequest: MarketsRequest): MarketLookup {
  const listText = writeMarketsRequest(listRequest);
  const requests = useMemo(
    () => [listRequest, ...widerRequests.filter((request) => writeMarketsRequest(request) !== listText)],
    // oxlint-disable-next-line react/exhaustive-deps
    [listText],
  );
  const key = `${id} ${listText}`;
  const [search, setSearch] = useState({ key, stage: 0 });
  let { stage } = search;
  if (search.key !== key) {
    stage = 0;
    setSearch({ key, stage });
  }
  const walk = useMarketsWalk(requests[stage] ?? listRequest);
  const row = useMemo(() => walk.rows.find((candidate) => candidate.id === id), [walk.rows, id]);

  const readWhole = walk.phase === "complete" && walk.exact;
  const hasWider = stage + 1 < requests.length;
  if (row === undefined && readWhole && hasWider) setSearch({ key, stage: stage + 1 });

  return { phase: phaseOf(row, walk, readWhole && !hasWider), row, walk, isList: stage === 0 };
}

function phaseOf(row: MarketRow | undefined, walk: MarketsWalk, exhausted: boolean): MarketLookup["phase"] {
  if (row !== undefined) return "found";
  if (exhausted) return "absent";
  // A page that did not arrive may hold the market.
  return walk.phase === "failed" || walk.failedPage !== undefined ? "failed" : "loading";
}
