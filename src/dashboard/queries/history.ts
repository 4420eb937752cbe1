import { queryOptions } from "@tanstack/react-query";
import { useMemo } from "react";
import {
  maximumHistoryMarkets,
  parseHistory,
  writeHistoryRequest,
  type HistoryPoint,
  type HistoryRequest,
  type HistoryResolution,
  type Span,
} from "../../contract/history.ts";
import { historyFreshMs, useLoad, useServiceQuery, type Load } from "./service-query.ts";

/** Round `startTime`, or every render fetches again. */
export interface HistorySpan extends Span {
  readonly resolution: HistoryResolution;
}

const none: ReadonlyMap<string, readonly HistoryPoint[]> = new Map();

function historyQuery(load: Load, request: HistoryRequest) {
  const text = writeHistoryRequest(request);
  return queryOptions({
    queryKey: ["history", text],
    queryFn: async ({ signal }) => {
      const { data } = await load(`/v0/markets/history?${text}`, parseHistory, signal);
      return new Map(data.markets.map((market) => [market.id, market.history]));
    },
    enabled: request.marketIds.length > 0,
    staleTime: historyFreshMs,
  });
}

export function useHistory(ids: readonly string[], span: HistorySpan) {
  const marketIds = [...new Set(ids)].slice(0, maximumHistoryMarkets).toSorted();
  const { data, loading, error, retry } = useServiceQuery(historyQuery(useLoad(), { marketIds, ...span }));
  return useMemo(() => ({ histories: data ?? none, loading, error, retry }), [data, loading, error, retry]);
}
