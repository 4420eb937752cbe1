import type { ServerResponse } from "node:http";
import type { Context, Handler, MiddlewareHandler } from "hono";
import type { UnreadBytes } from "../unread-bytes.ts";
import type { RequestRefused } from "./request-refused.ts";

/** Optional in tests. */
export interface Connection {
  readonly remoteAddress?: string | undefined;
  readonly outgoing?: ServerResponse | undefined;
  readonly bodyWithinMs?: number | undefined;
  /** Set by Node's parser or the server for malformed requests. */
  readonly refusal?: RequestRefused | undefined;
}

export interface ServiceEnv {
  Bindings: Connection;
  Variables: {
    requestId: string;
    /** Headers of every response. */
    headers: Readonly<Record<string, string>>;
    isStopping: () => boolean;
    /** The address or network that rate limits count. */
    caller: string;
    unread: UnreadBytes;
  };
}

export type ServiceContext = Context<ServiceEnv>;
export type Route = Handler<ServiceEnv>;
export type Middleware = MiddlewareHandler<ServiceEnv>;

export function isRead(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

export function hasBody({ req }: ServiceContext): boolean {
  return Number(req.header("content-length") ?? 0) > 0 || req.header("transfer-encoding") !== undefined;
}
