// The HTTP layer of the service in front of a source scripted by each test.
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { getRouterName } from "hono/dev";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { parameterNotes } from "../../src/contract/operations/operation.ts";
import { operations } from "../../src/contract/operations/operations.ts";
import { routes } from "../../src/contract/routes.ts";
import { createApp, type App } from "../../src/service/app.ts";
import { readConfig } from "../../src/service/config.ts";
import type { Environment } from "../../src/service/environment.ts";
import type { ServiceEnv } from "../../src/service/http/context.ts";
import { errorResponse } from "../../src/service/http/responses.ts";
import { createJsonBodyReader } from "../../src/service/http/json-body.ts";
import { createLog } from "../../src/service/log.ts";
import { SourceError, type MarketSource } from "../../src/service/sources/market-source.ts";
import { sharedDemo } from "../fixtures/demo.ts";
import { sourceResponse, sourceOf } from "../fixtures/sources.ts";
import { askApp, requestApp } from "./gateway.ts";

type Headers = Readonly<Record<string, string>>;

const callerA = "caller-a-0123456789abcdef";
const callerB = "caller-b-0123456789abcdef";
const markets = "/api/v0/markets";

let directory: string;
let logged: string[];
let dashboardKey: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "yieldboard-"));
  mkdirSync(join(directory, "code"));
  const write = (path: string, content: string | Buffer) => writeFileSync(join(directory, path), content);
  const preload = '<link rel="preload" href="/api/dashboard" as="fetch" />';
  write("index.html", `<!doctype html><title>Yieldboard</title>${preload}`);
  write("theme.js", "// theme");
  write("code/index-abc123.js", `export const x = "${"y".repeat(4000)}";`);
  write("code/index-abc123.js.br", brotliCompressSync("compressed by the build"));
  write("code/inter-abc123.woff2", Buffer.alloc(4000));
});
afterAll(() => rmSync(directory, { recursive: true }));
beforeEach(() => {
  logged = [];
});

function start(environment: Environment = {}, source: Partial<MarketSource> = {}, isStopping = false): App {
  const config = readConfig({ STORE: "off", CLIENT_KEYS: `${callerA},${callerB}`, ...environment });
  dashboardKey = config.dashboardKeys[0] ?? "";
  return createApp({
    config,
    source: sourceOf(source),
    dashboardDirectory: directory,
    log: createLog("info", (line) => logged.push(line)),
    isStopping: () => isStopping,
  });
}

/** With a key. */
const ask = (app: App, path = markets, headers: Headers = {}, method = "GET") =>
  askApp(app, path, { "x-service-client-key": callerA, ...headers }, method);

/** A source that returns this response or fails with this error. */
const responses = (response: ReturnType<typeof sourceResponse> | Error): Partial<MarketSource> => ({
  listMarkets: async () => {
    if (response instanceof Error) throw response;
    return response;
  },
});

describe("the key", () => {
  test("is required: any configured key, or the browsers' key from /api/dashboard", async () => {
    const app = start();
    expect((await askApp(app, "/api/dashboard")).body["clientKey"]).toBe(dashboardKey);
    for (const key of [callerA, callerB, dashboardKey])
      expect((await askApp(app, markets, { "x-service-client-key": key })).status).toBe(200);
    const missing = await askApp(app, markets);
    const wrong = await askApp(app, markets, { "x-service-client-key": "stranger-7731" });
    const message = expect.stringContaining("missing");
    expect(missing.body).toEqual({ statusCode: 401, error: "Unauthorized", code: "key-refused", message });
    expect(wrong.body).toMatchObject({ statusCode: 401, message: expect.stringContaining("unknown") });
    expect(wrong.text + logged.join("")).not.toContain("stranger-7731");
  });

  test("may be derived from an older secret, and is refused if it only resembles a key", async () => {
    const secrets = ["new-secret-0123456789abcdef", "old-secret-0123456789abcdef"] as const;
    const app = start({ DASHBOARD_SECRET: secrets.join() });
    const statusOf = async (key = "") => (await askApp(app, markets, { "x-service-client-key": key })).status;
    for (const secret of secrets)
      expect(await statusOf(readConfig({ DASHBOARD_SECRET: secret }).dashboardKeys[0])).toBe(200);
    const odd = ["", callerA.slice(1), `${callerA}x`, callerA.toUpperCase(), `${callerA},${callerB}`, "é"];
    for (const key of odd) expect(await statusOf(key)).toBe(401);
  });

  test("is not handed out when callers need their own, which are rate-limited", async () => {
    const app = start({ REQUIRE_KEY_FROM_CALLERS: "true", RATE_LIMIT_PER_KEY: "1" });
    expect((await askApp(app, "/api/dashboard")).body["clientKey"]).toBe("");
    expect((await askApp(app, markets, { "x-service-client-key": "" })).status).toBe(401);
    expect([(await ask(app)).status, (await ask(app)).status]).toEqual([200, 429]);
  });
});

