// What a caller gets for every way an upstream can fail, as in docs/faults.md, and what a healthy one is sent.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { askApp, createGateway, lendingMarket, lendingPage, upstreamKey, type Gateway } from "./gateway.ts";
import {
  dripBody,
  holdBody,
  holdFirstByte,
  resetAtOnce,
  resetMidBody,
  resetMidGzip,
  sendBomb,
  sendHuge,
  sendJson,
  sendRepeated,
  sendStatus,
  sendText,
  startHostileUpstream,
  upstreamWords,
  type Behaviour,
  type HostileUpstream,
} from "../fixtures/hostile-upstream.ts";

let upstream: HostileUpstream;
let gateway: Gateway;

beforeEach(async () => {
  upstream = await startHostileUpstream();
  gateway = createGateway(upstream.baseUrl);
});

afterEach(async () => {
  await gateway.close();
  await upstream.stop();
});

/** For upstreams that hang: short enough for a test. */
const impatient = { attemptTimeoutMs: 300, totalTimeoutMs: 700 } as const;
/** A busy machine may recover slowly, and its speed is not tested here. */
const patiently = { timeout: 20_000, interval: 30 } as const;

const json = { "content-type": "application/json" };
const small = 2_000_000;
const large = 8_000_000;
const markets = '{"cursor":null,"markets":[';
const openMarket = `${markets}{"id":"a","type":"lending","provider":{"id":"p"},"additionalData":[`;
const closeMarket = "]}]}";
const smallMarket = '{"id":"a","type":"x","provider":{"id":"p"}}';
const farFuture = "Fri, 01 Jan 2100 00:00:00 GMT";
const bombBytes = 64 * 1024 * 1024;

const timeout = { status: 504, code: "upstream-timeout" };
const unavailable = { status: 503, code: "upstream-unavailable" };
const unreadable = { status: 502, code: "upstream-unreadable" };
const keyRefused = { status: 502, code: "upstream-key-refused" };
const wrongAddress = { status: 502, code: "upstream-unavailable" };
const limited = { status: 429, code: "rate-limited" };

type Fault = readonly [
  name: string,
  behaviour: Behaviour,
  response: { readonly status: number; readonly code: string },
  /** How many attempts one request makes; undefined if a timeout decides. */
  attempts: number | undefined,
];

const faults: readonly Fault[] = [
  ["no first byte", holdFirstByte, timeout, undefined],
  ["a body that stops", holdBody, timeout, undefined],
  ["a body that never ends", dripBody, timeout, undefined],
  ["a reset connection", resetAtOnce, unavailable, 3],
  ["a reset in the middle of the body", resetMidBody, unavailable, 3],
  ["a reset in the middle of a compressed body", resetMidGzip, unavailable, 3],
  ["truncated JSON", sendText('{"markets":[{"id":', json), unreadable, 1],
  ["a body that does not decompress", sendText("x", { ...json, "content-encoding": "gzip" }), unreadable, 1],
  ["an encoding we did not ask for", sendText("x", { ...json, "content-encoding": "zstd" }), unreadable, 1],
  ["HTML with status 200", sendText("<h1>Maintenance</h1>", { "content-type": "text/html" }), unreadable, 1],
  ["JSON as plain text", sendText(`${markets}]}`, { "content-type": "text/plain" }), unreadable, 1],
  [
    "invalid UTF-8",
    (response) => response.writeHead(200, json).end(Buffer.of(0x22, 0xff, 0x22)),
    unreadable,
    1,
  ],
  ["JSON of another shape", sendJson({ items: [] }), unreadable, 1],
  ["an envelope without a cursor", sendJson({ markets: [] }), unreadable, 1],
  ["a gzip bomb", sendBomb("gzip", bombBytes), unreadable, 1],
  ["a brotli bomb", sendBomb("br", bombBytes), unreadable, 1],
  ["a 10 MB page that says so", sendHuge(10_000_000, true), unreadable, 1],
  ["a 10 MB page that does not say so", sendHuge(10_000_000, false), unreadable, 1],
  ["two million bytes of zeros for markets", sendRepeated(markets, "0", "]}", small), unreadable, 1],
  ["a market of empty lists", sendRepeated(openMarket, "[]", closeMarket, large), unreadable, 1],
  ["a market of many keys", sendRepeated(openMarket, '{"a":1,"b":2}', closeMarket, small), unreadable, 1],
  ["190,000 small markets", sendRepeated(markets, smallMarket, "]}", large), unreadable, 1],
  ["more markets than a page can have", sendJson(lendingPage(201)), unreadable, 1],
  ...[65, 100_000].map((depth): Fault => {
    const nested = `${"[".repeat(depth)}${"]".repeat(depth)}`;
    const text = `${openMarket}${nested}${closeMarket}`;
    return [`a field that nests ${depth} deep`, sendText(text, json), unreadable, 1];
  }),
  ...[401, 402, 403, 407].map((sent): Fault => [String(sent), sendStatus(sent), keyRefused, 1]),
  ...[404, 405, 410, 451].map((sent): Fault => [String(sent), sendStatus(sent), wrongAddress, 1]),
  ["429 that says when to come back", sendStatus(429, { "retry-after": "7" }), limited, 1],
  ["429 that does not say", sendStatus(429), limited, 3],
  ["a redirect", sendStatus(302, { location: "http://127.0.0.1:1/" }), wrongAddress, 1],
  ["500", sendStatus(500), unavailable, 1],
  ...[408, 425, 502, 503, 504].map((sent): Fault => [String(sent), sendStatus(sent), unavailable, 3]),
];

