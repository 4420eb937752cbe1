import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { secureHeaders } from "hono/secure-headers";
import { alertsKeyHeader } from "../../contract/alerts/alerts-key.ts";
import {
  clientKeyHeader,
  setAsideHeader,
  setAsideReportHeader,
  staleHeader,
} from "../../contract/problems.ts";
import { cameOverHttps } from "./caller.ts";
import type { ServiceEnv } from "./context.ts";

const none = ["'none'"];
const self = ["'self'"];

const fixedHeaders = (strictTransportSecurity: string | false): MiddlewareHandler<ServiceEnv> =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: none,
      scriptSrc: self,
      styleSrc: self,
      fontSrc: self,
      // Icons come from many hosts.
      imgSrc: ["'self'", "https:", "data:"],
      connectSrc: self,
      manifestSrc: self,
      baseUri: none,
      formAction: self,
      frameAncestors: none,
      objectSrc: none,
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
    strictTransportSecurity,
    xFrameOptions: "DENY",
    // Allowed origins read the API too.
    crossOriginResourcePolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xXssProtection: false,
    removePoweredBy: false,
  });

/** HSTS is sent only over https: a plain http address must stay reachable. */
export function createFixedHeaders(trustedHops: number): MiddlewareHandler<ServiceEnv> {
  const plain = fixedHeaders(false);
  const overTls = fixedHeaders("max-age=31536000");
  return async (c, next) => {
    const isTls = trustedHops > 0 && cameOverHttps(c.req.header("x-forwarded-proto"), trustedHops);
    await (isTls ? overTls : plain)(c, next);
    const isShared = c.res.headers.has("access-control-allow-origin");
    c.res.headers.set("cross-origin-resource-policy", isShared ? "cross-origin" : "same-origin");
  };
}

/** For dashboards served from another host. */
export function createCrossOrigin(allowedOrigins: readonly string[]): MiddlewareHandler<ServiceEnv> {
  const allow = (allowMethods: string[], allowHeaders: string[]): MiddlewareHandler<ServiceEnv> =>
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
  return (c, next) => {
    const { path } = c.req;
    const ofPath = path.startsWith("/api/v0/alerts/")
      ? rules
      : path.startsWith("/api/v2/")
        ? sending
        : reading;
    return ofPath(c, next);
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
