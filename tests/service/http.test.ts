// The HTTP side of the service in front of a source that answers as each test says.
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { routes } from "../../src/contract/routes.ts";
import { createApp, type App } from "../../src/service/app.ts";
import { readConfig } from "../../src/service/config.ts";
import type { Environment } from "../../src/service/environment.ts";
import type { ServiceEnv } from "../../src/service/http/context.ts";
import { errorAnswer } from "../../src/service/http/answers.ts";
import { createJsonBodyReader } from "../../src/service/http/json-body.ts";
import { createLog } from "../../src/service/log.ts";
import { createDemoSource } from "../../src/service/sources/demo/demo-source.ts";
import { SourceError, type MarketSource } from "../../src/service/sources/market-source.ts";
import { askApp, companionsOf, requestApp, sourceAnswer, type Answer } from "./gateway.ts";

const lending = { id: "m", type: "lending" as const, provider: { id: "kamino" } };

const callerA = "caller-a-0123456789abcdef";
const callerB = "caller-b-0123456789abcdef";

let directory: string;
let logged: string[];
let dashboardKey: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "yieldboard-"));
  mkdirSync(join(directory, "code"));
  writeFileSync(
    join(directory, "index.html"),
    '<!doctype html><title>Yieldboard</title><link rel="preload" href="/api/dashboard" as="fetch" />',
  );
  writeFileSync(join(directory, "theme.js"), "// theme");
  writeFileSync(join(directory, "code", "index-abc123.js"), `export const x = "${"y".repeat(4000)}";`);
  writeFileSync(join(directory, "code", "index-abc123.js.br"), brotliCompressSync("compressed by the build"));
  writeFileSync(join(directory, "code", "inter-abc123.woff2"), Buffer.alloc(4000));
});
afterAll(() => rmSync(directory, { recursive: true }));
beforeEach(() => {
  logged = [];
});

function createSource(parts: Partial<MarketSource> = {}): MarketSource {
  return {
    kind: "demo",
    label: "Demo",
    capturedAt: "2026-10-01",
    listMarkets: async () => sourceAnswer({ markets: [lending], cursor: null }, { ageSeconds: 3 }),
    history: async () => sourceAnswer({ data: { markets: [] } }),
    companions: companionsOf(),
    ready: async () => true,
    ...parts,
  };
}

function start(environment: Environment = {}, source = createSource(), isStopping = false): App {
  const config = readConfig({ STORE: "off", CLIENT_KEYS: `${callerA},${callerB}`, ...environment });
  dashboardKey = config.dashboardKeys[0] ?? "";
  return createApp({
    config,
    source,
    dashboardDirectory: directory,
    log: createLog("info", (line) => logged.push(line)),
    isStopping: () => isStopping,
  });
}

async function ask(
  app: App,
  path: string,
  headers: Readonly<Record<string, string>> = { "x-service-client-key": callerA },
  method = "GET",
): Promise<Answer> {
  return askApp(app, path, headers, method);
}

describe("the key", () => {
  test("is required and a wrong one is refused, in words that say which", async () => {
    const app = start();
    const missing = await ask(app, "/api/v0/markets", {});
    const wrong = await ask(app, "/api/v0/markets", { "x-service-client-key": "stranger-7731" });
    expect(missing.body).toMatchObject({
      statusCode: 401,
      error: "Unauthorized",
      code: "key-refused",
      message: expect.stringContaining("missing"),
    });
    expect(wrong.body).toMatchObject({ statusCode: 401, message: expect.stringContaining("unknown") });
    expect(wrong.text + logged.join("")).not.toContain("stranger-7731");
  });

  test("may be any configured one, or the one for browsers from /api/dashboard", async () => {
    const app = start();
    const { clientKey } = (await ask(app, "/api/dashboard", {})).body;
    expect(clientKey).toBe(dashboardKey);
    for (const key of [callerA, callerB, dashboardKey]) {
      const answer = await ask(app, "/api/v0/markets", { "x-service-client-key": key });
      expect(answer.status).toBe(200);
    }
  });
});