test("an invalid request gets 400 with the first five faults and the number of others", async () => {
  const few = await ask(start(), `${markets}?limit=0&type=cars`);
  expect(few.body).toMatchObject({ statusCode: 400, error: "Bad Request", code: "bad-request" });
  expect(few.body["message"]).toMatch(/type has "cars".*limit is "0"/);
  const many = Array.from({ length: 1500 }, (_, index) => `t${index}`).join(",");
  const response = await ask(start(), `${markets}?type=${many}`);
  expect(response.body["message"]).toMatch(/type has "t4".*There are 1495 more faults\./);
  expect(response.text.length).toBeLessThan(1000);
  await ask(start(), `${markets}?${"limit=1&".repeat(900)}`);
  expect(logged.at(-1)?.length).toBeLessThan(300);
});

test.each<[line: string, sent: Headers, response: object]>([
  ["GET /api/v0/nothing", {}, { status: 404, error: "Not Found", code: "not-found" }],
  ["GET /api/nothing", {}, { status: 404, code: "not-found" }],
  ["GET /api/v1/markets", {}, { status: 404, code: "not-found" }],
  ["GET /api/v0/markets/", {}, { status: 404, code: "not-found" }],
  ["POST /api/v0/markets", {}, { status: 405, code: "method-not-allowed", allow: "GET, HEAD" }],
  ["DELETE /api/v0/markets/history", {}, { status: 405, code: "method-not-allowed", allow: "GET, HEAD" }],
  ["PUT /api/dashboard", {}, { status: 405, code: "method-not-allowed", allow: "GET, HEAD" }],
  ["POST /", {}, { status: 405, code: "method-not-allowed", allow: "GET, HEAD" }],
  [
    "PATCH /api/v0/alerts/rules",
    {},
    { status: 405, message: "PATCH is not supported here. Use GET, HEAD, DELETE or PUT." },
  ],
  [`GET ${markets}?cursor=${"x".repeat(9000)}`, {}, { status: 414, code: "url-too-long" }],
  [`GET ${markets}`, { "content-length": "5" }, { status: 413, code: "too-large", connection: "close" }],
  ["GET /borrow", {}, { status: 302, location: "/?view=borrow" }],
  ["GET /borrow/?size=50000", {}, { status: 302, location: "/?view=borrow&size=50000" }],
  ["GET /loops", {}, { status: 302, location: "/?view=loop" }],
  ["GET /plan?ids=a,b", {}, { status: 302, location: "/compare?ids=a,b" }],
  ["GET /api", {}, { status: 302, location: "/api/openapi.json" }],
  ["GET /api/docs", {}, { status: 302, location: "/api/openapi.json" }],
  // Missing files: the page is sent only for navigations.
  ["GET /code/gone.js", {}, { status: 404, isPage: false }],
  ["GET /code/gone.js", { accept: "text/html" }, { status: 404, isPage: false }],
  ["GET /favicon.ico", {}, { status: 404, isPage: false }],
  ["GET /code/../../package.json", {}, { status: 404, isPage: false }],
  ["GET /..%2f..%2fpackage.json", {}, { status: 404, isPage: false }],
  ["GET /code/index-abc123.js.br", {}, { status: 404, isPage: false }],
  ["GET /wonderland", { accept: "text/html,*/*" }, { status: 404, isPage: true }],
])("%s with %o gets %o", async (line, sent, expected) => {
  const [method, path = ""] = line.split(" ");
  const { status, headers, body, text } = await askApp(start(), path, sent, method);
  const response = { ...Object.fromEntries(headers), ...body, status, isPage: text.includes("<title>") };
  expect(response).toMatchObject(expected);
});

