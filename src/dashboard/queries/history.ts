import {
  maximumHistoryMarkets,
  parseHistory,
  marketsHistoryPath,
  type HistoryPoint,
  type HistoryResolution,
  type Span,
} from "../../contract/history.ts";
import { historyFreshMs, useLoad, useServiceQuery } from "./service-query.ts";

/** Round `startTime`, or every render fetches again. */
export interface HistorySpan extends Span {
  readonly resolution: HistoryResolution;
}

const none: ReadonlyMap<string, readonly HistoryPoint[]> = new Map();

export function useHistory(ids: readonly string[], span: HistorySpan) {
  const marketIds = [...new Set(ids)].slice(0, maximumHistoryMarkets).toSorted();
  const load = useLoad();
  const path = marketsHistoryPath({ marketIds, ...span });
  const { data: histories = none, ...status } = useServiceQuery({
    queryKey: ["history", path],
    queryFn: async ({ signal }) => {
      const { data: body } = await load(path, parseHistory, signal);
      return new Map(body.markets.map((market) => [market.id, market.history]));
    },
    enabled: marketIds.length > 0,
    staleTime: historyFreshMs,
  });
  return { histories, ...status };
}
