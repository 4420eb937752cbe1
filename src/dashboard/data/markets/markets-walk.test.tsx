import { act, cleanup, renderHook } from "@testing-library/react";
import { StrictMode, type ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { staleHeader } from "../../../contract/api-error.ts";
import type { MarketsRequest } from "../../../contract/markets-request.ts";
import { DashboardConfigContext } from "./configuration.ts";
import { readMarketsPage, requestMarketsPage, type ArrivedPage, type LoadedPage } from "./markets-client.ts";
import { beginWalk, useMarketsWalk, type MarketsWalk } from "./markets-walk.ts";
import { KeptWalks, KeptWalksContext } from "./walk/kept-walks.ts";
import { maximumPages, publishEveryMs } from "./walk/walk-pages.ts";
import { maximumRetries } from "./walk/walk-progress.ts";

const config = {
  source: { kind: "demo" as const, label: "Demo" },
  clientKey: "browser-key",
  interstitialUrl: "/action",
};
const rated: MarketsRequest = { types: ["lending", "yield", "loop"], limit: 200 };

/** A request that was sent and waits for the script to answer it. */
interface Asked {
  readonly url: URL;
  readonly cursor: string | null;
  readonly signal: AbortSignal;
  answer(response: Response | Error): Promise<void>;
}

let asked: Asked[] = [];
/** How many requests had been sent when each page was read. */
let askedWhenRead: number[] = [];
vi.mock(import("./markets-client.ts"), async (importOriginal) => {
  const original = await importOriginal();
  return {
    ...original,
    readMarketsPage: (arrived: ArrivedPage) => {
      askedWhenRead.push(asked.length);
      return original.readMarketsPage(arrived);
    },
  };
});
let walks: KeptWalks;
let onLine = true;
let visibility: DocumentVisibilityState = "visible";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  vi.spyOn(navigator, "onLine", "get").mockImplementation(() => onLine);
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
  vi.stubGlobal("fetch", (address: string, init: RequestInit) => {
    const { signal } = init;
    if (!signal) throw new Error("A request without a signal cannot be aborted.");
    return new Promise<Response>((resolve, reject) => {
      signal.addEventListener("abort", () => reject(new DOMException("Aborted", "AbortError")));
      const url = new URL(address, "http://localhost");
      asked.push({
        url,
        cursor: url.searchParams.get("cursor"),
        signal,
        answer: (response) =>
          act(async () => {
            if (response instanceof Error) reject(response);
            else resolve(response);
            await vi.advanceTimersByTimeAsync(0);
          }),
      });
    });
  });
  asked = [];
  askedWhenRead = [];
  onLine = true;
  visibility = "visible";
  walks = new KeptWalks();
  localStorage.clear();
  localStorage.setItem("yieldboard.refresh", "off");
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function wrapper({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <KeptWalksContext value={walks}>
      <DashboardConfigContext value={config}>{children}</DashboardConfigContext>
    </KeptWalksContext>
  );
}

async function walk(request: MarketsRequest = rated, strict = false) {
  const view = renderHook((props: MarketsRequest) => useMarketsWalk(props), {
    initialProps: request,
    wrapper: strict ? ({ children }) => <StrictMode>{wrapper({ children })}</StrictMode> : wrapper,
  });
  await pass(0);
  return { ...view, current: (): MarketsWalk => view.result.current };
}

/** Lets time pass, and everything that is due in it happen. */
function pass(ms: number): Promise<void> {
  return act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
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
  return Response.json(
    { statusCode: status, message: "No.", error: "Error", ...fields },
    { status, headers },
  );
}

function refused(): Response {
  return failed(400, { code: "cursor-refused" });
}

/** A page as the client gives it. */
async function fetchedPage(): Promise<LoadedPage> {
  const loaded = requestMarketsPage(config, rated, { page: 1 }).then(readMarketsPage);
  await latest().answer(page([], null));
  return loaded;
}

/** The request sent last, which no one has answered yet. */
function latest(): Asked {
  const last = asked.at(-1);
  if (last === undefined) throw new Error("Nothing was asked.");
  return last;
}

function ids(of: MarketsWalk): string[] {
  return of.rows.map((row) => row.id);
}

describe("the walk", () => {
  it("starts loading, shows rows from the first page on, and completes with the null cursor", async () => {
    const { current } = await walk();
    expect(current()).toMatchObject({
      phase: "loading",
      rows: [],
      loadingPage: 1,
      exact: true,
      ended: undefined,
    });
    expect(latest().url.search).toBe("?type=lending,yield,loop&limit=200");

    await latest().answer(page(["a", "b"], "c2"));
    expect(current()).toMatchObject({ phase: "partial", loadingPage: 2 });
    expect(ids(current())).toEqual(["a", "b"]);
    expect(latest().cursor).toBe("c2");

    await latest().answer(page(["c"], null));
    expect(current()).toMatchObject({
      phase: "complete",
      ended: "null-cursor",
      loadingPage: undefined,
      stale: false,
    });
    expect(ids(current())).toEqual(["a", "b", "c"]);
    expect(current().pages).toMatchObject([
      { page: 1, markets: 2 },
      { page: 2, markets: 1 },
    ]);
    expect(asked).toHaveLength(2);
  });

  it("asks for page n + 1 before page n is worked on, and only once", async () => {
    const { current } = await walk();
    await latest().answer(page(["a"], "c2"));
    await latest().answer(page(["b"], "c3"));
    await latest().answer(page(["c"], null));
    expect(askedWhenRead).toEqual([2, 3, 3]);
    expect(asked.map(({ cursor }) => cursor)).toEqual([null, "c2", "c3"]);
    expect(ids(current())).toEqual(["a", "b", "c"]);
  });

  it("shows the first page at once, those after it together in time, and all of them at the end", async () => {
    const { current } = await walk();
    await latest().answer(page(["a"], "c2"));
    expect(ids(current())).toEqual(["a"]);
    await latest().answer(page(["b"], "c3"));
    await latest().answer(page(["c"], "c4"));
    expect(ids(current())).toEqual(["a"]);
    expect(current().loadingPage).toBe(2);
    await pass(publishEveryMs + 1);
    expect(ids(current())).toEqual(["a", "b", "c"]);
    expect(current().loadingPage).toBe(4);
    await latest().answer(page(["d"], "c5"));
    await latest().answer(page(["e"], null));
    expect(ids(current())).toEqual(["a", "b", "c", "d", "e"]);
    const complete = current();
    await pass(publishEveryMs + 1);
    expect(current()).toBe(complete);
  });

  it("takes a page that arrived before it was asked for without asking again", async () => {
    const { current } = await walk();
    const first = latest();
    // Both answers are there before the view has rendered the first.
    vi.stubGlobal("fetch", async (address: string) => {
      asked.push({ ...first, url: new URL(address, "http://localhost") });
      return page(["b"], null);
    });
    await first.answer(page(["a"], "c2"));
    await pass(1);
    expect(current().phase).toBe("complete");
    expect(asked).toHaveLength(2);
  });

  it("rows keep the identity of their array until a page arrives, and rows of earlier pages theirs for ever", async () => {
    const { current, rerender } = await walk();
    await latest().answer(page(["a"], "c2"));
    const before = current();
    rerender(rated);
    expect(current().rows).toBe(before.rows);
    await latest().answer(page(["b"], null));
    expect(current().rows).not.toBe(before.rows);
    expect(current().rows[0]).toBe(before.rows[0]);
    const complete = current();
    rerender({ ...rated });
    expect(current()).toBe(complete);
  });

  it("keeps the first market of each id and counts the others, across pages and within one", async () => {
    const { current } = await walk();
    await latest().answer(
      page(["a", market("b", { depositApy: 0.1 }), market("b", { depositApy: 0.2 })], "c2"),
    );
    await latest().answer(page([market("a", { depositApy: 0.9 }), "c"], null));
    expect(ids(current())).toEqual(["a", "b", "c"]);
    expect(current().rows.map((row) => row.depositApy)).toEqual([0.05, 0.1, 0.05]);
    expect(current().duplicates).toBe(2);
  });

  it("goes on over empty pages and counts what could not be read, with its page", async () => {
    const { current } = await walk();
    await latest().answer(page([], "c2"));
    await latest().answer(page([{ id: "x" }, "a"], null));
    // What judges the odd one is loaded for it.
    await vi.waitFor(
      async () => {
        await pass(0);
        expect(ids(current())).toEqual(["a"]);
      },
      { timeout: 20_000 },
    );
    expect(current().rejected).toMatchObject([{ page: 2, index: 0, id: "x", path: "type" }]);
  });

  it("stops at a cursor that it has seen, whether the last one or an earlier one", async () => {
    const { current } = await walk();
    await latest().answer(page(["a"], "c2"));
    await latest().answer(page(["b"], "c3"));
    await latest().answer(page(["c"], "c2"));
    expect(current()).toMatchObject({ phase: "complete", ended: "repeated-cursor" });
    await pass(60_000);
    expect(asked.filter(({ signal }) => !signal.aborted)).toHaveLength(3);

    const other = await walk({ limit: 200 });
    await latest().answer(page(["a"], "same"));
    await latest().answer(page(["b"], "same"));
    expect(other.current()).toMatchObject({ phase: "complete", ended: "repeated-cursor" });
    expect(ids(other.current())).toEqual(["a", "b"]);
  });

  it("stops at the bound on pages", async () => {
    const template = await fetchedPage();
    const pages = Array.from({ length: maximumPages - 1 }, (_, index) => ({
      ...template,
      page: index + 1,
      rows: [],
      cursor: `after ${index + 1}`,
      changedIds: [],
    }));
    walks.of(rated).put({ pages, loadingPage: maximumPages, behind: false });
    const { current } = await walk();
    expect(current()).toMatchObject({ phase: "partial", loadingPage: maximumPages });
    expect(latest().cursor).toBe(`after ${maximumPages - 1}`);
    const sent = asked.length;
    await latest().answer(page(["a"], `after ${maximumPages}`));
    expect(current()).toMatchObject({ phase: "complete", ended: "bound" });
    await pass(60_000);
    expect(asked).toHaveLength(sent);
  });

  it("works under StrictMode, where every effect runs twice", async () => {
    const { current } = await walk(rated, true);
    await latest().answer(page(["a"], "c2"));
    await latest().answer(page(["b"], null));
    expect(current().phase).toBe("complete");
    expect(ids(current())).toEqual(["a", "b"]);
    expect(current().duplicates).toBe(0);
  });
});

describe("a walk begun before anything shows it", () => {
  it("resolves with its first page and goes on; whoever shows it asks nothing again", async () => {
    const begun = vi.fn();
    void beginWalk(config, rated, walks).then(begun);
    await pass(0);
    expect(begun).not.toHaveBeenCalled();
    await latest().answer(page(["a"], "c2"));
    expect(begun).toHaveBeenCalledTimes(1);
    expect(latest().cursor).toBe("c2");
    const { current } = await walk();
    expect(ids(current())).toEqual(["a"]);
    await latest().answer(page(["b"], null));
    expect(ids(current())).toEqual(["a", "b"]);
    expect(asked).toHaveLength(2);
  });

  it("reads no further page while the first drawing is under way, and all once a view shows it", async () => {
    void beginWalk(config, rated, walks);
    await latest().answer(page(["a"], "c2"));
    walks.holdUntilShown();
    await latest().answer(page(["b"], null));
    expect(askedWhenRead).toHaveLength(1);
    const { current } = await walk();
    expect(askedWhenRead).toHaveLength(2);
    expect(ids(current())).toEqual(["a", "b"]);
  });

  it("resolves when it cannot begin, which is shown and not asked again until it is wanted", async () => {
    const begun = vi.fn();
    void beginWalk(config, rated, walks).then(begun);
    await pass(0);
    await latest().answer(failed(401));
    expect(begun).toHaveBeenCalledTimes(1);
    const { current, unmount } = await walk();
    expect(current()).toMatchObject({ phase: "failed", error: { kind: "key-refused" } });
    expect(asked).toHaveLength(1);
    unmount();
    await walk();
    expect(asked).toHaveLength(2);
  });
});

describe("leaving", () => {
  it("one of two views lets the walk go on", async () => {
    const one = await walk();
    const { current } = await walk();
    one.unmount();
    expect(latest().signal.aborted).toBe(false);
    await latest().answer(page(["a"], null));
    expect(ids(current())).toEqual(["a"]);
    expect(asked).toHaveLength(1);
  });

  it("aborts the page on its way when the view goes", async () => {
    const { unmount } = await walk();
    const { signal } = latest();
    unmount();
    expect(signal.aborted).toBe(true);
  });

  it("aborts the page asked for ahead when the view goes", async () => {
    const { unmount } = await walk();
    await latest().answer(page(["a"], "c2"));
    const { signal, cursor } = latest();
    unmount();
    expect(cursor).toBe("c2");
    expect(signal.aborted).toBe(true);
  });

  it("aborts the walk of the request before, and goes on half way when that is asked for again", async () => {
    const { current, rerender } = await walk();
    await latest().answer(page(["a"], "c2"));
    const left = latest();
    rerender({ limit: 200 });
    await pass(0);
    expect(left.signal.aborted).toBe(true);
    expect(current()).toMatchObject({ phase: "loading", rows: [] });

    rerender(rated);
    await pass(0);
    expect(ids(current())).toEqual(["a"]);
    expect(latest().cursor).toBe("c2");
    await latest().answer(page(["b"], null));
    expect(ids(current())).toEqual(["a", "b"]);
  });

  it("two views of one request share one walk, which lives until the last leaves", async () => {
    const one = await walk();
    const other = await walk();
    expect(asked).toHaveLength(1);
    one.unmount();
    expect(latest().signal.aborted).toBe(false);
    await latest().answer(page(["a"], null));
    expect(other.current().phase).toBe("complete");
  });
});

describe("a failed page", () => {
  it("keeps what is there, says what is missing, and loads that page on retry", async () => {
    const { current } = await walk();
    await latest().answer(page(["a"], "c2"));
    await latest().answer(failed(404));
    expect(current()).toMatchObject({ phase: "partial", failedPage: 2, error: { kind: "refused", page: 2 } });
    expect(ids(current())).toEqual(["a"]);
    expect(asked).toHaveLength(2);

    act(() => current().retry());
    await pass(0);
    expect(current()).toMatchObject({ error: undefined, failedPage: undefined, loadingPage: 2 });
    expect(latest().cursor).toBe("c2");
    await latest().answer(page(["b"], null));
    expect(current()).toMatchObject({ phase: "complete", error: undefined });
    expect(ids(current())).toEqual(["a", "b"]);
  });

  it("shows every page before it, however short ago they came", async () => {
    const { current } = await walk();
    await latest().answer(page(["a"], "c2"));
    await latest().answer(page(["b"], "c3"));
    expect(ids(current())).toEqual(["a"]);
    await latest().answer(failed(404));
    expect(ids(current())).toEqual(["a", "b"]);
    expect(current()).toMatchObject({ phase: "partial", failedPage: 3 });
  });

  it("is asked for again when a walk that was left with it is shown again", async () => {
    const { unmount } = await walk();
    await latest().answer(page(["a"], "c2"));
    await latest().answer(failed(404));
    unmount();
    const { current } = await walk();
    expect(latest().cursor).toBe("c2");
    expect(current()).toMatchObject({ phase: "partial", loadingPage: 2, error: undefined });
    await latest().answer(page(["b"], null));
    expect(ids(current())).toEqual(["a", "b"]);
  });

  it("is a failure of the walk when nothing is loaded", async () => {
    const { current } = await walk();
    await latest().answer(failed(401));
    expect(current()).toMatchObject({
      phase: "failed",
      failedPage: 1,
      error: { kind: "key-refused" },
      rows: [],
    });
    act(() => current().retry());
    await pass(0);
    await latest().answer(page(["a"], null));
    expect(current().phase).toBe("complete");
  });

  it.each([
    [401, {}],
    [502, { code: "upstream-key-refused" }],
    [502, { code: "upstream-unreadable" }],
    [404, {}],
  ])("is not tried again by itself after %s %o, which would fail alike", async (status, fields) => {
    const { current } = await walk();
    await latest().answer(failed(status, fields));
    await pass(120_000);
    expect(asked).toHaveLength(1);
    expect(current().nextRetryAt).toBeUndefined();
  });
});

describe("automatic retries", () => {
  it("come after growing waits that are shown, at most five, and then it is for the visitor", async () => {
    const { current } = await walk();
    for (let retries = 0; retries < maximumRetries; retries += 1) {
      await latest().answer(failed(503));
      const waitMs = 1000 * 2 ** retries;
      expect(current()).toMatchObject({
        phase: "failed",
        error: { kind: "unavailable" },
        nextRetryAt: Date.now() + waitMs,
        loadingPage: undefined,
      });
      await pass(waitMs - 1);
      expect(asked).toHaveLength(retries + 1);
      await pass(1);
      expect(asked).toHaveLength(retries + 2);
      expect(current()).toMatchObject({ phase: "failed", nextRetryAt: undefined, loadingPage: 1 });
    }
    await latest().answer(failed(503));
    await pass(600_000);
    expect(asked).toHaveLength(maximumRetries + 1);
    expect(current()).toMatchObject({ phase: "failed", nextRetryAt: undefined, loadingPage: undefined });
  });

  it("the error goes when the page is in", async () => {
    const { current } = await walk();
    await latest().answer(page(["a"], "c2"));
    await latest().answer(failed(503));
    expect(current()).toMatchObject({ phase: "partial", failedPage: 2 });
    await pass(1000);
    expect(latest().cursor).toBe("c2");
    await latest().answer(page(["b"], null));
    expect(current()).toMatchObject({ phase: "complete", error: undefined, failedPage: undefined });
  });

  it("wait as long as Retry-After says", async () => {
    const { current } = await walk();
    await latest().answer(failed(429, {}, { "retry-after": "30" }));
    expect(current()).toMatchObject({ error: { kind: "rate-limited" }, nextRetryAt: Date.now() + 30_000 });
    await pass(29_999);
    expect(asked).toHaveLength(1);
    await pass(1);
    expect(asked).toHaveLength(2);
  });

  it("follow a timeout of 20 seconds", async () => {
    const { current } = await walk();
    await pass(20_000);
    expect(current()).toMatchObject({ error: { kind: "timeout" } });
    await pass(1000);
    expect(asked).toHaveLength(2);
  });

  it("can be hurried and can be stopped", async () => {
    const { current } = await walk();
    await latest().answer(failed(503));
    act(() => current().retry());
    await pass(0);
    expect(asked).toHaveLength(2);
    await latest().answer(failed(503));
    act(() => current().stopRetrying());
    await pass(600_000);
    expect(asked).toHaveLength(2);
    expect(current()).toMatchObject({
      phase: "failed",
      nextRetryAt: undefined,
      error: { kind: "unavailable" },
    });
    act(() => current().retry());
    await pass(0);
    expect(asked).toHaveLength(3);
  });

  it("end when the view goes", async () => {
    const { unmount } = await walk();
    await latest().answer(failed(503));
    unmount();
    await pass(600_000);
    expect(asked).toHaveLength(1);
  });
});

describe("without a network", () => {
  it("waits, without counting attempts, and goes on by itself when it is back", async () => {
    const { current } = await walk();
    await latest().answer(page(["a"], "c2"));
    onLine = false;
    await latest().answer(new TypeError("Failed to fetch"));
    expect(current()).toMatchObject({ phase: "partial", error: { kind: "offline" }, nextRetryAt: undefined });
    await pass(3_600_000);
    expect(asked).toHaveLength(2);
    onLine = true;
    act(() => void window.dispatchEvent(new Event("online")));
    await pass(0);
    expect(latest().cursor).toBe("c2");
    await latest().answer(page(["b"], null));
    expect(current()).toMatchObject({ phase: "complete", error: undefined });
  });

  it("the network's return also ends the wait after a failure", async () => {
    await walk();
    await latest().answer(failed(429, {}, { "retry-after": "600" }));
    act(() => void window.dispatchEvent(new Event("online")));
    await pass(0);
    expect(asked).toHaveLength(2);
  });

  it("and a failure that was given up is tried again then, or when the visitor comes back", async () => {
    const { current } = await walk();
    await latest().answer(failed(503));
    act(() => current().stopRetrying());
    await pass(0);
    act(() => void window.dispatchEvent(new Event("online")));
    await pass(0);
    expect(asked).toHaveLength(2);
    await latest().answer(failed(503));
    act(() => current().stopRetrying());
    await pass(0);
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    await pass(0);
    expect(asked).toHaveLength(3);
  });
});

describe("a cursor refused half way", () => {
  it("begins the walk again from page 1 and keeps the old rows until the new walk is complete", async () => {
    const { current } = await walk();
    await latest().answer(page(["a", "b"], "c2"));
    await latest().answer(refused());
    expect(latest().cursor).toBeNull();
    expect(current()).toMatchObject({
      phase: "partial",
      error: undefined,
      failedPage: undefined,
      refreshing: true,
    });
    expect(ids(current())).toEqual(["a", "b"]);
    await latest().answer(page(["b", "c"], "d2"));
    expect(ids(current())).toEqual(["a", "b"]);
    await latest().answer(page(["d"], null));
    expect(current()).toMatchObject({ phase: "complete", ended: "null-cursor", refreshing: false });
    expect(ids(current())).toEqual(["b", "c", "d"]);
  });

  it("twice at most: a source that refuses every cursor is not asked for ever", async () => {
    const { current } = await walk();
    await latest().answer(page(["a"], "c2"));
    await latest().answer(refused());
    await latest().answer(page(["a"], "d2"));
    await latest().answer(refused());
    await latest().answer(page(["a"], "e2"));
    await latest().answer(refused());
    const sent = asked.length;
    await pass(600_000);
    expect(asked).toHaveLength(sent);
    expect(current()).toMatchObject({ phase: "partial", error: { kind: "refused", status: 400 } });
    expect(ids(current())).toEqual(["a"]);
  });

  it("a 400 to the first page is a fault of the request and is not tried again", async () => {
    const { current } = await walk();
    await latest().answer(failed(400));
    expect(asked).toHaveLength(1);
    expect(current()).toMatchObject({ phase: "failed", error: { kind: "refused" } });
  });
});

/** A complete walk of three markets on two pages. */
async function completeWalk() {
  const view = await walk();
  await latest().answer(page(["a", market("b", { depositApy: 0.1 })], "c2"));
  await latest().answer(page(["c"], null));
  return view;
}

describe("a refresh", () => {
  it("walks anew behind what is shown and swaps when complete, however many pages there are now", async () => {
    const { current } = await completeWalk();
    const before = current();
    act(() => current().refresh());
    await pass(0);
    expect(current()).toMatchObject({ refreshing: true, phase: "complete", loadingPage: 1 });
    await latest().answer(page(["a", "b"], "d2"));
    await latest().answer(page(["c"], "d3"));
    expect(current().rows).toBe(before.rows);
    await latest().answer(page(["e"], null));
    expect(current()).toMatchObject({ refreshing: false, phase: "complete", ended: "null-cursor" });
    expect(ids(current())).toEqual(["a", "b", "c", "e"]);
  });

  it("of a walk that failed half way begins with its first page", async () => {
    const { current } = await walk();
    await latest().answer(page(["a"], "c2"));
    await latest().answer(failed(404));
    act(() => current().refresh());
    await pass(0);
    expect(latest().cursor).toBeNull();
    expect(current()).toMatchObject({ phase: "partial", refreshing: true, loadingPage: 1 });
    await latest().answer(page(["a"], "d2"));
    await pass(publishEveryMs + 1);
    expect(current()).toMatchObject({ phase: "partial", refreshing: true, loadingPage: 2 });
    await latest().answer(page(["z"], null));
    expect(current()).toMatchObject({ phase: "complete", refreshing: false });
    expect(ids(current())).toEqual(["a", "z"]);
  });

  it("unchanged markets keep their row; a changed rate is named, once", async () => {
    const { current } = await completeWalk();
    const [a, b, c] = current().rows;
    expect(current().changedIds.size).toBe(0);
    act(() => current().refresh());
    await pass(0);
    await latest().answer(
      page([market("a"), market("b", { depositApy: 0.12 }), market("c", { productName: "New name" })], null),
    );
    expect(current().rows[0]).toBe(a);
    expect(current().rows[1]).not.toBe(b);
    expect(current().rows[2]).not.toBe(c);
    expect([...current().changedIds]).toEqual(["b"]);

    act(() => current().refresh());
    await pass(0);
    await latest().answer(page(["a", market("b", { depositApy: 0.12 }), "c"], null));
    expect(current().changedIds.size).toBe(0);
  });

  it("that fails keeps the rows, which are stale then; retry walks anew", async () => {
    const { current } = await completeWalk();
    const before = current();
    act(() => current().refresh());
    await pass(0);
    await latest().answer(page(["z"], "d2"));
    await latest().answer(failed(401));
    expect(current()).toMatchObject({
      phase: "complete",
      stale: true,
      refreshing: false,
      failedPage: undefined,
      error: { kind: "key-refused" },
    });
    expect(current().rows).toBe(before.rows);
    act(() => current().retry());
    await pass(0);
    expect(latest().cursor).toBeNull();
    await latest().answer(page(["z"], null));
    expect(current()).toMatchObject({ stale: false, error: undefined });
    expect(ids(current())).toEqual(["z"]);
  });

  it("begins again when its cursor is refused half way", async () => {
    const { current } = await completeWalk();
    act(() => current().refresh());
    await pass(0);
    await latest().answer(page(["z"], "d2"));
    await latest().answer(failed(400, { code: "cursor-refused" }));
    expect(latest().cursor).toBeNull();
    await latest().answer(page(["y"], null));
    expect(ids(current())).toEqual(["y"]);
    expect(current().error).toBeUndefined();
  });

  it("does nothing while pages are on their way", async () => {
    const { current } = await walk();
    act(() => current().refresh());
    await pass(0);
    expect(asked).toHaveLength(1);
  });

  it("is aborted when the view goes, and what was shown is kept", async () => {
    const { current, unmount } = await completeWalk();
    act(() => current().refresh());
    await pass(0);
    const { signal } = latest();
    unmount();
    expect(signal.aborted).toBe(true);
    await pass(0);
    const again = await walk();
    expect(ids(again.current())).toEqual(["a", "b", "c"]);
    expect(again.current().phase).toBe("complete");
  });

  it("comes by itself after the chosen time, only while the page is visible", async () => {
    localStorage.setItem("yieldboard.refresh", "60000");
    await completeWalk();
    await pass(59_999);
    expect(asked).toHaveLength(2);
    visibility = "hidden";
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    await pass(300_000);
    expect(asked).toHaveLength(2);
    visibility = "visible";
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    await pass(0);
    expect(asked).toHaveLength(3);
    await latest().answer(page(["a"], null));
    await pass(59_999);
    expect(asked).toHaveLength(3);
    await pass(1);
    expect(asked).toHaveLength(4);
  });
});

describe("the age of the data", () => {
  it("is that of the oldest page, less the age the service told", async () => {
    vi.setSystemTime(1_000_000_000_000);
    const { current } = await walk();
    await latest().answer(page(["a"], "c2", { age: "10" }));
    await latest().answer(page(["b"], null, { age: "300" }));
    expect(current().readAt).toBe(1_000_000_000_000 - 300_000);
  });

  it("is stale when the service sent kept data for any page", async () => {
    const { current } = await walk();
    await latest().answer(page(["a"], "c2", { [staleHeader]: "1" }));
    await latest().answer(page(["b"], null));
    expect(current()).toMatchObject({ phase: "complete", stale: true, error: undefined });
  });
});

describe("standing in", () => {
  const wide = [market("l"), market("y", { type: "yield" }), market("k", { provider: { id: "lulo" } })];

  it("a wider complete list answers a narrower request at once, until the exact answer is in", async () => {
    const { current, rerender } = await walk();
    await latest().answer(page(wide, null));
    const old = current().rows;
    rerender({ types: ["lending"], providers: ["kamino"], limit: 200 });
    await pass(0);
    expect(current()).toMatchObject({ exact: false, phase: "complete", loadingPage: 1, ended: undefined });
    expect(ids(current())).toEqual(["l"]);
    await latest().answer(page(["l"], "c2"));
    expect(ids(current())).toEqual(["l"]);
    await latest().answer(page(["l2"], null));
    expect(current()).toMatchObject({ exact: true, phase: "complete", ended: "null-cursor" });
    expect(ids(current())).toEqual(["l", "l2"]);
    expect(current().rows[0]).toBe(old[0]);
  });

  it("a wider list read at about the same time stays the peers of a narrower one, an older one does not", async () => {
    const { current, rerender } = await walk();
    await latest().answer(page(wide, null));
    expect(current().peers).toBe(current().rows);
    const all = current().rows;
    rerender({ types: ["lending"], providers: ["kamino"], limit: 200 });
    await pass(0);
    expect(current().peers).toBe(all);
    await latest().answer(page(["l"], null));
    expect(ids(current())).toEqual(["l"]);
    expect(current().peers).toBe(all);
    vi.setSystemTime(Date.now() + 20 * 60_000);
    current().refresh();
    await pass(0);
    await latest().answer(page(["l"], null));
    expect(current().peers).toBe(current().rows);
  });

  it("stays when the exact request fails, and is stale then", async () => {
    const { current, rerender } = await walk();
    await latest().answer(page(wide, null));
    rerender({ types: ["lending"], limit: 200 });
    await pass(0);
    await latest().answer(failed(401));
    expect(current()).toMatchObject({
      exact: false,
      phase: "complete",
      stale: true,
      error: { kind: "key-refused" },
    });
    expect(ids(current())).toEqual(["l", "k"]);
  });

  it("a narrower or a half-loaded list does not answer", async () => {
    const { current, rerender } = await walk({ types: ["lending"], limit: 200 });
    await latest().answer(page(["l"], null));
    rerender(rated);
    await pass(0);
    expect(current()).toMatchObject({ exact: true, phase: "loading", rows: [] });
    await latest().answer(page(["l"], "c2"));
    rerender({ types: ["yield"], limit: 200 });
    await pass(0);
    expect(current()).toMatchObject({ exact: true, phase: "loading", rows: [] });
  });
});

describe("memory", () => {
  it("keeps the walk shown, the last two, and the longest complete one, which can stand in", async () => {
    const { rerender } = await walk();
    await latest().answer(page(["a"], "c2"));
    await latest().answer(page(["b"], null));
    for (const provider of ["p1", "p2", "p3", "p4", "p5"]) {
      await pass(1000);
      rerender({ ...rated, providers: [provider] });
      await pass(0);
      await latest().answer(page(["a"], null));
    }
    const kept = ["p1", "p2", "p3", "p4", "p5"].filter(
      (provider) => walks.of({ ...rated, providers: [provider] }).snapshot().data !== undefined,
    );
    expect(kept).toEqual(["p3", "p4", "p5"]);
    expect(walks.of(rated).snapshot().data).toBeDefined();
  });
});
