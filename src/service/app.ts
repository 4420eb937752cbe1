// The routes of the service, and what every request passes on its way to one. Tests call the app without a port.
import { Hono, type MiddlewareHandler } from "hono";
import type { DashboardConfig } from "../contract/dashboard-config.ts";
import { clientKeyHeader } from "../contract/problems.ts";
import { UnreadBytes } from "./caller-slots.ts";
import type { Config } from "./config.ts";
import { wellKnownKey } from "./environment.ts";
import { contentAnswer, json, jsonAnswer, refuseUnread } from "./http/answers.ts";
import { callerAddress } from "./http/caller.ts";
import { createKeyHolder } from "./http/client-key.ts";
import { CompressedBodies, CompressedBody } from "./http/compressed-bodies.ts";
import { hasBody, isRead, type Route, type ServiceContext, type ServiceEnv } from "./http/context.ts";
import { errorAnswer } from "./http/error-answer.ts";
import { createCrossOrigin, createFixedHeaders } from "./http/fixed-headers.ts";
import { createJsonBodyReader } from "./http/json-body.ts";
import { observe } from "./http/observe.ts";
import { createCharge, createRateLimiter, tooOften } from "./http/rate-limit.ts";
import { RequestRefused, methodRefused } from "./http/request-refused.ts";
import { createAlertRoutes } from "./http/routes/alert-routes.ts";
import { createDashboardFiles } from "./http/routes/dashboard-files.ts";
import { createMarketRoutes } from "./http/routes/market-routes.ts";
import { createOpenApi } from "./http/routes/openapi.ts";
import { createRecordRoutes } from "./http/routes/record-routes.ts";
import { createSendRoute } from "./http/routes/send-route.ts";
import { createMetricsRoute, createReadyRoute, healthRoute } from "./http/routes/status-routes.ts";
import { createLog, type Log } from "./log.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import type { RecordAnswers } from "./record/record-answers.ts";
import type { Recorder } from "./recorder/recorder.ts";
import type { Sender } from "./send/sender.ts";
import type { MarketSource } from "./sources/market-source.ts";
import { tagOf } from "./tag.ts";

interface AppParts {
  readonly config: Config;
  readonly source: MarketSource;
  /** Sends messages to wallets; absent where that is not configured. */
  readonly sender?: Sender;
  /** Where the built dashboard lies; without it only the API answers. */
  readonly dashboardDirectory?: string;
  readonly log?: Log;
  readonly metrics?: Metrics;
  readonly recorder?: Pick<Recorder, "state" | "store" | "lastKept">;
  readonly record?: RecordAnswers;
  /** True once the service is to stop: it still answers, but closes connections. */
  readonly isStopping?: () => boolean;
}

export type App = Hono<ServiceEnv>;
type Middleware = MiddlewareHandler<ServiceEnv>;

const compressedBytes = 32 * 1024 * 1024;
/** Bytes of answers that were sent and not read. */
const mostUnread = { inAll: 64 * 1024 * 1024, perCaller: 16 * 1024 * 1024 } as const;
/** A visit requests some fifty files once, and later a few: at least this many a minute, and four for each request of the API. */
const leastPagesPerMinute = 12_000;
const pagesPerRequest = 4;
const longestUrl = 8192;

