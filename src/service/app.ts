// The routes of the service as a function from Request to Response: tests call it without a port.
import { Hono, type Context, type MiddlewareHandler } from "hono";
import { clientKeyHeader } from "../contract/api-error.ts";
import type { DashboardConfig } from "../contract/dashboard-config.ts";
import type { Config } from "./config.ts";
import { callerAddress, cameOverHttps, type ServerBindings } from "./http/caller.ts";
import { createKeyHolder } from "./http/client-key.ts";
import { addCrossOriginHeaders, isPreflight, preflightAnswer } from "./http/cross-origin.ts";
import { EncodedBodies, EncodedBody, encodedAnswer, tagOf } from "./http/encoded-bodies.ts";
import { RequestRefused, errorAnswer } from "./http/error-answer.ts";
import { createHistoryRoute, createMarketsRoute } from "./http/markets-routes.ts";
import { observeRequests } from "./http/observe.ts";
import { createOpenApi } from "./http/openapi.ts";
import { createHealthRoute, createMetricsRoute, createReadyRoute } from "./http/operations-routes.ts";
import { createRateLimiter } from "./http/rate-limit.ts";
import { referencePage, referenceStyles } from "./http/reference-page.ts";
import { addSecurityHeaders } from "./http/security-headers.ts";
import { createStaticFiles } from "./http/static-files.ts";
import { createLog, type Log } from "./log.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import type { MarketSource } from "./sources/market-source.ts";

export interface AppParts {
  readonly config: Config;
  readonly source: MarketSource;
  /** Where the built dashboard lies; without it only the API answers. */
  readonly dashboardDirectory?: string;
  readonly log?: Log;
  readonly metrics?: Metrics;
  /** True once the service has been told to stop: it still answers, but asks to be sent nothing new. */
  readonly isStopping?: () => boolean;
}

export type App = Hono<{ Bindings: ServerBindings }>;

const encodedBytes = 32 * 1024 * 1024;
const longestUrl = 8192;
const callerLeft = 499;

/** The whole service behind one address. */
export function createApp({
  config,
  source,
  dashboardDirectory,
  log = createLog("silent"),
  metrics = createMetrics(log),
  isStopping = () => false,
}: AppParts): App {
  const app: App = new Hono();
  const files = createStaticFiles(dashboardDirectory);

  // Nobody reads the answer to a caller that has left; the status is for the log and the metrics.
  app.onError((error, c) =>
    c.req.raw.signal.aborted ? new Response(null, { status: callerLeft }) : errorAnswer(error),
  );

  app.use(observeRequests(metrics.http, log));
  app.use(async (c, next) => {
    await next();
    addSecurityHeaders(
      c.res.headers,
      cameOverHttps(c.req.header("x-forwarded-proto"), config.trustedProxyHops),
    );
    if (c.req.path.startsWith("/api/"))
      addCrossOriginHeaders(c.res.headers, c.req.header("origin"), config.allowedOrigins);
    if (isStopping()) c.res.headers.set("connection", "close");
  });
  app.use(refuseOversized);

  app.get("/healthz", createHealthRoute());
  app.get("/readyz", createReadyRoute(source, isStopping));
  app.get("/metrics", createMetricsRoute(metrics, config.metricsToken));

  if (config.allowedOrigins.length > 0)
    app.use("/api/*", async (c, next) => (isPreflight(c.req.raw) ? preflightAnswer() : next()));

  const perAddress = createRateLimiter(config.rateLimit.perAddress);
  const perKey = createRateLimiter(config.rateLimit.perKey);
  const holderOf = createKeyHolder(config.clientKeys, config.dashboardKey);

  const callerOf = (c: Context<{ Bindings: ServerBindings }>): string =>
    callerAddress(c.env?.incoming, c.req.header("x-forwarded-for"), config.trustedProxyHops);
  const limitAddress: MiddlewareHandler<{ Bindings: ServerBindings }> = async (c, next) => {
    const waitSeconds = perAddress.take(callerOf(c));
    if (waitSeconds === undefined) return next();
    metrics.http.rateLimited("address");
    throw tooOften("This address", waitSeconds);
  };
  const needKey: MiddlewareHandler = async (c, next) => {
    const given = c.req.header(clientKeyHeader);
    const holder = holderOf(given);
    if (holder === undefined)
      throw new RequestRefused(
        401,
        "key-refused",
        given === undefined
          ? `The header ${clientKeyHeader} is missing. Send the key the operator gave you.`
          : `The key in ${clientKeyHeader} is not known here. Check it, or ask the operator for one.`,
      );
    // All browsers share the dashboard's key: a limit on it would let one of them lock out the others.
    const waitSeconds = holder === "dashboard" ? undefined : perKey.take(holder);
    if (waitSeconds === undefined) return next();
    metrics.http.rateLimited("key");
    throw tooOften("This key", waitSeconds);
  };

  const parts = { source, bodies: new EncodedBodies(encodedBytes), callerOf };
  let openApi: EncodedBody | undefined;

  app.use("/api/*", limitAddress);
  app.get("/api/v0/markets", needKey, createMarketsRoute(parts));
  app.get("/api/v0/markets/history", needKey, createHistoryRoute(parts));
  app.get("/api/dashboard", (c) =>
    c.json(dashboardConfig(config, source), 200, { "cache-control": "no-store" }),
  );
  app.get("/api/openapi.json", (c) =>
    encodedAnswer(c.req.raw, (openApi ??= jsonBody(createOpenApi())), {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-cache",
    }),
  );
  app.get("/api/docs", (c) => c.html(referencePage(), 200, { "cache-control": "no-cache" }));
  app.get("/api/docs.css", (c) =>
    c.body(referenceStyles, 200, { "content-type": "text/css; charset=utf-8", "cache-control": "no-cache" }),
  );
  app.get("/api", (c) => c.redirect("/api/docs"));

  for (const path of readOnlyPaths) app.all(path, refuseMethod);
  app.all("/api/*", () => {
    throw new RequestRefused(
      404,
      "not-found",
      "There is nothing at this address. The API is described at /api/docs.",
    );
  });

  app.get("*", async (c) => {
    const answer = await files.answer(c.req.raw, c.req.path);
    return answer ?? c.text("There is nothing at this address.\n", 404, { "cache-control": "no-store" });
  });
  app.all("*", refuseMethod);

  return app;
}

