import type { QueryClient } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { staleHeader } from "../../../contract/problems.ts";
import type { MarketsRequest } from "../../../contract/markets-request.ts";
import { pass, queryWrapper } from "../../../../tests/fixtures/queries.tsx";
import { createQueryClient } from "../query-client.ts";
import { renderEveryMs } from "./fetch-pages.ts";
import { useFindMarkets } from "./find-markets.ts";
import { marketsQuery, maxRetries } from "./markets-query.ts";
import { useMarkets, type MarketsResult } from "./use-markets.ts";
import { refreshIntervalMs } from "../../data/storage/preferences.ts";

const rated: MarketsRequest = { types: ["lending", "yield", "loop"], limit: 200 };
interface SentRequest {
  readonly url: URL;
  readonly cursor: string | null;
  readonly signal: AbortSignal;
  respond(response: Response | Error): Promise<void>;
}

let requests: SentRequest[] = [];
let client: QueryClient;
let onLine = true;
let visibility: DocumentVisibilityState = "visible";

beforeEach(() => {
  vi.useFakeTimers();
  // Halfway between the shortest and the longest wait.
  vi.setSystemTime(1_000_000_000_500);
  vi.spyOn(navigator, "onLine", "get").mockImplementation(() => onLine);
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
  vi.stubGlobal("fetch", (address: string, init: RequestInit) => {
    const { signal } = init;
    if (!signal) throw new Error("A request without a signal cannot be aborted.");
    return new Promise<Response>((resolve, reject) => {
      signal.addEventListener("abort", () => reject(new DOMException("Aborted", "AbortError")));
      const url = new URL(address, "http://localhost");
      requests.push({
        url,
        cursor: url.searchParams.get("cursor"),
        signal,
        respond: (response) =>
          act(async () => {
            if (response instanceof Error) reject(response);
            else resolve(response);
            // TanStack Query notifies in its own timer, which may start the next fetch.
            await vi.advanceTimersByTimeAsync(0);
            await vi.advanceTimersByTimeAsync(0);
          }),
      });
    });
  });
  requests = [];
  onLine = true;
  visibility = "visible";
  client = createQueryClient();
  localStorage.clear();
  localStorage.setItem("yieldboard.refresh", "off");
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function show(request: MarketsRequest = rated) {
  const view = renderHook((props: MarketsRequest) => useMarkets(props), {
    initialProps: request,
    wrapper: queryWrapper(client),
  });
  await pass(0);
  return { ...view, current: (): MarketsResult => view.result.current };
}

function market(id: string, fields: object = {}) {
  return { id, type: "lending", provider: { id: "kamino" }, depositApy: 0.05, ...fields };
}

function page(
  sent: readonly (string | object)[],
  cursor: string | null,
  headers: Record<string, string> = {},
): Response {
  const markets = sent.map((item) => (typeof item === "string" ? market(item) : item));
  return Response.json({ markets, cursor }, { headers });
}

function failed(status: number, fields: object = {}, headers: Record<string, string> = {}): Response {
  const body = { statusCode: status, message: "No.", error: "Error", ...fields };
  return Response.json(body, { status, headers });
}

const refused = (): Response => failed(400, { code: "cursor-refused" });

async function load(...sent: Parameters<typeof page>): Promise<void> {
  await latestRequest().respond(page(...sent));
}

/** Changes the hook and lets its effects start. */
async function then(change: () => void): Promise<void> {
  act(change);
  await pass(0);
}
function latestRequest(): SentRequest {
  const last = requests.at(-1);
  if (last === undefined) throw new Error("Nothing was asked.");
  return last;
}

const ids = (of: MarketsResult): string[] => of.rows.map((row) => row.id);

describe("a list", () => {
  it("shows rows from the first page on, keeps their identity, and completes with the null cursor", async () => {
    const { current, rerender } = await show();
    expect(current()).toMatchObject({ phase: "loading", rows: [], loadingPage: 1, exact: true });
    expect(latestRequest().url.search).toBe("?type=lending,yield,loop&limit=200");

    await load(["a", "b"], "c2");
    expect(current()).toMatchObject({ phase: "partial", loadingPage: 2 });
    expect(ids(current())).toEqual(["a", "b"]);
    expect(latestRequest().cursor).toBe("c2");
    const { rows } = current();
    rerender(rated);
    expect(current().rows).toBe(rows);

    await load(["c"], null);
    expect(current()).toMatchObject({ phase: "complete", ended: "null-cursor", loadingPage: undefined });
    expect(ids(current())).toEqual(["a", "b", "c"]);
    expect(current().rows[0]).toBe(rows[0]);
    expect(current().pages.map(({ markets }) => markets)).toEqual([2, 1]);
    expect(requests).toHaveLength(2);
    const complete = current();
    rerender({ ...rated });
    expect(current()).toBe(complete);
  });

  it("renders the first page at once and later ones together, at most once per `renderEveryMs`", async () => {
    const { current } = await show();
    await load(["a"], "c2");
    expect(ids(current())).toEqual(["a"]);
    await load(["b"], "c3");
    await load(["c"], "c4");
    expect(ids(current())).toEqual(["a"]);
    expect(current().loadingPage).toBe(2);
    await pass(renderEveryMs + 1);
    expect(ids(current())).toEqual(["a", "b", "c"]);
    expect(current().loadingPage).toBe(4);
    await load(["d"], "c5");
    await load(["e"], null);
    expect(ids(current())).toEqual(["a", "b", "c", "d", "e"]);
    const complete = current();
    await pass(renderEveryMs + 1);
    expect(current()).toBe(complete);
  });

  it("continues over empty pages, and ends at a repeated cursor", async () => {
    const { current } = await show();
    await load([], "c2");
    await load(["b"], "c3");
    await load(["c"], "c2");
    expect(current()).toMatchObject({ phase: "complete", ended: "repeated-cursor" });
    await pass(60_000);
    expect(requests.filter(({ signal }) => !signal.aborted)).toHaveLength(3);
  });
});

test("leaving a list keeps the loaded pages and continues with them later", async () => {
  const { current, rerender } = await show();
  await load(["a"], "c2");
  const left = latestRequest();
  await then(() => rerender({ limit: 200 }));
  expect(left.signal.aborted).toBe(true);
  expect(current()).toMatchObject({ phase: "loading", rows: [] });

  await then(() => rerender(rated));
  expect(ids(current())).toEqual(["a"]);
  expect(latestRequest().cursor).toBe("c2");
  await load(["b"], null);
  expect(ids(current())).toEqual(["a", "b"]);
});

describe("a failed page", () => {
  it("hides no page that arrived before it, is named, and loads on retry", async () => {
    const { current } = await show();
    await load(["a"], "c2");
    await load(["b"], "c3");
    expect(ids(current())).toEqual(["a"]);
    await latestRequest().respond(failed(404));
    await pass(1);
    expect(current()).toMatchObject({ phase: "partial", failedPage: 3, error: { kind: "refused", page: 3 } });
    expect(ids(current())).toEqual(["a", "b"]);
    expect(requests).toHaveLength(3);

    await then(() => current().retry());
    expect(current()).toMatchObject({ error: undefined, failedPage: undefined, loadingPage: 3 });
    expect(latestRequest().cursor).toBe("c3");
    await load(["c"], null);
    expect(current()).toMatchObject({ phase: "complete", error: undefined });
    expect(ids(current())).toEqual(["a", "b", "c"]);
  });

  it("is not retried automatically if it would fail again, but when the list is shown again", async () => {
    const { current, unmount } = await show();
    await load(["a"], "c2");
    await latestRequest().respond(failed(502, { code: "upstream-unreadable" }));
    await pass(120_000);
    expect([requests.length, current().nextRetryAt]).toEqual([2, undefined]);
    unmount();
    const again = await show();
    expect(latestRequest().cursor).toBe("c2");
    expect(again.current()).toMatchObject({ phase: "partial", loadingPage: 2, error: undefined });
  });
});

describe("automatic retries", () => {
  it("wait longer each time, show when they are due, and stop after five", async () => {
    const { current } = await show();
    for (let retries = 0; retries < maxRetries; retries += 1) {
      await latestRequest().respond(failed(503));
      const waitMs = 1000 * 2 ** retries;
      const waiting = { phase: "failed", loadingPage: undefined, nextRetryAt: Date.now() + waitMs };
      expect(current()).toMatchObject({ ...waiting, error: { kind: "unavailable" } });
      await pass(waitMs - 1);
      expect(requests).toHaveLength(retries + 1);
      await pass(1);
      expect(requests).toHaveLength(retries + 2);
      expect(current()).toMatchObject({ phase: "failed", nextRetryAt: undefined, loadingPage: 1 });
    }
    await latestRequest().respond(failed(503));
    await pass(600_000);
    expect(requests).toHaveLength(maxRetries + 1);
    expect(current()).toMatchObject({ phase: "failed", nextRetryAt: undefined, loadingPage: undefined });
  });

  it("wait as long as Retry-After says, can be triggered at once and can be stopped", async () => {
    const { current } = await show();
    await latestRequest().respond(failed(429, {}, { "retry-after": "30" }));
    expect(current()).toMatchObject({ error: { kind: "rate-limited" }, nextRetryAt: Date.now() + 30_000 });
    await then(() => current().retry());
    expect(requests).toHaveLength(2);
    await latestRequest().respond(failed(503));
    act(() => current().stopRetrying());
    await pass(600_000);
    expect(requests).toHaveLength(2);
    expect(current()).toMatchObject({ phase: "failed", nextRetryAt: undefined });
    await then(() => current().retry());
    expect(requests).toHaveLength(3);
  });
});

describe("without a network", () => {
  it("pauses, and continues when the network returns", async () => {
    const { current } = await show();
    await load(["a"], "c2");
    onLine = false;
    act(() => void window.dispatchEvent(new Event("offline")));
    await latestRequest().respond(new TypeError("Failed to fetch"));
    expect(current()).toMatchObject({ phase: "partial", error: { kind: "offline" }, nextRetryAt: undefined });
    await pass(3_600_000);
    expect(requests).toHaveLength(2);
    onLine = true;
    await then(() => void window.dispatchEvent(new Event("online")));
    expect(latestRequest().cursor).toBe("c2");
    await load(["b"], null);
    expect(current()).toMatchObject({ phase: "complete", error: undefined });
  });

  it("retries an abandoned failure when the network or the user returns", async () => {
    const { current } = await show();
    await latestRequest().respond(failed(503));
    await then(() => current().stopRetrying());
    await then(() => void window.dispatchEvent(new Event("online")));
    expect(requests).toHaveLength(2);
    await latestRequest().respond(failed(503));
    await then(() => current().stopRetrying());
    await then(() => void document.dispatchEvent(new Event("visibilitychange")));
    expect(requests).toHaveLength(3);
  });
});

describe("a cursor refused midway", () => {
  it("starts over from page 1 and keeps the old rows until the new list is complete", async () => {
    const { current } = await show();
    await load(["a", "b"], "c2");
    await latestRequest().respond(refused());
    expect(latestRequest().cursor).toBeNull();
    const over = { phase: "partial", error: undefined, failedPage: undefined, refreshing: true };
    expect(current()).toMatchObject(over);
    await load(["b", "c"], "d2");
    expect(ids(current())).toEqual(["a", "b"]);
    await load(["d"], null);
    expect(current()).toMatchObject({ phase: "complete", ended: "null-cursor", refreshing: false });
    expect(ids(current())).toEqual(["b", "c", "d"]);
  });

  it("starts over at most twice", async () => {
    const { current } = await show();
    for (const cursor of ["c2", "d2", "e2"]) {
      await load(["a"], cursor);
      await latestRequest().respond(refused());
    }
    const sent = requests.length;
    await pass(600_000);
    expect(requests).toHaveLength(sent);
    expect(current()).toMatchObject({ phase: "partial", error: { kind: "refused", status: 400 } });
    expect(ids(current())).toEqual(["a"]);
  });
});

/** A complete list of three markets on two pages. */
async function completeList() {
  const view = await show();
  await load(["a", market("b", { depositApy: 0.1 })], "c2");
  await load(["c"], null);
  return view;
}

describe("a refresh", () => {
  it("loads in the background and swaps when complete, whatever the number of pages", async () => {
    const { current } = await completeList();
    const before = current();
    await then(() => current().refresh());
    expect(current()).toMatchObject({ refreshing: true, phase: "complete", loadingPage: 1 });
    await load(["a", "b"], "d2");
    await load(["c"], "d3");
    expect(current().rows).toBe(before.rows);
    await load(["e"], null);
    expect(current()).toMatchObject({ refreshing: false, phase: "complete", ended: "null-cursor" });
    expect(ids(current())).toEqual(["a", "b", "c", "e"]);
  });

  it("of a list that failed midway begins with the first page", async () => {
    const { current } = await show();
    await load(["a"], "c2");
    await latestRequest().respond(failed(404));
    await then(() => current().refresh());
    expect(latestRequest().cursor).toBeNull();
    expect(current()).toMatchObject({ phase: "partial", refreshing: true, loadingPage: 1 });
    await load(["a"], "d2");
    await pass(renderEveryMs + 1);
    expect(current()).toMatchObject({ phase: "partial", refreshing: true, loadingPage: 1 });
    await load(["z"], null);
    expect(current()).toMatchObject({ phase: "complete", refreshing: false });
    expect(ids(current())).toEqual(["a", "z"]);
  });

  it("keeps the rows of unchanged markets and reports a changed rate once", async () => {
    const { current } = await completeList();
    const [a, b, c] = current().rows;
    expect(current().changedIds.size).toBe(0);
    await then(() => current().refresh());
    await latestRequest().respond(
      page([market("a"), market("b", { depositApy: 0.12 }), market("c", { productName: "New name" })], null),
    );
    expect(current().rows[0]).toBe(a);
    expect(current().rows[1]).not.toBe(b);
    expect(current().rows[2]).not.toBe(c);
    expect([...current().changedIds]).toEqual(["b"]);

    await then(() => current().refresh());
    await load(["a", market("b", { depositApy: 0.12 }), "c"], null);
    expect(current().changedIds.size).toBe(0);
  });

  it("starts over after a refused cursor, and keeps stale rows after a failure until retry", async () => {
    const { current } = await completeList();
    const before = current();
    await then(() => current().refresh());
    await load(["z"], "d2");
    // The cursor is refused, so the refresh starts over.
    await latestRequest().respond(refused());
    expect(latestRequest().cursor).toBeNull();
    await latestRequest().respond(failed(401));
    const kept = { phase: "complete", stale: true, refreshing: false, failedPage: undefined };
    expect(current()).toMatchObject({ ...kept, error: { kind: "key-refused" } });
    expect(current().rows).toBe(before.rows);
    await then(() => current().retry());
    expect(latestRequest().cursor).toBeNull();
    await load(["z"], null);
    expect(current()).toMatchObject({ stale: false, error: undefined });
    expect(ids(current())).toEqual(["z"]);
  });

  it("runs after the interval, only while the page is visible", async () => {
    localStorage.removeItem("yieldboard.refresh");
    await completeList();
    await pass(refreshIntervalMs - 1);
    expect(requests).toHaveLength(2);
    visibility = "hidden";
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    await pass(2 * refreshIntervalMs);
    expect(requests).toHaveLength(2);
    visibility = "visible";
    await then(() => void document.dispatchEvent(new Event("visibilitychange")));
    expect(requests).toHaveLength(3);
    await load(["a"], null);
    await pass(refreshIntervalMs - 1);
    expect(requests).toHaveLength(3);
    await pass(1);
    expect(requests).toHaveLength(4);
  });
});

test("the next read counts from the last answer, however old its data, also for a hook that does not fetch", async () => {
  localStorage.removeItem("yieldboard.refresh");
  const { current } = await show();
  await load(["a"], null, { age: "7200", [staleHeader]: "1" });
  expect(current().refreshAt).toBe(Date.now() + refreshIntervalMs);
  const follower = renderHook(() => useMarkets(rated, false), { wrapper: queryWrapper(client) });
  expect(follower.result.current.refreshAt).toBe(current().refreshAt);
});

test("data is as old as its oldest page, and stale when any page came from a stale cache", async () => {
  const { current } = await show();
  await load(["a"], "c2", { age: "10", [staleHeader]: "1" });
  await load(["b"], null, { age: "300" });
  expect(current()).toMatchObject({ readAt: Date.now() - 300_000, phase: "complete", stale: true });
});

describe("a wider list", () => {
  const wide = [market("l"), market("y", { type: "yield" }), market("k", { provider: { id: "lulo" } })];
  const narrow: MarketsRequest = { types: ["lending"], providers: ["kamino"], limit: 200 };

  it("answers a narrower request until the exact list is complete, and has its peers while equally old", async () => {
    const { current, rerender } = await show();
    await load(wide, null);
    const { rows: all, peers } = current();
    expect(peers).toBe(all);
    await then(() => rerender(narrow));
    expect(current()).toMatchObject({ exact: false, phase: "complete", loadingPage: 1, ended: undefined });
    expect(ids(current())).toEqual(["l"]);
    expect(current().peers).toBe(all);
    await load(["l"], "c2");
    expect(ids(current())).toEqual(["l"]);
    await load(["l2"], null);
    expect(current()).toMatchObject({ exact: true, phase: "complete", ended: "null-cursor" });
    expect(ids(current())).toEqual(["l", "l2"]);
    expect(current().rows[0]).toBe(all[0]);
    expect(current().peers).toBe(all);
    vi.setSystemTime(Date.now() + 20 * 60_000);
    await then(() => current().refresh());
    await load(["l"], null);
    expect(current().peers).toBe(current().rows);
  });

  it("stays, marked stale, when the exact request fails", async () => {
    const { current, rerender } = await show();
    await load(wide, null);
    await then(() => rerender({ types: ["lending"], limit: 200 }));
    await latestRequest().respond(failed(401));
    const wider = { exact: false, phase: "complete", stale: true };
    expect(current()).toMatchObject({ ...wider, error: { kind: "key-refused" } });
    expect(ids(current())).toEqual(["l", "k"]);
  });

  it("answers only when it is complete and really wider", async () => {
    const { current, rerender } = await show(narrow);
    await load(["l"], null);
    const nothing = { exact: true, phase: "loading", rows: [] };
    await then(() => rerender(rated));
    expect(current()).toMatchObject(nothing);
    await load(["l"], "c2");
    await then(() => rerender({ types: ["yield"], limit: 200 }));
    expect(current()).toMatchObject(nothing);
  });
});

test("the cache holds the list shown, the last two, and the longest complete one", async () => {
  const { rerender } = await show();
  await load(["a"], "c2");
  await load(["b"], null);
  const narrow = ["p1", "p2", "p3", "p4", "p5"].map((id) => Object.assign({ providers: [id] }, rated));
  for (const request of narrow) {
    await pass(1000);
    await then(() => rerender(request));
    await load(["a"], null);
  }
  const isKept = [...narrow, rated].map(
    (request) => client.getQueryData(marketsQuery(request).queryKey) !== undefined,
  );
  expect(isKept).toEqual([false, false, true, true, true, true]);
});

test("a market is searched in the list, then in all types, then among finished predictions", async () => {
  // An id may contain a comma.
  const wanted = ["a,1", "b"];
  const view = renderHook(() => useFindMarkets([...wanted], rated), { wrapper: queryWrapper(client) });
  await pass(0);
  await load(["a,1"], null);
  expect(view.result.current).toMatchObject({ phase: "loading", isList: false });
  await load(["c"], null);
  expect(requests.map(({ url }) => url.search)).toEqual([
    "?type=lending,yield,loop&limit=200",
    "?limit=200",
    expect.stringContaining("?type=prediction&filters="),
  ]);
  await load([], null);
  expect(view.result.current.phase).toBe("partly");
  expect([...view.result.current.rows.keys()]).toEqual(["a,1"]);
});

test("a followed list sends no request and shows what another component loads", async () => {
  const follower = renderHook(() => useMarkets(rated, false), { wrapper: queryWrapper(client) });
  await pass(0);
  expect(requests).toHaveLength(0);
  const other = await show({ types: ["perpetual"], limit: 200 });
  expect(requests).toHaveLength(1);
  other.rerender(rated);
  await pass(0);
  await load(["a"], "c2");
  expect(ids(follower.result.current)).toEqual(["a"]);
  await load(["b"], null);
  expect(follower.result.current).toMatchObject({ phase: "complete", exact: true });
  expect(ids(follower.result.current)).toEqual(["a", "b"]);
});
