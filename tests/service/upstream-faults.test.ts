// What a caller gets for every way an upstream can fail. docs/faults.md is the same table in words.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createGateway, lendingMarket, lendingPage, upstreamKey, type Gateway } from "./gateway.ts";
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
  sendStatus,
  sendText,
  startHostileUpstream,
  upstreamWords,
  type Behaviour,
  type HostileUpstream,
} from "./hostile-upstream.ts";

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

/** For upstreams that keep us waiting: short enough for a test, long enough for a good answer on a busy machine. */
const impatient = { attemptTimeoutMs: 250, totalTimeoutMs: 550 } as const;

interface Fault {
  readonly name: string;
  readonly behaviour: Behaviour;
  readonly status: number;
  readonly code: string;
  /** How often the upstream is asked for one request; absent where time decides. */
  readonly attempts?: number;
}

const json = { "content-type": "application/json" };
const farFuture = "Fri, 01 Jan 2100 00:00:00 GMT";

const faults: readonly Fault[] = [
  { name: "no first byte", behaviour: holdFirstByte, status: 504, code: "upstream-timeout" },
  { name: "a body that stops", behaviour: holdBody, status: 504, code: "upstream-timeout" },
  { name: "a body that never ends", behaviour: dripBody, status: 504, code: "upstream-timeout" },
  {
    name: "a reset connection",
    behaviour: resetAtOnce,
    status: 503,
    code: "upstream-unavailable",
    attempts: 3,
  },
  {
    name: "a reset in the middle of the body",
    behaviour: resetMidBody,
    status: 503,
    code: "upstream-unavailable",
    attempts: 3,
  },
  {
    name: "a reset in the middle of a compressed body",
    behaviour: resetMidGzip,
    status: 503,
    code: "upstream-unavailable",
    attempts: 3,
  },
  {
    name: "truncated JSON",
    behaviour: sendText('{"markets":[{"id":', json),
    status: 502,
    code: "upstream-unreadable",
    attempts: 1,
  },
  {
    name: "a body that does not decompress",
    behaviour: sendText("not gzip", { ...json, "content-encoding": "gzip" }),
    status: 502,
    code: "upstream-unreadable",
    attempts: 1,
  },
  {
    name: "an encoding nobody asked for",
    behaviour: sendText("x", { ...json, "content-encoding": "zstd" }),
    status: 502,
    code: "upstream-unreadable",
    attempts: 1,
  },
  {
    name: "HTML with status 200",
    behaviour: sendText("<!doctype html><h1>Maintenance</h1>", { "content-type": "text/html" }),
    status: 502,
    code: "upstream-unreadable",
    attempts: 1,
  },
  {
    name: "JSON under the wrong content type",
    behaviour: sendText('{"markets":[],"cursor":null}', { "content-type": "text/plain" }),
    status: 502,
    code: "upstream-unreadable",
    attempts: 1,
  },
  {
    name: "bytes that are not UTF-8",
    behaviour: (response) => response.writeHead(200, json).end(Buffer.from([0x22, 0xff, 0xfe, 0x22])),
    status: 502,
    code: "upstream-unreadable",
    attempts: 1,
  },
  {
    name: "JSON of another shape",
    behaviour: sendJson({ items: [] }),
    status: 502,
    code: "upstream-unreadable",
    attempts: 1,
  },
  {
    name: "an envelope without a cursor",
    behaviour: sendJson({ markets: [] }),
    status: 502,
    code: "upstream-unreadable",
    attempts: 1,
  },
  {
    name: "a gzip bomb",
    behaviour: sendBomb("gzip", 64 * 1024 * 1024),
    status: 502,
    code: "upstream-unreadable",
    attempts: 1,
  },
  {
    name: "a brotli bomb",
    behaviour: sendBomb("br", 64 * 1024 * 1024),
    status: 502,
    code: "upstream-unreadable",
    attempts: 1,
  },
  {
    name: "a 10 MB page that says so",
    behaviour: sendHuge(10_000_000, true),
    status: 502,
    code: "upstream-unreadable",
    attempts: 1,
  },
  {
    name: "a 10 MB page that does not say so",
    behaviour: sendHuge(10_000_000, false),
    status: 502,
    code: "upstream-unreadable",
    attempts: 1,
  },
  { name: "401", behaviour: sendStatus(401), status: 502, code: "upstream-key-refused", attempts: 1 },
  { name: "403", behaviour: sendStatus(403), status: 502, code: "upstream-key-refused", attempts: 1 },
  {
    name: "429 that says when to come back",
    behaviour: sendStatus(429, { "retry-after": "7" }),
    status: 429,
    code: "rate-limited",
    attempts: 1,
  },
  {
    name: "429 that does not say",
    behaviour: sendStatus(429),
    status: 429,
    code: "rate-limited",
    attempts: 3,
  },
  { name: "500", behaviour: sendStatus(500), status: 503, code: "upstream-unavailable", attempts: 1 },
  { name: "502", behaviour: sendStatus(502), status: 503, code: "upstream-unavailable", attempts: 3 },
  { name: "503", behaviour: sendStatus(503), status: 503, code: "upstream-unavailable", attempts: 3 },
  { name: "504", behaviour: sendStatus(504), status: 503, code: "upstream-unavailable", attempts: 3 },
];