describe("a service that wants keys to mean something", () => {
  const needing = { REQUIRE_KEY_FROM_CALLERS: "true" };

  test("hands none to strangers: what /api/dashboard tells opens nothing", async () => {
    const app = start(needing);
    const { clientKey } = (await ask(app, "/api/dashboard", {})).body;
    expect(clientKey).toBe("");
    expect((await ask(app, "/api/v0/markets", { "x-service-client-key": "" })).status).toBe(401);
  });

  test("lets in whom a proxy in front gives a key, and counts its requests", async () => {
    const app = start({ ...needing, RATE_LIMIT_PER_KEY: "1" });
    expect((await ask(app, "/api/v0/markets")).status).toBe(200);
    expect((await ask(app, "/api/v0/markets")).status).toBe(429);
  });
});

describe("a request that breaks rules", () => {
  test("is 400 with every broken rule in the message", async () => {
    const answer = await ask(start(), "/api/v0/markets?limit=0&type=cars");
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ statusCode: 400, error: "Bad Request", code: "bad-request" });
    expect(answer.body["message"]).toMatch(/type has "cars".*limit is "0"/);
  });

  test("in four thousand places names the first five and the number of the others", async () => {
    const many = Array.from({ length: 1500 }, (_, index) => `t${index}`).join(",");
    const answer = await ask(start(), `/api/v0/markets?type=${many}`);
    expect(answer.body["message"]).toContain('type has "t4"');
    expect(answer.body["message"]).toContain("There are 1495 more faults.");
    expect(answer.text.length).toBeLessThan(1000);
    const repeated = "limit=1&".repeat(900);
    await ask(start(), `/api/v0/markets?${repeated}`);
    expect(logged.at(-1)?.length).toBeLessThan(300);
  });

  test("with an unknown path is 404 in JSON, also without a key", async () => {
    for (const path of ["/api/v0/nothing", "/api/nothing", "/api/v1/markets", "/api/v0/markets/"]) {
      const answer = await ask(start(), path, {});
      expect(answer.body).toMatchObject({ statusCode: 404, error: "Not Found", code: "not-found" });
    }
  });

  test("with another method is 405 and says what is allowed", async () => {
    for (const [path, method] of [
      ["/api/v0/markets", "POST"],
      ["/api/v0/markets/history", "DELETE"],
      ["/api/dashboard", "PUT"],
      ["/", "POST"],
    ] as const) {
      const answer = await ask(start(), path, {}, method);
      expect(answer.status).toBe(405);
      expect(answer.headers.get("allow")).toBe("GET, HEAD");
      expect(answer.body).toMatchObject({ code: "method-not-allowed" });
    }
  });

  test("with an endless address is 414, and with a body 413", async () => {
    const endless = await ask(start(), `/api/v0/markets?cursor=${"x".repeat(9000)}`);
    expect(endless.body).toMatchObject({ statusCode: 414, code: "url-too-long" });
    const answer = await ask(start(), "/api/v0/markets", {
      "x-service-client-key": callerA,
      "content-length": "5",
    });
    expect(answer.body).toMatchObject({ statusCode: 413, code: "too-large" });
    expect(answer.headers.get("connection")).toBe("close");
  });
});

