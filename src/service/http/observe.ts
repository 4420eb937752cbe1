// Measures and logs every answer. A log line names the route and the parameters that were given, never a value of one.
import { written, type Log } from "../log.ts";
import type { HttpMeter } from "../metrics.ts";
import type { CountRequest } from "../request-counts.ts";
import { splitTarget, type ServiceRequest } from "./exchange.ts";
import { memoize } from "../memoize.ts";
import { operations } from "./routes/operations.ts";

/** Routes a label may name; everything else is a pattern of `patterns`, "/api/*", "/code/*" or "/*". */
const routes = new Set([
  ...operations.filter(({ path }) => !path.includes("{")).map(({ path }) => `/api${path}`),
  "/api/openapi.json",
  "/healthz",
  "/readyz",
  "/metrics",
]);
/** Paths with an id in them, which is somebody's choice. */
const patterns = operations
  .filter(({ path }) => path.includes("{"))
  .map(({ path }) => ({
    path: new RegExp(`^/api${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
    route: `/api${path}`,
  }));
const quietRoutes = new Set(["/healthz", "/readyz", "/metrics"]);
const methods = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);
/** The parameters a line may name, with how each looks at the beginning of a query and further on. */
const parameters = [
  ...new Set(
    operations.flatMap((operation) =>
      operation.parameters.filter((each) => each.in === undefined).map(({ name }) => name),
    ),
  ),
].map((name) => ({ name, first: `${name}=`, later: `&${name}=` }));

interface Answered {
  readonly requestId: string;
  /** Absent for bytes that were no request. */
  readonly request: Pick<ServiceRequest, "method" | "url"> | undefined;
  readonly status: number;
  readonly seconds: number;
  /** What was thrown, where the answer is an error. */
  readonly error?: unknown;
}

/** What is the same for all requests of a route, method and status. */
interface Kind {
  readonly method: string;
  readonly status: number;
  readonly count: CountRequest;
  /** A line's fields after the id and up to the value of the duration. */
  readonly fields: string;
}

/** What is the same for all requests of a target. */
interface Told {
  readonly route: string;
  readonly kinds: Map<string, Map<number, Kind>>;
  /** The kind of its last request, which the next is likely to be of. */
  last: Kind | undefined;
  /** A line's field of the parameters; absent where nothing is logged. */
  readonly asked: string | undefined;
}

export function createObserver(meter: HttpMeter, log: Log): (answered: Answered) => void {
  const kinds = new Map<string, Told["kinds"]>();
  const toldOf = (route: string, query: string): Told => {
    const ofRoute = kinds.get(route) ?? new Map<string, Map<number, Kind>>();
    kinds.set(route, ofRoute);
    const asked = quietRoutes.has(route) ? undefined : written({ parameters: parametersOf(query) });
    return { route, kinds: ofRoute, last: undefined, asked };
  };
  const kindOf = (told: Told, method: string, status: number): Kind => {
    const known = told.kinds.get(method)?.get(status);
    if (known !== undefined) return known;
    const { route } = told;
    const kind: Kind = {
      method,
      status,
      count: meter.counting({ route, method, status }),
      fields: `"${written({ method, route, status })},"durationMs":`,
    };
    const ofMethod = told.kinds.get(method) ?? new Map<number, Kind>();
    told.kinds.set(method, ofMethod.set(status, kind));
    return kind;
  };

  const noRequest = toldOf("none", "");
  const targetTold = memoize(
    (url) => {
      const { path, query } = splitTarget(url);
      return toldOf(routeOf(path), query);
    },
    { most: 500, longest: 300 },
  );

  return ({ requestId, request, status, seconds, error }) => {
    const told = request === undefined ? noRequest : targetTold(request.url);
    let kind = told.last;
    if (kind === undefined || kind.status !== status || kind.method !== request?.method) {
      const method = request !== undefined && methods.has(request.method) ? request.method : "other";
      kind = kindOf(told, method, status);
      told.last = kind;
    }
    kind.count(seconds);
    if (status === 500 && error instanceof Error)
      // The class of the defect and where it was thrown; its message may quote what somebody sent.
      log.error("defect", { requestId, route: told.route, error: error.name, at: placeOf(error) });
    if (told.asked === undefined) return;
    const durationMs = Math.round(seconds * 10_000) / 10;
    log.infoWritten(`${eventAndId}${requestId}${kind.fields}${durationMs}${told.asked}`);
  };
}

const eventAndId = ',"event":"request","requestId":"';

/** The known names in a query, each once: however often it is given, a line stays a line. */
function parametersOf(query: string): readonly string[] {
  if (query === "") return [];
  return parameters
    .filter(({ first, later }) => query.startsWith(first) || query.includes(later))
    .map(({ name }) => name);
}

function routeOf(path: string): string {
  if (routes.has(path)) return path;
  if (path.startsWith("/api/")) return patterns.find(({ path: is }) => is.test(path))?.route ?? "/api/*";
  return path.startsWith("/code/") ? "/code/*" : "/*";
}

function placeOf(error: Error): string | undefined {
  return error.stack
    ?.split("\n")
    .find((line) => /^\s+at /.test(line))
    ?.trim()
    .slice(0, 200);
}