describe.each(faults)("$name", ({ behaviour, status, code, attempts }) => {
  beforeEach(async () => {
    if (code !== "upstream-timeout") return;
    await gateway.close();
    gateway = createGateway(upstream.baseUrl, impatient);
  });

  test("is answered by its own status and code, in our own words", async () => {
    upstream.behave(behaviour);
    const answer = await gateway.ask();
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ statusCode: status, code });
    expect(upstream.requests).toHaveLength(attempts ?? upstream.requests.length);
    const said = answer.text + JSON.stringify([...answer.headers]) + gateway.logged.join("");
    for (const secret of [upstreamKey, upstreamWords, "127.0.0.1", String(upstream.port)])
      expect(said).not.toContain(secret);
  });

  test("leaves what was loaded before: the kept page is sent and marked stale", async () => {
    upstream.behave(sendJson(lendingPage(3)), behaviour);
    const before = await gateway.ask();
    const after = await gateway.ask();
    expect(after.status).toBe(200);
    expect(after.text).toBe(before.text);
    expect(before.headers.get("x-markets-stale")).toBeNull();
    expect(after.headers.get("x-markets-stale")).toBe("1");
    expect(after.headers.get("age")).toMatch(/^\d+$/);
  });

  test("is over as soon as the upstream answers again", async () => {
    upstream.behave(behaviour);
    await gateway.ask();
    upstream.behave(sendJson(lendingPage(3)));
    await expect
      .poll(async () => (await gateway.ask()).status, { timeout: 2000, interval: 30 })
      .toBe(status === 429 && attempts === 1 ? 429 : 200);
  });
});

describe("a request the upstream refuses", () => {
  test("is a bad request of the caller and no kept page stands in", async () => {
    upstream.behave(sendJson(lendingPage(1)), sendStatus(400));
    await gateway.ask();
    const answer = await gateway.ask();
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: "bad-request" });
    expect(upstream.requests).toHaveLength(2);
  });

  test("is a refused cursor where it has one", async () => {
    upstream.behave(sendStatus(400));
    const answer = await gateway.ask("/markets?cursor=old");
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: "cursor-refused" });
  });

  test("with 404 tells the operator where to look", async () => {
    upstream.behave(sendStatus(404));
    const answer = await gateway.ask();
    expect(answer.status).toBe(502);
    expect(answer.body).toMatchObject({
      code: "upstream-unavailable",
      message: expect.stringContaining("MARKETS_BASE_URL"),
    });
    expect(upstream.requests).toHaveLength(1);
  });
});

describe("a rate limit of the upstream", () => {
  test("is passed on with its wait and keeps every other request from the upstream meanwhile", async () => {
    upstream.behave(sendStatus(429, { "retry-after": "7" }));
    const first = await gateway.ask();
    const second = await gateway.ask("/markets?type=yield");
    expect([first.status, second.status]).toEqual([429, 429]);
    expect(first.headers.get("retry-after")).toBe("7");
    expect(second.headers.get("retry-after")).toBe("7");
    expect(upstream.requests).toHaveLength(1);
  });

  test("that is short is waited for", async () => {
    upstream.behave(sendStatus(429, { "retry-after": "0" }), sendJson(lendingPage(2)));
    expect((await gateway.ask()).status).toBe(200);
    expect(upstream.requests).toHaveLength(2);
  });

  test("without a wait is passed on with ours", async () => {
    upstream.behave(sendStatus(429));
    expect((await gateway.ask()).headers.get("retry-after")).toBe("1");
  });

  test("given as a date is read by the upstream's own clock, however wrong that is", async () => {
    upstream.behave(sendStatus(429, { date: farFuture, "retry-after": "Fri, 01 Jan 2100 00:00:09 GMT" }));
    expect((await gateway.ask()).headers.get("retry-after")).toBe("9");
  });
});

test("an upstream clock a century ahead changes no age", async () => {
  upstream.behave(
    sendJson(lendingPage(1), { date: farFuture, "last-modified": farFuture, expires: farFuture }),
  );
  expect((await gateway.ask()).headers.get("age")).toBe("0");
});

test("an age the upstream reports is added to ours, and an impossible one is not believed", async () => {
  upstream.behave(
    sendJson(lendingPage(1), { age: "40" }),
    sendJson(lendingPage(1), { age: "-5" }),
    sendJson(lendingPage(1), { age: "99999999999" }),
  );
  expect((await gateway.ask()).headers.get("age")).toBe("40");
  expect((await gateway.ask()).headers.get("age")).toBe("0");
  expect((await gateway.ask()).headers.get("age")).toBe("86400");
});