describe("an answer", () => {
  test("to HEAD has the headers of GET and no body", async () => {
    const app = start();
    const get = await ask(app, "/api/v0/markets");
    const head = await ask(app, "/api/v0/markets", undefined, "HEAD");
    expect(head.status).toBe(200);
    expect(head.text).toBe("");
    for (const name of ["etag", "content-type", "content-length", "age", "cache-control"])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
  });

  test("is 304 when the caller has it", async () => {
    const app = start();
    const etag = (await ask(app, "/api/v0/markets")).headers.get("etag") ?? "";
    const again = await ask(app, "/api/v0/markets", {
      "x-service-client-key": callerA,
      "if-none-match": etag,
    });
    expect(again.status).toBe(304);
    expect(again.headers.get("age")).toBe("3");
  });

  test("says its age, that it is stale and what was set aside", async () => {
    const rejected = [{ index: 4, id: "x\ud800", path: "depositApy", reason: "is missing" }];
    const source = createSource({
      listMarkets: async () =>
        sourceAnswer(
          { markets: [], cursor: null },
          { ageSeconds: 61.7, stale: true, setAside: { count: 1, examples: rejected } },
        ),
    });
    const { headers } = await ask(start({}, source), "/api/v0/markets");
    expect(headers.get("age")).toBe("61");
    expect(headers.get("x-markets-stale")).toBe("1");
    expect(headers.get("x-markets-set-aside")).toBe("1");
    expect(JSON.parse(decodeURIComponent(headers.get("x-markets-set-aside-report") ?? ""))).toEqual(rejected);
  });

  test("reports what was set aside in at most 2 KB, whatever the bad values are made of", async () => {
    const examples = Array.from({ length: 5 }, (_, index) => ({
      index,
      id: "危".repeat(900),
      path: "危".repeat(900),
      reason: "危".repeat(900),
    }));
    const source = createSource({
      listMarkets: async () => sourceAnswer({ markets: [] }, { setAside: { count: 200, examples } }),
    });
    const { headers } = await ask(start({}, source), "/api/v0/markets");
    const report = headers.get("x-markets-set-aside-report") ?? "";
    expect(report.length).toBeLessThanOrEqual(2048);
    expect(JSON.parse(decodeURIComponent(report))).toHaveLength(1);
  });

  test("of a source that fails carries its status, code, words and wait", async () => {
    const source = createSource({
      listMarkets: async () => {
        throw new SourceError("rate-limited", "Wait a little.", { retryAfterSeconds: 2.2 });
      },
    });
    const answer = await ask(start({}, source), "/api/v0/markets");
    expect(answer.body).toEqual({
      statusCode: 429,
      message: "Wait a little.",
      error: "Too Many Requests",
      code: "rate-limited",
    });
    expect(answer.headers.get("retry-after")).toBe("3");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("of a defect is 500, says nothing of its inside and is logged by place", async () => {
    const source = createSource({
      listMarkets: async () => {
        throw new TypeError("secret-detail");
      },
    });
    const answer = await ask(start({}, source), "/api/v0/markets");
    expect(answer.body).toMatchObject({ statusCode: 500, code: "internal" });
    expect(answer.text + logged.join("")).not.toContain("secret-detail");
    expect(logged.join("")).toContain('"event":"defect"');
  });
});

describe("every answer", () => {
  const paths = [
    "/",
    "/markets/x",
    "/theme.js",
    "/code/none.js",
    "/api/dashboard",
    "/api/none",
    "/api/docs",
    "/healthz",
  ];

  test.each(paths)("carries the security headers: %s", async (path) => {
    const { headers } = await ask(start(), path, {});
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'self'(?:;|$)/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("permissions-policy")).toContain("camera=()");
    expect(headers.get("strict-transport-security")).toBeNull();
  });

  test("carries HSTS only behind a trusted proxy that was called over https", async () => {
    const https = { "x-forwarded-proto": "https" };
    const trusting = start({ TRUSTED_PROXY_HOPS: "1" });
    expect((await ask(trusting, "/", https)).headers.get("strict-transport-security")).toMatch(
      /^max-age=\d+/,
    );
    expect((await ask(trusting, "/", {})).headers.get("strict-transport-security")).toBeNull();
    expect((await ask(start(), "/", https)).headers.get("strict-transport-security")).toBeNull();
  });
});

describe("the dashboard's files", () => {
  test("hashed ones may be kept for ever, the page is asked for every time", async () => {
    const app = start();
    expect((await ask(app, "/code/index-abc123.js", {})).headers.get("cache-control")).toBe(
      "public, max-age=31536000, immutable",
    );
    for (const path of ["/", "/index.html", "/markets/any", "/theme.js"])
      expect((await ask(app, path, {})).headers.get("cache-control")).toBe("no-cache");
  });

  test("are 304 to a browser that has them", async () => {
    const app = start();
    for (const path of ["/theme.js", "/code/index-abc123.js"]) {
      const modified = (await ask(app, path, {})).headers.get("last-modified") ?? "";
      const again = await ask(app, path, { "if-modified-since": modified });
      expect([again.status, again.text]).toEqual([304, ""]);
      const older = new Date(Date.parse(modified) - 1000).toUTCString();
      expect((await ask(app, path, { "if-modified-since": older })).status).toBe(200);
    }
  });

  test("are compressed where that helps", async () => {
    const app = start();
    const accept = { "accept-encoding": "gzip, br" };
    expect((await ask(app, "/code/index-abc123.js", accept)).headers.get("content-encoding")).toBe("br");
    expect((await ask(app, "/code/inter-abc123.woff2", accept)).headers.get("content-encoding")).toBeNull();
  });

  test("that the build has compressed are sent as they lie there, under the address of the file alone", async () => {
    const app = start();
    const answer = await requestApp(app, "/code/index-abc123.js", { "accept-encoding": "br" });
    expect(answer.status).toBe(200);
    const sent = Buffer.from(await answer.arrayBuffer());
    expect(brotliDecompressSync(sent).toString()).toBe("compressed by the build");
    expect((await ask(app, "/code/index-abc123.js.br", {})).status).toBe(404);
  });

  test("the page comes with the configuration, as data that nothing in it can break out of", async () => {
    const demoWallets = [{ name: "Lender", address: "DemoLender", positions: 4 }];
    const app = start({}, createSource({ label: "</script><script>alert(1)</script>$'", demoWallets }));
    for (const path of ["/", "/markets/any"]) {
      const { text } = await ask(app, path, {});
      const [, written = ""] =
        /<script type="application\/json" id="dashboard-config">(.*?)<\/script>/.exec(text) ?? [];
      expect(JSON.parse(written)).toEqual((await ask(app, "/api/dashboard", {})).body);
      expect(JSON.parse(written)).toMatchObject({ demoWallets });
      expect(text.match(/<script/g)).toHaveLength(1);
      expect(text).not.toContain("/api/dashboard");
    }
  });

  test("have the page for every route of the dashboard, and 304 for who has it", async () => {
    const app = start();
    for (const path of Object.values(routes).map((route) => `${route.path.replace(":id", "any.id")}?q=a`)) {
      const answer = await ask(app, path, {});
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
      const etag = answer.headers.get("etag") ?? "";
      expect((await ask(app, path, { "if-none-match": etag })).status).toBe(304);
    }
  });

  test("short addresses of a view or a part of a page lead there, with what was asked for", async () => {
    const app = start();
    for (const [path, location] of [
      ["/borrow", "/?view=borrow"],
      ["/borrow/?size=50000", "/?view=borrow&size=50000"],
      ["/loops", "/?view=loop"],
      ["/plan?ids=a,b", "/compare?ids=a,b"],
    ] as const) {
      const { status, headers } = await ask(app, path, {});
      expect([path, status, headers.get("location")]).toEqual([path, 302, location]);
    }
  });

  test("that are missing are 404 and never the page, whatever their name looks like", async () => {
    const app = start();
    for (const path of [
      "/code/gone.js",
      "/favicon.ico",
      "/code/../../package.json",
      "/..%2f..%2fpackage.json",
    ]) {
      const answer = await ask(app, path, {});
      expect(answer.status).toBe(404);
      expect(answer.text).not.toContain("<title>");
    }
    expect((await ask(app, "/code/gone.js", { accept: "text/html" })).text).not.toContain("<title>");
  });

  test("an unknown address, opened by a person, is 404 with the page to say so", async () => {
    const answer = await ask(start(), "/wonderland", { accept: "text/html,*/*" });
    expect(answer.status).toBe(404);
    expect(answer.text).toContain("<title>");
  });
});

/** The statuses of requests that follow one another. */
async function statusesOf(
  app: App,
  requests: readonly (readonly [path: string, headers?: Readonly<Record<string, string>>])[],
): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (const [path, headers] of requests) statuses.push((await ask(app, path, headers)).status);
  return statuses;
}