const readOnlyPaths = [
  "/api/v0/markets",
  "/api/v0/markets/history",
  "/api/dashboard",
  "/api/openapi.json",
  "/api/docs",
  "/api/docs.css",
] as const;

function refuseMethod(c: Context): never {
  throw new RequestRefused(
    405,
    "method-not-allowed",
    `${c.req.method} is not supported here. The service is read only: use GET or HEAD.`,
    { allow: "GET, HEAD" },
  );
}

/** Nothing here reads a body, so one that is sent can only be a mistake or an attack. */
const refuseOversized: MiddlewareHandler = async (c, next) => {
  if (c.req.url.length > longestUrl)
    throw new RequestRefused(
      414,
      "url-too-long",
      `The address is longer than ${longestUrl} characters. Ask for fewer assets or markets at once.`,
      { connection: "close" },
    );
  const hasBody =
    Number(c.req.header("content-length") ?? 0) > 0 || c.req.header("transfer-encoding") !== undefined;
  if (hasBody && (c.req.method === "GET" || c.req.method === "HEAD"))
    throw new RequestRefused(
      413,
      "too-large",
      "This service takes no request body. Send the request without one.",
      {
        connection: "close",
      },
    );
  await next();
  // What was not read is not waited for either.
  if (hasBody) c.res.headers.set("connection", "close");
};

function jsonBody(content: unknown): EncodedBody {
  const bytes = Buffer.from(JSON.stringify(content));
  return new EncodedBody(bytes, tagOf(bytes));
}

function tooOften(who: string, waitSeconds: number): RequestRefused {
  return new RequestRefused(
    429,
    "rate-limited",
    `${who} asks too often. Wait ${waitSeconds} ${waitSeconds === 1 ? "second" : "seconds"} and try again.`,
    { "retry-after": String(waitSeconds) },
  );
}

function dashboardConfig(config: Config, source: MarketSource): DashboardConfig {
  return {
    source: {
      kind: source.kind,
      label: source.label,
      ...(source.capturedAt === undefined ? {} : { capturedAt: source.capturedAt }),
      ...(source.frozenAt === undefined ? {} : { frozenAt: new Date(source.frozenAt).toISOString() }),
    },
    clientKey: config.dashboardKey,
    interstitialUrl: config.interstitialUrl,
    ...(config.actionHosts === undefined ? {} : { actionHosts: [...config.actionHosts] }),
  };
}
