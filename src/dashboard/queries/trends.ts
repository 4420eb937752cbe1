import { useMemo } from "react";
import { writeMarketsRequest, maxLimit, type MarketsRequest } from "../../contract/markets-request.ts";
import type { TrendsPage } from "../../contract/trends/market-trends.ts";
import { toTrends } from "../../domain/market/market-trends.ts";
import { load } from "./fetch-json.ts";
import { useServiceQuery } from "./service-query.ts";

/** For longer lists, reading the histories would take minutes. */
export const maxTrendMarkets = 2000;
/** The service caches daily rates for six hours. */
const freshForMs = 60 * 60_000;
/** Used while the service is still reading histories, or after a failure. */
const incompleteRefreshMs = 60_000;

async function fetchTrends(request: MarketsRequest, signal: AbortSignal): Promise<readonly TrendsPage[]> {
  // Imported late, to keep its schema out of the first route.
  const { parseTrendsPage } = await import("../../contract/trends/market-trends.ts");
  const pages: TrendsPage[] = [];
  let cursor: string | null | undefined;
  do {
    const query = writeMarketsRequest({ ...request, limit: maxLimit, cursor: cursor ?? undefined });
    const page = await load(`/v0/markets/trends?${query}`, parseTrendsPage, { signal });
    pages.push(page);
    ({ cursor } = page);
  } while (cursor !== null && pages.length * maxLimit < maxTrendMarkets);
  return pages;
}

export type TrendsReading = ReturnType<typeof useTrends>;

export function useTrends(request: MarketsRequest, enabled: boolean) {
  const { data, ...status } = useServiceQuery({
    queryKey: ["trends", writeMarketsRequest(request)],
    queryFn: ({ signal }) => fetchTrends(request, signal),
    enabled,
    staleTime: freshForMs,
    refetchInterval: ({ state }) =>
      state.status === "error" || state.data?.some(({ pending }) => pending === true) === true
        ? incompleteRefreshMs
        : false,
  });
  const trends = useMemo(() => data && toTrends(data), [data]);
  return { trends, ...status };
}
