// What every answer has, and what pages of other origins may do.
import { cors } from "hono/cors";
import { secureHeaders } from "hono/secure-headers";
import { alertsKeyHeader } from "../../contract/alerts/alerts-key.ts";
import {
  clientKeyHeader,
  setAsideHeader,
  setAsideReportHeader,
  staleHeader,
} from "../../contract/problems.ts";
import type { Config } from "../config.ts";
import { cameOverHttps } from "./caller.ts";
import { hasBody, isRead, type Middleware } from "./context.ts";

export const securityHeaders: Middleware = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    fontSrc: ["'self'"],
    // Icons come from many hosts.
    imgSrc: ["'self'", "https:", "data:"],
    connectSrc: ["'self'"],
    manifestSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    objectSrc: ["'none'"],
  },
  permissionsPolicy: {
    accelerometer: [],
    camera: [],
    displayCapture: [],
    geolocation: [],
    gyroscope: [],
    magnetometer: [],
    microphone: [],
    payment: [],
    publickeyCredentialsGet: [],
    screenWakeLock: [],
    usb: [],
  },
  xFrameOptions: "DENY",
  // Both depend on the request.
  crossOriginResourcePolicy: false,
  strictTransportSecurity: false,
});

export function createFixedHeaders(
  { trustedProxyHops, allowedOrigins }: Config,
  isStopping: () => boolean,
): Middleware {
  return async (c, next) => {
    const isShared = c.req.path.startsWith("/api/") && allowedOrigins.includes(c.req.header("origin") ?? "");
    c.header("cross-origin-resource-policy", isShared ? "cross-origin" : "same-origin");
    // Only over https: a plain http address must stay reachable.
    if (cameOverHttps(c.req.header("x-forwarded-proto"), trustedProxyHops))
      c.header("strict-transport-security", "max-age=31536000");
    // Answers that may be kept say so themselves.
    c.header("cache-control", "no-store");
    await next();
    // Do not wait for a body that was not read.
    const mayBeUnread = (c.res.status >= 400 || !isRead(c.req.method)) && hasBody(c);
    if (isStopping() || mayBeUnread) c.res.headers.set("connection", "close");
  };
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
    if (c.req.path.startsWith("/api/v0/alerts/")) return rules(c, next);
    return c.req.path.startsWith("/api/v2/") ? sending(c, next) : reading(c, next);
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
