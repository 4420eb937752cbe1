// Logs name routes and known parameters, never their values.
import { randomUUID } from "node:crypto";
import { matchedRoutes } from "hono/route";
import { parameterNotes } from "../../contract/operations/operation.ts";
import { operations } from "../../contract/operations/operations.ts";
import type { Log } from "../log.ts";
import type { HttpMeter } from "../metrics.ts";
import { queryOf, type Middleware, type ServiceContext } from "./context.ts";
import type { createFixedHeaders } from "./fixed-headers.ts";

const quietRoutes = new Set(["/healthz", "/readyz", "/metrics"]);
const methods = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);
const parameterNames = [
  ...new Set(
    operations.flatMap(({ parameters }) =>
      Object.entries(parameters.shape).flatMap(([name, schema]) =>
        parameterNotes.get(schema)?.in === undefined ? [name] : [],
      ),
    ),
  ),
];

export function observe(
  meter: HttpMeter,
  log: Log,
  fixedHeaders: ReturnType<typeof createFixedHeaders>,
): Middleware {
  return async (c, next) => {
    const start = performance.now();
    const requestId = randomUUID();
    c.set("query", queryOf(c));
    c.set("fixedHeaders", (status) => fixedHeaders(c, requestId, status));
    await next();
    const seconds = (performance.now() - start) / 1000;
    const { status } = c.res;
    const route = routeOf(c);
    const method = route !== "none" && methods.has(c.req.method) ? c.req.method : "other";
    meter.answered({ route, method, status, seconds });
    if (status === 500 && c.error !== undefined)
      // Not the message, which may quote what somebody sent.
      log.error("defect", { requestId, route, error: c.error.name, at: placeOf(c.error) });
    if (quietRoutes.has(route)) return;
    log.info("request", {
      requestId,
      method,
      route,
      status,
      durationMs: Math.round(seconds * 10_000) / 10,
      parameters: parametersOf(c),
    });
  };
}

/** A pattern, never a path: callers choose those. */
function routeOf(c: ServiceContext): string {
  if (c.env.refusal !== undefined) return "none";
  const patterns = matchedRoutes(c).map(({ path }) => path);
  const exact = patterns.find((pattern) => !pattern.includes("*"));
  if (exact !== undefined) return exact.replaceAll(/:(\w+)/g, "{$1}");
  return patterns.toSorted((left, right) => right.length - left.length)[0] ?? "/*";
}

/** Each once, so that repeating one cannot inflate a log line. */
function parametersOf(c: ServiceContext): readonly string[] {
  const query = c.get("query");
  return query.size === 0 ? [] : parameterNames.filter((name) => query.has(name));
}

function placeOf(error: Error): string | undefined {
  return error.stack
    ?.split("\n")
    .find((line) => /^\s+at /.test(line))
    ?.trim()
    .slice(0, 200);
}
