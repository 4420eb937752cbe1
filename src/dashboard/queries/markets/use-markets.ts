import { onlineManager, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { MarketsRequest } from "../../../contract/markets-request.ts";
import { millis } from "../../../contract/units.ts";
import { refreshIntervalMs, useAutoRefresh } from "../../data/storage/preferences.ts";
import { mergePages, type MarketList } from "../../data/markets/market-list.ts";
import { useSameFields, useStable } from "../../data/use-stable.ts";
import { LoadError, mayHavePassed } from "../fetch-json.ts";
import { retryDelay } from "../query-client.ts";
import {
  findWiderList,
  isCursorRefused,
  listOf,
  marketsQuery,
  maxRestarts,
  placeholderFromWiderList,
  refreshMarkets,
  removeUnusedLists,
  type LoadedList,
} from "./markets-query.ts";
import { allLoansRequest } from "../../data/markets/shared-requests.ts";

/** Figures read further apart are not compared, because prices move. */
const comparableForMs = 15 * 60_000;

export type MarketsResult = ReturnType<typeof useMarkets>;

/** "failed": no page loaded. "partial": some pages loaded. */
type Phase = "loading" | "partial" | "complete" | "failed";

const noList: LoadedList = { ...mergePages([]), ended: undefined };

export function useMarkets(request: MarketsRequest, enabled = true) {
  const client = useQueryClient();
  const [refreshes] = useAutoRefresh();
  // It may be a new object at every render.
  const stableRequest = useStable(request);
  const query = useMemo(() => marketsQuery(stableRequest), [stableRequest]);
  const { data, error, failureReason, failureCount, fetchStatus, status, hasNextPage, ...rest } =
    useInfiniteQuery({ ...query, enabled });
  const { dataUpdatedAt, errorUpdatedAt, fetchNextPage } = rest;

  const own = data === undefined ? noList : listOf(data);
  const { ended } = own;
  const complete = ended !== undefined;
  const idle = fetchStatus === "idle";
  const refreshing = !idle && data !== undefined && client.getQueryState(query.queryKey)?.fetchMeta === null;
  const nextNumber = refreshing ? 1 : own.pages.length + 1;
  const offline = fetchStatus === "paused" && failureReason === null;
  const pausedFailure = useMemo(
    () => (offline ? new LoadError(nextNumber, { kind: "offline" }) : undefined),
    [offline, nextNumber],
  );
  const fault = idle ? error : failureReason;
  const failure = fault instanceof LoadError ? fault : pausedFailure;
  const stopped = idle && status === "error";

  const retryAt =
    fetchStatus === "fetching" && failureReason instanceof LoadError && failureReason.kind !== "offline"
      ? millis(failureReason.at + retryDelay(failureCount - 1, failureReason))
      : undefined;
  const retryPassed = useIsPast(retryAt);
  const nextRetryAt = retryPassed ? undefined : retryAt;

  const loadNext = useCallback(async () => {
    try {
      await fetchNextPage({ cancelRefetch: false, throwOnError: true });
    } catch (reason) {
      if (isCursorRefused(reason)) await refreshMarkets(client, query, maxRestarts - 1);
    }
  }, [client, query, fetchNextPage]);
  const refresh = useCallback(() => void refreshMarkets(client, query), [client, query]);
  const retry = useCallback(async () => {
    // The browser's "online" event may have been missed.
    onlineManager.setOnline(navigator.onLine);
    const state = client.getQueryState(query.queryKey);
    if (state?.fetchStatus === "fetching" && state.fetchFailureReason === null) return;
    const again = refreshing || complete ? refresh : loadNext;
    await client.cancelQueries({ queryKey: query.queryKey, exact: true });
    await again();
  }, [client, query, refreshing, complete, refresh, loadNext]);
  const retryNow = useCallback(() => void retry(), [retry]);
  const stopRetrying = useCallback(() => {
    const cached = client.getQueryCache().find({ queryKey: query.queryKey, exact: true });
    const reason = cached?.state.fetchFailureReason;
    if (cached === undefined || !(reason instanceof Error)) return;
    void cached.cancel({ silent: true });
    cached.setState({ status: "error", error: reason, errorUpdatedAt: Date.now(), fetchStatus: "idle" });
  }, [client, query]);

  useEffect(() => {
    if (enabled && hasNextPage && idle && status !== "error") void loadNext();
    // Depends on `data`, because a fetch may begin and end between two renders.
  }, [enabled, data, hasNextPage, idle, status, loadNext]);
  useEffect(() => {
    if (!enabled) return;
    // A list that was only partly loaded continues when it is shown again.
    if (client.getQueryState(query.queryKey)?.status === "error" && ended === undefined) void loadNext();
    removeUnusedLists(client);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [enabled, client, query]);
  const refreshAt =
    idle && (complete || stopped) && refreshes
      ? Math.max(dataUpdatedAt, errorUpdatedAt) + refreshIntervalMs
      : undefined;
  useTimerWhileVisible(enabled ? refreshAt : undefined, complete ? refresh : retryNow);
  useOnReturn(enabled && (nextRetryAt !== undefined || (stopped && mayHavePassed(failure))), retryNow);

  const isReading = !idle || (hasNextPage && !stopped);
  const loadingPage =
    isReading && nextRetryAt === undefined && fetchStatus !== "paused" ? nextNumber : undefined;
  const placeholder = useMemo(
    () => (complete ? undefined : placeholderFromWiderList(client, stableRequest)),
    [client, stableRequest, complete],
  );
  const shown: MarketList = placeholder ?? own;
  const wider = findWiderList(client, stableRequest);
  const phase = phaseOf(complete || placeholder !== undefined, own, failure);
  const failedPage = failure === undefined || complete ? undefined : failure.page;
  const comparable = Math.abs((wider?.readAt ?? 0) - (shown.readAt ?? 0)) <= comparableForMs;
  return useSameFields({
    ...shown,
    /** For ranks: a wider list that was read at about the same time, otherwise these rows. */
    peers: wider !== undefined && comparable ? wider.rows : shown.rows,
    phase,
    /** More pages will arrive. Refreshing a complete list in the background does not count. */
    loading: phase === "loading" || (phase === "partial" && failedPage === undefined),
    error: failure,
    loadingPage,
    failedPage,
    ended,
    stale: shown.stale || (failure !== undefined && (complete || placeholder !== undefined)),
    refreshing,
    nextRetryAt,
    /** Counts from the last response, however old its data is. */
    refreshAt,
    /** False while a wider list is shown instead. */
    exact: placeholder === undefined,
    changedIds: own.changedIds,
    retry: retryNow,
    refresh,
    stopRetrying,
  });
}

function phaseOf(complete: boolean, own: MarketList, failure: LoadError | undefined): Phase {
  if (complete) return "complete";
  if (own.pages.length > 0) return "partial";
  return failure === undefined ? "loading" : "failed";
}

function useIsPast(moment: number | undefined): boolean {
  const [past, setPast] = useState<number>();
  useEffect(() => {
    if (moment === undefined) return undefined;
    const timer = setTimeout(() => setPast(moment), moment - Date.now());
    return () => clearTimeout(timer);
  }, [moment]);
  return moment !== undefined && past === moment;
}

/** Calls `act` at a time, or if the page is hidden then, when it becomes visible. */
function useTimerWhileVisible(dueAt: number | undefined, act: () => void): void {
  useEffect(() => {
    if (dueAt === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plan = (): void => {
      clearTimeout(timer);
      if (document.visibilityState === "visible") timer = setTimeout(act, Math.max(0, dueAt - Date.now()));
    };
    plan();
    document.addEventListener("visibilitychange", plan);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", plan);
    };
  }, [dueAt, act]);
}

function useOnReturn(enabled: boolean, act: () => void): void {
  useEffect(() => {
    if (!enabled) return undefined;
    const onReturn = (): void => {
      if (document.visibilityState === "visible") act();
    };
    const abort = new AbortController();
    document.addEventListener("visibilitychange", onReturn, { signal: abort.signal });
    window.addEventListener("online", onReturn, { signal: abort.signal });
    return () => abort.abort();
  }, [enabled, act]);
}

type LendingMarkets = Pick<MarketsResult, "rows" | "phase" | "error">;

const none: LendingMarkets = { rows: [], phase: "loading", error: undefined };

/** For the legs of loops, and the other markets of a loan. */
export function useLendingMarkets(enabled: boolean): LendingMarkets {
  const markets = useMarkets(allLoansRequest, enabled);
  return enabled ? markets : none;
}