/** The whole service behind one address. It answers every request, and never throws. */
export function createApp({
  config,
  source,
  sender,
  recorder,
  record,
  dashboardDirectory,
  log = createLog("silent"),
  metrics = createMetrics(log),
  isStopping = () => false,
}: AppParts): App {
  const { perAddress } = config.rateLimit;
  const meter = metrics.http;
  const charge = createCharge(perAddress, meter);
  const chargePage = createCharge(
    perAddress === 0 ? 0 : Math.max(leastPagesPerMinute, perAddress * pagesPerRequest),
    meter,
  );
  const unread = new UnreadBytes(mostUnread);
  const dashboard = dashboardConfig(config, source, record);
  const parts = {
    source,
    bodies: new CompressedBodies(compressedBytes),
    // However heavy a request is, it passes after a minute of silence.
    chargeMore: (caller: string, requests: number) => charge(caller, Math.min(requests, perAddress - 1)),
  };

  const app: App = new Hono();
  app.onError((error, c) =>
    // The caller has left: the status is for the log and the metrics.
    c.req.raw.signal.aborted ? new Response(null, { status: 499 }) : errorAnswer(error),
  );
  app.notFound((c) => errorAnswer(methodRefused(c.req.method, "GET, HEAD")));

  app.use(observe(meter, log));
  app.use(createFixedHeaders(config.trustedProxyHops));
  app.use(async (c, next) => {
    await next();
    // A body that was not read is not waited for either.
    const mayBeUnread = hasBody(c) && (c.res.status >= 400 || !isRead(c.req.method));
    if (isStopping() || mayBeUnread) c.res.headers.set("connection", "close");
  });
  app.use(async (c, next) => {
    refuseMalformed(c);
    c.set("unread", unread);
    c.set(
      "caller",
      callerAddress(c.env.remoteAddress, c.req.header("x-forwarded-for"), config.trustedProxyHops),
    );
    try {
      await next();
    } catch (error) {
      // An aborted request rejects with its signal's reason, which is a text.
      throw error instanceof Error ? error : new Error("The caller has left.", { cause: error });
    }
  });
  if (config.allowedOrigins.length > 0) app.use("/api/*", createCrossOrigin(config.allowedOrigins));
  app.use("/api/*", async (c, next) => {
    charge(c.get("caller"));
    await next();
  });

  const needKey = createKeyCheck(config, metrics);
  const limitProbes = createProbeLimit(perAddress);
  const readJsonBody = createJsonBodyReader();
  const routes = [
    ...createMarketRoutes(parts),
    ...createRecordRoutes(parts, record),
    ...createAlertRoutes({
      recorder,
      mostKeys: config.alertKeys,
      sends: config.send !== undefined,
      chargeMore: parts.chargeMore,
      readJsonBody,
    }),
    createSendRoute(sender, readJsonBody),
  ];
  const description = jsonBody(createOpenApi());
  const sendDescription: Route = (c) =>
    contentAnswer(
      c,
      { tag: description.tag, contentType: json, body: () => description },
      { "cache-control": "no-cache" },
    );

  app.get("/healthz", healthRoute);
  app.get("/readyz", limitProbes, createReadyRoute(source, isStopping, recorder, sender));
  app.get("/metrics", createMetricsRoute(metrics, config.metricsToken));
  for (const [{ method = "get", path }, route] of routes)
    app.on(method.toUpperCase(), `/api${path.replaceAll(/\{(\w+)\}/g, ":$1")}`, needKey, route);
  app.get("/api/dashboard", () => jsonAnswer(200, dashboard));
  app.get("/api/openapi.json", sendDescription);
  for (const path of ["/api", "/api/docs"]) app.get(path, toDescription);
  for (const [path, methods] of methodsByPath(app))
    app.all(path, (c) => errorAnswer(methodRefused(c.req.method, methods)));
  app.all("/api/*", () => errorAnswer(new RequestRefused("not-found", nothingHere)));
  app.get("/*", async (c, next) => {
    chargePage(c.get("caller"));
    await next();
  });
  app.route("/", createDashboardFiles(dashboardDirectory, dashboard));
  return app;
}

const nothingHere = "There is nothing at this address. The API is described at /api/openapi.json.";

const toDescription: Route = () =>
  new Response(null, { status: 302, headers: { location: "/api/openapi.json" } });

/** The methods each path answers, as the header Allow names them. */
function methodsByPath(app: App): ReadonlyMap<string, string> {
  const methods = new Map<string, Set<string>>();
  for (const { path, method } of app.routes) {
    if (path.includes("*")) continue;
    const ofPath = methods.get(path) ?? new Set();
    methods.set(path, ofPath.add(method));
    if (method === "GET") ofPath.add("HEAD");
  }
  return new Map([...methods].map(([path, names]) => [path, [...names].join(", ")]));
}

