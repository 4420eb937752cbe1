// The listening socket with real connections: slow and greedy clients, and an end that finishes what has begun.
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { createApp, type App } from "../../src/service/app.ts";
import { readConfig } from "../../src/service/config.ts";
import {
  createHttpServer,
  defaultLimits,
  holdTick,
  type ClientLimits,
  type HttpServer,
} from "../../src/service/http/server.ts";
import { createLog } from "../../src/service/log.ts";
import type { MarketSource } from "../../src/service/sources/market-source.ts";
import { companionsOf, sourceAnswer } from "./gateway.ts";

let running: HttpServer | undefined;
let finishSource: (() => void) | undefined;
let stopping = false;
let logged: string[] = [];

const hasty = { ...defaultLimits, headersWithinMs: 100, requestWithinMs: 150, checkEveryMs: 20 };
const healthOnce = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

afterEach(async () => {
  finishSource?.();
  finishSource = undefined;
  stopping = false;
  logged = [];
  if (running?.server.listening === true) await running.stop(1000);
});

async function listen(
  holdSource = false,
  limits: ClientLimits = defaultLimits,
  wrap: (app: App) => App = (app) => app,
): Promise<number> {
  const source: MarketSource = {
    kind: "demo",
    label: "Demo",
    listMarkets: async () => {
      if (holdSource)
        await new Promise<void>((resolve) => {
          finishSource = resolve;
        });
      return sourceAnswer({ markets: [], cursor: null });
    },
    history: async () => sourceAnswer({ data: { markets: [] } }),
    companions: companionsOf(),
    ready: async () => true,
  };
  const app = createApp({
    config: readConfig({}),
    source,
    log: createLog("info", (line) => logged.push(line)),
    isStopping: () => stopping,
  });
  running = createHttpServer(wrap(app), limits);
  const { server } = running;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address: AddressInfo | string | null = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return address.port;
}

/** Sends raw bytes and gives everything that comes back until the connection closes. */
async function raw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let received = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    received += chunk;
  });
  socket.write(bytes);
  await closed(socket);
  return received;
}

/** Resolves when a connection is gone, however it went. */
async function closed(socket: Socket): Promise<void> {
  await new Promise((resolve) => {
    socket.on("error", () => {}).once("close", resolve);
  });
}

describe("a client that asks too much", () => {
  test("of headers is refused with 431", async () => {
    const port = await listen();
    const answer = await raw(port, `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"a".repeat(20_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 431/);
  });

  test("with a body is answered at once and cut off, however long it means to go on", async () => {
    const port = await listen();
    const head = "POST /api/v0/markets HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n";
    const answer = await raw(port, `${head}${"a".repeat(1000)}`);
    expect(answer).toMatch(/^HTTP\/1.1 405/);
    expect(answer).toMatch(/connection: close/i);
  });

  test("with something that is no HTTP is refused", async () => {
    expect(await raw(await listen(), "\u0016\u0003\u0001 hello\r\n\r\n")).toMatch(/^HTTP\/1.1 400/);
  });
});

describe("every answer of the port", () => {
  const fixed = /content-security-policy: default-src 'none'[\s\S]*x-content-type-options: nosniff/;

  test.each([
    ["no HTTP at all", "\u0016\u0003\u0001 hello\r\n\r\n", 400, "bad-request"],
    ["headers too large", `GET / HTTP/1.1\r\nHost: x\r\nX: ${"a".repeat(20_000)}\r\n\r\n`, 431, "too-large"],
    ["too many headers", `GET / HTTP/1.1\r\nHost: x\r\n${"X: 1\r\n".repeat(105)}\r\n`, 431, "too-large"],
    ["a tunnel", "CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n", 405, "method-not-allowed"],
    ["no Host", "GET /healthz HTTP/1.1\r\n\r\n", 400, "bad-request"],
    [
      "a body announced twice",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
      400,
      "bad-request",
    ],
    ["headers that never end", "GET / HTTP/1.1\r\nHost: x\r\n", 408, "request-timeout"],
  ])("has the fixed headers and a body in JSON: %s", async (_, bytes, status, code) => {
    const answer = await raw(await listen(false, hasty), bytes);
    const [head = "", body = ""] = answer.split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toMatch(fixed);
    expect(head).toMatch(/connection: close/i);
    expect(JSON.parse(body)).toMatchObject({ statusCode: status, code });
    expect(head).toContain(`content-length: ${body.length}`);
    // Each of them is in the log as well.
    expect(logged).toHaveLength(1);
    expect(JSON.parse(logged[0] ?? "")).toMatchObject({ event: "request", status });
  });

  test.each([
    [
      "a Host that is no name",
      "GET /api/v0/markets HTTP/1.1\r\nHost: xn--\r\nX-Service-Client-Key: demo\r\n",
    ],
    ["an expectation nobody knows", "GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n"],
    ["HTTP/1.0 without a Host", "GET /healthz HTTP/1.0\r\n"],
    ["the absolute form", "GET http://x/healthz HTTP/1.1\r\nHost: x\r\n"],
  ])("is an ordinary one to %s", async (_, head) => {
    const answer = await raw(await listen(), `${head}Connection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 200/);
    expect(answer).toMatch(fixed);
  });
});

describe("one address", () => {
  test("holds a bounded number of connections, and others are let in when it closes some", async () => {
    const port = await listen(false, { ...defaultLimits, connectionsPerAddress: 2 });
    const silent = [connect(port, "127.0.0.1"), connect(port, "127.0.0.1")];
    await Promise.all(silent.map((socket) => once(socket, "connect")));
    expect(await raw(port, healthOnce)).toBe("");
    for (const socket of silent) socket.destroy();
    await expect.poll(() => raw(port, healthOnce)).toMatch(/^HTTP\/1.1 200/);
  });
});