describe("rate limits", () => {
  const markets = "/api/v0/markets";
  const withKey = (key: string, from = "1.1.1.1") =>
    [markets, { "x-service-client-key": key, "x-forwarded-for": from }] as const;

  test("a key that asks too often learns how long to wait, another is not held up", async () => {
    const app = start({ RATE_LIMIT_PER_KEY: "2" });
    expect(await statusesOf(app, [[markets], [markets], [markets], withKey(callerB)])).toEqual([
      200, 200, 429, 200,
    ]);
    const refused = await ask(app, markets);
    expect(refused.body).toMatchObject({ code: "rate-limited" });
    expect(refused.headers.get("retry-after")).toBe("30");
    expect(refused.headers.get("connection")).toBe("close");
  });

  test("the browsers' shared key has no limit of its own, an address has, and guessing keys counts", async () => {
    const app = start({ RATE_LIMIT_PER_KEY: "1", RATE_LIMIT_PER_ADDRESS: "3", TRUSTED_PROXY_HOPS: "1" });
    const asked = [dashboardKey, "a guess", dashboardKey, dashboardKey].map((key) => withKey(key));
    expect(await statusesOf(app, asked)).toEqual([200, 401, 200, 429]);
    expect(await statusesOf(app, [withKey(dashboardKey, "2.2.2.2")])).toEqual([200]);
  });

  test("a history counts as one request for each market and month, and never as more than may be asked", async () => {
    const history = "/api/v0/markets/history?marketIds=a,b&startTime=2026-01-01&endTime=2026-06-01";
    for (const [limit, statuses] of [
      ["30", [200, 200, 429]],
      ["5", [200, 429, 429]],
    ] as const)
      expect(
        await statusesOf(start({ RATE_LIMIT_PER_ADDRESS: limit }), [[history], [history], [history]]),
      ).toEqual(statuses);
  });

  test("an IPv6 /48 has sixteen addresses' worth, however many addresses it asks from", async () => {
    const app = start({ RATE_LIMIT_PER_ADDRESS: "1", TRUSTED_PROXY_HOPS: "1" });
    const asked = Array.from(
      { length: 17 },
      (_, subnet) =>
        ["/api/dashboard", { "x-forwarded-for": `2001:db8:1:${subnet.toString(16)}::1` }] as const,
    );
    expect(await statusesOf(app, asked)).toEqual([...Array.from({ length: 16 }, () => 200), 429]);
  });

  test("count pages and their files by themselves, with room for hundreds of visits", async () => {
    const app = start({ RATE_LIMIT_PER_ADDRESS: "1" });
    let passed = 0;
    while (passed < 20_000 && (await ask(app, "/gone.ico", {})).status === 404) passed += 1;
    expect(passed).toBeGreaterThanOrEqual(12_000);
    expect(passed).toBeLessThan(20_000);
    expect(await statusesOf(app, [["/api/dashboard", {}]])).toEqual([200]);
  });
});

