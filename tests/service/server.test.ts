// The listening socket with real connections: slow and greedy clients, and graceful shutdown.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { PassThrough } from "node:stream";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createApp } from "../../src/service/app.ts";
import { readConfig } from "../../src/service/config.ts";
import type { Environment } from "../../src/service/environment.ts";
import {
  createHttpServer,
  clientLimits,
  type ClientLimits,
  type Fetch,
  type HttpServer,
} from "../../src/service/http/server.ts";
import { createLog } from "../../src/service/log.ts";
import type { SourceResponse } from "../../src/service/sources/source-response.ts";
import { sourceResponse, sourceOf } from "../fixtures/sources.ts";
import { askAndStall, closed, listenOn, raw } from "./wire.ts";

let running: HttpServer | undefined;
/** Of the latest server. Each has its own, because requests of an earlier test may still reach that test's server. */
let heldSource: { finish?: () => void } = {};
let stopping = false;
/** Of the latest server, too. */
let logged: string[] = [];

const hasty = { ...clientLimits, headersWithinMs: 100, requestWithinMs: 150, checkEveryMs: 20 };
/** The bytes of a request without a body. */
const ask = (line: string, ...headers: readonly string[]): string =>
  [`${line} HTTP/1.1`, "Host: x", ...headers, "\r\n"].join("\r\n");
const health = ask("GET /healthz");
const healthOnce = ask("GET /healthz", "Connection: close");

afterEach(async () => {
  heldSource.finish?.();
  stopping = false;
  if (running?.server.listening === true) await running.stop(1000);
});

const marketsFrom = (address: string): string =>
  ask("GET /api/v0/markets", "X-Service-Client-Key: demo", `X-Forwarded-For: ${address}`);

interface Running {
  /** Whether the source answers only when `heldSource.finish` is called. */
  readonly holdSource?: boolean;
  readonly limits?: ClientLimits;
  readonly wrap?: (fetch: Fetch) => Fetch;
  readonly environment?: Environment;
  readonly page?: () => SourceResponse;
}

async function listen({
  holdSource = false,
  limits = clientLimits,
  wrap = (fetch) => fetch,
  environment = {},
  page = () => sourceResponse({ markets: [], cursor: null }),
}: Running = {}): Promise<number> {
  const source: typeof heldSource = {};
  heldSource = source;
  const listMarkets = async (): Promise<SourceResponse> => {
    if (holdSource) await new Promise<void>((resolve) => (source.finish = resolve));
    return page();
  };
  const lines: string[] = [];
  logged = lines;
  const app = createApp({
    config: readConfig(environment),
    source: sourceOf({ listMarkets }),
    log: createLog("info", (line) => lines.push(line)),
    isStopping: () => stopping,
  });
  running = createHttpServer(wrap(app.fetch), limits);
  return listenOn(running);
}

/** A request whose body is not a valid chunk. */
const chunked = (line: string): string => `${ask(line, "Transfer-Encoding: chunked")}no length\r\n`;

describe("every response of the port", () => {
  const fixed = /content-security-policy: default-src 'none'[\s\S]*x-content-type-options: nosniff/;

  test.each([
    ["not HTTP", "\u0016\u0003\u0001 hello\r\n\r\n", 400, "bad-request"],
    ["headers too large", ask("GET /", `X: ${"a".repeat(20_000)}`), 431, "too-large"],
    ["too many headers", ask("GET /", ...Array<string>(105).fill("X: 1")), 431, "too-large"],
    ["a tunnel", ask("CONNECT x:443"), 405, "method-not-allowed"],
    ["a path with encoded dot segments", ask("GET /api/v0/assets/%2E./markets"), 400, "bad-request"],
    ["a path with a backslash", ask("GET /a\\b"), 400, "bad-request"],
    ["no Host", "GET /healthz HTTP/1.1\r\n\r\n", 400, "bad-request"],
    ["a body announced twice", ask("POST /", "Content-Length: 1", "Content-Length: 2"), 400, "bad-request"],
    ["headers that never end", ask("GET /").slice(0, -2), 408, "request-timeout"],
    ["a body that is not read", `${ask("POST /", "Content-Length: 1000000000")}a`, 405, "method-not-allowed"],
  ])("has the fixed headers and a JSON body: %s", async (_, bytes, status, code) => {
    const response = await raw(await listen({ limits: hasty }), bytes);
    const [head = "", body = ""] = response.split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toMatch(fixed);
    expect(head).toMatch(/connection: close/i);
    expect(JSON.parse(body)).toMatchObject({ statusCode: status, code });
    expect(head).toContain(`content-length: ${body.length}`);
    // Each of them is logged as well.
    expect(logged).toHaveLength(1);
    expect(JSON.parse(logged[0] ?? "")).toMatchObject({ event: "request", status });
  });

  test("reports a malformed body while reading it", async () => {
    const response = await raw(await listen({ wrap: largeResponses }), chunked("PUT /"));
    const [head = "", body = ""] = response.split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1.1 400[^]*connection: close/);
    expect(JSON.parse(body)).toMatchObject({ code: "bad-request" });
  });

  test("is the last one after a refused request", async () => {
    const responses = await raw(await listen(), `${chunked("PUT /api/v0/markets")}\r\njunk\r\n\r\n`);
    expect(responses.match(/HTTP\/1\.1 \d+/g)).toEqual([expect.stringMatching(/ 40[05]$/)]);
  });

  test.each([
    ["an invalid Host", marketsFrom("10.0.0.1").replace("Host: x", "Host: xn--")],
    ["an unknown expectation", ask("GET /healthz", "Expect: tea")],
    ["HTTP/1.0 without a Host", "GET /healthz HTTP/1.0\r\n\r\n"],
    ["the absolute form", ask("GET http://x/healthz")],
  ])("is an ordinary one for %s", async (_, request) => {
    const response = await raw(await listen(), request.replace(/\r\n$/, "Connection: close\r\n\r\n"));
    expect(response).toMatch(/^HTTP\/1.1 200/);
    expect(response).toMatch(fixed);
  });
});