describe("a response", () => {
  test("to HEAD has the headers of GET and no body", async () => {
    const app = start();
    const get = await ask(app);
    const head = await ask(app, markets, {}, "HEAD");
    expect([head.status, head.text]).toEqual([200, ""]);
    for (const name of ["etag", "content-type", "content-length", "age", "cache-control"])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
  });

  test("is 304 with its age if If-None-Match names its content, and whole for other content and errors", async () => {
    const app = start({}, responses(sourceResponse({ markets: [] }, { ageSeconds: 12 })));
    const etag = (await ask(app)).headers.get("etag") ?? "";
    for (const given of [etag, `"other", ${etag}`, etag.replace("W/", ""), "*"]) {
      const { status, headers } = await ask(app, markets, { "if-none-match": given });
      expect([status, headers.get("age"), headers.get("etag")]).toEqual([304, "12", etag]);
    }
    expect((await ask(app, markets, { "if-none-match": '"b"' })).status).toBe(200);
    const absent = sourceResponse(
      {},
      { bytes: async () => Promise.reject(new SourceError("not-found", "Unknown.")) },
    );
    expect((await ask(start({}, responses(absent)), markets, { "if-none-match": "*" })).status).toBe(404);
    const missing = await ask(app, "/wonderland", { "if-none-match": "*", accept: "text/html" });
    expect([missing.status, missing.text]).toEqual([404, expect.stringContaining("<title>")]);
  });

  test.each([
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ])("as %s decompresses to the same bytes", async (encoding, decompress) => {
    const listed = Array.from({ length: 200 }, (_, index) => ({ id: `market-${index}` }));
    const app = start({}, responses(sourceResponse({ markets: listed })));
    const headers = { "x-service-client-key": callerA, "accept-encoding": encoding };
    const sent = await requestApp(app, markets, headers);
    expect(sent.headers.get("content-encoding")).toBe(encoding);
    expect(sent.headers.get("vary")).toBe("accept-encoding");
    const text = decompress(Buffer.from(await sent.arrayBuffer())).toString();
    expect(text).toBe((await ask(app)).text);
  });

  test("reports its age, that it is stale and what was set aside, in at most 2 KB", async () => {
    const examples = [{ index: 4, id: "x\ud800", path: "depositApy", reason: "is missing" }];
    const facts = { ageSeconds: 61.7, stale: true, setAside: { count: 1, examples } };
    const { headers } = await ask(start({}, responses(sourceResponse({ markets: [] }, facts))));
    expect(headers.get("age")).toBe("61");
    expect(headers.get("x-markets-stale")).toBe("1");
    expect(headers.get("x-markets-set-aside")).toBe("1");
    expect(JSON.parse(decodeURIComponent(headers.get("x-markets-set-aside-report") ?? ""))).toEqual(examples);

    const long = "危".repeat(900);
    const bulky = [0, 1, 2, 3, 4].map((index) => ({ index, id: long, path: long, reason: long }));
    const source = responses(sourceResponse({ markets: [] }, { setAside: { count: 200, examples: bulky } }));
    const report = (await ask(start({}, source))).headers.get("x-markets-set-aside-report") ?? "";
    expect(report.length).toBeLessThanOrEqual(2048);
    expect(JSON.parse(decodeURIComponent(report))).toHaveLength(1);
  });

  test("to a source error has its message and Retry-After; a defect is logged and reveals no details", async () => {
    const failure = new SourceError("rate-limited", "Wait a little.", { retryAfterSeconds: 2.2 });
    const { body, headers } = await ask(start({}, responses(failure)));
    const error = "Too Many Requests";
    expect(body).toEqual({ statusCode: 429, message: "Wait a little.", error, code: "rate-limited" });
    expect([headers.get("retry-after"), headers.get("cache-control")]).toEqual(["3", "no-store"]);
    const defect = await ask(start({}, responses(new TypeError("secret-detail"))));
    expect(defect.body).toMatchObject({ statusCode: 500, code: "internal" });
    expect(defect.text + logged.join("")).not.toContain("secret-detail");
    expect(logged.join("")).toContain('"event":"defect"');
  });
});

