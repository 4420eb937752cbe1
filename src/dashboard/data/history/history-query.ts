// The past of a few markets: GET /v0/markets/history, asked for when a chart is shown and kept for a while.
import { useMemo } from "react";
import {
  maximumHistoryMarkets,
  parseHistory,
  writeHistoryRequest,
  type HistoryPoint,
  type HistoryRequest,
  type HistoryResolution,
} from "../../../contract/history.ts";
import { pastHoldsMs, useLoad, usePatientQuery, type Asked } from "./patient-query.ts";

/** The stretch of time asked for, in milliseconds since the epoch. Round `startTime`, or each render asks anew. */
export interface HistorySpan {
  readonly startTime: number;
  /** Absent: now. */
  readonly endTime?: number | undefined;
  readonly resolution: HistoryResolution;
}

interface MarketHistories extends Asked {
  /** Points in the order of time, by market id. A market the service sent nothing for is absent. */
  readonly histories: ReadonlyMap<string, readonly HistoryPoint[]>;
}

const none: ReadonlyMap<string, readonly HistoryPoint[]> = new Map();

/**
 * The histories of up to twenty markets in one request; ids beyond that are not asked for. Nothing is asked for while `ids`
 * is empty.
 */
export function useHistory(ids: readonly string[], span: HistorySpan): MarketHistories {
  const load = useLoad();
  const request: HistoryRequest = {
    marketIds: [...new Set(ids)].slice(0, maximumHistoryMarkets).toSorted(),
    ...span,
  };
  const requestText = writeHistoryRequest(request);
  const { data, loading, error, retry } = usePatientQuery({
    queryKey: ["history", requestText],
    queryFn: async ({ signal }) => {
      const { data: body } = await load(`/v0/markets/history?${requestText}`, parseHistory, signal);
      return new Map(body.markets.map((market) => [market.id, market.history]));
    },
    enabled: request.marketIds.length > 0,
    staleTime: pastHoldsMs,
  });
  return useMemo(() => ({ histories: data ?? none, loading, error, retry }), [data, loading, error, retry]);
}
