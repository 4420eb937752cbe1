// Logs name routes and known parameters, never their values.
import { randomUUID } from "node:crypto";
import { METHODS } from "node:http";
import { matchedRoutes } from "hono/route";
import { operations } from "../../contract/operations/operations.ts";
import { placeOf, type Log } from "../log.ts";
import type { HttpMeter } from "../metrics.ts";
import type { Middleware, ServiceContext } from "./context.ts";

const quietRoutes = new Set(["/healthz", "/readyz", "/metrics"]);
const parameterNames = [...new Set(operations.flatMap(({ parameters }) => Object.keys(parameters.shape)))];

export function observe(meter: HttpMeter, log: Log): Middleware {
  return async (c, next) => {
    const start = performance.now();
    const requestId = randomUUID();
    c.set("requestId", requestId);
    try {
      await next();
    } catch {
      // A caller that has left: the adapter's reason is a text, and Hono handles only errors.
      c.res = new Response(null, { status: 499 });
    }
    const seconds = (performance.now() - start) / 1000;
    const { status } = c.res;
    const route = routeOf(c);
    const method = route !== "none" && METHODS.includes(c.req.method) ? c.req.method : "other";
    meter.answered(route, method, status, seconds);
    if (status === 500 && c.error !== undefined)
      // Not the message, which may quote what somebody sent.
      log.error("defect", { requestId, route, error: c.error.name, at: placeOf(c.error.stack) });
    if (quietRoutes.has(route)) return;
    log.info("request", () => {
      const query = c.req.query();
      const parameters = parameterNames.filter((name) => Object.hasOwn(query, name));
      return { requestId, method, route, status, durationMs: Math.round(seconds * 10_000) / 10, parameters };
    });
  };
}

/** A pattern, never a path: callers choose those. */
function routeOf(c: ServiceContext): string {
  if (c.env.refusal !== undefined) return "none";
  let longest = "/*";
  for (const { path } of matchedRoutes(c)) {
    if (!path.includes("*")) return path.replaceAll(/:(\w+)/g, "{$1}");
    if (path.length > longest.length) longest = path;
  }
  return longest;
}
