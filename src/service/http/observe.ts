// Measures and logs every request. A log line names the route and the parameters that were given, never a value of one.
import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { Log } from "../log.ts";
import type { HttpMeter } from "../metrics.ts";

/** Routes a label may name, the longest first; everything else is "other". */
const routes = [
  "/api/v0/markets/history",
  "/api/v0/markets",
  "/api/dashboard",
  "/api/openapi.json",
  "/api/docs",
  "/healthz",
  "/readyz",
  "/metrics",
] as const;
const quietRoutes = new Set(["/healthz", "/readyz", "/metrics"]);
const methods = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);
const parameters = new Set([
  "type",
  "provider",
  "asset",
  "cursor",
  "limit",
  "filters",
  "marketIds",
  "startTime",
  "endTime",
  "resolution",
]);

export function observeRequests(meter: HttpMeter, log: Log): MiddlewareHandler {
  return async (c, next) => {
    const startedAt = performance.now();
    const requestId = randomUUID();
    await next();
    c.res.headers.set("x-request-id", requestId);
    const seconds = (performance.now() - startedAt) / 1000;
    const route = routeOf(c.req.path);
    const method = methods.has(c.req.method) ? c.req.method : "other";
    meter.request({ route, method, status: c.res.status, seconds });
    if (c.error !== undefined && c.res.status === 500)
      // The class of the defect and where it was thrown; its message may quote what somebody sent.
      log.error("defect", { requestId, route, error: c.error.name, at: placeOf(c.error) });
    if (!quietRoutes.has(route))
      log.info("request", {
        requestId,
        method,
        route,
        status: c.res.status,
        durationMs: Math.round(seconds * 10_000) / 10,
        parameters: [...new URL(c.req.url).searchParams.keys()].filter((name) => parameters.has(name)),
      });
  };
}

function routeOf(path: string): string {
  const known = routes.find((route) => route === path);
  if (known !== undefined) return known;
  if (path.startsWith("/api/")) return "/api/*";
  return path.startsWith("/assets/") ? "/assets/*" : "/*";
}

function placeOf(error: Error): string | undefined {
  return error.stack
    ?.split("\n")
    .find((line) => /^\s+at /.test(line))
    ?.trim()
    .slice(0, 200);
}
