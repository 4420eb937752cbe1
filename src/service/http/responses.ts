import { STATUS_CODES } from "node:http";
import type { ApiError } from "../../contract/problems.ts";
import { SourceError } from "../sources/market-source.ts";
import type { CompressedBody } from "./compressed-bodies.ts";
import { hasBody, isRead, type ServiceContext } from "./context.ts";
import { RequestRefused } from "./request-refused.ts";

const internal = new SourceError(
  "internal",
  "The service failed on this request. Try again; if it persists, tell the operator.",
);

type Headers = Readonly<Record<string, string>>;

/**
 * Passes headers as a plain record: the Headers object that c.body() makes costs 15 µs. Put new names before a spread
 * record: V8 takes 15 µs instead of 1 µs when names follow a large spread.
 */
export function respond(
  c: ServiceContext,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null,
  headers: Headers = {},
  status = 200,
): Response {
  // Cacheable responses override this.
  return new Response(body, {
    status,
    headers: {
      "cache-control": "no-store",
      ...headers,
      ...(closesConnection(c, status) && { connection: "close" }),
      ...c.get("headers"),
    },
  });
}

/** While stopping, and instead of waiting for the rest of an unread body. */
function closesConnection(c: ServiceContext, status: number): boolean {
  return c.get("isStopping")() || ((status >= 400 || !isRead(c.req.method)) && hasBody(c));
}

export function jsonResponse(
  c: ServiceContext,
  value: object,
  status = 200,
  headers: Headers = {},
): Response {
  const bytes = Buffer.from(JSON.stringify(value));
  countUnread(c, bytes);
  const described = { "content-type": "application/json", "content-length": String(bytes.length) };
  return respond(c, bytes, { ...described, ...headers }, status);
}

/** Errors other than SourceError are defects. Their messages may contain anything, so they are not sent. */
export function errorResponse(c: ServiceContext, error: unknown): Response {
  const { statusCode, code, message, headers } = error instanceof SourceError ? error : internal;
  const body = { statusCode, message, error: STATUS_CODES[statusCode] ?? "Error", code } satisfies ApiError;
  return jsonResponse(c, body, statusCode, headers);
}

interface Representation {
  readonly tag: string;
  readonly contentType: string;
  readonly body: () => CompressedBody | Promise<CompressedBody>;
}

/** A 304 skips creating the body. The ETag is weak because the same content is sent in several encodings. */
export async function contentResponse(
  c: ServiceContext,
  { tag, contentType, body }: Representation,
  headers: Headers,
  status = 200,
): Promise<Response> {
  const etag = `W/"${tag}"`;
  const all = { etag, vary: "accept-encoding", ...headers };
  const held = status === 200 ? heldTags(c) : [];
  if (held.includes(etag)) return respond(c, null, all, 304);
  const content = await body();
  // `If-None-Match: *` matches any content, so check first that there is some.
  if (held.includes("*")) return respond(c, null, all, 304);
  const encoding = content.choose(c.req.header("accept-encoding"));
  const bytes = await content.bytes(encoding);
  countUnread(c, bytes);
  const described = {
    "content-type": contentType,
    "content-length": String(bytes.length),
    ...(encoding !== "identity" && { "content-encoding": encoding }),
    ...all,
  };
  return respond(c, bytes, described, status);
}

/** As weak tags, because If-None-Match uses weak comparison (RFC 9110). */
function heldTags(c: ServiceContext): readonly string[] {
  const given = c.req.header("if-none-match")?.split(",") ?? [];
  return given.map((each) => each.trim().replace(/^"/, 'W/"'));
}

/** Bytes. Smaller bodies fit into any socket's buffer, so they are not tracked. */
const smallBody = 16_384;

function countUnread(c: ServiceContext, bytes: Uint8Array): void {
  const { outgoing } = c.env;
  const socket = outgoing?.socket;
  // No socket: the caller has left, or this is a test.
  if (bytes.length < smallBody || !socket || outgoing.closed || c.req.method === "HEAD") return;
  if (c.req.path.startsWith("/api/")) refuseUnread(c, bytes);
  const connection = { queuedBytes: () => queuedBytes(socket), close: () => socket.destroy() };
  outgoing.once("close", c.get("unread").hold(c.get("caller"), bytes, connection));
}

/** @throws RequestRefused 429 for this caller's unread responses, SourceError 503 for everyone's */
export function refuseUnread(c: ServiceContext, body?: Uint8Array): void {
  if (!isRead(c.req.method)) return;
  const reached = c.get("unread").refuses(c.get("caller"), body);
  const busy = "Too many answers are being sent. Try again in a few seconds.";
  if (reached === "inTotal") throw new SourceError("upstream-unavailable", busy, { retryAfterSeconds: 5 });
  if (reached === "perCaller")
    throw new RequestRefused(
      "rate-limited",
      "This address has not read the answers it was sent. Read them, or close their connections, and try again.",
      { retryAfterSeconds: 5 },
    );
}

/** Not yet taken by the system. Node keeps this count for its own timeouts. */
export function queuedBytes(socket: object): number {
  const bytes: unknown = Reflect.get(Object(Reflect.get(socket, "_handle")), "writeQueueSize");
  return typeof bytes === "number" ? bytes : 0;
}
