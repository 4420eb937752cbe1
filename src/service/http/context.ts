// What every handler of the service sees of a request, beside what Hono gives it.
import type { ServerResponse } from "node:http";
import type { Context, Handler } from "hono";
import type { UnreadBytes } from "../caller-slots.ts";
import type { RequestRefused } from "./request-refused.ts";

/** What the connection adds to a request. Optional in tests. */
export interface Connection {
  readonly remoteAddress?: string | undefined;
  readonly outgoing?: ServerResponse | undefined;
  /** How long a body may take. */
  readonly bodyWithinMs?: number | undefined;
  /** Why this is not a request we answer: found by Node's parser, or by the server. */
  readonly refusal?: RequestRefused | undefined;
}

export interface ServiceEnv {
  Bindings: Connection;
  Variables: {
    /** The address the request counts for. */
    caller: string;
    unread: UnreadBytes;
  };
}

export type ServiceContext = Context<ServiceEnv>;
export type Route = Handler<ServiceEnv>;

export function isRead(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

export function hasBody({ req }: ServiceContext): boolean {
  return Number(req.header("content-length") ?? 0) > 0 || req.header("transfer-encoding") !== undefined;
}