describe("a slow client", () => {
  test("that never finishes its headers is let go", async () => {
    const answer = await raw(await listen(false, hasty), "GET / HTTP/1.1\r\nHost: x\r\n");
    expect(answer).toMatch(/^HTTP\/1.1 408/);
  });

  test("that takes nothing and says nothing is let go", async () => {
    const port = await listen(true, { ...hasty, silentSocketMs: 50 });
    const head = "GET /api/v0/markets HTTP/1.1\r\nHost: x\r\nX-Service-Client-Key: demo\r\n\r\n";
    expect(await raw(port, head)).toBe("");
  });

  test.each(["/whole", "/made-while-sent"])("that stops taking its answer (%s) is let go", async (path) => {
    const limits = { ...defaultLimits, silentSocketMs: 50, checkEveryMs: 20 };
    const port = await listen(false, limits, largeAnswers);
    const socket = connect(port, "127.0.0.1").pause();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await once(socket, "readable");
    await expect.poll(connectionCount).toBe(0);
    socket.destroy();
  });

  test("that keeps a connection without using it is let go", async () => {
    const port = await listen(false, { ...hasty, idleConnectionMs: 20 });
    expect(await raw(port, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")).toMatch(/^HTTP\/1.1 200/);
  });

  test("is told how long its connection is kept, unless it is closed", async () => {
    const port = await listen();
    const kept = await fetch(`http://127.0.0.1:${port}/healthz`);
    expect(kept.headers.get("keep-alive")).toBe("timeout=65");
    expect(await raw(port, healthOnce)).not.toMatch(/keep-alive/i);
  });

  test("has time to be slow: the usual bounds are seconds, and end", () => {
    expect(defaultLimits.headersWithinMs).toBeLessThanOrEqual(10_000);
    expect(defaultLimits.requestWithinMs).toBeLessThanOrEqual(15_000);
    expect(defaultLimits.silentSocketMs).toBeLessThanOrEqual(60_000);
  });
});

/** GET over an agent-less connection that asks to be kept. */
async function get(port: number): Promise<{ status: number | undefined; connection: string | undefined }> {
  const outgoing = request({
    port,
    host: "127.0.0.1",
    path: "/api/v0/markets",
    headers: { "x-service-client-key": "demo", connection: "keep-alive" },
  });
  outgoing.end();
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once("response", resolve).once("error", reject);
  });
  incoming.resume();
  await once(incoming, "end");
  return { status: incoming.statusCode, connection: incoming.headers.connection };
}

/** Answers with more than a connection holds: at once at /whole, elsewhere for as long as somebody takes it. */
function largeAnswers(app: App): App {
  const megabytes = Buffer.alloc(50_000_000);
  return {
    ...app,
    answer: async (asked) => {
      if (asked.method === "PUT") await asked.body(100).catch(() => {});
      const whole = asked.path === "/whole";
      return {
        status: 200,
        headers: [],
        body: whole ? megabytes : undefined,
        stream: whole ? undefined : endless,
      };
    },
  };
}

async function connectionCount(): Promise<number> {
  return new Promise((resolve) => {
    running?.server.getConnections((_, count) => resolve(count));
  });
}

async function* endless(): AsyncGenerator<Uint8Array> {
  for (;;) yield Buffer.alloc(100_000);
}

describe("stopping", () => {
  test("finishes what runs, closes kept connections and takes nothing new", async () => {
    const port = await listen(true);
    const asked = get(port);
    await expect.poll(() => finishSource).toBeDefined();
    stopping = true;
    const stopped = running?.stop(5000);
    await expect(get(port)).rejects.toThrow(/ECONNREFUSED/);
    finishSource?.();
    expect(await asked).toEqual({ status: 200, connection: "close" });
    expect(await stopped).toBe(true);
  });

  test("cuts what does not finish in time", async () => {
    const port = await listen(true);
    const asked = get(port).catch(() => "cut");
    await expect.poll(() => finishSource).toBeDefined();
    expect(await running?.stop(50)).toBe(false);
    expect(await asked).toBe("cut");
  });

  test("does not wait for connections that never sent a whole request", async () => {
    const port = await listen();
    const silent = connect(port, "127.0.0.1");
    const half = connect(port, "127.0.0.1");
    half.write("GET /healthz HTTP/1.1\r\nHost: x\r\n");
    const cut = [silent, half].map(closed);
    await Promise.all([silent, half].map((socket) => once(socket, "connect")));
    // Nothing here takes ten minutes; the test would, if the stop waited for them.
    expect(await running?.stop(600_000)).toBe(true);
    await Promise.all(cut);
  });

  test("does not wait for those who take their answer slowly, or not at all, nor for bodies that drip", async () => {
    const port = await listen(false, defaultLimits, largeAnswers);
    const sockets = ["GET /whole", "GET /made-while-sent", "PUT /"].map((line) => {
      const socket = connect(port, "127.0.0.1").pause();
      socket.write(`${line} HTTP/1.1\r\nHost: x\r\n${line === "PUT /" ? "Content-Length: 9\r\n" : ""}\r\n`);
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

  test("still answers a request that was on its way", async () => {
    const port = await listen();
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    const stopped = running?.stop(600_000);
    socket.write(healthOnce);
    const [answer]: unknown[] = await once(socket.setEncoding("utf8"), "data");
    expect(answer).toMatch(/^HTTP\/1.1 200/);
    expect(await stopped).toBe(true);
  });
});

test("the tick that is held is one of Node's own, and always the same", async () => {
  const held = await holdTick();
  expect(held).toHaveProperty("callback");
  expect(await holdTick()).toBe(held);
});
