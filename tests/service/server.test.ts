// The listening socket with real connections: slow and greedy clients, and an end that finishes what has begun.
import { once } from "node:events";
import { request, type IncomingMessage, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { createApp } from "../../src/service/app.ts";
import { readConfig } from "../../src/service/config.ts";
import {
  createHttpServer,
  defaultLimits,
  stopServer,
  type ClientLimits,
} from "../../src/service/http/server.ts";
import type { MarketSource } from "../../src/service/sources/market-source.ts";
import { sourceAnswer } from "./gateway.ts";

let server: Server | undefined;
let finishSource: (() => void) | undefined;
let stopping = false;

afterEach(async () => {
  finishSource?.();
  finishSource = undefined;
  stopping = false;
  if (server?.listening === true) await stopServer(server, 1000);
});

async function listen(holdSource = false, limits: ClientLimits = defaultLimits): Promise<number> {
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
    ready: async () => true,
  };
  const app = createApp({ config: readConfig({}), source, isStopping: () => stopping });
  server = createHttpServer(app, limits);
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
  socket.on("error", () => {});
  socket.write(bytes);
  await once(socket, "close");
  return received;
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

describe("a slow client", () => {
  const hasty = { ...defaultLimits, headersWithinMs: 100, requestWithinMs: 150, checkEveryMs: 20 };

  test("that never finishes its headers is let go", async () => {
    const answer = await raw(await listen(false, hasty), "GET / HTTP/1.1\r\nHost: x\r\n");
    expect(answer).toMatch(/^HTTP\/1.1 408/);
  });

  test("that takes nothing and says nothing is let go", async () => {
    const port = await listen(true, { ...hasty, silentSocketMs: 50 });
    const head = "GET /api/v0/markets HTTP/1.1\r\nHost: x\r\nX-Service-Client-Key: demo\r\n\r\n";
    expect(await raw(port, head)).toBe("");
  });

  test("that keeps a connection without using it is let go", async () => {
    const port = await listen(false, { ...hasty, idleConnectionMs: 20 });
    expect(await raw(port, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")).toMatch(/^HTTP\/1.1 200/);
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

describe("stopping", () => {
  test("finishes what runs, closes kept connections and takes nothing new", async () => {
    const port = await listen(true);
    const running = get(port);
    await expect.poll(() => finishSource).toBeDefined();
    stopping = true;
    const stopped = server === undefined ? false : stopServer(server, 5000);
    await expect(get(port)).rejects.toThrow(/ECONNREFUSED/);
    finishSource?.();
    expect(await running).toEqual({ status: 200, connection: "close" });
    expect(await stopped).toBe(true);
  });

  test("cuts what does not finish in time", async () => {
    const port = await listen(true);
    const running = get(port).catch(() => "cut");
    await expect.poll(() => finishSource).toBeDefined();
    expect(server === undefined ? true : await stopServer(server, 50)).toBe(false);
    expect(await running).toBe("cut");
  });
});
