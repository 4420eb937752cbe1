import { Hono } from "hono";
import { methodNotAllowed } from "hono/method-not-allowed";
import type { DashboardConfig } from "../contract/dashboard-config.ts";
import { createOpenApi } from "../contract/operations/openapi.ts";
import { isoText } from "../contract/units.ts";
import { respond, contentResponse, errorResponse, jsonResponse } from "./http/responses.ts";
import { callerAddress } from "./http/caller.ts";
import { createKeyCheck } from "./http/client-key.ts";
import { CompressedBody } from "./http/compressed-bodies.ts";
import { hasBody, isRead, type Middleware, type ServiceEnv } from "./http/context.ts";
import { createCrossOrigin, fixedHeaders } from "./http/fixed-headers.ts";
import { createJsonBodyReader } from "./http/json-body.ts";
import { observe } from "./http/observe.ts";
import { createCharge, type Charge } from "./http/rate-limit.ts";
import { RequestRefused, closed, methodRefused } from "./http/request-refused.ts";
import { createAlertRoutes } from "./http/routes/alert-routes.ts";
import { createDashboardFiles } from "./http/routes/dashboard-files.ts";
import { createSendRoute } from "./http/routes/send-route.ts";
import { createSourceRoutes } from "./http/routes/source-routes.ts";
import type { RouteParts } from "./http/routes/operation-route.ts";
import { createMetricsRoute, createReadyRoute, healthRoute } from "./http/routes/status-routes.ts";
import type { Config } from "./config.ts";
import { createLog, type Log } from "./log.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { createUnreadBytes } from "./unread-bytes.ts";

interface AppParts extends Pick<RouteParts, "config" | "source" | "sender" | "recorder" | "record"> {
  readonly dashboardDirectory?: string | undefined;
  readonly log?: Log;
  readonly metrics?: Metrics;
  readonly isStopping?: () => boolean;
}

export type App = Hono<ServiceEnv>;

/** Bytes sent but not yet read by the clients. */
const maxUnread = { inTotal: 64 * 1024 * 1024, perCaller: 16 * 1024 * 1024 } as const;
/** Limit for page files, of which a visit loads about fifty at once. Or four times the API's limit if that is more. */
const minPagesPerMinute = 12_000;
const pagesPerRequest = 4;
const maxUrlLength = 8192;

export function createApp({
  dashboardDirectory,
  log = createLog("silent", () => {}),
  metrics = createMetrics(log),
  isStopping = () => false,
  ...given
}: AppParts): App {
  const { config } = given;
  const { perAddress } = config.rateLimit;
  const meter = metrics.http;
  const charge = createCharge(perAddress, meter);
  const pagesPerMinute = perAddress === 0 ? 0 : Math.max(minPagesPerMinute, perAddress * pagesPerRequest);
  const parts = {
    ...given,
    // Routing has charged one already. Capped, so that even the most expensive request passes after a quiet minute.
    chargeWeight: (caller: string, weight = 1) => {
      if (weight > 1) charge(caller, Math.min(weight, perAddress) - 1);
    },
    readJsonBody: createJsonBodyReader(),
  };
  const dashboard = dashboardConfig(parts);
  const operations = [...createSourceRoutes(parts), ...createAlertRoutes(parts), createSendRoute(parts)];

  const app: App = new Hono();
  app.onError((error, c) =>
    c.req.raw.signal.aborted ? new Response(null, { status: 499 }) : errorResponse(c, error),
  );
  app.use(observe(meter, log), prepareRequests(config, isStopping));
  if (config.allowedOrigins.length > 0) app.use("/api/*", createCrossOrigin(config.allowedOrigins));

  app.get("/healthz", healthRoute);
  // A limit of its own, so that visitors behind the same address cannot make the service look unready.
  const probed = chargedBy(createCharge(perAddress, meter));
  app.get("/readyz", probed, createReadyRoute(parts));
  app.get("/metrics", createMetricsRoute(metrics, config.metricsToken));

  app.use("/api/*", chargedBy(charge));
  const checkKey = createKeyCheck(config, meter);
  for (const [{ method = "get", path }, route] of operations)
    app.on(method.toUpperCase(), `/api${path.replaceAll(/\{(\w+)\}/g, ":$1")}`, checkKey, route);
  app.get("/api/dashboard", (c) => jsonResponse(c, dashboard));
  app.get("/api/openapi.json", async (c) =>
    contentResponse(c, describedApi(), { "cache-control": "no-cache" }),
  );
  app.on("GET", ["/api", "/api/docs"], (c) => respond(c, null, { location: "/api/openapi.json" }, 302));
  app.use(
    "/api/*",
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, methods) => errorResponse(c, methodRefused(c.req.method, methods)),
    }),
  );
  app.all("/api/*", (c) => errorResponse(c, new RequestRefused("not-found", nothingHere)));

  app.use(chargedBy(createCharge(pagesPerMinute, meter)), (c, next) => {
    if (!isRead(c.req.method)) throw methodRefused(c.req.method);
    return next();
  });
  app.route("/", createDashboardFiles(dashboardDirectory, dashboard));
  return app;
}

const nothingHere = "Not found. The API is described at /api/openapi.json.";

let description: CompressedBody | undefined;

function describedApi() {
  const body = (description ??= new CompressedBody(Buffer.from(JSON.stringify(createOpenApi()))));
  return { tag: body.tag, contentType: "application/json", body: () => body };
}

function chargedBy(charge: Charge): Middleware {
  return (c, next) => {
    charge(c.get("caller"));
    return next();
  };
}

/** Sets what responses need, identifies the caller, and refuses malformed requests before any route sees them. */
function prepareRequests(config: Config, isStopping: () => boolean): Middleware {
  const unread = createUnreadBytes(maxUnread);
  return (c, next) => {
    c.set("headers", fixedHeaders(c, config));
    c.set("isStopping", isStopping);
    if (c.env.refusal !== undefined) throw c.env.refusal;
    if (c.req.url.length > maxUrlLength)
      throw new RequestRefused(
        "url-too-long",
        `The address is longer than ${maxUrlLength} characters. Ask for fewer assets or markets at once.`,
        closed,
      );
    // GET requests have no body here, so one that has is a mistake or an attack.
    if (isRead(c.req.method) && hasBody(c))
      throw new RequestRefused(
        "too-large",
        "This service takes no request body. Send the request without one.",
      );
    c.set("unread", unread);
    const hops = config.trustedProxyHops;
    const forwardedFor = hops > 0 ? c.req.header("x-forwarded-for") : undefined;
    c.set("caller", callerAddress(c.env.remoteAddress, forwardedFor, hops));
    return next();
  };
}

function dashboardConfig({ config, source, record }: RouteParts): DashboardConfig {
  const { kind, label, lacks, capturedAt, frozenAt, demoWallets } = source;
  const { store, send, alertKeys } = config;
  const hasAlerts = store !== undefined && alertKeys > 0;
  return {
    source: { kind, label, lacks, capturedAt, frozenAt: isoText(frozenAt) },
    demoWallets: demoWallets && [...demoWallets],
    // Empty if a proxy in front adds the key for the people it lets in.
    clientKey: config.dashboardKeys[0] ?? "",
    interstitialUrl: config.interstitialUrl,
    actionHosts: config.actionHosts && [...config.actionHosts],
    record: record && { everyMs: record.pace.everyMs },
    alerts: hasAlerts ? { everyMs: store.everyMs, ...(send && { send: true }) } : undefined,
  };
}
