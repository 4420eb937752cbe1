import { Hono } from "hono";
import type { DashboardConfig } from "../contract/dashboard-config.ts";
import { clientKeyHeader } from "../contract/problems.ts";
import type { Config } from "./config.ts";
import { wellKnownKey } from "./environment.ts";
import { contentAnswer, errorAnswer, json, jsonAnswer, refuseUnread, respond } from "./http/answers.ts";
import { callerAddress } from "./http/caller.ts";
import { createKeyHolder } from "./http/client-key.ts";
import { CompressedBody, createCompressedBodies } from "./http/compressed-bodies.ts";
import { hasBody, isRead, type Route, type ServiceContext, type ServiceEnv } from "./http/context.ts";
import { createCrossOrigin, createFixedHeaders } from "./http/fixed-headers.ts";
import { createJsonBodyReader } from "./http/json-body.ts";
import { observe } from "./http/observe.ts";
import { createCharge, createRateLimiter, tooOften, type Charge } from "./http/rate-limit.ts";
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
import { UnreadBytes } from "./unread-bytes.ts";

interface AppParts {
  readonly config: Config;
  readonly source: MarketSource;
  readonly sender?: Sender | undefined;
  readonly dashboardDirectory?: string | undefined;
  readonly log?: Log;
  readonly metrics?: Metrics;
  readonly recorder?: Pick<Recorder, "state" | "store" | "lastKept"> | undefined;
  readonly record?: RecordAnswers | undefined;
  readonly isStopping?: () => boolean;
}

export type App = Hono<ServiceEnv>;

const compressedBytes = 32 * 1024 * 1024;
/** Bytes sent but not yet read by the clients. */
const mostUnread = { inAll: 64 * 1024 * 1024, perCaller: 16 * 1024 * 1024 } as const;
/** A visit loads some fifty files at once. At least this many requests, and four per API request. */
const leastPagesPerMinute = 12_000;
const pagesPerRequest = 4;
const longestUrl = 8192;

export function createApp({
  config,
  source,
  sender,
  recorder,
  record,
  dashboardDirectory,
  log = createLog("silent", () => {}),
  metrics = createMetrics(log),
  isStopping = () => false,
}: AppParts): App {
  const { perAddress } = config.rateLimit;
  const meter = metrics.http;
  const charge = createCharge(perAddress, meter);
  const pagesPerMinute = perAddress === 0 ? 0 : Math.max(leastPagesPerMinute, perAddress * pagesPerRequest);
  const unread = new UnreadBytes(mostUnread);
  const dashboard = dashboardConfig(config, source, record);
  const parts = {
    source,
    bodies: createCompressedBodies(compressedBytes),
    // Capped, so that even the heaviest request passes after a minute of silence.
    chargeMore: (caller: string, requests: number) => charge(caller, Math.min(requests, perAddress - 1)),
  };

  const app: App = new Hono();
  app.onError((error, c) => (c.req.raw.signal.aborted ? respond(c, 499, null, {}) : errorAnswer(c, error)));
  app.notFound((c) => errorAnswer(c, methodRefused(c.req.method, "GET, HEAD")));

  const observed = observe(meter, log, createFixedHeaders(config, isStopping));
  app.use(async (c, next) => {
    const report = observed(c);
    try {
      refuseMalformed(c);
      c.set("unread", unread);
      const forwarded = c.req.header("x-forwarded-for");
      c.set("caller", callerAddress(c.env.remoteAddress, forwarded, config.trustedProxyHops));
      await next();
    } catch (error) {
      // Hono aborts with a text as the reason, and handles only errors.
      c.res = error instanceof Error ? errorAnswer(c, error) : respond(c, 499, null, {});
    }
    report();
  });
  if (config.allowedOrigins.length > 0) app.use("/api/*", createCrossOrigin(config.allowedOrigins));

  const checkKey = createKeyCheck(config, metrics);
  const charged = chargedBy(charge);
  const withKey = (route: Route): Route =>
    charged((c, next) => {
      checkKey(c);
      return route(c, next);
    });
  /** Their own: visitors behind the same address must not make the service look unready. */
  const probed = chargedBy(createCharge(perAddress, meter));
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
  let description: CompressedBody | undefined;
  const sendDescription: Route = (c) => {
    const body = (description ??= jsonBody(createOpenApi()));
    const content = { tag: body.tag, contentType: json, body: () => body };
    return contentAnswer(c, content, { "cache-control": "no-cache" });
  };

  app.get("/healthz", healthRoute);
  app.get("/readyz", probed(createReadyRoute(source, isStopping, recorder, sender)));
  app.get("/metrics", createMetricsRoute(metrics, config.metricsToken));
  for (const [{ method = "get", path }, route] of routes)
    app.on(method.toUpperCase(), `/api${path.replaceAll(/\{(\w+)\}/g, ":$1")}`, withKey(route));
  app.get(
    "/api/dashboard",
    charged((c) => jsonAnswer(c, 200, dashboard)),
  );
  app.get("/api/openapi.json", charged(sendDescription));
  for (const path of ["/api", "/api/docs"]) app.get(path, charged(toDescription));
  for (const [path, methods] of methodsByPath(app)) {
    const refuse: Route = (c) => errorAnswer(c, methodRefused(c.req.method, methods));
    app.all(path, path.startsWith("/api") ? charged(refuse) : refuse);
  }
  app.all(
    "/api/*",
    charged((c) => errorAnswer(c, new RequestRefused("not-found", nothingHere))),
  );
  app.get(
    "/*",
    chargedBy(createCharge(pagesPerMinute, meter))(async (_, next) => next()),
  );
  app.route("/", createDashboardFiles(dashboardDirectory, dashboard));
  return app;
}