/** @throws RequestRefused for what is not a request we answer, or too large for one */
function refuseMalformed(c: ServiceContext): void {
  if (c.env.refusal !== undefined) throw c.env.refusal;
  if (c.req.url.length > longestUrl)
    throw new RequestRefused(
      "url-too-long",
      `The address is longer than ${longestUrl} characters. Ask for fewer assets or markets at once.`,
      { connection: "close" },
    );
  // Nothing that is read takes a body, so one that is sent can only be a mistake or an attack.
  if (isRead(c.req.method) && hasBody(c))
    throw new RequestRefused(
      "too-large",
      "This service takes no request body. Send the request without one.",
    );
}

/** Probes have a limit of their own, so that visitors who share an address with one cannot make the service look unready. */
function createProbeLimit(perAddress: number): Middleware {
  const limiter = createRateLimiter(perAddress);
  return async (c, next) => {
    const waitSeconds = limiter.take(c.get("caller"));
    if (waitSeconds !== undefined) throw tooOften("This address", waitSeconds);
    await next();
  };
}

function createKeyCheck({ clientKeys, dashboardKeys, rateLimit }: Config, metrics: Metrics): Middleware {
  const holderOf = createKeyHolder(clientKeys, dashboardKeys);
  const perKey = createRateLimiter(rateLimit.perKey);
  return async (c, next) => {
    const given = c.req.header(clientKeyHeader);
    const holder = holderOf(given);
    if (holder === undefined)
      throw new RequestRefused(
        "key-refused",
        given === undefined
          ? `The header ${clientKeyHeader} is missing. Send the key the operator gave you.`
          : `The key in ${clientKeyHeader} is unknown here. Check it, or ask the operator for one.`,
      );
    if (c.req.method === "POST") refusePublicKey(holder, given);
    // All browsers share the dashboard's key: a limit on it would let one of them lock out the others.
    const waitSeconds = holder === "dashboard" ? undefined : perKey.take(holder);
    if (waitSeconds !== undefined) {
      metrics.http.rateLimited("key");
      throw tooOften("This key", waitSeconds);
    }
    refuseUnread(c);
    await next();
  };
}

/**
 * Messages reach people, so they are taken only from a holder of a key that the operator gave out: every browser has the dashboard's,
 * and the demo's is in the documentation.
 */
function refusePublicKey(holder: string, key: string | undefined): void {
  if (holder === "dashboard")
    throw new RequestRefused(
      "forbidden",
      "The dashboard's key may not send messages: every browser has it. Use one of the operator's CLIENT_KEYS.",
    );
  if (key === wellKnownKey)
    throw new RequestRefused(
      "forbidden",
      `The key ${wellKnownKey} may not send messages: everybody knows it. The operator should set CLIENT_KEYS.`,
    );
}

function jsonBody(content: unknown): CompressedBody {
  const bytes = Buffer.from(JSON.stringify(content));
  return new CompressedBody(bytes, tagOf(bytes));
}

function dashboardConfig(
  config: Config,
  source: MarketSource,
  record: RecordAnswers | undefined,
): DashboardConfig {
  return {
    source: {
      kind: source.kind,
      label: source.label,
      ...(source.capturedAt === undefined ? {} : { capturedAt: source.capturedAt }),
      ...(source.frozenAt === undefined ? {} : { frozenAt: new Date(source.frozenAt).toISOString() }),
    },
    ...(source.demoWallets === undefined ? {} : { demoWallets: [...source.demoWallets] }),
    // Empty where no key is handed out: a proxy in front of the service adds one for the people it lets in.
    clientKey: config.dashboardKeys[0] ?? "",
    interstitialUrl: config.interstitialUrl,
    ...(config.actionHosts === undefined ? {} : { actionHosts: [...config.actionHosts] }),
    ...(record === undefined ? {} : { record: { everyMs: record.pace.everyMs } }),
    ...(config.store === undefined || config.alertKeys === 0
      ? {}
      : {
          alerts: {
            everyMs: config.store.everyMs,
            ...(config.send === undefined ? {} : { send: true }),
          },
        }),
  };
}
