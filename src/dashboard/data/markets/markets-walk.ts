// The walk: all pages of a request, one after another, from the first cursor to the last, kept as one infinite query.
import { useInfiniteQuery, useQueryClient, type InfiniteData, type QueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import type { DashboardConfig } from "../../../contract/dashboard-config.ts";
import { writeMarketsRequest, type MarketsRequest } from "../../../contract/markets-request.ts";
import type { Millis } from "../../../contract/units.ts";
import { useDashboardConfig } from "./configuration.ts";
import type { MarketRow } from "./market-row.ts";
import { LoadError, mayHavePassed, readMarketsPage, requestMarketsPage } from "./markets-client.ts";
import { usePreferences } from "../kept/preferences.ts";
import { againstBefore, joinPages, type JoinedPages, type WalkedPage } from "./join-pages.ts";
import { WalkProgress } from "./walk-progress.ts";
import { answers, covers } from "./walk-stand-in.ts";

/** More pages than any list has: 200,000 markets. A source that never ends stops here. */
export const maximumPages = 1_000;
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
  /** Why a complete walk ended. Only a null cursor says that nothing is missing. */
  readonly ended: "null-cursor" | "repeated-cursor" | "bound" | undefined;
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

interface PageParam {
  readonly cursor: string | undefined;
  readonly page: number;
}
type WalkKey = readonly [typeof walkKeyName, string];
type WalkData = InfiniteData<WalkedPage, PageParam>;

const walkKeyName = "markets";
const firstPage: PageParam = { cursor: undefined, page: 1 };

/** Loads every page of a request and tells how far it is. A change of the request abandons the walk of the one before. */
export function useMarketsWalk(request: MarketsRequest): MarketsWalk {
  const client = useQueryClient();
  const config = useDashboardConfig();
  const [{ refreshIntervalMs }] = usePreferences();
  const progress = progressOf(client, request);
  const options = useMemo(() => walkOptions(client, config, progress), [client, config, progress]);
  const query = useInfiniteQuery(options);
  const { data, error: queryError, fetchNextPage, isError, isFetching, isFetchNextPageError } = query;
  const doing = useSyncExternalStore(progress.subscribe, progress.snapshot);

  const failure = queryError instanceof LoadError ? queryError : undefined;
  const beginsAgain = isFetchNextPageError && isCursorRefusal(failure) && progress.mayRestart;
  const ended = data === undefined ? undefined : endOf(data.pages);
  const complete = ended !== undefined;

  const refresh = useCallback(() => void walkAnew(client, options, progress), [client, options, progress]);
  const retry = useCallback(() => {
    if (progress.waiting) progress.end("again");
    else if (isFetching) return;
    else if (isFetchNextPageError) void fetchNextPage({ cancelRefetch: false });
    else refresh();
  }, [progress, isFetching, isFetchNextPageError, fetchNextPage, refresh]);
  const stopRetrying = useCallback(() => progress.end("stop"), [progress]);

  // Goes from page to page. Also catches up when a walk that was left half way is shown again.
  useEffect(() => {
    if (isFetching || data === undefined) return;
    if (endOf(data.pages) !== undefined) progress.settle();
    else if (failure === undefined) void fetchNextPage({ cancelRefetch: false });
    else if (isCursorRefusal(failure) && progress.mayRestart) {
      progress.restart();
      void walkAnew(client, options, progress);
    }
  }, [client, options, progress, isFetching, failure, fetchNextPage, data]);

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
  const error = doing.error ?? (isFetching || beginsAgain ? undefined : failure);
  const refreshing = isFetching && !query.isFetchingNextPage && data !== undefined;
  return useMemo((): MarketsWalk => {
    const own = joinPages(data?.pages ?? noPages);
    const shown = standIn ?? own;
    const wider = findWider(client, progress);
    const comparable = wider !== undefined && readTogether(wider, shown);
    return {
      ...shown,
      peers: comparable ? wider.rows : shown.rows,
      phase: phaseOf(complete || standIn !== undefined, own, error),
      error,
      loadingPage: doing.loadingPage,
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
    data,
    standIn,
    complete,
    error,
    doing,
    ended,
    refreshing,
    retry,
    refresh,
    stopRetrying,
  ]);
}

/** Begins a walk before anything shows it. Resolves when its first page is in, or cannot be had; never rejects. */
export async function beginWalk(
  client: QueryClient,
  config: DashboardConfig,
  request: MarketsRequest,
): Promise<void> {
  try {
    await client.infiniteQuery(walkOptions(client, config, progressOf(client, request)));
  } catch {
    // The query keeps the failure for whoever shows the walk.
  }
}

const noPages: readonly WalkedPage[] = [];

function phaseOf(complete: boolean, own: JoinedPages, error: LoadError | undefined): MarketsWalk["phase"] {
  if (complete) return "complete";
  if (own.pages.length > 0) return "partial";
  return error === undefined ? "loading" : "failed";
}

function walkOptions(client: QueryClient, config: DashboardConfig, progress: WalkProgress) {
  const { request } = progress;
  const ask = ({ cursor, page }: PageParam, signal: AbortSignal) =>
    requestMarketsPage(config, cursor === undefined ? request : { ...request, cursor }, { page, signal });
  return {
    queryKey: keyOf(request),
    queryFn: async (context: { readonly pageParam: PageParam; readonly signal: AbortSignal }) => {
      const { pageParam, signal } = context;
      if (pageParam.page === 1) progress.before = rowsBefore(client, progress);
      let ahead = progress.takeAhead(pageParam.cursor, signal);
      return progress.persist(pageParam.page, signal, async () => {
        const arriving = ahead ?? ask(pageParam, signal);
        // A page that failed when it was asked for ahead is asked for again, not waited for again.
        ahead = undefined;
        const arrived = await arriving;
        const { nextCursor } = arrived;
        if (nextCursor !== undefined && nextCursor !== pageParam.cursor && pageParam.page < maximumPages)
          progress.askAhead(nextCursor, (abort) =>
            ask({ cursor: nextCursor, page: pageParam.page + 1 }, abort),
          );
        return againstBefore(readMarketsPage(arrived), progress.before);
      });
    },
    initialPageParam: firstPage,
    getNextPageParam: nextPageParam,
    // Retries, the wait for a network and refreshes are the walk's own, because it shows them.
    retry: false,
    networkMode: "always",
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keptForMs,
    // A walk that had failed when it was left is tried again when it is shown again.
    refetchOnMount: ({ state }: { readonly state: { readonly status: string } }) =>
      state.status === "error" && progress.left,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // Unchanged rows keep their identity already; comparing whole pages again would cost more than the walk.
    structuralSharing: false,
  } as const;
}
type WalkOptions = ReturnType<typeof walkOptions>;

/** The page after the last one; undefined when the walk has ended. */
function nextPageParam(last: WalkedPage, pages: readonly WalkedPage[]): PageParam | undefined {
  return endOf(pages) === undefined && last.cursor !== null
    ? { cursor: last.cursor, page: pages.length + 1 }
    : undefined;
}

/** Why a walk ends after its last page; undefined when it goes on. */
function endOf(pages: readonly WalkedPage[]): MarketsWalk["ended"] {
  const cursor = pages.at(-1)?.cursor;
  if (cursor === undefined) return undefined;
  if (cursor === null || cursor === "") return "null-cursor";
  if (pages.findIndex((page) => page.cursor === cursor) < pages.length - 1) return "repeated-cursor";
  return pages.length >= maximumPages ? "bound" : undefined;
}

/** Walks from the first page to the end behind what is shown; the cache changes once, at the end. Never rejects. */
async function walkAnew(client: QueryClient, options: WalkOptions, progress: WalkProgress): Promise<void> {
  if (client.isFetching({ queryKey: options.queryKey, exact: true }) > 0) return;
  progress.dropAhead();
  for (;;) {
    try {
      await client.infiniteQuery({ ...options, pages: maximumPages, staleTime: 0 });
      return;
    } catch (error) {
      // The query keeps the failure and the views show it; only a refused cursor is worth another walk.
      if (!isCursorRefusal(error) || !progress.mayRestart) return;
      progress.restart();
    }
  }
}

/** A cursor belongs to one snapshot of the source. When that is gone, the pages after it can only be had by a new walk. */
function isCursorRefusal(error: unknown): boolean {
  return error instanceof LoadError && error.kind === "refused" && error.status === 400 && error.page > 1;
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