test("a redirect is not followed, so the key goes to no other host", async () => {
  const other = await startHostileUpstream();
  upstream.behave((response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${other.port}/api/v0/markets` }).end(),
  );
  const answer = await gateway.ask();
  expect(answer.status).toBe(502);
  expect(answer.body).toMatchObject({ code: "upstream-unavailable" });
  expect(other.requests).toHaveLength(0);
  await other.stop();
});

describe("a storm of 500", () => {
  test("opens the circuit: the upstream is left alone, kept pages are sent, and it recovers by itself", async () => {
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

    upstream.behave(sendJson(lendingPage(3)));
    await expect.poll(async () => (await gateway.ask()).headers.get("x-markets-stale")).toBeNull();
    expect((await gateway.metrics.render()).text).toContain("yieldboard_upstream_breaker_state 0");
  });

  test("is met again by the one request that tries the half-open circuit, not by all", async () => {
    upstream.behave(sendStatus(500));
    for (let index = 0; index < 8; index += 1) await gateway.ask(`/markets?limit=${index + 1}`);
    const asked = upstream.requests.length;
    await expect
      .poll(async () => {
        await Promise.all([1, 2, 3, 4].map((limit) => gateway.ask(`/markets?limit=${limit + 20}`)));
        return upstream.requests.length;
      })
      .toBe(asked + 1);
  });
});

describe("odd but readable pages are passed on as they are", () => {
  test("a cursor that points to its own page", async () => {
    upstream.behave(sendJson(lendingPage(2, "loop")));
    const first = await gateway.ask("/markets?limit=2");
    const second = await gateway.ask("/markets?limit=2&cursor=loop");
    expect(first.body["cursor"]).toBe("loop");
    expect(second.body["cursor"]).toBe("loop");
    expect(second.status).toBe(200);
  });

  test("a cursor that repeats a page", async () => {
    upstream.behave(sendJson(lendingPage(2, "a")), sendJson(lendingPage(2, "b")), sendJson(lendingPage(1)));
    const pages = [
      await gateway.ask("/markets?limit=2"),
      await gateway.ask("/markets?limit=2&cursor=a"),
      await gateway.ask("/markets?limit=2&cursor=b"),
    ];
    expect(pages.map((page) => page.body["cursor"])).toEqual(["a", "b", null]);
  });

  test("the same id twice", async () => {
    upstream.behave(sendJson({ markets: [lendingMarket("twin"), lendingMarket("twin")], cursor: null }));
    expect((await gateway.ask()).body["markets"]).toHaveLength(2);
  });

  test("a type and a provider nobody has heard of, with fields nobody has heard of", async () => {
    const market = { id: "x", type: "restaking", provider: { id: "newcomer" }, aura: { level: 9 } };
    upstream.behave(sendJson({ markets: [market], cursor: null, extra: 1 }));
    const answer = await gateway.ask("/markets");
    expect(answer.body["markets"]).toEqual([market]);
    expect(answer.headers.get("x-markets-set-aside")).toBeNull();
  });
});

describe("markets that cannot be read", () => {
  test("one in two hundred is set aside and reported, the others arrive", async () => {
    const page = lendingPage(200);
    page.markets[17] = { ...lendingMarket("broken"), depositApy: "5 %" };
    upstream.behave(sendJson(page));
    const answer = await gateway.ask();
    expect(answer.body["markets"]).toHaveLength(199);
    expect(answer.headers.get("x-markets-set-aside")).toBe("1");
    const report: unknown = JSON.parse(
      decodeURIComponent(answer.headers.get("x-markets-set-aside-report") ?? ""),
    );
    expect(report).toEqual([
      { index: 17, id: "broken", path: "depositApy", reason: 'is the text "5 %", not a number' },
    ]);
    expect((await gateway.metrics.render()).text).toContain("yieldboard_upstream_markets_set_aside_total 1");
  });

  test("all of them leave an empty page that says how many there were, in a header of bounded size", async () => {
    const page = { markets: Array.from({ length: 200 }, () => ({ id: "é".repeat(900) })), cursor: null };
    upstream.behave(sendJson(page));
    const answer = await gateway.ask();
    expect(answer.status).toBe(200);
    expect(answer.body["markets"]).toEqual([]);
    expect(answer.headers.get("x-markets-set-aside")).toBe("200");
    expect(answer.headers.get("x-markets-set-aside-report")?.length).toBeLessThan(2048);
  });
});

test("an upstream that restarts during a walk costs the page it was asked for and nothing else", async () => {
  upstream.behave(sendJson(lendingPage(2, "two")));
  const first = await gateway.ask("/markets?limit=2");
  await upstream.stop();
  const lost = await gateway.ask("/markets?limit=2&cursor=two");
  expect(lost.status).toBe(503);
  expect((await gateway.ask("/markets?limit=2")).text).toBe(first.text);
  await upstream.restart();
  upstream.behave(sendJson(lendingPage(2)));
  await expect
    .poll(async () => (await gateway.ask("/markets?limit=2&cursor=two")).status, { timeout: 3000 })
    .toBe(200);
});
