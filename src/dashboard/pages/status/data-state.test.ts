import { expect, test } from "vitest";
import { marketRow } from "../../../../tests/fixtures/market-rows.ts";
import { marketsResult } from "../../../../tests/fixtures/markets-result.ts";
import { millis } from "../../../contract/units.ts";
import { LoadError } from "../../queries/fetch-json.ts";
import type { MarketsResult } from "../../queries/markets/use-markets.ts";
import { dataState } from "./data-state.ts";

const now = 1_000_000_000;
const minutesAgo = (minutes: number): MarketsResult["readAt"] => millis(now - minutes * 60_000);
const rows = [marketRow({ id: "one" }), marketRow({ id: "two" })];
const facts = (result: MarketsResult | undefined): readonly string[] => [
  dataState(result, now, true).word,
  ...dataState(result, now, true).facts.map((fact) => fact.text),
];

const failed = (kind: LoadError["kind"]) => new LoadError(1, { kind, message: "No." });
const fault = { index: 0, id: undefined, path: "id", reason: "is missing", page: 1 };
const complete = { phase: "complete", rows, ended: "null-cursor", readAt: minutesAgo(2) } as const;
const stale = { phase: "complete", rows, stale: true } as const;
const partial = { phase: "partial", rows } as const;

type Tone = ReturnType<typeof dataState>["tone"];

test.each<readonly [what: string, result: Partial<MarketsResult>, facts: string, tone: Tone]>([
  ["the loading of the first page", { phase: "loading", loadingPage: 1 }, "Loading, first page", "neutral"],
  [
    "the loading of more pages",
    { ...partial, loadingPage: 3 },
    "Partial, 2 loaded, page 3 loading",
    "neutral",
  ],
  [
    "a missing page",
    { ...partial, failedPage: 3, error: failed("unavailable") },
    "Partial, 2 loaded, page 3 missing",
    "danger",
  ],
  ["all pages and their age", complete, "Complete, 2 loaded, read 2 min ago", "neutral"],
  [
    "unreadable markets",
    { ...complete, rejected: [fault, fault] },
    "Complete, 2 loaded, 2 could not be read, read 2 min ago",
    "neutral",
  ],
  [
    "a list that ended before its last page",
    { ...complete, ended: "repeated-cursor" },
    "Partial, 2 loaded, stopped early, read 2 min ago",
    "danger",
  ],
  [
    "stale data without alarm",
    { ...stale, readAt: minutesAgo(4) },
    "Stale, 2 loaded, read 4 min ago",
    "neutral",
  ],
  [
    "stale data with alarm from five minutes on",
    { ...stale, readAt: minutesAgo(5) },
    "Stale, 2 loaded, read 5 min ago",
    "danger",
  ],
  ["no network and no data", { phase: "failed", error: failed("offline") }, "Offline", "danger"],
  [
    "no network but data",
    { ...complete, error: failed("offline") },
    "Offline, 2 loaded, read 2 min ago",
    "danger",
  ],
  [
    "why nothing was loaded",
    { phase: "failed", error: failed("key-refused") },
    "Failed, key refused",
    "danger",
  ],
])("the state of a list describes %s", (_what, result, expected, tone) => {
  expect(facts(marketsResult(result)).join(", ")).toBe(expected);
  expect(dataState(marketsResult(result), now, true).tone).toBe(tone);
});

test("without a result the state is loading, or offline without a network", () => {
  expect(facts(undefined)).toEqual(["Loading", "first page"]);
  expect(dataState(undefined, now, false)).toMatchObject({ word: "Offline", tone: "danger" });
});

test("the number of unreadable markets has a short form for phones", () => {
  const {
    facts: [, unread],
  } = dataState(marketsResult({ ...complete, rejected: [fault] }), now, true);
  expect(unread?.short).toBe("1 unreadable");
});

const sentence = (result: Partial<MarketsResult>) => dataState(marketsResult(result), now, true).sentence;

test("a list is final once its last page is loaded, not when it ended early", () => {
  expect(sentence(complete)).toBe("All pages are loaded. The order is final.");
  expect(sentence({ ...complete, ended: "repeated-cursor" })).toMatch(/same cursor twice/);
});

test("rates that were not read today have their date", () => {
  expect(sentence({ ...stale, readAt: minutesAgo(5) })).toMatch(/were read at 13:41:40 UTC\./);
  expect(sentence({ ...stale, readAt: minutesAgo(25 * 60) })).toMatch(
    /were read at 11 Jan 1970, 12:46 UTC\./,
  );
});
