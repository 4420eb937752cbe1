// Headers of every response, and CORS for pages of other origins.
import { cors } from "hono/cors";
import { alertsKeyHeader } from "../../contract/alerts/alerts-key.ts";
import {
  clientKeyHeader,
  setAsideHeader,
  setAsideReportHeader,
  staleHeader,
} from "../../contract/problems.ts";
import type { Config } from "../config.ts";
import { respond } from "./responses.ts";
import { cameOverHttps } from "./caller.ts";
import type { Middleware, ServiceContext } from "./context.ts";

/** As Hono's secureHeaders() would set them, listed here one by one. Icons may come from any host. */
const securityHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' https: data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
  "cross-origin-opener-policy": "same-origin",
  "origin-agent-cluster": "?1",
  "permissions-policy":
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), publickey-credentials-get=(), screen-wake-lock=(), usb=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-dns-prefetch-control": "off",
  "x-download-options": "noopen",
  "x-frame-options": "DENY",
  "x-permitted-cross-domain-policies": "none",
  "x-xss-protection": "0",
};

export function fixedHeaders(
  c: ServiceContext,
  { trustedProxyHops, allowedOrigins }: Config,
): Readonly<Record<string, string>> {
  const isShared =
    allowedOrigins.length > 0 &&
    c.req.path.startsWith("/api/") &&
    allowedOrigins.includes(c.req.header("origin") ?? "");
  const isSecure = trustedProxyHops > 0 && cameOverHttps(c.req.header("x-forwarded-proto"));
  return {
    "cross-origin-resource-policy": isShared ? "cross-origin" : "same-origin",
    "x-request-id": c.get("requestId"),
    // Only over https, because a plain http address must remain reachable.
    ...(isSecure && { "strict-transport-security": "max-age=31536000" }),
    ...securityHeaders,
  };
}

/** Adds the headers to responses created by Hono's middleware. */
export function withFixedHeaders(c: ServiceContext, { status, body, headers }: Response): Response {
  return respond(c, body, Object.fromEntries(headers), status);
}

/** For dashboards served from another origin. */
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
  const choose = (path: string): Middleware => {
    if (path.startsWith("/api/v0/alerts/")) return rules;
    return path.startsWith("/api/v2/") ? sending : reading;
  };
  return async (c, next) => {
    const preflight = await choose(c.req.path)(c, next);
    return preflight instanceof Response ? withFixedHeaders(c, preflight) : undefined;
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
