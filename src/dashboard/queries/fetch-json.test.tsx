import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DashboardConfig } from "../../contract/dashboard-config.ts";
import { setAsideHeader } from "../../contract/problems.ts";
import { writeMarketsRequest } from "../../contract/markets-request.ts";
import { applyConfig, fetchDashboardConfig, LoadError, requestJson } from "./fetch-json.ts";
import { moment } from "../../../tests/fixtures/quantities.ts";
import { freezeClock, noteServiceDate } from "../data/clock.ts";
import { readPage } from "./markets/fetch-pages.ts";

const lending = { id: "a", type: "lending", provider: { id: "kamino" } };

let respond: (url: string, init: RequestInit) => Promise<Response> | Response;

beforeEach(() => {
  applyConfig(configOf("browser-key"));
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => Promise.resolve(respond(url, init)));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
  noteServiceDate(new Date().toUTCString());
});

function page(options: { readonly signal?: AbortSignal } = {}) {
  const request = { types: ["lending"], limit: 200, cursor: "c1" } as const;
  return requestJson(`/v0/markets?${writeMarketsRequest(request)}`, { page: 2, ...options }).then((body) =>
    readPage(2, body, new Map()),
  );
}

async function failure(of: Promise<unknown> = page()): Promise<LoadError> {
  const error = await of.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof LoadError)) throw new Error(`Not a LoadError: ${String(error)}`);
  return error;
}

const refusal = (status: number, code?: string): Response =>
  Response.json({ statusCode: status, message: "Said by the service.", error: "Error", code }, { status });
const configOf = (clientKey: string): DashboardConfig => ({
  source: { kind: "demo", label: "Demo" },
  clientKey,
  interstitialUrl: "/action",
});
it("rows are read by the service's clock or a demo's frozen one, and the page ages by the browser's", async () => {
  vi.useFakeTimers({ now: moment("2019-03-04T05:06:07Z") });
  const headers = { date: "Fri, 02 Oct 2026 12:00:00 GMT", age: "30" };
  respond = () => Response.json({ markets: [lending], cursor: null }, { headers });
  const readAt = moment("2019-03-04T05:05:37Z");
  expect(await page()).toMatchObject({ readAt, rows: [{ readAt: moment("2026-10-02T11:59:30Z") }] });
  freezeClock("2027-02-11T23:40:00.000Z");
  expect(await page()).toMatchObject({ readAt, rows: [{ readAt: moment("2027-02-11T23:40:00Z") }] });
});

describe("a key that the service changed after the page opened", () => {
  let asked = 0;
  /** The responses of a service that accepts only one key. */
  const taking =
    (taken: string, given = taken) =>
    (url: string, init: RequestInit) => {
      if (url.endsWith("/dashboard")) {
        asked += 1;
        return Response.json(configOf(given));
      }
      const isTaken = new Headers(init.headers).get("x-service-client-key") === taken;
      return isTaken ? Response.json({ markets: [lending], cursor: null }) : refusal(401, "key-refused");
    };
  beforeEach(() => (asked = 0));

  it("is requested again once for all pages, and kept", async () => {
    respond = taking("key-2");
    await Promise.all([page(), page(), page()]);
    await page();
    expect(asked).toBe(1);
    respond = taking("key-3");
    await page();
    expect(asked).toBe(2);
  });

  it("fails when the new key is refused too, without requesting forever", async () => {
    respond = taking("key-5", "key-4");
    expect((await failure()).kind).toBe("key-refused");
    expect(asked).toBe(1);
  });

  it("is not requested when the upstream refused the service's own key", async () => {
    respond = (url) => {
      expect(url).not.toContain("/dashboard");
      return refusal(502, "upstream-key-refused");
    };
    expect((await failure()).kind).toBe("key-refused");
  });
});

const start = (body: ReadableStreamDefaultController): void => body.error(new TypeError("broken off"));

