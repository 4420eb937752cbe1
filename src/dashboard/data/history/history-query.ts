// The past of a few markets: GET /v0/markets/history, asked for when a chart is shown and kept for a while.
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import {
  maximumHistoryMarkets,
  parseHistory,
  writeHistoryRequest,
  type HistoryPoint,
  type HistoryRequest,
  type HistoryResolution,
} from "../../../contract/history.ts";
import { useDashboardConfig } from "../markets/configuration.ts";
import { loadJson, LoadError } from "../markets/markets-client.ts";
import { apiBase } from "../markets/service-call.ts";
import { patientQuery } from "./patient-query.ts";

/** The stretch of time asked for, in milliseconds since the epoch. Round `startTime`, or each render asks anew. */
export interface HistorySpan {
  readonly startTime: number;
  /** Absent: now. */
  readonly endTime?: number | undefined;
  readonly resolution: HistoryResolution;
}

interface MarketHistories {
  /** Points in the order of time, by market id. A market the service sent nothing for is absent. */
  readonly histories: ReadonlyMap<string, readonly HistoryPoint[]>;
  readonly loading: boolean;
  readonly error: LoadError | undefined;
  readonly retry: () => void;
}

const none: ReadonlyMap<string, readonly HistoryPoint[]> = new Map();
const freshForMs = 5 * 60 * 1000;

/**
 * The histories of up to twenty markets in one request; ids beyond that are not asked for. Nothing is asked for while `ids`
 * is empty.
 */
export function useHistory(ids: readonly string[], span: HistorySpan): MarketHistories {
  const config = useDashboardConfig();
  const request: HistoryRequest = {
    marketIds: [...new Set(ids)].slice(0, maximumHistoryMarkets).toSorted(),
    ...span,
  };
  const requestText = writeHistoryRequest(request);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["history", requestText],
    queryFn: async ({ signal }) => {
      const url = `${apiBase}/v0/markets/history?${requestText}`;
      const body = await loadJson({ url, clientKey: config.clientKey, page: 0, signal }, parseHistory);
      return new Map(body.data.markets.map((market) => [market.id, market.history]));
    },
    enabled: request.marketIds.length > 0,
    staleTime: freshForMs,
    ...patientQuery,
  });
  const failure = error instanceof LoadError ? error : undefined;
  const loading = isFetching && data === undefined;
  const retry = useCallback(() => void refetch(), [refetch]);
  return useMemo(
    () => ({ histories: data ?? none, loading, error: loading ? undefined : failure, retry }),
    [data, loading, failure, retry],
  );
}
