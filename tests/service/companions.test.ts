// Positions, profit and loss, markets by type and assets from an upstream: successes, set-aside items and
// failures.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readExample } from "../fixtures/example-files.ts";
import { createGateway, lendingMarket, lendingPage, upstreamKey, type Gateway } from "./gateway.ts";
import {
  sendHuge,
  sendJson,
  sendStatus,
  sendText,
  startHostileUpstream,
  upstreamWords,
  type Behaviour,
  type HostileUpstream,
} from "../fixtures/hostile-upstream.ts";

const wallet = "6JpNV6DK88auwzKVizdeT4Bw3D44sam5GqjcPCJ7y176";
const sol = "solana:So11111111111111111111111111111111111111112";
const usdt = "solana:Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB";
const since = "startTime=2026-10-01T00:00:00.000Z";

const owners = `/positions/owners?walletAddresses=${wallet}`;
const past = `/positions/history?walletAddress=${wallet}&${since}`;
const pnl = `/positions/pnl?walletAddresses=${wallet}`;
const point = { timestamp: "2026-10-01T00:00:00Z", priceUsd: 85 };

let upstream: HostileUpstream;
let gateway: Gateway;

async function restart(
  options: Parameters<typeof createGateway>[1],
  environment: Parameters<typeof createGateway>[2] = {},
): Promise<void> {
  await gateway.close();
  gateway = createGateway(upstream.baseUrl, options, environment);
}

beforeEach(async () => {
  upstream = await startHostileUpstream();
  gateway = createGateway(upstream.baseUrl);
});

afterEach(async () => {
  await gateway.close();
  await upstream.stop();
});

const unread = { id: 7 };
const priced = { id: sol, symbol: "SOL", tags: ["native"], priceUsd: 85, rank: 1 };
const lists = { yield: [], loop: [], perpetual: [] };

/** Every operation as docs/faults.md names it, its path, a good response, and one with an unreadable item. */
const operations: readonly (readonly [name: string, path: string, body: unknown, spoilt: unknown])[] = [
  [
    "/v0/positions/owners",
    owners,
    readExample("positions.owners"),
    { positions: [{ id: "a", type: "x" }, unread] },
  ],
  ["/v0/positions/history", past, readExample("positions.history"), { data: { positions: [unread] } }],
  ["/v0/positions/pnl", pnl, readExample("positions.pnl"), { positions: [unread] }],
  [
    "/v0/marketsByType",
    "/marketsByType",
    readExample("marketsByType"),
    { ...lists, lending: [lendingMarket("m"), unread] },
  ],
  [
    "/v0/assets",
    "/assets?limit=2",
    { assets: [priced], cursor: "next" },
    { assets: [priced, unread], cursor: null },
  ],
  ["/v0/search", "/search?query=wrapped%20sol&limit=3", { assets: [] }, { assets: [priced, unread] }],
  ["/v0/assets/{id}", `/assets/${sol}`, { id: sol, priceUsd: null }, unread],
  [
    "/v0/assets/{id}/history",
    `/assets/${encodeURIComponent(sol)}/history?${since}&resolution=1d`,
    { id: sol, history: [point, { ...point, priceUsd: null }] },
    { id: sol, history: [point, { ...point, priceUsd: "85" }] },
  ],
];

const json = { "content-type": "application/json" };
const values = `{"positions":[${"0,".repeat(300_000)}0]}`;
const deep = `{"positions":[{"id":"a","type":"x","additionalData":${"[".repeat(70)}${"]".repeat(70)}}]}`;
/** Faults that differ per operation. upstream-faults.test.ts covers the rest of docs/faults.md. */
const faults: readonly (readonly [name: string, behaviour: Behaviour, status: number, code: string])[] = [
  ["another shape", sendJson({ items: [] }), 502, "upstream-unreadable"],
  ["10 MB", sendHuge(10_000_000, false), 502, "upstream-unreadable"],
  ["300,000 values", sendText(values, json), 502, "upstream-unreadable"],
  ["70 levels", sendText(deep, json), 502, "upstream-unreadable"],
  ["400", sendStatus(400), 400, "bad-request"],
  ["404", sendStatus(404), 404, "not-found"],
  ["410", sendStatus(410), 404, "not-found"],
];