async function restart(
  options: Parameters<typeof createGateway>[1],
  environment: Parameters<typeof createGateway>[2] = {},
): Promise<void> {
  await gateway.close();
  gateway = createGateway(upstream.baseUrl, options, environment);
}

test.each(faults)(
  "%s has its own status, code and message, a cached page is sent instead, and it ends when the upstream answers",
  async (_, behaviour, { status, code }, attempts) => {
    const hangs = code === "upstream-timeout";
    if (hangs) await restart(impatient);
    upstream.behave(behaviour);
    const response = await gateway.ask();
    expect(response.status).toBe(status);
    expect(response.body).toMatchObject({ statusCode: status, code });
    expect(upstream.requests).toHaveLength(attempts ?? upstream.requests.length);
    const text = await gateway.allOutput(response);
    for (const secret of [upstreamKey, upstreamWords, "127.0.0.1", `:${upstream.port}`])
      expect(text).not.toContain(secret);
    const isLongPause = status === 429 && attempts === 1;
    upstream.behave(sendJson(lendingPage(3)));
    await expect.poll(async () => (await gateway.ask()).status, patiently).toBe(isLongPause ? 429 : 200);

    await restart(hangs ? { staleWaitMs: 100 } : {});
    upstream.behave(sendJson(lendingPage(3)), behaviour);
    const before = await gateway.ask();
    const after = await gateway.ask();
    expect([after.status, after.text]).toEqual([200, before.text]);
    expect(before.headers.get("x-markets-stale")).toBeNull();
    expect(after.headers.get("x-markets-stale")).toBe("1");
    expect(after.headers.get("age")).toMatch(/^\d+$/);
  },
);

test.each([400, 414, 422, 431])(
  "a request refused with %i gets 400 and no cached page, one with a cursor cursor-refused",
  async (status) => {
    upstream.behave(sendJson(lendingPage(1)), sendStatus(status));
    await gateway.ask();
    expect((await gateway.ask()).body).toMatchObject({ statusCode: 400, code: "bad-request" });
    const { body } = await gateway.ask("/markets?cursor=old");
    expect(body).toMatchObject({ statusCode: 400, code: "cursor-refused" });
    expect(upstream.requests).toHaveLength(3);
  },
);

test("a 404 says which setting the operator should check", async () => {
  upstream.behave(sendStatus(404));
  expect((await gateway.ask()).body["message"]).toContain("MARKETS_BASE_URL");
});