const nothingHere = "There is nothing at this address. The API is described at /api/openapi.json.";

const toDescription: Route = (c) => respond(c, 302, null, { location: "/api/openapi.json" });

/** Not middleware, which would add a promise to every answer. */
function chargedBy(charge: Charge): (route: Route) => Route {
  return (route) => (c, next) => {
    charge(c.get("caller"));
    return route(c, next);
  };
}

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

function refuseMalformed(c: ServiceContext): void {
  if (c.env.refusal !== undefined) throw c.env.refusal;
  if (c.req.url.length > longestUrl)
    throw new RequestRefused(
      "url-too-long",
      `The address is longer than ${longestUrl} characters. Ask for fewer assets or markets at once.`,
      { connection: "close" },
    );
  // No GET takes a body, so one that has one is a mistake or an attack.
  if (isRead(c.req.method) && hasBody(c))
    throw new RequestRefused(
      "too-large",
      "This service takes no request body. Send the request without one.",
    );
}

function createKeyCheck(
  { clientKeys, dashboardKeys, rateLimit }: Config,
  metrics: Metrics,
): (c: ServiceContext) => void {
  const holderOf = createKeyHolder(clientKeys, dashboardKeys);
  const perKey = createRateLimiter(rateLimit.perKey);
  return (c) => {
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
    // All browsers share the dashboard's key, so a limit would let one lock out the others.
    const waitSeconds = holder === "dashboard" ? undefined : perKey.take(holder);
    if (waitSeconds !== undefined) {
      metrics.http.rateLimited("key");
      throw tooOften("This key", waitSeconds);
    }
    refuseUnread(c);
  };
}

/** Messages reach people, but every browser has the dashboard's key, and the demo's is public. */
function refusePublicKey(holder: string, key: string | undefined): void {
  const who =
    holder === "dashboard"
      ? "The dashboard's key may not send messages: every browser has it. Use one of the operator's CLIENT_KEYS."
      : `The key ${wellKnownKey} may not send messages: everybody knows it. The operator should set CLIENT_KEYS.`;
  if (holder === "dashboard" || key === wellKnownKey) throw new RequestRefused("forbidden", who);
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
  const { kind, label, lacks, capturedAt, frozenAt, demoWallets } = source;
  const { store, send, alertKeys } = config;
  const frozen = frozenAt === undefined ? undefined : new Date(frozenAt).toISOString();
  const hasAlerts = store !== undefined && alertKeys > 0;
  return {
    source: { kind, label, lacks, capturedAt, frozenAt: frozen },
    demoWallets: demoWallets && [...demoWallets],
    // Empty where a proxy in front adds the key for people it lets in.
    clientKey: config.dashboardKeys[0] ?? "",
    interstitialUrl: config.interstitialUrl,
    actionHosts: config.actionHosts && [...config.actionHosts],
    record: record && { everyMs: record.pace.everyMs },
    alerts: hasAlerts ? { everyMs: store.everyMs, ...(send && { send: true }) } : undefined,
  };
}