describe("a page of markets", () => {
  it("uses the contract's codec and the key header, and returns rows with their page", async () => {
    let asked: readonly [string, HeadersInit | undefined] | undefined;
    respond = (url, init) => {
      asked = [url, init.headers];
      return Response.json({ markets: [lending], cursor: "c2" });
    };
    expect(await page()).toMatchObject({
      page: 2,
      cursor: "c2",
      stale: false,
      rejected: [],
      rows: [{ id: "a", page: 2 }],
    });
    expect(asked).toEqual([
      "/api/v0/markets?type=lending&cursor=c1&limit=200",
      { accept: "application/json", "x-service-client-key": "browser-key" },
    ]);
  });

  it.each([
    ["90", 910_000],
    ["-5", 1_000_000],
    ["soon", 1_000_000],
  ])("with an age of %s was read at %d, like its rows", async (age, readAt) => {
    vi.spyOn(Date, "now").mockReturnValue(1_000_000);
    respond = () => Response.json({ markets: [lending], cursor: null }, { headers: { age } });
    expect(await page()).toMatchObject({ readAt, rows: [{ readAt }] });
  });

  it("combines the markets set aside by the service with those unreadable here", async () => {
    respond = () =>
      Response.json(
        { markets: [{ ...lending, depositApy: "5 %" }, lending], cursor: null },
        { headers: { [setAsideHeader]: "1" } },
      );
    const { rows, rejected } = await page();
    expect(rows).toHaveLength(1);
    expect(rejected).toEqual([
      { index: -1, id: undefined, path: "", reason: "was set aside by the service", page: 2 },
      { index: 0, id: "a", path: "depositApy", reason: 'is the text "5 %", not a number', page: 2 },
    ]);
  });

  it("fails by the code the service sent, else by the status, with its message or one of our own", async () => {
    const message = "Said by the service.";
    respond = () => refusal(503, "rate-limited");
    expect(await failure()).toMatchObject({ kind: "rate-limited", status: 503, page: 2, message });
    respond = () => refusal(502, "a-new-code");
    expect(await failure()).toMatchObject({ kind: "unavailable", code: "a-new-code", message });
    respond = () => Response.json({ message: "x".repeat(999) }, { status: 401 });
    expect(await failure()).toMatchObject({ kind: "key-refused", message: "x".repeat(300) });
    respond = () => new Response("<html>gateway</html>", { status: 502 });
    expect((await failure()).message).toBe("The service failed with status 502.");
  });

  it.each([
    ["7", 7_000],
    ["0", 0],
    ["Thu, 01 Jan 1970 00:00:09 GMT", 4_000],
    ["Thu, 01 Jan 1970 00:00:01 GMT", 0],
    ["999999999", 3_600_000],
    ["soon", undefined],
  ])("reads Retry-After %s as %s ms", async (text, retryAfterMs) => {
    vi.spyOn(Date, "now").mockReturnValue(5_000);
    respond = () => new Response(null, { status: 429, headers: { "retry-after": text } });
    expect(await failure()).toMatchObject({ kind: "rate-limited", retryAfterMs });
  });

  it.each([
    ["text/html", "<!doctype html><title>Sign in</title>", /begins with "<!doctype html>/],
    ["application/json", '{"markets":[', /not JSON/],
    ["application/json", "", /empty/],
    ["application/json", '{"items":[]}', /markets is missing/],
  ])(
    "a 200 of %s holding %s is unreadable, with type, size and first fault in the report",
    async (type, body, fault) => {
      respond = () => new Response(body, { headers: { "content-type": type } });
      const error = await failure();
      expect(error.kind).toBe("unreadable");
      expect(error.detail).toMatch(fault);
      expect(error.detail).toContain(`(${type}, ${body.length} characters)`);
    },
  );

  it("a connection or body that breaks off is offline without a network, unavailable with one", async () => {
    respond = () => Promise.reject(new TypeError("Failed to fetch"));
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    expect((await failure()).kind).toBe("offline");
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
    expect((await failure()).kind).toBe("unavailable");
    respond = () => new Response(new ReadableStream({ start }));
    expect((await failure()).kind).toBe("unavailable");
  });

  it("times out after 20 seconds and aborts the request", async () => {
    const timeout = new AbortController();
    const timedOut = vi.spyOn(AbortSignal, "timeout").mockReturnValue(timeout.signal);
    let signal: AbortSignal | null | undefined;
    respond = (_url, init) => {
      signal = init.signal;
      return hanging(init.signal);
    };
    const failed = failure();
    timeout.abort();
    expect(timedOut).toHaveBeenCalledWith(20_000);
    const message = "The service did not answer within 20 seconds.";
    expect(await failed).toMatchObject({ kind: "timeout", message });
    expect(signal?.aborted).toBe(true);
  });

  it("rejects with the signal's reason when aborted, which is not a failure", async () => {
    const controller = new AbortController();
    respond = (_url, init) => hanging(init.signal);
    const pending = page({ signal: controller.signal });
    controller.abort(new Error("left"));
    await expect(pending).rejects.toThrow("left");
    await expect(page({ signal: controller.signal })).rejects.toThrow("left");
  });
});

it("the dashboard's configuration is requested without a key, and another shape is unreadable", async () => {
  respond = (url, init) => {
    expect([url, init.headers]).toEqual(["/api/dashboard", { accept: "application/json" }]);
    return Response.json(configOf("k"));
  };
  expect(await fetchDashboardConfig()).toEqual(configOf("k"));
  respond = () => Response.json({ source: "demo" });
  expect(await failure(fetchDashboardConfig())).toMatchObject({ kind: "unreadable", page: 0 });
});

function hanging(signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(new DOMException("Aborted", "AbortError")));
  });
}
