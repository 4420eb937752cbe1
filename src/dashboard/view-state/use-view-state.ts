// The one writer of the URL's search text. Everything else reads the view state from here and asks for changes here.
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { changeViewState, readViewState, writeViewState } from "./codec.ts";
import type { ViewState } from "./view-state.ts";

/** Some fields, or a function from the present state to some fields. */
export type ViewStateChange = Partial<ViewState> | ((state: ViewState) => Partial<ViewState>);

/** Choosing adds an entry to the history (`push`), typing changes the present one (`replace`). */
export type HowToChange = "push" | "replace";

// Safari refuses more than 100 history calls in 30 seconds, so the URL follows quick typing at this distance. The state
// itself never waits: until the URL has caught up, the text that is to be written counts.
const replaceEveryMs = 150;

// wouter tells of calls to the history by events of these names; they are its way and the browser's way alike.
const navigationEvents = ["popstate", "hashchange", "pushState", "replaceState"] as const;

let awaitedSearch: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let lastReplacedAt = Number.NEGATIVE_INFINITY;
let writing = false;
const listeners = new Set<() => void>();

function currentSearch(): string {
  return awaitedSearch ?? window.location.search;
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** Someone else moved the URL: what was still to be written belongs to a place that is no longer shown. */
function onNavigation(): void {
  if (!writing) forgetAwaited();
  notify();
}

function forgetAwaited(): void {
  clearTimeout(timer);
  timer = undefined;
  awaitedSearch = undefined;
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    for (const event of navigationEvents) window.addEventListener(event, onNavigation);
    window.addEventListener("pagehide", writeAwaited);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    writeAwaited();
    for (const event of navigationEvents) window.removeEventListener(event, onNavigation);
    window.removeEventListener("pagehide", writeAwaited);
  };
}

function writeAwaited(): void {
  const search = awaitedSearch;
  forgetAwaited();
  if (search === undefined) return;
  lastReplacedAt = performance.now();
  writeHistory(search, "replace");
}

function writeHistory(search: string, how: HowToChange): void {
  const { pathname, hash } = window.location;
  const address = `${pathname}${search === "" ? "" : `?${search}`}${hash}`;
  writing = true;
  try {
    if (how === "push") window.history.pushState(null, "", address);
    else window.history.replaceState(window.history.state, "", address);
  } finally {
    writing = false;
  }
}

/** Changes the view state; a change that leads to the same URL does nothing. */
export function setViewState(change: ViewStateChange, how: HowToChange = "push"): void {
  const search = currentSearch();
  const state = readViewState(search);
  const next = writeViewState(
    changeViewState(state, typeof change === "function" ? change(state) : change),
    search,
  );
  // The text may differ while the state does not, when the URL was typed by hand in another order.
  if (next === writeViewState(state, search)) return;
  if (how === "push") {
    writeAwaited();
    writeHistory(next, "push");
  } else {
    awaitedSearch = next;
    const waitMs = lastReplacedAt + replaceEveryMs - performance.now();
    if (waitMs <= 0) writeAwaited();
    else timer ??= setTimeout(writeAwaited, waitMs);
  }
  notify();
}

/** What the visitor asked for, and the function that changes it. Follows Back, Forward and every other navigation. */
export function useViewState(): readonly [ViewState, (change: ViewStateChange, how?: HowToChange) => void] {
  const search = useSyncExternalStore(subscribe, currentSearch, () => "");
  const state = useMemo(() => readViewState(search), [search]);
  const change = useCallback((what: ViewStateChange, how?: HowToChange) => setViewState(what, how), []);
  return [state, change];
}
