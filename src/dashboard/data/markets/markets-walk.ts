// The walk over all pages of a request, as views see it: kept in the cache page by page, shared by all who show it.
import { queryOptions, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import type { DashboardConfig } from "../../../contract/dashboard-config.ts";
import { writeMarketsRequest, type MarketsRequest } from "../../../contract/markets-request.ts";
import type { Millis } from "../../../contract/units.ts";
import { useDashboardConfig } from "./configuration.ts";
import type { MarketRow } from "./market-row.ts";
import { LoadError, mayHavePassed } from "./markets-client.ts";
import { usePreferences } from "../kept/preferences.ts";
import { joinPages, type JoinedPages, type WalkedPage } from "./join-pages.ts";
import { endOf, walkPages, type WalkData, type WalkEnd } from "./walk-pages.ts";
import { WalkProgress } from "./walk-progress.ts";
import { answers, covers } from "./walk-stand-in.ts";

/** Walks kept besides the one shown, so that going back is instant and memory stays bounded. */
const keptWalks = 2;
const keptForMs = 30 * 60 * 1000;

/** Everything the pages know about the data they show. */
export interface MarketsWalk extends JoinedPages {
  /** `failed`: nothing could be loaded. `partial`: some pages are in. */
  readonly phase: "loading" | "partial" | "complete" | "failed";
  readonly error: LoadError | undefined;
  /** The page on its way, of this walk or of a refresh. */
  readonly loadingPage: number | undefined;
  /** The page that is missing because of `error`. */
  readonly failedPage: number | undefined;
  readonly ended: WalkEnd | undefined;
  /** A walk anew is under way behind what is shown. */
  readonly refreshing: boolean;
  readonly nextRetryAt: Millis | undefined;
  /** The markets to hold these against: of a wider request read at about the same time, or else the rows themselves. */
  readonly peers: readonly MarketRow[];
  /** False while rows of a wider request stand in for the exact answer. */
  readonly exact: boolean;
  /** Tries the failed page, or the failed refresh, again now. */
  readonly retry: () => void;
  /** Walks anew behind what is shown, and swaps when complete. Does nothing while pages are on their way. */
  readonly refresh: () => void;
  /** Gives up the planned attempt. */
  readonly stopRetrying: () => void;
}

type WalkKey = readonly [typeof walkKeyName, string];

const walkKeyName = "markets";

/** Loads every page of a request and tells how far it is. A change of the request abandons the walk of the one before. */
export function useMarketsWalk(request: MarketsRequest): MarketsWalk {
  const client = useQueryClient();
  const config = useDashboardConfig();
  const [{ refreshIntervalMs }] = usePreferences();
  const progress = progressOf(client, request);
  const options = useMemo(() => walkOptions(client, config, progress), [client, config, progress]);
  const query = useQuery(options);
  const { data, error: queryError, isError, isFetching, refetch } = query;
  const doing = useSyncExternalStore(progress.subscribe, progress.snapshot);

  const failure = queryError instanceof LoadError ? queryError : undefined;
  const pages = data?.pages ?? noPages;
  const ended = useMemo(() => endOf(pages), [pages]);
  const complete = ended !== undefined;

  const begin = useCallback(
    (anew: boolean): void => {
      if (client.isFetching({ queryKey: keyOf(progress.request), exact: true }) > 0) return;
      if (anew) progress.wantAnew();
      void refetch();
    },
    [client, progress, refetch],
  );
  const refresh = useCallback(() => begin(true), [begin]);
  const retry = useCallback(() => {
    if (progress.waiting) progress.end("again");
    else begin(false);
  }, [progress, begin]);
  const stopRetrying = useCallback(() => progress.end("stop"), [progress]);

  useEffect(() => {
    const leave = progress.enter();
    forgetOldWalks(client);
    return leave;
  }, [client, progress]);

  const settledAt = Math.max(query.dataUpdatedAt, query.errorUpdatedAt);
  useRefreshWhileVisible(
    !isFetching && (complete || isError) && refreshIntervalMs !== undefined
      ? settledAt + refreshIntervalMs
      : undefined,
    complete ? refresh : retry,
  );
  useRetryOnReturn(isError && !isFetching && mayHavePassed(failure), retry);

  const standIn = useMemo(
    () => (complete ? undefined : findStandIn(client, progress)),
    [client, progress, complete],
  );
  const error = doing.error ?? (isFetching ? undefined : failure);
  const refreshing = isFetching && data?.behind === true;
  const underWay = isFetching ? (data?.loadingPage ?? pages.length + 1) : undefined;
  const loadingPage = doing.error === undefined ? underWay : doing.loadingPage;
  return useMemo((): MarketsWalk => {
    const own = joinPages(pages);
    const shown = standIn ?? own;
    const wider = findWider(client, progress);
    const comparable = wider !== undefined && readTogether(wider, shown);
    return {
      ...shown,
      peers: comparable ? wider.rows : shown.rows,
      phase: phaseOf(complete || standIn !== undefined, own, error),
      error,
      loadingPage,
      failedPage: error === undefined || complete ? undefined : error.page,
      ended,
      stale: shown.stale || (error !== undefined && (complete || standIn !== undefined)),
      refreshing,
      nextRetryAt: doing.nextRetryAt,
      exact: standIn === undefined,
      changedIds: own.changedIds,
      retry,
      refresh,
      stopRetrying,
    };
  }, [
    client,
    progress,
    pages,
    standIn,
    complete,
    error,
    loadingPage,
    doing.nextRetryAt,
    ended,
    refreshing,
    retry,
    refresh,
    stopRetrying,
  ]);
}

/** Begins a walk before anything shows it. Resolves when its first page is in, or cannot be had; never rejects. */
export function beginWalk(
  client: QueryClient,
  config: DashboardConfig,
  request: MarketsRequest,
): Promise<void> {
  const options = walkOptions(client, config, progressOf(client, request));
  return new Promise((resolve) => {
    const stop = client.getQueryCache().subscribe(() => {
      const { data, status } = client.getQueryState(options.queryKey) ?? {};
      if (data === undefined && status !== "error") return;
      stop();
      resolve();
    });
    // The query keeps the failure for whoever shows the walk.
    void client.prefetchQuery(options);
  });
}

const noPages: readonly WalkedPage[] = [];

function phaseOf(complete: boolean, own: JoinedPages, error: LoadError | undefined): MarketsWalk["phase"] {
  if (complete) return "complete";
  if (own.pages.length > 0) return "partial";
  return error === undefined ? "loading" : "failed";
}

function walkOptions(client: QueryClient, config: DashboardConfig, progress: WalkProgress) {
  const { request } = progress;
  const queryKey = keyOf(request);
  return queryOptions({
    queryKey,
    queryFn: ({ signal }): Promise<WalkData> =>
      walkPages({
        config,
        request,
        known: client.getQueryData<WalkData>(queryKey),
        anew: progress.takeAnew(),
        before: rowsBefore(client, progress),
        progress,
        signal,
        publish: (data) => void client.setQueryData<WalkData>(queryKey, data),
      }),
    // Retries, the wait for a network and refreshes are the walk's own, because it shows them.
    retry: false,
    networkMode: "always",
    // A walk that was left half way, or had failed, goes on when it is shown again.
    staleTime: ({ state }) =>
      state.data === undefined || endOf(state.data.pages) === undefined ? 0 : Number.POSITIVE_INFINITY,
    gcTime: keptForMs,
    // One that could not begin is tried again by whoever shows it again, not by the first to show it.
    retryOnMount: () => progress.left,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // Unchanged rows keep their identity already; comparing whole pages again would cost more than the walk.
    structuralSharing: false,
  });
}

function keyOf(request: MarketsRequest): WalkKey {
  return [walkKeyName, writeMarketsRequest(request)];
}

const progresses = new WeakMap<QueryClient, Map<string, WalkProgress>>();

function allProgress(client: QueryClient): Map<string, WalkProgress> {
  const all = progresses.get(client) ?? new Map<string, WalkProgress>();
  progresses.set(client, all);
  return all;
}

function progressOf(client: QueryClient, request: MarketsRequest): WalkProgress {
  const all = allProgress(client);
  const text = writeMarketsRequest(request);
  const progress = all.get(text) ?? new WalkProgress(request);
  all.set(text, progress);
  return progress;
}

function pagesInCache(client: QueryClient, request: MarketsRequest): readonly WalkedPage[] {
  return client.getQueryData<WalkData>(keyOf(request))?.pages ?? noPages;
}

/** The newest complete walk of another request that covers this one. */
function findWider(client: QueryClient, progress: WalkProgress): JoinedPages | undefined {
  let newest: { readonly joined: JoinedPages; readonly readAt: number } | undefined;
  for (const other of allProgress(client).values()) {
    if (other === progress || !covers(other.request, progress.request)) continue;
    const pages = pagesInCache(client, other.request);
    if (endOf(pages) !== "null-cursor") continue;
    const joined = joinPages(pages);
    if (newest === undefined || (joined.readAt ?? 0) > newest.readAt)
      newest = { joined, readAt: joined.readAt ?? 0 };
  }
  return newest?.joined;
}

/** Prices move: figures that were read further apart than this are not held against each other. */
const comparableForMs = 15 * 60_000;

function readTogether(one: JoinedPages, other: JoinedPages): boolean {
  return Math.abs((one.readAt ?? 0) - (other.readAt ?? 0)) <= comparableForMs;
}

/** The rows of a wider walk, as far as they answer this request. */
function findStandIn(client: QueryClient, progress: WalkProgress): JoinedPages | undefined {
  const joined = findWider(client, progress);
  if (joined === undefined) return undefined;
  return {
    ...joined,
    rows: joined.rows.filter((row) => answers(row, progress.request)),
    rejected: [],
    duplicates: 0,
    changedIds: new Set(),
  };
}

/** What is known before a walk begins: its own rows from last time, or those that stand in for them. */
function rowsBefore(client: QueryClient, progress: WalkProgress): ReadonlyMap<string, MarketRow> {
  const pages = pagesInCache(client, progress.request);
  const known = pages.length > 0 ? joinPages(pages) : findStandIn(client, progress);
  return new Map(known?.rows.map((row) => [row.id, row]));
}

/** Drops the walks nobody shows, except the last ones and the longest complete one, which stands in for narrower requests. */
function forgetOldWalks(client: QueryClient): void {
  const unseen = [...allProgress(client)]
    .filter(([, progress]) => progress.left)
    .map(([text, { request }]) => ({
      text,
      pages: pagesInCache(client, request),
      updatedAt: client.getQueryState(keyOf(request))?.dataUpdatedAt ?? 0,
    }))
    .toSorted((one, other) => other.updatedAt - one.updatedAt);
  const longest = Math.max(...unseen.map(({ pages }) => pages.length));
  const kept = unseen.find(({ pages }) => pages.length === longest && endOf(pages) === "null-cursor");
  for (const [index, walk] of unseen.entries()) {
    if ((index < keptWalks && walk.pages.length > 0) || walk === kept) continue;
    client.removeQueries({ queryKey: [walkKeyName, walk.text], exact: true });
    allProgress(client).delete(walk.text);
  }
}

/** Acts at a time, or as soon after it as the page is visible. */
function useRefreshWhileVisible(dueAt: number | undefined, act: () => void): void {
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

/** Tries again when the visitor comes back to the page, or the network to the browser. */
function useRetryOnReturn(wanted: boolean, retry: () => void): void {
  useEffect(() => {
    if (!wanted) return undefined;
    const onReturn = (): void => {
      if (document.visibilityState === "visible") retry();
    };
    document.addEventListener("visibilitychange", onReturn);
    window.addEventListener("online", onReturn);
    return () => {
      document.removeEventListener("visibilitychange", onReturn);
      window.removeEventListener("online", onReturn);
    };
  }, [wanted, retry]);
}