/** The row of docs/faults.md about an operation, as its cells. */
const documented = readFileSync(join(import.meta.dirname, "..", "..", "docs", "faults.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| `GET "))
  .map((line) => line.split("|").map((cell) => cell.trim()));

test("docs/faults.md documents every operation", () => {
  expect(documented.map(([, operation]) => operation)).toEqual(operations.map(([name]) => `\`GET ${name}\``));
});

describe.each(operations)("%s", (name, path, body, spoilt) => {
  test("forwards the request and returns the upstream's answer unchanged, as stale while the upstream fails", async () => {
    upstream.behave(sendJson(body), sendStatus(500));
    const response = await gateway.ask(path);
    expect([response.status, response.body]).toEqual([200, body]);
    expect(response.headers.get("cache-control")).toBe("private, no-cache");
    expect(response.headers.get("x-markets-set-aside")).toBeNull();
    expect(decodeURIComponent(upstream.requests[0]?.url ?? "")).toBe(decodeURIComponent(`/api/v0${path}`));
    const after = await gateway.ask(path);
    expect([after.status, after.text, after.headers.get("x-markets-stale")]).toEqual([
      200,
      response.text,
      "1",
    ]);
  });

  test("handles an unreadable item as documented in docs/faults.md", async () => {
    upstream.behave(sendJson(spoilt));
    const { status, headers, body: response } = await gateway.ask(path);
    const isSetAside = headers.get("x-markets-set-aside") === "1";
    const becomes = isSetAside ? "is set aside and counted" : `${status} \`${String(response["code"])}\``;
    const row = documented.find(([, operation]) => operation === `\`GET ${name}\``);
    expect(row?.[3]?.split(",")[0]).toBe(becomes);
  });

  test.each(faults)(
    "has its own status and leaks nothing when the upstream sends %s",
    async (_, sent, statusCode, code) => {
      upstream.behave(sent);
      const response = await gateway.ask(path);
      expect(response.body).toMatchObject({ statusCode, code });
      const text = await gateway.allOutput(response);
      for (const secret of [upstreamKey, upstreamWords, "127.0.0.1", `:${upstream.port}`, wallet])
        expect(text).not.toContain(secret);
    },
  );
});

test("forwards known parameters of positions only, in a fixed order and without repeats", async () => {
  upstream.behave(sendJson(readExample("positions.owners.empty")));
  expect((await gateway.ask(`${owners}&type=loop&bundle=c&bundleIds=a,b,a`)).status).toBe(200);
  expect(upstream.requests[0]?.url).toBe(`/api/v0${owners}&bundleIds=a,b&type=loop`);
});

test("a 404 is cached per asset, and for all searches at once until one has worked", async () => {
  const askAll = async (paths: readonly string[]): Promise<number> => {
    const before = upstream.requests.length;
    for (const path of paths) await gateway.ask(path);
    return upstream.requests.length - before;
  };
  upstream.behave(sendStatus(404));
  expect(await askAll([pnl, pnl])).toBe(2);
  await restart({ freshMs: 60_000 });
  expect(
    await askAll([
      "/search?query=sol",
      "/search?query=usd",
      "/search?query=sol",
      `/assets/${sol}`,
      `/assets/${sol}`,
    ]),
  ).toBe(2);
  expect((await gateway.ask("/search?query=sol")).body).toMatchObject({ statusCode: 404, code: "not-found" });
  await restart({ freshMs: 60_000 });
  upstream.behave(sendJson({ assets: [], cursor: null }), sendStatus(404));
  expect(await askAll(["a", "sol", "usd", "usd"].map((word) => `/search?query=${word}`))).toBe(3);
  expect(await askAll([`/assets/${sol}`, `/assets/${usdt}`, `/assets/${usdt}`])).toBe(2);
});

