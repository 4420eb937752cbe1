// The address: the one place that takes its search text apart, puts it together again, and writes it into the browser's
// history. A search text is read with or without its question mark and written without.
import { useSyncExternalStore } from "react";
import { writeQueryText } from "../../contract/query-text.ts";
import { bareSearch, withParameters } from "../../domain/view-state/search-text.ts";

export { marketPath as marketHref } from "../../contract/routes.ts";

/** Choosing adds an entry to the history (`push`), typing changes the present one (`replace`). */
export type HowToChange = "push" | "replace";

/**
 * What belongs to one page alone and stays behind when it is left: of comparison, market, matrix, overview, portfolio, assets,
 * action, alerts and changes.
 */
const ofOnePage = [
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

/**
 * The address of a page of this dashboard: every link inside it is built here. What was asked of the list goes along, and with it
 * my size, the basis and the benchmark, so that each page knows them and leads back to the list as it was left.
 * @param search the search text of the page that holds the link, or of the list it is to lead to
 * @param own what the page itself is asked; undefined leaves a parameter out
 */
export function hrefTo(
  path: string,
  search: string,
  own: readonly (readonly [name: (typeof ofOnePage)[number], text: string | undefined])[] = [],
): string {
  const text = travelling(search);
  const written = writeQueryText(own);
  if (written === "") return joined(path, text);
  // None of a page's own is in what travels, so nothing there has to be looked for: a list asks for hundreds of links.
  const parted = text === "" || text.startsWith("&") ? text : `&${text}`;
  return joined(path, written + parted);
}

/** What of a search text goes along to another page. */
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

/** What goes along of the search text asked about last: a list asks for hundreds of links with the same. */
let travels = { of: "", text: "" };

function joined(path: string, search: string): string {
  return search === "" ? path : `${path}?${search}`;
}

// Safari refuses more than 100 history calls in 30 seconds, so the URL follows quick typing at this distance. The state
// itself never waits: until the URL has caught up, the text that is to be written counts.
const replaceEveryMs = 150;
// What is typed is drawn first: writing the URL costs as much as a tenth of that.
const drawnWithinMs = 30;

// wouter tells of calls to the history by events of these names; they are its way and the browser's way alike.
const navigationEvents = ["popstate", "hashchange", "pushState", "replaceState"] as const;

let awaitedSearch: string | undefined;
/** The address that is to follow the typing. */
let awaitedAt = "";
let timer: ReturnType<typeof setTimeout> | undefined;
let lastReplacedAt = Number.NEGATIVE_INFINITY;
let writing = false;
const listeners = new Set<() => void>();

/** The search text of now, typing included that the URL has yet to follow. */
export function currentSearch(): string {
  return awaitedSearch ?? bareSearch(window.location.search);
}

function notify(): void {
  for (const listener of listeners) listener();
}

/**
 * Someone else moved the URL: what was still to be written belongs to a place that is no longer shown. A panel that gives back its
 * entry in the history leads to the same address, where the text still belongs.
 */
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

/** Changes the search text of the present page; a change to the same text does nothing. */
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

/** The search text, without its question mark. Follows Back, Forward and every other navigation. */
export function useSearch(): string {
  return useSyncExternalStore(subscribe, currentSearch, () => "");
}

/** What of the search text links take along: a choice that is the page's own changes none of them. */
export function useTravels(): string {
  return useSyncExternalStore(subscribe, travelsNow, () => "");
}

function travelsNow(): string {
  return travelling(currentSearch());
}