describe("one address", () => {
  test("may have a limited number of connections", async () => {
    const port = await listen({ limits: { ...clientLimits, connectionsPerAddress: 2 } });
    const silent = [connect(port, "127.0.0.1"), connect(port, "127.0.0.1")];
    await Promise.all(silent.map((socket) => once(socket, "connect")));
    expect(await raw(port, healthOnce)).toBe("");
    for (const socket of silent) socket.destroy();
    await expect.poll(() => raw(port, healthOnce)).toMatch(/^HTTP\/1.1 200/);
  });

  test("is an IPv6 /64, because one subscriber has all its addresses", async () => {
    await listen({ limits: { ...clientLimits, connectionsPerAddress: 2 } });
    const addresses = ["2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1"];
    const sockets = addresses.map((remoteAddress) => Object.assign(new PassThrough(), { remoteAddress }));
    for (const socket of sockets) running?.server.emit("connection", socket);
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false, true, false]);
    for (const socket of sockets) socket.destroy();
  });
});

describe("a slow client", () => {
  test("that neither reads nor sends is disconnected", async () => {
    const port = await listen({ holdSource: true, limits: { ...hasty, silentSocketMs: 50 } });
    expect(await raw(port, marketsFrom("10.0.0.1"))).toBe("");
  });

  test("that keeps an idle connection is disconnected", async () => {
    const port = await listen({ limits: { ...hasty, idleConnectionMs: 20 } });
    expect(await raw(port, health)).toMatch(/^HTTP\/1.1 200/);
  });
});

describe("stalled readers", () => {
  const bytes = 12 * 1024 * 1024;
  const environment = { TRUSTED_PROXY_HOPS: "1" };
  let pages = 0;
  const newPage = (): SourceResponse => {
    pages += 1;
    return { ...sourceResponse({}), tag: `page ${pages}`, bytes: () => Buffer.alloc(bytes, "x") };
  };
  const stalled: Socket[] = [];
  const stall = async (port: number, address: string): Promise<string> => {
    const { socket, status } = await askAndStall(port, marketsFrom(address));
    stalled.push(socket);
    return status;
  };
  afterEach(() => {
    for (const socket of stalled.splice(0)) socket.destroy();
    vi.useRealTimers();
  });

  test("occupy at most 16 MiB per address, until they have read it or disconnected", async () => {
    const port = await listen({ environment, page: newPage });
    expect([await stall(port, "10.0.0.1"), await stall(port, "10.0.0.1")]).toEqual(["200", "200"]);
    const asked = pages;
    expect(await stall(port, "10.0.0.1")).toBe("429");
    expect(pages).toBe(asked);
    expect(await stall(port, "10.0.0.2")).toBe("200");
    stalled[0]?.destroy();
    stalled[1]?.resume();
    await expect.poll(() => stall(port, "10.0.0.1")).toBe("200");
  });

  test("occupy at most 64 MiB in total; small answers are still sent, and after 5 s one reader is closed", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const port = await listen({ environment, page: newPage });
    for (let index = 1; index <= 4; index += 1) expect(await stall(port, `10.0.1.${index}`)).toBe("200");
    expect(await stall(port, "10.0.1.5")).toBe("503");
    expect(await connectionCount()).toBe(5);
    expect(await raw(port, healthOnce)).toMatch(/^HTTP\/1.1 200/);
    vi.advanceTimersByTime(5000);
    expect(await stall(port, "10.0.1.6")).toBe("200");
    await expect.poll(connectionCount).toBe(5);
    for (const socket of stalled.splice(0)) socket.destroy();
    await expect.poll(() => stall(port, "10.0.1.5")).toBe("200");
  });

  test("are counted when concurrent responses become ready", async () => {
    const waiting: (() => void)[] = [];
    const held =
      (fetch: Fetch): Fetch =>
      async (...asked) => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return fetch(...asked);
      };
    const late = (): SourceResponse => {
      const made = newPage();
      return {
        ...made,
        bytes: async () => new Promise((resolve) => waiting.push(() => resolve(Buffer.alloc(bytes)))),
      };
    };
    const port = await listen({ wrap: held, environment, page: late });
    const asked = Array.from({ length: 5 }, () => stall(port, "10.0.3.1"));
    // All requests have arrived before the first is answered.
    await expect.poll(() => waiting.length).toBe(5);
    for (const go of waiting.splice(0)) go();
    await expect.poll(() => waiting.length).toBe(5);
    for (const go of waiting.splice(0)) go();
    expect((await Promise.all(asked)).toSorted()).toEqual(["200", "200", "429", "429", "429"]);
  });
});