test("a 404 for histories, which are not in the specification, does not mean that the address is wrong", async () => {
  upstream.behave(sendStatus(404));
  const { body } = await gateway.ask(`/markets/history?marketIds=a&${since}`);
  expect(body).toMatchObject({ statusCode: 404, code: "not-found" });
});

test("a 404 is cached for 30 s, however long answers stay fresh", async () => {
  await restart({ freshMs: 60_000 });
  upstream.behave(sendStatus(404));
  const start = performance.now();
  const clock = vi.spyOn(performance, "now");
  await gateway.ask(`/assets/${sol}`);
  clock.mockReturnValue(start + 29_000);
  // The cache reads the time at most once a millisecond, so another request comes first.
  for (const id of [usdt, sol]) await gateway.ask(`/assets/${id}`);
  expect(upstream.requests).toHaveLength(2);
  clock.mockReturnValue(start + 31_000);
  await vi.waitFor(async () => {
    await gateway.ask(`/assets/${sol}`);
    expect(upstream.requests).toHaveLength(3);
  });
  clock.mockRestore();
});

test("sets aside an unreadable position, but keeps a position without its unreadable market", async () => {
  const position = { id: "a", type: "lending", ltv: 40, market: lendingMarket("m") };
  const spoilt = [
    { ...position, amount: "NaN" },
    { ...position, id: "c", market: { type: "lending" } },
  ];
  upstream.behave(sendJson({ positions: [position, ...spoilt] }));
  const response = await gateway.ask(owners);
  expect(response.body).toEqual({ positions: [position, { id: "c", type: "lending", ltv: 40 }] });
  expect(response.headers.get("x-markets-set-aside")).toBe("1");
  expect(decodeURIComponent(response.headers.get("x-markets-set-aside-report") ?? "")).toContain(
    '"path":"amount"',
  );
  expect((await gateway.metrics.render()).text).toContain("yieldboard_upstream_markets_set_aside_total 2");
});

/** Answers requests for markets and fails all others. */
const onlyMarkets =
  (status: number): Behaviour =>
  (response, request) =>
    (request.url?.startsWith("/api/v0/markets?") === true ? sendJson(lendingPage(1)) : sendStatus(status))(
      response,
      request,
    );

describe("markets", () => {
  test.each([500, 403])(
    "stay available even if everything else has answered %i from the start",
    async (status) => {
      upstream.behave(onlyMarkets(status));
      for (let round = 0; round < 3; round += 1) for (const [, path] of operations) await gateway.ask(path);
      expect((await gateway.ask("/markets?limit=3")).status).toBe(200);
    },
  );

  test("are no longer requested once the upstream fails requests that worked before", async () => {
    await restart({ firstOpenMs: 60_000 });
    upstream.behave(sendJson({ positions: [] }), sendStatus(500));
    await gateway.ask(pnl);
    for (let round = 0; round < 8; round += 1) await gateway.ask(pnl);
    expect((await gateway.ask("/markets")).body).toMatchObject({ code: "upstream-unavailable" });
    expect(upstream.requests).toHaveLength(9);
  });

  test("stay cached, however many wallets are requested", async () => {
    const page = lendingPage(1);
    upstream.behave(sendJson(page));
    await gateway.ask("/markets");
    const heavy = { id: "a", type: "x", note: "x".repeat(1_500_000) };
    upstream.behave(sendJson({ positions: [heavy] }));
    const types = ["lending", "yield", "loop", "perpetual", "reward", "prediction"];
    for (const type of types) await gateway.ask(`${owners}&type=${type}`);
    upstream.behave(sendStatus(500));
    expect((await gateway.ask("/markets")).body).toEqual(page);
    // Five of them fill the cache for wallets: the first was evicted.
    expect((await gateway.ask(`${owners}&type=lending`)).status).toBe(503);
    expect((await gateway.ask(`${owners}&type=prediction`)).status).toBe(200);
  });
});

