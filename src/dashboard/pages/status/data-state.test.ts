import { describe, expect, it } from "vitest";
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
  dataState(result, now).word,
  ...dataState(result, now).facts.map((fact) => fact.text),
];

describe("dataState", () => {
  it("is loading before the first page, also where nothing has been said yet", () => {
    expect(facts(undefined)).toEqual(["Loading", "first page"]);
    expect(facts(marketsResult({ phase: "loading", loadingPage: 1 }))).toEqual(["Loading", "first page"]);
  });

  it("is offline, not loading, where nothing has been said yet and there is no network", () => {
    const state = dataState(undefined, now, false);
    expect([state.word, state.tone]).toEqual(["Offline", "danger"]);
  });

  it("is partial while pages are on their way, without alarm", () => {
    const result = marketsResult({ phase: "partial", rows, loadingPage: 3 });
    expect(facts(result)).toEqual(["Partial", "2 loaded", "page 3 on its way"]);
    expect(dataState(result, now).tone).toBe("neutral");
  });

  it("is partial with alarm when a page is missing", () => {
    const result = marketsResult({
      phase: "partial",
      rows,
      failedPage: 3,
      error: new LoadError(3, { kind: "unavailable", message: "No." }),
    });
    expect(facts(result)).toEqual(["Partial", "2 loaded", "page 3 missing"]);
    expect(dataState(result, now).tone).toBe("danger");
  });

  it("is complete with count and age", () => {
    const result = marketsResult({ phase: "complete", rows, ended: "null-cursor", readAt: minutesAgo(2) });
    expect(facts(result)).toEqual(["Complete", "2 loaded", "read 2 min ago"]);
    expect(dataState(result, now).sentence).toBe("All pages are loaded. The order is final.");
  });

  it("says beside Complete how many markets could not be read, on a phone in few letters", () => {
    const fault = { index: 0, id: undefined, path: "id", reason: "is missing", page: 1 };
    const result = marketsResult({
      phase: "complete",
      rows,
      ended: "null-cursor",
      readAt: minutesAgo(2),
      rejected: [fault, fault, fault],
    });
    expect(facts(result)).toEqual(["Complete", "2 loaded", "3 could not be read", "read 2 min ago"]);
    expect(dataState(result, now).facts[1]?.short).toBe("3 unread");
  });

  it("does not call a list final that ended early", () => {
    const result = marketsResult({ phase: "complete", rows, ended: "repeated-cursor" });
    expect(dataState(result, now).sentence).toMatch(/same cursor twice/);
  });

  it("is stale when older data is shown, and alarming only when that is minutes old", () => {
    const [recent, old, older] = [4, 5, 42].map((minutes) =>
      marketsResult({ phase: "complete", rows, stale: true, readAt: minutesAgo(minutes) }),
    );
    expect([recent, old].map((result) => dataState(result, now).tone)).toEqual(["neutral", "danger"]);
    expect(older && facts(older)).toEqual(["Stale", "2 loaded", "read 42 min ago"]);
  });

  it.each([
    ["key-refused", "key refused"],
    ["timeout", "no answer"],
    ["unreadable", "unreadable"],
    ["rate-limited", "too many requests"],
    ["unavailable", "service down"],
    ["refused", "request refused"],
  ] as const)("says in a word or two why nothing could be loaded: %s", (kind, text) => {
    const result = marketsResult({ phase: "failed", error: new LoadError(1, { kind, message: "No." }) });
    expect(facts(result)).toEqual(["Failed", text]);
  });

  it("is offline with and without data", () => {
    const error = new LoadError(1, { kind: "offline", message: "No." });
    expect(facts(marketsResult({ phase: "failed", error }))).toEqual(["Offline"]);
    expect(facts(marketsResult({ phase: "complete", rows, error, readAt: minutesAgo(1) }))[0]).toBe(
      "Offline",
    );
  });
});
