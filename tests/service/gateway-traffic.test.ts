// What the gateway sends to a healthy upstream, how often, and over how many connections.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { askApp, createGateway, lendingPage, upstreamKey, type Gateway } from "./gateway.ts";
import {
  sendJson,
  sendStatus,
  startHostileUpstream,
  type HostileUpstream,
} from "../fixtures/hostile-upstream.ts";

let upstream: HostileUpstream;
let gateway: Gateway;

beforeEach(async () => {
  upstream = await startHostileUpstream();
  upstream.behave(sendJson(lendingPage(3)));
  gateway = createGateway(upstream.baseUrl, { freshMs: 30_000 });
});

afterEach(async () => {
  await gateway.close();
  await upstream.stop();
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
  const answers = await Promise.all(Array.from({ length: 30 }, () => gateway.ask()));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
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

test("opens at most 32 connections, however many callers ask", async () => {
  await gateway.close();
  gateway = createGateway(upstream.baseUrl, {}, { TRUSTED_PROXY_HOPS: "1" });
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
  for (const answer of held) answer();
  expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]));
  expect(upstream.connections).toBe(32);
});

test("forwards, validates and caches history like pages", async () => {
  const history = [{ timestamp: "2026-10-01T00:00:00Z", depositApy: null, note: "kept" }];
  const body = { data: { markets: [{ id: "m", history }] } };
  upstream.behave(sendJson(body));
  const path = "/markets/history?marketIds=m&startTime=2026-10-01T00:00:00Z&resolution=1d&x=1";
  const answer = await gateway.ask(path);
  expect(answer.body).toEqual(body);
  await gateway.ask(path);
  expect(upstream.requests.map((request) => request.url)).toEqual([
    "/api/v0/markets/history?marketIds=m&startTime=2026-10-01T00%3A00%3A00.000Z&resolution=1d",
  ]);
  upstream.behave(sendJson({ data: [] }));
  expect((await gateway.ask("/markets/history?marketIds=n&startTime=2026-10-01")).body).toMatchObject({
    code: "upstream-unreadable",
  });
});

describe("readiness", () => {
  test("requests only the smallest page, and rarely", async () => {
    for (let probe = 0; probe < 5; probe += 1)
      expect((await askApp(gateway.app, "/readyz")).status).toBe(200);
    expect(upstream.requests.map((request) => request.url)).toEqual(["/api/v0/markets?limit=1"]);
  });

  test("is reported while cached data can be served, and not before there is any", async () => {
    await gateway.close();
    gateway = createGateway(upstream.baseUrl);
    upstream.behave(sendStatus(500), sendJson(lendingPage(3)), sendStatus(500));
    const { signal } = new AbortController();
    expect(await gateway.source.ready(signal)).toBe(false);
    await gateway.ask();
    expect(await gateway.source.ready(signal)).toBe(true);
  });
});