describe("every response", () => {
  test.each(["/", "/markets/x", "/theme.js", "/code/none.js", "/api/dashboard", "/api/none", "/healthz"])(
    "has the security headers: %s",
    async (path) => {
      const { headers } = await askApp(start(), path);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toMatch(/default-src 'none'.*script-src 'self'(?:;.*)frame-ancestors 'none'/);
      expect(policy).not.toMatch(/unsafe|\*/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("permissions-policy")).toContain("camera=()");
    },
  );

  test.each([
    ["1", { "x-forwarded-proto": "https" }, expect.stringMatching(/^max-age=\d+/)],
    ["1", {}, null],
    ["0", { "x-forwarded-proto": "https" }, null],
  ])("has HSTS behind %s trusted proxies, called with %o: %o", async (hops, headers: Headers, expected) => {
    const response = await askApp(start({ TRUSTED_PROXY_HOPS: hops }), "/", headers);
    expect(response.headers.get("strict-transport-security")).toEqual(expected);
  });
});

describe("the dashboard's files", () => {
  const script = "/code/index-abc123.js";

  test("are immutable if their name has a hash, revalidated otherwise, and get 304 if unchanged", async () => {
    const app = start();
    const forEver = "public, max-age=31536000, immutable";
    for (const path of ["/", "/index.html", "/markets/any", "/theme.js", script]) {
      const { headers } = await askApp(app, path);
      expect(headers.get("cache-control")).toBe(path === script ? forEver : "no-cache");
    }
    for (const path of ["/theme.js", script]) {
      const modified = (await askApp(app, path)).headers.get("last-modified") ?? "";
      const again = await askApp(app, path, { "if-modified-since": modified });
      expect([again.status, again.text]).toEqual([304, ""]);
      const older = new Date(Date.parse(modified) - 1000).toUTCString();
      expect((await askApp(app, path, { "if-modified-since": older })).status).toBe(200);
    }
  });

  test("are sent as compressed by the build, at the URL of the original file only, and every variant has Vary", async () => {
    const app = start();
    const accept = { "accept-encoding": "gzip, br" };
    const response = await requestApp(app, script, accept);
    expect([response.status, response.headers.get("content-encoding")]).toEqual([200, "br"]);
    const modified = response.headers.get("last-modified") ?? "";
    const again = await requestApp(app, script, { ...accept, "if-modified-since": modified });
    expect(again.status).toBe(304);
    for (const variant of [response, again, await askApp(app, script)])
      expect(variant.headers.get("vary")).toBe("Accept-Encoding");
    const sent = Buffer.from(await response.arrayBuffer());
    expect(brotliDecompressSync(sent).toString()).toBe("compressed by the build");
    const font = await askApp(app, "/code/inter-abc123.woff2", accept);
    expect(font.headers.get("content-encoding")).toBeNull();
  });

  test.each<Headers>([
    { range: "bytes=0-9" },
    { range: "lines=0-1" },
    { range: "bytes=abc" },
    { range: "bytes=0-1,3-4" },
    { range: "bytes=9999-" },
    { range: "bytes=0-9", "if-range": '"x"' },
  ])("are sent as a whole if a range is requested: %j", async (headers) => {
    const app = start();
    const { status, text } = await askApp(app, script, headers);
    expect([status, text]).toEqual([200, (await askApp(app, script)).text]);
  });

  test("embed the configuration in the page as data that cannot break out of its script", async () => {
    const demoWallets = [{ name: "Lender", address: "DemoLender", positions: 4 }];
    const frozenAt = Date.UTC(2026, 9, 1);
    const app = start({}, { label: "</script><script>alert(1)</script>$'", demoWallets, frozenAt });
    for (const path of ["/", "/markets/any"]) {
      const { text } = await askApp(app, path);
      const [, written = ""] =
        /<script type="application\/json" id="dashboard-config">(.*?)<\/script>/.exec(text) ?? [];
      expect(JSON.parse(written)).toEqual((await askApp(app, "/api/dashboard")).body);
      expect(JSON.parse(written)).toMatchObject({
        demoWallets,
        source: { frozenAt: "2026-10-01T00:00:00.000Z" },
      });
      expect(text.match(/<script/g)).toHaveLength(1);
      expect(text).not.toContain("/api/dashboard");
    }
  });

  test("include the page for every route of the dashboard, with 304 if unchanged", async () => {
    const app = start();
    for (const path of Object.values(routes).map((route) => `${route.path.replace(":id", "any.id")}?q=a`)) {
      const { status, headers } = await askApp(app, path);
      expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
      const known = { "if-none-match": headers.get("etag") ?? "" };
      expect((await askApp(app, path, known)).status).toBe(304);
    }
  });
});

