// The one place that reads and writes the URL's search text.
import { useSyncExternalStore } from "react";
import { writeQueryText } from "../../contract/query-text.ts";
import { bareSearch, withParameters } from "../../domain/view-state/search-text.ts";

export { marketPath as marketHref } from "../../contract/routes.ts";

export type HowToChange = "push" | "replace";

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
] as const;

export type OwnParameter = (typeof ofOnePage)[number];

/**
 * Builds every internal link. The list's filters travel along with size, basis and benchmark, so each page leads back
 * to the same list. `own` sets or removes the page's parameters.
 */
export function hrefTo(
  path: string,
  search: string,
  own: readonly (readonly [name: OwnParameter, text: string | undefined])[] = [],
): string {
  const text = travelling(search);
  const written = writeQueryText(own);
  if (written === "") return joined(path, text);
  // Travelling text has none of the page's own parameters: a list asks for hundreds of links.
  const parted = text === "" || text.startsWith("&") ? text : `&${text}`;
  return joined(path, written + parted);
}

function travelling(search: string): string {
  if (travels.of !== search)
    travels = {
      of: search,
      text: withParameters(
        search,
        ofOnePage.map((name) => [name, undefined]),
      ),
    };
  return travels.text;
}

let travels = { of: "", text: "" };

function joined(path: string, search: string): string {
  return search === "" ? path : `${path}?${search}`;
}

// Safari refuses more than 100 history calls in 30 seconds, so the URL follows typing at this interval. State never
// waits.
const replaceEveryMs = 150;
// Rendering comes first: writing the URL costs a tenth as much.
const drawnWithinMs = 30;

const navigationEvents = ["popstate", "hashchange", "pushState", "replaceState"] as const;

let awaitedSearch: string | undefined;
let awaitedAt = "";
let timer: ReturnType<typeof setTimeout> | undefined;
let lastReplacedAt = Number.NEGATIVE_INFINITY;
let writing = false;
const listeners = new Set<() => void>();

/** Includes typing that the URL has yet to follow. */
export function currentSearch(): string {
  return awaitedSearch ?? bareSearch(window.location.search);
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** Another navigation cancels the pending write, unless it leads to the same address, as a closing panel does. */
function onNavigation(): void {
  if (!writing && window.location.href !== awaitedAt) forgetAwaited();
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
  const address = joined(pathname, search) + hash;
  writing = true;
  try {
    if (how === "push") window.history.pushState(null, "", address);
    else window.history.replaceState(window.history.state, "", address);
  } finally {
    writing = false;
  }
}

export function changeSearch(next: (search: string) => string, how: HowToChange = "push"): void {
  const before = currentSearch();
  const search = next(before);
  if (search === before) return;
  if (how === "push") {
    writeAwaited();
    writeHistory(search, "push");
  } else {
    if (awaitedSearch === undefined) awaitedAt = window.location.href;
    awaitedSearch = search;
    const waitMs = lastReplacedAt + replaceEveryMs - performance.now();
    timer ??= setTimeout(writeAwaited, Math.max(drawnWithinMs, waitMs));
  }
  notify();
}

export function useSearch(): string {
  return useSyncExternalStore(subscribe, currentSearch, () => "");
}

/** Stable while only the page's own parameters change. */
export function useTravels(): string {
  return useSyncExternalStore(subscribe, travelsNow, () => "");
}

function travelsNow(): string {
  return travelling(currentSearch());
}
