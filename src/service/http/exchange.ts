// A request as the routes see it, and what they answer: no socket, so that a test needs none.
import { memoize } from "../memoize.ts";
import type { HeldAnswer } from "../caller-slots.ts";

export interface ServiceRequest {
  readonly method: string;
  /** The target as it was sent: path and query, never decoded. */
  readonly url: string;
  /** The target's path. Nothing in it is decoded or resolved: a name is found as it was written, or not at all. */
  readonly path: string;
  /** The target's query, without the question mark. */
  readonly query: string;
  /** When it came, by `performance.now()`. */
  readonly cameAt: number;
  /** The address of the other end of the connection. */
  readonly remoteAddress: string | undefined;
  /** A header by its lower-case name. */
  header(name: string): string | undefined;
  /**
   * The body, read to its end. To be called once.
   * @throws RequestRefused where it is larger than that, comes too slowly, or breaks off
   */
  body(maximumBytes: number): Promise<Buffer<ArrayBuffer>>;
  /** Aborts when the caller leaves. */
  readonly signal: AbortSignal;
}

/** Header names are lower case. A body is bytes or text; without one there is none. */
export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** In the place of a body, one that is made while it is sent. Called once, and not at all for a HEAD. */
  readonly stream?: () => AsyncIterable<Uint8Array>;
}

/** An answer as it is sent: names and values of its headers in turns, which costs least to put together and to write. */
export interface FinishedAnswer {
  readonly status: number;
  readonly headers: string[];
  readonly body: Uint8Array | string | undefined;
  readonly stream?: (() => AsyncIterable<Uint8Array>) | undefined;
  /** Its bytes, which count for the caller until they are released. */
  readonly held?: HeldAnswer | undefined;
}

interface Target {
  readonly path: string;
  readonly query: string;
}

/**
 * Path and query of a request's target. The absolute form that proxies send counts by what follows the host. The same texts for
 * the same target: what is looked up by them is found faster than by new ones.
 */
export const splitTarget = memoize(readTarget, { most: 500, longest: 300 });

function readTarget(target: string): Target {
  const local = target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?]*/i, "");
  const mark = local.indexOf("?");
  const path = mark < 0 ? local : local.slice(0, mark);
  return { path: path === "" ? "/" : path, query: mark < 0 ? "" : local.slice(mark + 1) };
}

export function textAnswer(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): ServiceAnswer {
  return { status, body, headers: { "content-type": "text/plain; charset=utf-8", ...noStore, ...headers } };
}

export function jsonAnswer(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): ServiceAnswer {
  return {
    status,
    body: JSON.stringify(body),
    headers: { "content-type": "application/json; charset=utf-8", ...noStore, ...headers },
  };
}

const noStore = { "cache-control": "no-store" } as const;

/**
 * Answers one path; what it throws becomes an error's answer.
 * @param caller the address the request counts for
 */
export type Route = (request: ServiceRequest, caller: string) => ServiceAnswer | Promise<ServiceAnswer>;