/** The statuses of consecutive requests. */
async function statusesOf(app: App, asked: readonly (readonly [path: string, headers?: Headers])[]) {
  const statuses: number[] = [];
  for (const [path, headers] of asked) statuses.push((await ask(app, path, headers)).status);
  return statuses;
}

const withKey = (key: string, from = "1.1.1.1") =>
  [markets, { "x-service-client-key": key, "x-forwarded-for": from }] as const;

const history = "/api/v0/markets/history?marketIds=a,b&startTime=2026-01-01&endTime=2026-06-01";
const fromSubnet = (_: unknown, subnet: number) =>
  ["/api/dashboard", { "x-forwarded-for": `2001:db8:1:${subnet.toString(16)}::1` }] as const;
const withToken = (authorization: string) => ["/metrics", { authorization }] as const;

describe("rate limits", () => {
  test.each<[rule: string, Environment, () => Parameters<typeof statusesOf>[1], statuses: number[]]>([
    [
      "of a key count each key by itself",
      { RATE_LIMIT_PER_KEY: "2" },
      () => [[markets], [markets], [markets], withKey(callerB)],
      [200, 200, 429, 200],
    ],
    [
      "of the browsers' shared key count by address only, and wrong keys count",
      { RATE_LIMIT_PER_KEY: "1", RATE_LIMIT_PER_ADDRESS: "3", TRUSTED_PROXY_HOPS: "1" },
      () => [
        ...[dashboardKey, "a guess", dashboardKey, dashboardKey].map((key) => withKey(key)),
        withKey(dashboardKey, "2.2.2.2"),
      ],
      [200, 401, 200, 429, 200],
    ],
    [
      "count a history once per market and month",
      { RATE_LIMIT_PER_ADDRESS: "30" },
      () => [[history], [history], [history]],
      [200, 200, 429],
    ],
    [
      "count a history as the whole limit at most",
      { RATE_LIMIT_PER_ADDRESS: "5" },
      () => [[history], [history]],
      [200, 429],
    ],
    [
      "give an IPv6 /48 sixteen times the limit of one address",
      { RATE_LIMIT_PER_ADDRESS: "1", TRUSTED_PROXY_HOPS: "1" },
      () => Array.from({ length: 17 }, fromSubnet),
      [...Array<number>(16).fill(200), 429],
    ],
    [
      "of /readyz are its own",
      { RATE_LIMIT_PER_ADDRESS: "2" },
      () => [["/readyz"], ["/readyz"], ["/readyz"], ["/api/dashboard"]],
      [200, 200, 429, 200],
    ],
    [
      "do not matter to /metrics, which requires its token if one is set",
      { METRICS_TOKEN: "scrape-me", RATE_LIMIT_PER_ADDRESS: "1" },
      () => ["", "Bearer scrape-him", "Bearer scrape-me"].map(withToken),
      [401, 401, 200],
    ],
  ])("%s", async (_, environment, asked, statuses) => {
    const app = start(environment);
    expect(await statusesOf(app, asked())).toEqual(statuses);
  });

  test("say when to come back, and close the connection", async () => {
    const app = start({ RATE_LIMIT_PER_KEY: "2" });
    await statusesOf(app, [[markets], [markets]]);
    const { body, headers } = await ask(app);
    expect(body).toMatchObject({ code: "rate-limited" });
    expect([headers.get("retry-after"), headers.get("connection")]).toEqual(["30", "close"]);
  });

  test("count pages and files separately, with enough for hundreds of visits", async () => {
    const app = start({ RATE_LIMIT_PER_ADDRESS: "1" });
    let passed = 0;
    // A name that is never looked up on disk, which makes thousands of requests fast.
    while (passed < 20_000 && (await requestApp(app, "/gone.ico.br")).status === 404) passed += 1;
    expect(passed).toBeGreaterThanOrEqual(12_000);
    expect(passed).toBeLessThan(20_000);
    expect(await statusesOf(app, [["/api/dashboard"]])).toEqual([200]);
  });
});

