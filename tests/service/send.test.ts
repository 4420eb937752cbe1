// POST /v2/{appId}/send: who may send, what is checked before anything leaves, and that nothing is sent twice.
import { channel } from "node:diagnostics_channel";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createApp, type App } from "../../src/service/app.ts";
import { readConfig } from "../../src/service/config.ts";
import type { Environment } from "../../src/service/environment.ts";
import { createHttpServer, clientLimits } from "../../src/service/http/server.ts";
import { createLog } from "../../src/service/log.ts";
import { createMetrics, type Metrics } from "../../src/service/metrics.ts";
import { createSender, type Sender } from "../../src/service/send/sender.ts";
import { createDemoSource } from "../../src/service/sources/demo/demo-source.ts";
import { askApp, callerKey, type GatewayResponse } from "./gateway.ts";
import {
  holdFirstByte,
  resetAtOnce,
  sendStatus,
  startHostileUpstream,
  upstreamWords,
  type Behaviour,
  type HostileUpstream,
} from "../fixtures/hostile-upstream.ts";
import { listenOn, raw } from "./wire.ts";

const appId = "0b7b3c1e-4a52-4f9d-9d0e-6a1f6c7d8e9f";
const sendKey = "send-key-71c0aa";
const path = `/api/v2/${appId}/send`;
const wallet = "6JpNV6DK88auwzKVizdeT4Bw3D44sam5GqjcPCJ7y176";
const message = {
  channels: ["PUSH"],
  message: {
    title: "USDC under 4 %",
    body: "The rate fell.",
    actions: [{ type: "link", label: "Open", url: "https://yields.example/" }],
  },
  recipient: { type: "subscriber", walletAddress: wallet },
};

let upstream: HostileUpstream;
let logged: string[];
let sender: Sender | undefined;
let metrics: Metrics;

beforeEach(async () => {
  upstream = await startHostileUpstream();
  logged = [];
  upstream.behave(sendStatus(202));
});

afterEach(async () => {
  await sender?.close();
  await upstream.stop();
});

/** @param attemptTimeoutMs short only in tests about it: a busy machine answers late */
function start(environment: Environment = {}, attemptTimeoutMs = 10_000, firstWaitMs = 1): App {
  const log = createLog("info", (line) => logged.push(line));
  metrics = createMetrics(log);
  const config = readConfig({
    CLIENT_KEYS: callerKey,
    SEND_BASE_URL: upstream.baseUrl,
    SEND_APP_ID: appId,
    SEND_KEY: sendKey,
    SEND_KEY_HEADER: "x-send-key",
    ...environment,
  });
  sender =
    config.send === undefined
      ? undefined
      : createSender({ ...config.send, attemptTimeoutMs, firstWaitMs, report: metrics.sent });
  return createApp({
    config,
    source: createDemoSource({ markets: 0, seed: 1 }),
    log,
    metrics,
    ...(sender === undefined ? {} : { sender }),
  });
}

function post(
  app: App,
  body: unknown = message,
  headers: Readonly<Record<string, string>> = {},
  to = path,
): Promise<GatewayResponse> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const own = { "x-service-client-key": callerKey, "content-type": "application/json" };
  return askApp(app, to, { ...own, ...headers }, "POST", text);
}

describe("a message", () => {
  test("is forwarded with the key in its header, without anything a caller adds", async () => {
    const added = { cookie: "mine-2218", "user-agent": "mine-2218" };
    const response = await post(start(), { ...message, apiKey: "mine-2218" }, added);
    expect([response.status, response.body]).toEqual([202, { status: "accepted" }]);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const [request] = upstream.requests;
    expect(request?.url).toBe(`/api/v2/${appId}/send`);
    expect(request?.headers).toMatchObject({ "x-send-key": sendKey, "content-type": "application/json" });
    expect(JSON.parse(request?.body ?? "")).toEqual(message);
    expect(JSON.stringify(request)).not.toMatch(/mine-2218|caller-key/);
  });

  test("is sent for the app's id in upper or lower case, and for no other app", async () => {
    const app = start();
    expect((await post(app, message, {}, path.replace(appId, appId.toUpperCase()))).status).toBe(202);
    const other = await post(app, message, {}, path.replace("0b7b", "1b7b"));
    expect(other.body).toMatchObject({ statusCode: 404, code: "not-found" });
    expect(upstream.requests).toHaveLength(1);
  });

  test("may have up to 10,000 wallets", async () => {
    const walletAddresses = Array<string>(10_000).fill(wallet);
    const response = await post(start(), { ...message, recipient: { type: "subscribers", walletAddresses } });
    expect(response.status).toBe(202);
  });
});

