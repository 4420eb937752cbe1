import { cors } from "hono/cors";
import { alertsKeyHeader } from "../../contract/alerts/alerts-key.ts";
import {
  clientKeyHeader,
  setAsideHeader,
  setAsideReportHeader,
  staleHeader,
} from "../../contract/problems.ts";
import type { Config } from "../config.ts";
import { respond } from "./answers.ts";
import { cameOverHttps } from "./caller.ts";
import { hasBody, isRead, type HeaderRecord, type Middleware, type ServiceContext } from "./context.ts";

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  // Icons come from many hosts.
  "img-src 'self' https: data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
];

const deniedFeatures = [
  "accelerometer",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "payment",
  "publickey-credentials-get",
  "screen-wake-lock",
  "usb",
];

const always = {
  "content-security-policy": contentSecurityPolicy.join("; "),
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": deniedFeatures.map((feature) => `${feature}=()`).join(", "),
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "x-permitted-cross-domain-policies": "none",
} as const;

/** Hono's `secureHeaders` would make a `Headers` object of every answer, see `respond`. */
export function createFixedHeaders(
  { trustedProxyHops, allowedOrigins }: Config,
  isStopping: () => boolean,
): (c: ServiceContext, requestId: string, status: number) => HeaderRecord {
  return (c, requestId, status) => {
    const isShared =
      allowedOrigins.length > 0 && isApi(c.req.path) && allowedOrigins.includes(c.req.header("origin") ?? "");
    const headers: Record<string, string> = {
      ...always,
      "cross-origin-resource-policy": isShared ? "cross-origin" : "same-origin",
      "x-request-id": requestId,
    };
    // Only over https: a plain http address must stay reachable.
    if (trustedProxyHops > 0 && cameOverHttps(c.req.header("x-forwarded-proto"), trustedProxyHops))
      headers["strict-transport-security"] = "max-age=31536000";
    // Do not wait for a body that was not read.
    const mayBeUnread = (status >= 400 || !isRead(c.req.method)) && hasBody(c);
    if (isStopping() || mayBeUnread) headers["connection"] = "close";
    return headers;
  };
}

function isApi(path: string): boolean {
  return path === "/api" || path.startsWith("/api/");
}

/** For dashboards served from another host. */
export function createCrossOrigin(allowedOrigins: readonly string[]): Middleware {
  const allow = (allowMethods: string[], allowHeaders: string[]): Middleware =>
    cors({
      origin: [...allowedOrigins],
      allowMethods,
      allowHeaders: [clientKeyHeader, ...allowHeaders],
      exposeHeaders,
      maxAge: 7200,
    });
  const reading = allow(["GET", "HEAD"], ["if-none-match"]);
  const rules = allow(["GET", "HEAD", "PUT", "DELETE"], ["content-type", alertsKeyHeader]);
  const sending = allow(["POST"], ["content-type"]);
  return async (c, next) => {
    const { path } = c.req;
    const ofPath = path.startsWith("/api/v0/alerts/")
      ? rules
      : path.startsWith("/api/v2/")
        ? sending
        : reading;
    const preflight = await ofPath(c, next);
    return preflight ? respond(c, 204, null, Object.fromEntries(preflight.headers)) : undefined;
  };
}

const exposeHeaders = [
  "age",
  "content-disposition",
  "date",
  "etag",
  "retry-after",
  "x-request-id",
  staleHeader,
  setAsideHeader,
  setAsideReportHeader,
];