describe("pages of other origins", () => {
  const origin = "https://yields.example";
  const listed = { ALLOWED_ORIGINS: origin };
  const preflight = {
    origin,
    "access-control-request-method": "GET",
    "access-control-request-headers": "x-service-client-key",
  };

  test("that are listed may send a key and read our headers", async () => {
    const app = start(listed);
    const asked = await askApp(app, markets, preflight, "OPTIONS");
    expect(asked.status).toBe(204);
    expect(asked.headers.get("access-control-allow-origin")).toBe(origin);
    expect(asked.headers.get("access-control-allow-headers")).toContain("x-service-client-key");
    const { headers } = await ask(app, markets, { origin });
    expect(headers.get("access-control-allow-origin")).toBe(origin);
    const exposed = "age content-disposition date etag retry-after x-request-id x-markets-stale".split(" ");
    const names = headers.get("access-control-expose-headers")?.split(",");
    expect(names).toEqual(expect.arrayContaining(exposed));
    expect(headers.get("vary")?.toLowerCase()).toBe("accept-encoding, origin");
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    const refused = await askApp(app, markets, { origin });
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([401, origin]);
  });

  test.each(["https://evil.example", "https://yields.example.evil.example", "null"])(
    "that are not listed get no permission: %s",
    async (other) => {
      const given = await askApp(start(listed), "/api/dashboard", { origin: other });
      const asked = await askApp(start(listed), markets, { ...preflight, origin: other }, "OPTIONS");
      for (const { headers } of [given, asked]) expect(headers.get("access-control-allow-origin")).toBeNull();
    },
  );

  test("get no CORS headers when none is listed", async () => {
    const { status, headers } = await askApp(start(), markets, preflight, "OPTIONS");
    expect([status, headers.get("access-control-allow-origin")]).toEqual([405, null]);
  });
});