test("passes on a rate limit, timed by the upstream's clock, and sends nothing meanwhile", async () => {
  const until = "Fri, 01 Jan 2100 00:01:40 GMT";
  upstream.behave(sendStatus(429, { date: farFuture, "retry-after": until }));
  const first = await gateway.ask();
  const second = await gateway.ask("/markets?type=yield");
  expect([first.status, second.status]).toEqual([429, 429]);
  expect(first.headers.get("retry-after")).toBe("100");
  expect(Number(second.headers.get("retry-after"))).toBeGreaterThan(50);
  expect(upstream.requests).toHaveLength(1);
});

test.each<[Readonly<Record<string, string>>, string]>([
  [{ date: farFuture, "last-modified": farFuture, expires: farFuture }, "0"],
  [{ age: "40" }, "40"],
  [{ age: "-5" }, "0"],
  [{ age: "99999999999" }, "86400"],
])("gives an answer with %o an age of %s seconds", async (headers, age) => {
  upstream.behave(sendJson(lendingPage(1), headers));
  expect((await gateway.ask()).headers.get("age")).toBe(age);
});

test("follows no redirect, so the key goes to no other host", async () => {
  const other = await startHostileUpstream();
  upstream.behave((response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${other.port}/api/v0/markets` }).end(),
  );
  await gateway.ask();
  expect(other.requests).toHaveLength(0);
  await other.stop();
});

test("opens the circuit after many 500s and serves cached pages", async () => {
  await restart({ firstOpenMs: 60_000 });
  upstream.behave(sendJson(lendingPage(2)), sendStatus(500));
  const page = await gateway.ask();
  for (let index = 0; index < 8; index += 1) await gateway.ask(`/markets?limit=${index + 1}`);
  expect(upstream.requests).toHaveLength(9);
  const refused = await gateway.ask("/markets?limit=20");
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
  expect((await gateway.ask()).text).toBe(page.text);
  expect(upstream.requests).toHaveLength(9);
  expect((await gateway.metrics.render()).text).toContain("yieldboard_upstream_breaker_state 2");
});

const from = (address: string, path: string): ReturnType<Gateway["ask"]> =>
  gateway.ask(path, { "x-forwarded-for": address });

describe("one caller", () => {
  beforeEach(async () => {
    await restart({ firstOpenMs: 60_000 }, { TRUSTED_PROXY_HOPS: "1" });
  });

  test("with invented cursors and filters does not open the circuit for others", async () => {
    upstream.behave((response, request) =>
      (/junk/.test(request.url ?? "") ? sendStatus(500) : sendJson(lendingPage(2)))(response, request),
    );
    for (let index = 0; index < 40; index += 1) {
      const junk = index % 2 === 0 ? `cursor=junk${index}` : `provider=junk${index}`;
      expect((await from("1.1.1.1", `/markets?${junk}`)).status).toBe(503);
    }
    expect((await from("2.2.2.2", "/markets?type=yield")).status).toBe(200);
    expect(upstream.requests).toHaveLength(41);
  });

  test("opens the circuit when the upstream fails on cursors of its own", async () => {
    upstream.behave(sendJson(lendingPage(2, "next")), sendStatus(500));
    await from("1.1.1.1", "/markets?provider=kamino");
    for (let index = 0; index < 8; index += 1) await from("1.1.1.1", "/markets?provider=kamino&cursor=next");
    expect((await from("2.2.2.2", "/markets")).body).toMatchObject({ code: "upstream-unavailable" });
    expect(upstream.requests).toHaveLength(9);
  });

  test("with too many requests waits, without delaying others", async () => {
    await restart({ slots: { waitingPerCaller: 0 } }, { TRUSTED_PROXY_HOPS: "1" });
    const held: (() => void)[] = [];
    upstream.behave((response, request) => {
      const respond = (): void => sendJson(lendingPage(2))(response, request);
      if (/held/.test(request.url ?? "")) held.push(respond);
      else respond();
    });
    const greedy = Array.from({ length: 100 }, (_, index) => from("1.1.1.1", `/markets?cursor=held${index}`));
    const others = await Promise.all(
      Array.from({ length: 20 }, (_, index) => from(`2.2.2.${index}`, `/markets?cursor=${index}`)),
    );
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]));
    const refused = await Promise.race(greedy);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
    await expect.poll(() => held.length, patiently).toBe(8);
    for (const response of held) response();
    const statuses = (await Promise.all(greedy)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(8);
    expect(statuses.filter((status) => status === 429)).toHaveLength(92);
  });

  test("cannot evict other callers' pages from the cache", async () => {
    upstream.behave(sendJson(lendingPage(2)));
    const page = await from("2.2.2.2", "/markets?type=lending,yield&limit=200");
    const bulky = lendingPage(200);
    bulky.markets[0] = { ...lendingMarket("bulky"), note: "x".repeat(1_500_000) };
    upstream.behave(sendJson(bulky));
    // Eleven of these pages fill the part of the cache that does not hold other callers' pages.
    for (let index = 0; index < 12; index += 1) await from("1.1.1.1", `/markets?limit=${index + 1}`);
    upstream.behave(sendStatus(500));
    const kept = await from("2.2.2.2", "/markets?type=yield,lending&limit=200");
    expect([kept.status, kept.text]).toEqual([200, page.text]);
    expect((await from("1.1.1.1", "/markets?limit=1")).status).toBe(503);
  });
});

test("keeps the upstream's address out of /api/dashboard", async () => {
  const text = (await askApp(gateway.app, "/api/dashboard")).text;
  expect(text).toContain('"label":"Test"');
  for (const secret of [upstreamKey, "127.0.0.1", `:${upstream.port}`]) expect(text).not.toContain(secret);
});

test.each([
  ["a cursor that points to its own page", lendingPage(2, "loop"), "?limit=2&cursor=loop"],
  ["the same id twice", { markets: [lendingMarket("twin"), lendingMarket("twin")], cursor: null }, ""],
  [
    "an unknown type and provider, with unknown fields",
    {
      markets: [{ id: "x", type: "restaking", provider: { id: "newcomer" }, aura: { level: 9 } }],
      cursor: null,
    },
    "",
  ],
])("passes on %s unchanged", async (_, page, query) => {
  upstream.behave(sendJson(page));
  const response = await gateway.ask(`/markets${query}`);
  expect([response.status, response.body]).toEqual([200, page]);
  expect(response.headers.get("x-markets-set-aside")).toBeNull();
});

test("sets aside and reports one unreadable market, and serves the others", async () => {
  const page = lendingPage(200);
  page.markets[17] = { ...lendingMarket("broken"), depositApy: "5 %" };
  upstream.behave(sendJson(page));
  const { body, headers } = await gateway.ask();
  expect(body["markets"]).toHaveLength(199);
  expect(headers.get("x-markets-set-aside")).toBe("1");
  expect(headers.get("x-markets-set-aside-report")).toContain("broken");
  expect((await gateway.metrics.render()).text).toContain("yieldboard_upstream_markets_set_aside_total 1");
});

test("loses only one page when the upstream restarts during paging", async () => {
  upstream.behave(sendJson(lendingPage(2, "two")));
  const first = await gateway.ask("/markets?limit=2");
  await upstream.stop();
  const lost = await gateway.ask("/markets?limit=2&cursor=two");
  expect(lost.status).toBe(503);
  expect((await gateway.ask("/markets?limit=2")).text).toBe(first.text);
  await upstream.restart();
  upstream.behave(sendJson(lendingPage(2)));
  await expect
    .poll(async () => (await gateway.ask("/markets?limit=2&cursor=two")).status, patiently)
    .toBe(200);
});

describe("a healthy upstream", () => {
  beforeEach(async () => {
    upstream.behave(sendJson(lendingPage(3)));
    await restart({ freshMs: 30_000 });
  });

  test("sends the upstream the key and known parameters, and nothing else from the caller", async () => {
    await gateway.ask("/markets?type=lending&limit=5&apiKey=mine-2218&cursor=c", {
      cookie: "session=mine-2218",
      authorization: "Bearer mine-2218",
      "x-forwarded-for": "9.9.9.9",
    });
    const [request] = upstream.requests;
    expect(request?.url).toBe("/api/v0/markets?type=lending&cursor=c&limit=5");
    expect(request?.headers).toMatchObject({ "x-upstream-key": upstreamKey, accept: "application/json" });
    expect(JSON.stringify(request)).not.toMatch(/mine-2218|9\.9\.9\.9|caller-key/);
  });

  test("sends one request for many callers with the same request", async () => {
    const responses = await Promise.all(Array.from({ length: 30 }, () => gateway.ask()));
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
    await gateway.ask();
    expect(upstream.requests).toHaveLength(1);
    const { text } = await gateway.metrics.render();
    expect(text).toContain('yieldboard_cache_answers_total{origin="fetched"} 1');
    expect(text).toContain('yieldboard_cache_answers_total{origin="shared"} 29');
    expect(text).toContain('yieldboard_cache_answers_total{origin="fresh"} 1');
  });

  test("reuses its connection for paging through a list, also after an error", async () => {
    upstream.behave(...Array.from({ length: 5 }, () => sendJson(lendingPage(3))), sendStatus(400));
    for (let page = 0; page < 10; page += 1) await gateway.ask(`/markets?limit=3&cursor=${page}`);
    expect(upstream.requests).toHaveLength(10);
    // A second one may open if a page is requested before the first connection is free again.
    expect(upstream.connections).toBeLessThanOrEqual(2);
  });

  test("opens at most 32 connections, however many callers there are", async () => {
    await restart({}, { TRUSTED_PROXY_HOPS: "1" });
    const held: (() => void)[] = [];
    upstream.behave((response, request) => {
      if (held.length < 32) held.push(() => sendJson(lendingPage(3))(response, request));
      else sendJson(lendingPage(3))(response, request);
    });
    const asked = Array.from({ length: 60 }, (_, index) =>
      gateway.ask(`/markets?cursor=${index}`, { "x-forwarded-for": `10.0.0.${index}` }),
    );
    await expect.poll(() => held.length, { timeout: 20_000 }).toBe(32);
    expect(upstream.requests).toHaveLength(32);
    for (const response of held) response();
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]));
    expect(upstream.connections).toBe(32);
  });

  test("forwards, validates and caches history like pages", async () => {
    const history = [{ timestamp: "2026-10-01T00:00:00Z", depositApy: null, note: "kept" }];
    const body = { data: { markets: [{ id: "m", history }] } };
    upstream.behave(sendJson(body));
    const path = "/markets/history?marketIds=m&startTime=2026-10-01T00:00:00Z&resolution=1d&x=1";
    const response = await gateway.ask(path);
    expect(response.body).toEqual(body);
    await gateway.ask(path);
    expect(upstream.requests.map((request) => request.url)).toEqual([
      "/api/v0/markets/history?marketIds=m&startTime=2026-10-01T00%3A00%3A00.000Z&resolution=1d",
    ]);
    upstream.behave(sendJson({ data: [] }));
    expect((await gateway.ask("/markets/history?marketIds=n&startTime=2026-10-01")).body).toMatchObject({
      code: "upstream-unreadable",
    });
  });

  test("readiness requests only the smallest page, and rarely", async () => {
    for (let probe = 0; probe < 5; probe += 1)
      expect((await askApp(gateway.app, "/readyz")).status).toBe(200);
    expect(upstream.requests.map((request) => request.url)).toEqual(["/api/v0/markets?limit=1"]);
  });

  test("readiness is reported while cached data can be served, and not before there is any", async () => {
    await restart({});
    upstream.behave(sendStatus(500), sendJson(lendingPage(3)), sendStatus(500));
    const { signal } = new AbortController();
    expect(await gateway.source.ready(signal)).toBe(false);
    await gateway.ask();
    expect(await gateway.source.ready(signal)).toBe(true);
  });
});
