// Logs route patterns and known parameter names, never their values.
import { randomUUID } from "node:crypto";
import { METHODS } from "node:http";
import { matchedRoutes } from "hono/route";
import { operations } from "../../contract/operations/operations.ts";
import { thrownAt, type Log } from "../log.ts";
import type { HttpMeter } from "../metrics.ts";
import type { Middleware, ServiceContext } from "./context.ts";

const quietRoutes = new Set(["/healthz", "/readyz", "/metrics"]);
const parameterNames = [
  ...new Set(Object.values(operations).flatMap(({ parameters }) => Object.keys(parameters.shape))),
];

export function observe(meter: HttpMeter, log: Log): Middleware {
  return async (c, next) => {
    const start = performance.now();
    const requestId = randomUUID();
    c.set("requestId", requestId);
    try {
      await next();
    } catch {
      // The caller has left. The adapter rejects with a string, and Hono handles only Error objects.
      c.res = new Response(null, { status: 499 });
    }
    const seconds = (performance.now() - start) / 1000;
    const { status } = c.res;
    const route = routeOf(c);
    const method = route !== "none" && METHODS.includes(c.req.method) ? c.req.method : "other";
    meter.responded(route, method, status, seconds);
    if (status === 500 && c.error !== undefined)
      // Without the message, which may quote a caller's input.
      log.error("defect", { requestId, route, error: c.error.name, at: thrownAt(c.error.stack) });
    if (quietRoutes.has(route)) return;
    log.info("request", () => {
      const query = c.req.query();
      const parameters = parameterNames.filter((name) => Object.hasOwn(query, name));
      return { requestId, method, route, status, durationMs: Math.round(seconds * 10_000) / 10, parameters };
    });
  };
}

/** Returns the route's pattern, never the path, which callers choose. */
function routeOf(c: ServiceContext): string {
  if (c.env.refusal !== undefined) return "none";
  let longest = "/*";
  for (const { path } of matchedRoutes(c)) {
    if (!path.includes("*")) return path.includes(":") ? path.replaceAll(/:(\w+)/g, "{$1}") : path;
    if (path.length > longest.length) longest = path;
  }
  return longest;
}