describe("for the operator of the service", () => {
  test.each([true, false])(
    "/readyz sends the source one request in five seconds and /healthz none, whether or not it is ready: %s",
    async (isReady) => {
      const ready = vi.fn(async () => isReady);
      const app = start({ RATE_LIMIT_PER_ADDRESS: "20" }, { ready });
      for (let index = 0; index < 21; index += 1) expect((await askApp(app, "/healthz")).status).toBe(200);
      expect(ready).toHaveBeenCalledTimes(0);
      for (let index = 0; index < 20; index += 1)
        expect((await askApp(app, "/readyz")).status).toBe(isReady ? 200 : 503);
      expect(ready).toHaveBeenCalledTimes(1);
    },
  );

  test("/readyz refreshes in the background, so no caller waits for a source that hangs", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const ready = vi
      .fn()
      .mockResolvedValueOnce(true)
      .mockReturnValue(new Promise(() => {}));
    const app = start({}, { ready });
    expect((await askApp(app, "/readyz")).status).toBe(200);
    vi.advanceTimersByTime(6000);
    expect((await askApp(app, "/readyz")).status).toBe(200);
    expect(ready).toHaveBeenCalledTimes(2);
    vi.useRealTimers();
  });

  test("a stopping service is not ready and closes connections", async () => {
    const app = start({}, {}, true);
    expect((await askApp(app, "/readyz")).status).toBe(503);
    expect((await ask(app)).headers.get("connection")).toBe("close");
  });

  test("one regular expression finds the route, which a parameter beside a fixed name would prevent", async () => {
    const app = start();
    await ask(app);
    expect(getRouterName(app)).toBe("SmartRouter + RegExpRouter");
  });

  test("/metrics counts by route, never by the requested path", async () => {
    const app = start();
    await ask(app);
    await askApp(app, "/some/invented/path-5512");
    const { text, headers } = await askApp(app, "/metrics");
    expect(headers.get("content-type")).toContain("text/plain");
    expect(text).toContain(
      `yieldboard_http_request_duration_seconds_count{route="${markets}",method="GET",status="200"} 1`,
    );
    expect(text).not.toContain("path-5512");
  });

  test("a request is logged as one line of JSON with parameter names but no values", async () => {
    await ask(start(), `${markets}?provider=kamino-4471&limit=5&token-9931=1&type=lending`);
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([
      {
        event: "request",
        method: "GET",
        route: markets,
        status: 200,
        parameters: ["type", "provider", "limit"],
      },
    ]);
    expect(logged[0]).not.toMatch(/4471|9931|caller-a/);
  });
});

test("accepts at most eight bodies at a time per caller without blocking others", async () => {
  const read = createJsonBodyReader();
  const app = new Hono<ServiceEnv>();
  app.onError((error, c) => errorResponse(c, error));
  app.put("/:caller", async (c) => {
    c.set("caller", c.req.param("caller"));
    c.set("isStopping", () => false);
    await read(c, { bytes: 10, values: 1, depth: 1 });
    return c.text("");
  });
  const ends: (() => void)[] = [];
  const send = async (caller: string, type = "application/json"): Promise<number> => {
    const body = new ReadableStream({
      start: (controller) =>
        void ends.push(() => {
          controller.enqueue(Buffer.from("{}"));
          controller.close();
        }),
    });
    const init = { method: "PUT", headers: { "content-type": type }, body, duplex: "half" } as const;
    return (await app.request(`/${caller}`, init, {})).status;
  };
  const sent = Array.from({ length: 8 }, () => send("a"));
  expect([await send("a"), await send("a", "text/plain")]).toEqual([429, 415]);
  const other = send("b");
  for (const end of ends.splice(0)) end();
  expect(new Set(await Promise.all([...sent, other]))).toEqual(new Set([200]));
  const again = send("a");
  ends[0]?.();
  expect(await again).toBe(200);
});

test.each(Object.entries(operations))(
  "%s works with the examples of its parameters, and with its ETag if it has one",
  async (_id, operation) => {
    const { parameters, path, method = "get", response } = operation;
    // Frozen, or a minute of the demo could end between two requests.
    const app = start({}, sharedDemo);
    const query = new URLSearchParams();
    let url = `/api${path}`;
    for (const [name, schema] of Object.entries(parameters.shape)) {
      const { in: place = "query", example } = parameterNotes.get(schema) ?? {};
      if (place === "path") url = url.replace(`{${name}}`, encodeURIComponent(example ?? "any"));
      else if (place === "query" && example !== undefined) query.set(name, String(example));
    }
    const headers = { "x-alerts-key": "0".repeat(32) };
    const first = await ask(app, `${url}?${query}`, headers, method.toUpperCase());
    expect(first.status).not.toBe(405);
    expect(first.text).not.toMatch(/Not found\.|"(?:markets|history|assets)":\[\]/);
    // Operations that need a store answer 404.
    const works = method === "get" && !first.text.includes("keeps no");
    const known = { ...headers, "if-none-match": first.headers.get("etag") ?? '"none"' };
    const again = await ask(app, `${url}?${query}`, known, method.toUpperCase());
    const expected = works ? [200, response.isTagged ? 304 : 200] : [first.status, first.status];
    expect([first.status, again.status]).toEqual(expected);
  },
);