describe("a sender", () => {
  test("needs one of the operator's keys, not the browsers' or the demo's", async () => {
    const app = start();
    const browser = String((await askApp(app, "/api/dashboard")).body["clientKey"]);
    expect((await post(app, message, { "x-service-client-key": "no-key" })).status).toBe(401);
    const forbidden = { statusCode: 403, code: "forbidden", message: expect.stringContaining("CLIENT_KEYS") };
    expect((await post(app, message, { "x-service-client-key": browser })).body).toMatchObject(forbidden);
    expect(
      (await post(start({ CLIENT_KEYS: "demo" }), message, { "x-service-client-key": "demo" })).body,
    ).toMatchObject(forbidden);
    expect(upstream.requests).toHaveLength(0);
  });

  test("is refused with a reason when sending is not configured, and with 405 by another method than POST", async () => {
    const none = { SEND_BASE_URL: "", SEND_APP_ID: "", SEND_KEY: "", SEND_KEY_HEADER: "" };
    const response = await post(start(none));
    expect(response.body).toMatchObject({
      statusCode: 404,
      message: expect.stringContaining("SEND_BASE_URL"),
    });
    for (const method of ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"]) {
      const refused = await askApp(start(), path, { "x-service-client-key": callerKey }, method);
      expect([refused.status, refused.headers.get("allow")]).toEqual([405, "POST"]);
    }
  });

  test("on a page of a listed origin is allowed to POST here, and only here", async () => {
    const app = start({ ALLOWED_ORIGINS: "https://yields.example" });
    const preflight = { origin: "https://yields.example", "access-control-request-method": "POST" };
    const here = await askApp(app, path, preflight, "OPTIONS");
    expect(here.status).toBe(204);
    expect(here.headers.get("access-control-allow-methods")).toBe("POST");
    expect(here.headers.get("access-control-allow-headers")).toBe("x-service-client-key,content-type");
    const elsewhere = await askApp(app, "/api/v0/markets", preflight, "OPTIONS");
    expect(elsewhere.headers.get("access-control-allow-methods")).toBe("GET,HEAD");
    const stranger = await askApp(app, path, { ...preflight, origin: "https://evil.example" }, "OPTIONS");
    expect(stranger.headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("an invalid message", () => {
  const deep = `${"[".repeat(40)}${"]".repeat(40)}`;
  const wrong = { type: "subscriber", walletAddress: `${wallet}O` };

  test.each<[string, unknown, number, RegExp]>([
    ["invalid JSON", "{", 400, /not JSON/],
    ["an unknown channel", { ...message, channels: ["FAX"] }, 400, /^channels\.0 .*"FAX".*Use PUSH/],
    ["a wrong wallet", { ...message, recipient: wrong }, 400, new RegExp(wallet.slice(0, 40))],
    ["too much nesting", `{"data":{"a":${deep}}}`, 413, /nests/],
    ["too many values", `{"data":[${"0,".repeat(20_000)}0]}`, 413, /values/],
  ])(
    "with %s is refused, naming the field and remedy but not in the log, before anything is sent",
    async (_, body, status, words) => {
      const response = await post(start(), body);
      expect(response.status).toBe(status);
      expect(response.body["message"]).toMatch(words);
      expect(upstream.requests).toHaveLength(0);
      expect(logged.join("")).not.toContain(wallet.slice(0, 10));
    },
  );

  test("gets 415 for another content type or encoding", async () => {
    expect((await post(start(), message, { "content-type": "text/plain" })).status).toBe(415);
    expect((await post(start(), message, { "content-encoding": "gzip" })).status).toBe(415);
  });
});

/** Reacts to every connection that undici could not make meanwhile. */
async function afterFailedConnections<T>(react: () => void, work: () => Promise<T>): Promise<T> {
  const failures = channel("undici:client:connectError");
  failures.subscribe(react);
  return work().finally(() => failures.unsubscribe(react));
}

describe("an upstream that", () => {
  test.each<[string, Behaviour, number, string, string]>([
    ["refuses the message", sendStatus(400), 400, "bad-request", "Nothing was sent"],
    ["refuses its size", sendStatus(413), 400, "bad-request", "Nothing was sent"],
    ["refuses its fields", sendStatus(422), 400, "bad-request", "Nothing was sent"],
    ["refuses the key with 401", sendStatus(401), 502, "upstream-key-refused", "SEND_KEY"],
    ["refuses the key with 403", sendStatus(403), 502, "upstream-key-refused", "SEND_KEY"],
    ["has no such app", sendStatus(404), 502, "upstream-unavailable", "SEND_APP_ID"],
    ["limits", sendStatus(429, { "retry-after": "7" }), 429, "rate-limited", "Nothing was sent"],
    ["fails", sendStatus(500), 503, "upstream-unavailable", "may send it twice"],
    ["gave up waiting", sendStatus(408), 503, "upstream-unavailable", "may send it twice"],
    ["redirects", sendStatus(302, { location: "http://127.0.0.1:1/" }), 503, "upstream-unavailable", "twice"],
    ["never answers", holdFirstByte, 504, "upstream-timeout", "may send it twice"],
    ["breaks the connection once it has the message", resetAtOnce, 504, "upstream-timeout", "twice"],
  ])(
    "%s gets one request, and its own message is not passed on",
    async (_, behaviour, status, code, words) => {
      upstream.behave(behaviour);
      const response = await post(behaviour === holdFirstByte ? start({}, 500) : start());
      expect(response.body).toMatchObject({
        statusCode: status,
        code,
        message: expect.stringContaining(words),
      });
      expect(upstream.requests).toHaveLength(1);
      const { text } = await metrics.render();
      const everything = response.text + JSON.stringify([...response.headers]) + logged.join("") + text;
      for (const secret of [sendKey, upstreamWords, "127.0.0.1", `:${upstream.port}`, wallet, appId])
        expect(everything).not.toContain(secret);
      expect(text).toMatch(/yieldboard_messages_sent_total\{outcome="[a-z-]+"\} 1/);
    },
  );

  test("is unreachable is tried three times, and 503 says that nothing was sent", async () => {
    await upstream.stop();
    let tries = 0;
    const response = await afterFailedConnections(
      () => (tries += 1),
      () => post(start()),
    );
    expect(tries).toBe(3);
    const everything = expect.stringContaining("Nothing was sent");
    expect(response.body).toMatchObject({ statusCode: 503, message: everything });
  });

  test("comes back between two attempts gets the message once", async () => {
    await upstream.stop();
    const response = await afterFailedConnections(
      () => void upstream.restart(),
      () => post(start({}, 10_000, 500)),
    );
    expect(response.status).toBe(202);
    expect(upstream.requests).toHaveLength(1);
  });

  test("sent Retry-After is left alone until then", async () => {
    upstream.behave(sendStatus(429, { "retry-after": "100" }));
    const app = start();
    await post(app);
    const again = await post(app);
    expect(Number(again.headers.get("retry-after"))).toBeGreaterThan(90);
    expect(upstream.requests).toHaveLength(1);
  });
});

/** Sends headers and the beginning of a body, and returns what comes back until the connection closes. */
async function rawPost(head: string, body: string, bodyWithinMs = 5000): Promise<string> {
  const http = createHttpServer(start().fetch, { ...clientLimits, bodyWithinMs });
  const own = `x-service-client-key: ${callerKey}\r\ncontent-type: application/json\r\n`;
  const received = await raw(
    await listenOn(http),
    `POST ${path} HTTP/1.1\r\nHost: x\r\n${own}${head}\r\n\r\n${body}`,
  );
  await http.stop(1000);
  return received;
}

describe("a body on the wire", () => {
  test("that is too large is refused, with or without a content length", async () => {
    expect(await rawPost("Content-Length: 1000000000", "{")).toMatch(/^HTTP\/1.1 413/);
    const piece = "x".repeat(300_000);
    const chunk = `${piece.length.toString(16)}\r\n${piece}\r\n`;
    expect(await rawPost("Transfer-Encoding: chunked", chunk + chunk)).toMatch(/^HTTP\/1.1 413/);
    expect(upstream.requests).toHaveLength(0);
  });

  test("that does not arrive in time gets 408", async () => {
    expect(await rawPost("Content-Length: 1000", "{", 50)).toMatch(/^HTTP\/1.1 408[\s\S]*request-timeout/);
  });
});
