// Searches the list of the URL, which is often cached, then all types, then finished predictions.
import { useMemo, useState } from "react";
import { maxLimit, writeMarketsRequest, type MarketsRequest } from "../../../contract/markets-request.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { useMarkets, type MarketsResult } from "./use-markets.ts";
import { allMarketsRequest } from "../../data/markets/shared-requests.ts";

const widerRequests: readonly MarketsRequest[] = [
  allMarketsRequest,
  { types: ["prediction"], statuses: ["closed", "settled"], limit: maxLimit },
];

export type FoundMarkets = ReturnType<typeof useFindMarkets>;

/** With `enabled: false`, it loads nothing, but uses what other components load. */
export function useFindMarkets(ids: readonly string[], listRequest: MarketsRequest, enabled = true) {
  const listText = writeMarketsRequest(listRequest);
  const wantedText = ids.join("\n");
  const key = `${listText} ${wantedText}`;
  const requests = [
    listRequest,
    ...widerRequests.filter((request) => writeMarketsRequest(request) !== listText),
  ];
  const [search, setSearch] = useState<{ key: string; stage: number; kept: ReadonlyMap<string, MarketRow> }>({
    key,
    stage: 0,
    kept: new Map(),
  });
  const current = search.key === key ? search : { key, stage: 0, kept: search.kept };
  if (current !== search) setSearch(current);

  const result = useMarkets(requests[current.stage] ?? listRequest, enabled);
  const rows = useMemo(() => {
    const wanted = new Set(wantedText.split("\n"));
    const found = new Map<string, MarketRow>();
    for (const [id, row] of current.kept) if (wanted.has(id)) found.set(id, row);
    for (const row of result.rows) if (wanted.has(row.id)) found.set(row.id, row);
    return found;
  }, [wantedText, current.kept, result.rows]);

  const all = ids.every((id) => rows.has(id));
  const readWhole = result.phase === "complete" && result.exact;
  const hasWider = current.stage + 1 < requests.length;
  if (!all && readWhole && hasWider) setSearch({ key, stage: current.stage + 1, kept: rows });

  return { rows, phase: phaseOf(all, readWhole && !hasWider, result), result, isList: current.stage === 0 };
}

function phaseOf(
  all: boolean,
  exhausted: boolean,
  result: MarketsResult,
): "found" | "partly" | "loading" | "failed" {
  if (all) return "found";
  if (exhausted) return "partly";
  // A page that is not loaded may contain the market.
  return result.phase === "failed" || result.failedPage !== undefined ? "failed" : "loading";
}