/** Reads at about 3 MB/s. */
async function readSlowly(port: number, path: string): Promise<Socket> {
  const { socket } = await askAndStall(port, ask(`GET ${path}`));
  const timer = setInterval(() => socket.read(65_536), 20);
  socket.once("close", () => clearInterval(timer));
  return socket;
}

async function readNothing(port: number, path: string): Promise<Socket> {
  return (await askAndStall(port, ask(`GET ${path}`))).socket;
}

describe("a reader slower than the minimum rate", () => {
  const pace = { ...clientLimits, paceAfterMs: 100, checkEveryMs: 20 };
  const silence = { ...clientLimits, silentSocketMs: 300, checkEveryMs: 20 };

  test.each([
    ["/whole", readSlowly, { ...pace, minPace: 200_000_000 }],
    ["/made-while-sent", readSlowly, { ...pace, minPace: 200_000_000 }],
    ["/whole", readNothing, silence],
    ["/made-while-sent", readNothing, silence],
  ] as const)("is disconnected, even if it keeps reading: %s by %o", async (path, read, limits) => {
    const socket = await read(await listen({ limits, wrap: largeResponses }), path);
    await expect.poll(connectionCount).toBe(0);
    socket.destroy();
  });

  test.each([
    ["above the minimum rate", { ...pace, minPace: 1000 }],
    ["below it at the start", { ...pace, minPace: 200_000_000, paceAfterMs: 30_000 }],
  ])("is left alone when %s", async (_, limits) => {
    const socket = await readSlowly(await listen({ limits, wrap: largeResponses }), "/whole");
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(await connectionCount()).toBe(1);
    socket.destroy();
  });

  test("reads less than 4 KB/s after 30 s by default, and may be silent for at most 60 s", () => {
    expect([clientLimits.minPace, clientLimits.paceAfterMs]).toEqual([4096, 30_000]);
    expect(clientLimits).toMatchObject({
      headersWithinMs: 10_000,
      requestWithinMs: 15_000,
      silentSocketMs: 60_000,
    });
  });
});

describe("pipelined requests", () => {
  test("are all answered, in order", async () => {
    const port = await listen();
    const paths = Array.from({ length: 40 }, (_, index) => `/api/${index}`);
    const asked = paths.map((path) => ask(`GET ${path}`));
    const responses = await raw(port, asked.join("") + healthOnce);
    expect(responses.match(/HTTP\/1\.1 \d+/g)).toEqual([...paths.map(() => "HTTP/1.1 404"), "HTTP/1.1 200"]);
    expect(logged.filter((line) => line.includes('"status":404'))).toHaveLength(40);
  });

  test("do not block other connections", async () => {
    const answered: string[] = [];
    const wrap =
      (fetch: Fetch): Fetch =>
      (request, connection) => {
        answered.push(new URL(request.url).pathname);
        return fetch(request, connection);
      };
    const port = await listen({ wrap });
    const [flood, other] = [connect(port, "127.0.0.1"), connect(port, "127.0.0.1")];
    await Promise.all([once(flood, "connect"), once(other, "connect")]);
    flood.write(health.repeat(1500));
    other.write(healthOnce.replace("healthz", "other"));
    await expect.poll(() => answered.length, { timeout: 20_000 }).toBe(1501);
    expect(answered.indexOf("/other")).toBeLessThan(100);
    flood.destroy();
    other.destroy();
  });

  test("are not read further while eight are pending", async () => {
    const environment = { RATE_LIMIT_PER_ADDRESS: "0", RATE_LIMIT_PER_KEY: "0" };
    const port = await listen({ holdSource: true, environment });
    let read = 0;
    running?.server.on("request", () => {
      read += 1;
    });
    const flood = connect(port, "127.0.0.1").on("error", () => {});
    flood.write(marketsFrom("10.0.0.1").repeat(100_000));
    await expect.poll(() => heldSource.finish).toBeDefined();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(read).toBeGreaterThan(8);
    expect(read).toBeLessThan(2000);
    flood.destroy();
  });

  test("are not answered after one that exceeds the rate limit", async () => {
    const port = await listen({ environment: { RATE_LIMIT_PER_ADDRESS: "3" } });
    const responses = await raw(port, marketsFrom("10.0.0.1").repeat(50));
    expect(responses.match(/HTTP\/1\.1 \d+/g)).toEqual(
      [200, 200, 200, 429].map((status) => `HTTP/1.1 ${status}`),
    );
    expect(responses).toMatch(/connection: close/i);
  });
});

