// The walk over all pages of a request, as views see it: kept page by page, shared by all who show it.
import { useCallback, useContext, useEffect, useMemo, useSyncExternalStore } from "react";
import type { DashboardConfig } from "../../../contract/dashboard-config.ts";
import type { MarketsRequest } from "../../../contract/markets-request.ts";
import type { Millis } from "../../../contract/units.ts";
import { useDashboardConfig } from "./configuration.ts";
import type { MarketRow } from "./market-row.ts";
import { LoadError, mayHavePassed } from "./markets-client.ts";
import { usePreferences } from "../kept/preferences.ts";
import { joinPages, type JoinedPages, type WalkedPage } from "./join-pages.ts";
import { KeptWalksContext, pageWalks } from "./walk/kept-walks.ts";
import { endOf, type WalkEnd } from "./walk/walk-pages.ts";

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

/** Loads every page of a request and tells how far it is. A change of the request abandons the walk of the one before. */
export function useMarketsWalk(request: MarketsRequest): MarketsWalk {
  const walks = useContext(KeptWalksContext);
  const config = useDashboardConfig();
  const [{ refreshIntervalMs }] = usePreferences();
  const kept = walks.of(request);
  const { progress } = kept;
  const { data, error: fault, settledAt, ...state } = useSyncExternalStore(kept.subscribe, kept.snapshot);
  // What is about to begin counts as begun.
  const walking = state.walking || kept.wanted;
  const doing = useSyncExternalStore(progress.subscribe, progress.snapshot);

  const failure = fault instanceof LoadError ? fault : undefined;
  const pages = data?.pages ?? noPages;
  const ended = useMemo(() => endOf(pages), [pages]);
  const complete = ended !== undefined;
  const stopped = fault !== undefined && !walking;

  const refresh = useCallback(() => kept.begin(config, true), [kept, config]);
  const retry = useCallback(() => {
    if (progress.waiting) progress.end("again");
    else kept.begin(config);
  }, [kept, progress, config]);
  const stopRetrying = useCallback(() => progress.end("stop"), [progress]);

  useEffect(() => {
    const leave = kept.show(config);
    walks.forgetOld();
    return leave;
  }, [walks, kept, config]);

  useRefreshWhileVisible(
    !walking && (complete || stopped) && refreshIntervalMs !== undefined
      ? settledAt + refreshIntervalMs
      : undefined,
    complete ? refresh : retry,
  );
  useRetryOnReturn(stopped && mayHavePassed(failure), retry);

  const standIn = useMemo(() => (complete ? undefined : walks.findStandIn(kept)), [walks, kept, complete]);
  const error = doing.error ?? (stopped ? failure : undefined);
  const refreshing = walking && data?.behind === true;
  const underWay = walking ? (data?.loadingPage ?? pages.length + 1) : undefined;
  const loadingPage = doing.error === undefined ? underWay : doing.loadingPage;
  return useMemo((): MarketsWalk => {
    const own = joinPages(pages);
    const shown = standIn ?? own;
    const wider = walks.findWider(kept);
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
    walks,
    kept,
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
  config: DashboardConfig,
  request: MarketsRequest,
  walks = pageWalks,
): Promise<void> {
  const walk = walks.of(request);
  walk.begin(config);
  return new Promise((resolve) => {
    const stop = walk.subscribe(() => {
      const { data, error } = walk.snapshot();
      if (data === undefined && error === undefined) return;
      stop();
      resolve();
    });
  });
}

const noPages: readonly WalkedPage[] = [];

function phaseOf(complete: boolean, own: JoinedPages, error: LoadError | undefined): MarketsWalk["phase"] {
  if (complete) return "complete";
  if (own.pages.length > 0) return "partial";
  return error === undefined ? "loading" : "failed";
}

/** Prices move: figures that were read further apart than this are not held against each other. */
const comparableForMs = 15 * 60_000;

function readTogether(one: JoinedPages, other: JoinedPages): boolean {
  return Math.abs((one.readAt ?? 0) - (other.readAt ?? 0)) <= comparableForMs;
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
