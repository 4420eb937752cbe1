// CORS: which pages of other origins may call the API. Needed when the dashboard is served from somewhere else.
import {
  clientKeyHeader,
  setAsideHeader,
  setAsideReportHeader,
  staleHeader,
} from "../../contract/problems.ts";
import { alertsKeyHeader } from "../../contract/alerts/served.ts";
import type { ServiceAnswer, ServiceRequest } from "./exchange.ts";

const exposedHeaders = [
  "age",
  "content-disposition",
  "date",
  "etag",
  "retry-after",
  "x-request-id",
  staleHeader,
  setAsideHeader,
  setAsideReportHeader,
].join(", ");
const preflightSeconds = 7200;

/** Whether a request is a preflight, which the service answers for the browser. */
export function isPreflight(request: ServiceRequest): boolean {
  return request.method === "OPTIONS" && request.header("access-control-request-method") !== undefined;
}

/** The answer to a preflight. `crossOriginHeaders` decides whether it allows anything. */
export const preflightAnswer = allowing("GET, HEAD", "if-none-match");
/** The same where something is posted. */
export const postPreflightAnswer = allowing("POST", "content-type");
/** The same for alert rules, which are put and taken away. */
export const alertsPreflightAnswer = allowing("GET, HEAD, PUT, DELETE", `content-type, ${alertsKeyHeader}`);

function allowing(methods: string, header: string): ServiceAnswer {
  return {
    status: 204,
    headers: {
      "access-control-allow-methods": methods,
      "access-control-allow-headers": `${clientKeyHeader}, ${header}`,
      "access-control-max-age": String(preflightSeconds),
    },
  };
}

/**
 * What allows the origin of a request, where it is listed. Says that the answer depends on the origin either way.
 * @param vary what the answer depends on already
 */
export function crossOriginHeaders(
  origin: string | undefined,
  allowedOrigins: readonly string[],
  vary: string | undefined,
): Readonly<Record<string, string>> {
  const varies = { vary: vary === undefined ? "origin" : `${vary}, origin` };
  if (origin === undefined || !allowedOrigins.includes(origin)) return varies;
  return {
    ...varies,
    "access-control-allow-origin": origin,
    "access-control-expose-headers": exposedHeaders,
  };
}
