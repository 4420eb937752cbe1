// CORS: which pages of other origins may call the API. Needed when the dashboard is served from somewhere else.
import {
  clientKeyHeader,
  setAsideHeader,
  setAsideReportHeader,
  staleHeader,
} from "../../contract/api-error.ts";

const exposedHeaders = ["age", "etag", "retry-after", staleHeader, setAsideHeader, setAsideReportHeader].join(
  ", ",
);
const preflightSeconds = 7200;

/** Whether a request is a preflight, which the service answers for the browser. */
export function isPreflight(request: Request): boolean {
  return request.method === "OPTIONS" && request.headers.has("access-control-request-method");
}

/** The answer to a preflight. `addCrossOriginHeaders` decides whether it allows anything. */
export function preflightAnswer(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-methods": "GET, HEAD",
      "access-control-allow-headers": `${clientKeyHeader}, if-none-match`,
      "access-control-max-age": String(preflightSeconds),
    },
  });
}

/** Allows the origin of the request where it is listed. Says that the answer depends on the origin either way. */
export function addCrossOriginHeaders(
  headers: Headers,
  origin: string | undefined,
  allowedOrigins: readonly string[],
): void {
  if (allowedOrigins.length === 0) return;
  headers.append("vary", "origin");
  if (origin === undefined || !allowedOrigins.includes(origin)) return;
  headers.set("access-control-allow-origin", origin);
  headers.set("access-control-expose-headers", exposedHeaders);
  // The API's answers are for these origins as well.
  headers.set("cross-origin-resource-policy", "cross-origin");
}
