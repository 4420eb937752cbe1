import {
  maxHistoryMarkets,
  parseHistory,
  marketsHistoryPath,
  type HistoryPoint,
  type HistoryResolution,
  type Span,
} from "../../contract/history.ts";
import { load, orMissing } from "./fetch-json.ts";
import { historyFreshMs, useServiceQuery } from "./service-query.ts";

/** Round `startTime`, or every render fetches again. */
export interface HistorySpan extends Span {
  readonly resolution: HistoryResolution;
}

type Histories = ReadonlyMap<string, readonly HistoryPoint[]>;

const none: Histories = new Map();

function toHistories({ data }: ReturnType<typeof parseHistory>): Histories {
  return new Map(data.markets.map(({ id, history }) => [id, history]));
}

export function useHistory(ids: readonly string[], span: HistorySpan) {
  const marketIds = [...new Set(ids)].slice(0, maxHistoryMarkets).toSorted();
  const path = marketsHistoryPath({ marketIds, ...span });
  const { data: histories = none, ...status } = useServiceQuery({
    queryKey: ["history", path],
    queryFn: ({ signal }) => orMissing(load(path, parseHistory, { signal }).then(toHistories), none),
    enabled: marketIds.length > 0,
    staleTime: historyFreshMs,
  });
  return { histories, ...status };
}