/** Answers with more than a connection buffers: 50 MB at /whole, an endless stream elsewhere. */
function largeResponses(fetch: Fetch): Fetch {
  const megabytes = Buffer.alloc(50_000_000);
  return async (request, connection) => {
    if (connection.refusal !== undefined) return fetch(request, connection);
    if (request.method === "PUT") await request.arrayBuffer().catch(() => {});
    return new Response(new URL(request.url).pathname === "/whole" ? megabytes : endless());
  };
}

async function connectionCount(): Promise<number> {
  return new Promise((resolve) => {
    running?.server.getConnections((_, count) => resolve(count));
  });
}

function endless(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.enqueue(Buffer.alloc(100_000)) });
}

describe("shutdown", () => {
  test("finishes pending requests, closes idle connections and accepts no new ones", async () => {
    const port = await listen({ holdSource: true });
    const asked = raw(port, marketsFrom("10.0.0.1"));
    await expect.poll(() => heldSource.finish).toBeDefined();
    stopping = true;
    const stopped = running?.stop(5000);
    const late = connect(port, "127.0.0.1");
    await expect(once(late, "connect")).rejects.toThrow(/ECONNREFUSED/);
    heldSource.finish?.();
    expect(await asked).toMatch(/^HTTP\/1.1 200[^]*connection: close/i);
    expect(await stopped).toBe(true);
  });

  test("cuts off requests that do not finish in time", async () => {
    const port = await listen({ holdSource: true });
    const asked = raw(port, marketsFrom("10.0.0.1"));
    await expect.poll(() => heldSource.finish).toBeDefined();
    expect(await running?.stop(50)).toBe(false);
    expect(await asked).toBe("");
  });

  test("does not wait for connections without a complete request", async () => {
    const port = await listen();
    const silent = connect(port, "127.0.0.1");
    const half = connect(port, "127.0.0.1");
    half.write(health.slice(0, -2));
    const cut = [silent, half].map(closed);
    await Promise.all([silent, half].map((socket) => once(socket, "connect")));
    // If the stop waited for them, the test would take ten minutes.
    expect(await running?.stop(600_000)).toBe(true);
    await Promise.all(cut);
  });

  test("does not wait for slow or stalled readers, nor for slow request bodies", async () => {
    const port = await listen({ wrap: largeResponses });
    const sockets = ["GET /whole", "GET /made-while-sent", "PUT /"].map((line) => {
      const socket = connect(port, "127.0.0.1").pause();
      socket.write(line === "PUT /" ? ask(line, "Content-Length: 9") : ask(line));
      return socket;
    });
    const [, , dripping] = sockets;
    dripping?.resume().write("{");
    await Promise.all(sockets.slice(0, 2).map((socket) => once(socket, "readable")));
    const cut = sockets.map(closed);
    expect(await running?.stop(600_000)).toBe(true);
    for (const socket of sockets) socket.resume();
    await Promise.all(cut);
  });

  test("still answers requests that had arrived unread", async () => {
    const port = await listen();
    const sockets = Array.from({ length: 20 }, () => connect(port, "127.0.0.1"));
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    const first = sockets.map((socket) => once(socket, "data"));
    for (const socket of sockets) socket.write(health);
    await Promise.all(first);
    const responses = sockets.map(async (socket) => {
      let received = "";
      socket.on("data", (chunk) => {
        received += String(chunk);
      });
      await closed(socket);
      return received;
    });
    stopping = true;
    for (const socket of sockets) socket.write(health);
    const stopped = running?.stop(5000);
    for (const response of await Promise.all(responses))
      expect(response).toMatch(/^HTTP\/1.1 200[^]*connection: close/);
    expect(await stopped).toBe(true);
  });

  test("still answers a request on an open connection", async () => {
    const port = await listen();
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    const stopped = running?.stop(600_000);
    socket.write(healthOnce);
    const [response]: unknown[] = await once(socket.setEncoding("utf8"), "data");
    expect(response).toMatch(/^HTTP\/1.1 200/);
    expect(await stopped).toBe(true);
  });
});
