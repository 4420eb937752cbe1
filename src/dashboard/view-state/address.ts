// The only place that reads and writes the URL's search text.
import { useSyncExternalStore } from "react";
import { decodeOnce, writeQueryText } from "../../contract/query-text.ts";
import { joinParts } from "../../domain/format/join-parts.ts";
import { memoizeLast } from "../../domain/memoize.ts";
import { pushAddress } from "../ui/overlay/close-on-back.ts";
import { afterPaint } from "../ui/page/after-paint.ts";
import { withoutQuestionMark, withParameters } from "../../domain/view-state/search-text.ts";

export { marketPath as marketHref } from "../../contract/routes.ts";

/** Id of a market or asset: "/markets/kamino.lending.x%2Fy". A badly encoded id stays encoded. */
export function idOfPath(pathname: string): string {
  const text = /^\/(?:markets|assets)\/([^/]*)/.exec(pathname)?.[1] ?? "";
  return decodeOnce(text) ?? text;
}

/** "push-later" adds a history entry once the change is painted, for changes where users notice every millisecond. */
export type HistoryMode = "push" | "push-later" | "replace";

export const ofOnePage = [
  "ids",
  "range",
  "measure",
  "diff",
  "split",
  "rate",
  "by",
  "wallet",
  "moves",
  "limits",
  "tag",
  "order",
  "unit",
  "action",
  "market",
  "inbox",
  "span",
  "at",
  "leverage",
  "supply",
  "cost",
  "debt",
  "pledge",
  "loan",
  "part",
] as const;

export type OwnParameter = (typeof ofOnePage)[number];

/**
 * Builds every internal link. Filters, size, basis and benchmark of the list travel along, so that each page leads
 * back to the same list. `own` sets or removes parameters of the page.
 */
export function hrefTo(
  path: string,
  search: string,
  own: readonly (readonly [name: OwnParameter, text: string | undefined])[] = [],
): string {
  return joined(path, joinParts([writeQueryText(own), sharedParameters(search)], "&"));
}

const sharedParameters = memoizeLast((search: string) =>
  withParameters(
    search,
    ofOnePage.map((name) => [name, undefined]),
  ),
);

function joined(path: string, search: string): string {
  return search === "" ? path : `${path}?${search}`;
}

// Safari refuses more than 100 history calls in 30 seconds, so the URL follows typing at this interval. The state
// does not wait.
const replaceEveryMs = 150;
/** Writing the URL waits one more frame, until the browser shows the painted one. */
const shownWithinMs = 16;

const navigationEvents = ["popstate", "hashchange", "pushState", "replaceState"] as const;

interface PendingChange {
  readonly search: string;
  /** The URL when the change was made. */
  readonly at: string;
  readonly how: HistoryMode;
  readonly cancel: () => void;
}

let pending: PendingChange | undefined;
let lastReplacedAt = Number.NEGATIVE_INFINITY;
let writing = false;
const listeners = new Set<() => void>();

/** Includes changes that are not in the URL yet. */
export function currentSearch(): string {
  return pending?.search ?? withoutQuestionMark(window.location.search);
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** Another navigation cancels the pending write, unless it leads to the same URL, as when a panel closes. */
function onNavigation(): void {
  if (!writing && window.location.href !== pending?.at) cancelPending();
  notify();
}

function cancelPending(): void {
  pending?.cancel();
  pending = undefined;
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    for (const event of navigationEvents) window.addEventListener(event, onNavigation);
    window.addEventListener("pagehide", writePending);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    writePending();
    for (const event of navigationEvents) window.removeEventListener(event, onNavigation);
    window.removeEventListener("pagehide", writePending);
  };
}

function writePending(): void {
  const change = pending;
  cancelPending();
  if (change === undefined) return;
  if (change.how === "replace") lastReplacedAt = performance.now();
  writeHistory(change.search, change.how);
}

function writeHistory(search: string, how: HistoryMode): void {
  const { pathname, hash } = window.location;
  const address = joined(pathname, search) + hash;
  writing = true;
  try {
    if (how === "replace") window.history.replaceState(window.history.state, "", address);
    else pushAddress(address);
  } finally {
    writing = false;
  }
}

export function changeSearch(next: (search: string) => string, how: HistoryMode = "push"): void {
  const before = currentSearch();
  const search = next(before);
  if (search === before) return;
  if (how !== "replace") writePending();
  if (how === "push") writeHistory(search, "push");
  else if (pending !== undefined) pending = { ...pending, search };
  else {
    const waitMs = how === "replace" ? lastReplacedAt + replaceEveryMs - performance.now() : 0;
    // Renders first: writing the URL costs a tenth as much.
    const cancel = afterPaint(writePending, Math.max(shownWithinMs, waitMs));
    pending = { search, at: window.location.href, how, cancel };
  }
  notify();
}

export function useSearch(): string {
  return useSyncExternalStore(subscribe, currentSearch, () => "");
}

/** Stays the same while only parameters of the page change. */
export function useSharedParameters(): string {
  return useSyncExternalStore(
    subscribe,
    () => sharedParameters(currentSearch()),
    () => "",
  );
}