describe("wallet data", () => {
  test("is fetched again after 30 seconds, however long markets are fresh", async () => {
    await restart({ freshMs: 3_600_000 });
    vi.useFakeTimers({ toFake: ["performance"] });
    upstream.behave(sendJson({ positions: [] }));
    await gateway.ask(owners);
    vi.advanceTimersByTime(29_000);
    await gateway.ask(owners);
    expect(upstream.requests).toHaveLength(1);
    vi.advanceTimersByTime(2000);
    await gateway.ask(owners);
    expect(upstream.requests).toHaveLength(2);
    vi.useRealTimers();
  });

  test("never appears in logs or metrics, nor does the address", async () => {
    upstream.behave(sendJson({ positions: [{ id: wallet, type: "x", amount: wallet }] }));
    const broken = `${wallet}O`;
    const odd = [`/positions/${wallet}`, `/assets/${wallet}`, `/${wallet}?${wallet}=1`];
    for (const path of [owners, pnl, past, ...odd, `/assets/${wallet}/history?${since}`])
      await gateway.ask(path);
    expect((await gateway.ask(`/positions/owners?walletAddresses=${broken}`)).text).toContain(broken);
    const { text } = await gateway.metrics.render();
    expect(gateway.logged.filter((line) => line.includes('"request"'))).toHaveLength(8);
    expect(gateway.logged.join("") + text).not.toContain(wallet.slice(0, 8));
    expect(gateway.logged[0]).toContain('"parameters":["walletAddresses"]');
    expect(text).toContain('route="/api/v0/assets/{id}/history"');
  });

  test("counts toward the rate limit by the length of history requested", async () => {
    const limited = { RATE_LIMIT_PER_ADDRESS: "100" };
    upstream.behave(sendJson({ data: { positions: [] } }));
    const statuses = async (query: string): Promise<readonly number[]> => {
      await restart({}, limited);
      const ask = `/positions/history?walletAddress=${wallet}&${query}`;
      return [(await gateway.ask(ask)).status, (await gateway.ask(ask)).status];
    };
    const month = "startTime=2026-09-01&endTime=2026-09-30";
    expect(await statuses(`${month}&resolution=1d`)).toEqual([200, 200]);
    expect(await statuses(`${month}&resolution=1m`)).toEqual([200, 429]);
    expect(await statuses(`${month}&resolution=1m&positionIds=a`)).toEqual([200, 429]);
    expect(await statuses(`startTime=2025-01-01&endTime=2026-01-01`)).toEqual([200, 429]);
    expect(await statuses(`startTime=2025-01-01&endTime=2026-01-01&positionIds=a`)).toEqual([200, 200]);
  });
});

describe("the id in an asset's path", () => {
  test("is decoded once and forwarded encoded", async () => {
    upstream.behave(sendJson({ id: sol }));
    for (const id of [sol, encodeURIComponent(sol), sol.replace("S", "%53")])
      expect((await gateway.ask(`/assets/${id}`)).status).toBe(200);
    const url = `/api/v0/assets/${encodeURIComponent(sol)}`;
    expect(new Set(upstream.requests.map((request) => request.url))).toEqual(new Set([url]));
  });

  test.each([
    ["%E0%A4%A", 400],
    ["..", 404],
    ["..%2Fmarkets", 400],
    ["", 404],
    [`${sol}/history/`, 404],
    [`${sol}/prices`, 404],
  ])("as %j never reaches the upstream", async (id, status) => {
    expect((await gateway.ask(`/assets/${id}?${since}`)).status).toBe(status);
    expect(upstream.requests).toHaveLength(0);
  });
});