describe("pages of other origins", () => {
  const listed = { ALLOWED_ORIGINS: "https://yields.example" };
  const preflight = {
    origin: "https://yields.example",
    "access-control-request-method": "GET",
    "access-control-request-headers": "x-service-client-key",
  };

  test("that are listed may ask with a key and read our headers", async () => {
    const app = start(listed);
    const asked = await ask(app, "/api/v0/markets", preflight, "OPTIONS");
    expect(asked.status).toBe(204);
    expect(asked.headers.get("access-control-allow-origin")).toBe("https://yields.example");
    expect(asked.headers.get("access-control-allow-headers")).toContain("x-service-client-key");
    const answer = await ask(app, "/api/v0/markets", {
      "x-service-client-key": callerA,
      origin: "https://yields.example",
    });
    expect(answer.headers.get("access-control-allow-origin")).toBe("https://yields.example");
    const exposed = answer.headers.get("access-control-expose-headers")?.split(",") ?? [];
    for (const name of [
      "age",
      "content-disposition",
      "date",
      "etag",
      "retry-after",
      "x-request-id",
      "x-markets-stale",
    ])
      expect(exposed).toContain(name);
    expect(answer.headers.get("vary")?.toLowerCase()).toBe("accept-encoding, origin");
    const refused = await ask(app, "/api/v0/markets", { origin: "https://yields.example" });
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([
      401,
      "https://yields.example",
    ]);
  });

  test("that are not listed get no permission", async () => {
    for (const other of ["https://evil.example", "https://yields.example.evil.example", "null"]) {
      const app = start(listed);
      expect(
        (await ask(app, "/api/dashboard", { origin: other })).headers.get("access-control-allow-origin"),
      ).toBeNull();
      const asked = await ask(app, "/api/v0/markets", { ...preflight, origin: other }, "OPTIONS");
      expect(asked.headers.get("access-control-allow-origin")).toBeNull();
    }
  });

  test("are nothing special where none is listed", async () => {
    const answer = await ask(start(), "/api/v0/markets", preflight, "OPTIONS");
    expect(answer.status).toBe(405);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("for the operator of the service", () => {
  test("/healthz answers while the source does not, however often it is asked, and /readyz says so", async () => {
    const app = start({ RATE_LIMIT_PER_ADDRESS: "1" }, createSource({ ready: async () => false }));
    for (let index = 0; index < 3; index += 1) expect((await ask(app, "/healthz", {})).status).toBe(200);
    expect((await ask(app, "/readyz", {})).status).toBe(503);
    expect((await ask(start(), "/readyz", {})).status).toBe(200);
  });

  test("/readyz asks the source once in five seconds, however many ask and however the source answers", async () => {
    let probes = 0;
    for (const ready of [true, false]) {
      probes = 0;
      const source = createSource({
        ready: async () => {
          probes += 1;
          return ready;
        },
      });
      const app = start({}, source);
      for (let index = 0; index < 20; index += 1)
        expect((await ask(app, "/readyz", {})).status).toBe(ready ? 200 : 503);
      expect(probes).toBe(1);
    }
  });

  test("/readyz is judged in the background: no caller waits for a source that hangs", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    let hangs = false;
    const source = createSource({ ready: () => (hangs ? new Promise(() => {}) : Promise.resolve(true)) });
    const app = start({}, source);
    expect((await ask(app, "/readyz", {})).status).toBe(200);
    hangs = true;
    vi.advanceTimersByTime(6000);
    expect((await ask(app, "/readyz", {})).status).toBe(200);
    vi.useRealTimers();
  });

  test("/readyz has a limit of its own for each address", async () => {
    const app = start({ RATE_LIMIT_PER_ADDRESS: "2" });
    for (const [path, status] of [
      ["/readyz", 200],
      ["/readyz", 200],
      ["/readyz", 429],
      ["/api/dashboard", 200],
    ] as const)
      expect((await ask(app, path, {})).status).toBe(status);
  });

  test("a service that stops is not ready and asks for connections to be closed", async () => {
    const app = start({}, createSource(), true);
    expect((await ask(app, "/readyz", {})).status).toBe(503);
    expect((await ask(app, "/api/v0/markets")).headers.get("connection")).toBe("close");
  });

  test("/metrics counts by route, never by what somebody wrote", async () => {
    const app = start();
    await ask(app, "/api/v0/markets");
    await ask(app, "/some/invented/path-5512", {});
    const { text, headers } = await ask(app, "/metrics", {});
    expect(headers.get("content-type")).toContain("text/plain");
    expect(text).toContain(
      'yieldboard_http_requests_total{route="/api/v0/markets",method="GET",status="200"} 1',
    );
    expect(text).not.toContain("path-5512");
  });

  test("/metrics wants its token where one is set", async () => {
    const app = start({ METRICS_TOKEN: "scrape-me" });
    expect((await ask(app, "/metrics", {})).status).toBe(401);
    expect((await ask(app, "/metrics", { authorization: "Bearer scrape-him" })).status).toBe(401);
    expect((await ask(app, "/metrics", { authorization: "Bearer scrape-me" })).status).toBe(200);
  });

  test("a request is one line of JSON with the names of its parameters and no value", async () => {
    await ask(start(), "/api/v0/markets?provider=kamino-4471&limit=5&token-9931=1&type=lending");
    expect(logged).toHaveLength(1);
    const line: unknown = JSON.parse(logged[0] ?? "");
    expect(line).toMatchObject({
      event: "request",
      method: "GET",
      route: "/api/v0/markets",
      status: 200,
      parameters: ["type", "provider", "limit"],
    });
    expect(logged[0]).not.toMatch(/4471|9931|caller-a/);
  });
});

test("one caller sends eight bodies at a time, which each take memory; others send theirs", async () => {
  const read = createJsonBodyReader();
  const app = new Hono<ServiceEnv>();
  app.onError((error, c) => errorAnswer(c, error));
  app.put("/:caller", async (c) => {
    c.set("fixedHeaders", () => ({}));
    c.set("caller", c.req.param("caller"));
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

describe("the description of the API", () => {
  test("is an OpenAPI 3.1 document whose every reference leads somewhere", async () => {
    const { body, text } = await ask(start(), "/api/openapi.json", {});
    expect(body["openapi"]).toBe("3.1.0");
    const names = new Set(
      [...text.matchAll(/"#\/components\/schemas\/([A-Za-z]+)"/g)].map(([, name]) => name),
    );
    const schemas = Object(Object(body["components"]).schemas);
    expect(names.size).toBeGreaterThan(10);
    // A linter of OpenAPI warns: such a choice matches everything.
    expect(text).not.toContain('"anyOf":[{}');
    for (const name of names) expect(Object.keys(schemas)).toContain(name);
    expect(Object.keys(Object(body["paths"]))).toEqual([
      "/v0/markets",
      "/v0/markets/history",
      "/v0/markets/trends",
      "/v0/marketsByType",
      "/v0/positions/owners",
      "/v0/positions/history",
      "/v0/positions/pnl",
      "/v0/search",
      "/v0/assets",
      "/v0/assets/{id}",
      "/v0/assets/{id}/history",
      "/v0/changes",
      "/v0/markets/{id}/changes",
      "/v0/record/summary",
      "/v0/record/export",
      "/v2/{appId}/send",
      "/v0/alerts/rules",
      "/v0/alerts/events",
      "/dashboard",
    ]);
    expect(schemas.LendingMarket.required).toEqual(["id", "provider", "type"]);
  });

  test("describes operations that are all there, and says what each of their errors means", async () => {
    const app = start();
    const { body } = await ask(app, "/api/openapi.json", {});
    const paths: Readonly<Record<string, object>> = Object(body["paths"]);
    for (const [path, methods] of Object.entries(paths))
      for (const [method, operation] of Object.entries(methods)) {
        const url = `/api${path.replaceAll(/\{\w+\}/g, "some:id")}`;
        const answer = await ask(app, url, { "x-service-client-key": callerA }, method.toUpperCase());
        expect([url, answer.status]).not.toEqual([url, 405]);
        expect(answer.text).not.toContain("nothing at this address");
        for (const { description } of Object.values<{ description: string }>(Object(operation).responses))
          expect(description).not.toBe("Failed.");
      }
  });

  test("names and describes everything that a reader of OpenAPI needs", async () => {
    const described = await operationsOf(start());
    const ids = described.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, operation } of described) {
      expect(operation.summary).not.toBe("");
      const inPath = operation.parameters.filter((each) => each.in === "path").map(({ name }) => `{${name}}`);
      expect(path.match(/\{\w+\}/g) ?? []).toEqual(inPath);
      for (const { name, description, schema } of operation.parameters) {
        expect([path, name, typeof description, schema.type]).toEqual([
          path,
          name,
          "string",
          expect.stringMatching(/^(?:string|integer)$/),
        ]);
        expect(schema).not.toHaveProperty("$schema");
      }
    }
  });

  test("has examples that are answered, and says of which answers there is a 304", async () => {
    // Frozen, or a minute of the demo could end between the two questions.
    const app = start({}, createDemoSource({ markets: 529, seed: 1, time: Date.UTC(2026, 9, 1) }));
    for (const { path, method, operation } of await operationsOf(app)) {
      const { operationId, parameters, responses } = operation;
      const given = parameters.filter(({ example }) => example !== undefined);
      if (method !== "get" || given.length < parameters.filter(({ required }) => required).length) continue;
      const query = given.filter((each) => each.in === "query");
      const headers = { "x-service-client-key": callerA, "x-alerts-key": "0".repeat(32) };
      const url = `/api${path.replaceAll(/\{(\w+)\}/g, (_, name) =>
        encodeURIComponent(String(given.find((each) => each.name === name)?.example)),
      )}?${query.map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`).join("&")}`;
      const first = await askApp(app, url, headers);
      // What needs a store is not there, and says so.
      if (/keeps no/.test(first.text)) continue;
      expect(first.text).not.toMatch(/"(?:markets|history|assets)":\[\]/);
      const again = await askApp(app, url, {
        ...headers,
        "if-none-match": first.headers.get("etag") ?? '"none"',
      });
      expect([operationId, first.status, again.status]).toEqual([
        operationId,
        200,
        "304" in responses ? 304 : 200,
      ]);
    }
  });

  test("is where /api and /api/docs lead", async () => {
    for (const path of ["/api", "/api/docs"]) {
      const { status, headers } = await ask(start(), path, {});
      expect([status, headers.get("location")]).toEqual([302, "/api/openapi.json"]);
    }
  });
});

interface DescribedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description?: string;
    readonly example?: string | number;
    readonly schema: { readonly type?: string };
  }[];
  readonly responses: Readonly<Record<string, object>>;
}

async function operationsOf(
  app: App,
): Promise<readonly { path: string; method: string; operation: DescribedOperation }[]> {
  const { body } = await ask(app, "/api/openapi.json", {});
  const paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>> = Object(body["paths"]);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}
