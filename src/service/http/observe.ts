// Logs name routes and known parameters, never their values.
import { randomUUID } from "node:crypto";
import { matchedRoutes } from "hono/route";
import { parameterNotes } from "../../contract/operations/operation.ts";
import { operations } from "../../contract/operations/operations.ts";
import type { Log } from "../log.ts";
import type { HttpMeter } from "../metrics.ts";
import { queryOf, type ServiceContext } from "./context.ts";
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

/** Returns, for a request that begins, what reports its answer. */
export function observe(
  meter: HttpMeter,
  log: Log,
  fixedHeaders: ReturnType<typeof createFixedHeaders>,
): (c: ServiceContext) => () => void {
  return (c) => {
    const start = performance.now();
    const requestId = randomUUID();
    const query = queryOf(c);
    c.set("query", query);
    c.set("fixedHeaders", (status) => fixedHeaders(c, requestId, status));
    return () => {
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
        // Each once, so that repeating one cannot inflate a log line.
        parameters: query.size === 0 ? [] : parameterNames.filter((name) => query.has(name)),
      });
    };
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

function placeOf(error: Error): string | undefined {
  return error.stack
    ?.split("\n")
    .find((line) => /^\s+at /.test(line))
    ?.trim()
    .slice(0, 200);
}
