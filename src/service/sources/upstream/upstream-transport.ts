// One attempt at the upstream: a GET over a kept connection, bounded in time and size, its answer as bytes.
import { Agent, errors, request } from "undici";
import { readBody } from "./read-body.ts";
import { readRetryAfter } from "./retry-after.ts";
import { UpstreamFailure, type UpstreamFailureKind } from "./upstream-failure.ts";

interface TransportOptions {
  /** With the api prefix, without a slash at its end. */
  readonly baseUrl: string;
  /** The secret key in its header; empty for an upstream without keys. */
  readonly keyHeaders: Readonly<Record<string, string>>;
  /** How long one attempt may take from its start to the last byte, in milliseconds. */
  readonly attemptTimeoutMs: number;
  /** How many connections may be open at once; further attempts queue, which costs them their time. */
  readonly connections: number;
}

interface UpstreamTransport {
  /**
   * @param pathAndQuery below the base address, starting with a slash
   * @param maximumBytes the largest body accepted, after decompression
   * @param signal ends the attempt; it then fails as a timeout
   * @throws UpstreamFailure
   */
  get(pathAndQuery: string, maximumBytes: number, signal: AbortSignal): Promise<JsonAnswer>;
  close(): Promise<void>;
}

interface JsonAnswer {
  /** What came as JSON, decompressed; not parsed yet. */
  readonly bytes: Buffer;
  /** The Age header of the upstream, or of a cache in front. Milliseconds. */
  readonly ageMs: number;
}

const connectTimeoutMs = 5000;
const idleConnectionMs = 30_000;
const longestAgeSeconds = 86_400;

/** Opens the pool. Nothing is sent before the first `get`. */
export function createUpstreamTransport(options: TransportOptions): UpstreamTransport {
  const agent = new Agent({
    connections: options.connections,
    // Requests are not pipelined: a slow answer would hold up the others behind it.
    pipelining: 1,
    keepAliveTimeout: idleConnectionMs,
    keepAliveMaxTimeout: idleConnectionMs,
    connect: { timeout: Math.min(connectTimeoutMs, options.attemptTimeoutMs) },
    headersTimeout: options.attemptTimeoutMs,
    bodyTimeout: options.attemptTimeoutMs,
    maxHeaderSize: 32_768,
  });

  const attempt = async (
    pathAndQuery: string,
    maximumBytes: number,
    signal: AbortSignal,
  ): Promise<JsonAnswer> => {
    // `request` follows no redirect, so the key goes to the configured address and to no other.
    const answer = await request(`${options.baseUrl}${pathAndQuery}`, {
      dispatcher: agent,
      signal,
      headers: {
        accept: "application/json",
        "accept-encoding": "br, gzip",
        "user-agent": "yieldboard",
        ...options.keyHeaders,
      },
    });
    // A body that is dropped or cut reports an error of its own, which may have no other listener by then; unheard it
    // would end the process. The reader of the body still gets it.
    answer.body.on("error", ignoreError);
    const header = (name: string): string | undefined => {
      const value = answer.headers[name];
      return typeof value === "string" ? value : value?.[0];
    };
    if (answer.statusCode !== 200) {
      // The body of an error says nothing we pass on. A short one is read so that the connection can be used again.
      await answer.body.dump({ limit: 65_536 }).catch(() => {});
      throw new UpstreamFailure(kindOfStatus(answer.statusCode), {
        status: answer.statusCode,
        retryAfterMs: readRetryAfter(header("retry-after"), header("date"), Date.now()),
      });
    }
    const declared = Number(header("content-length"));
    const contentType = header("content-type")?.toLowerCase() ?? "";
    const readable = /^application\/(?:[\w.+-]+\+)?json\b/.test(contentType);
    if (!readable || declared > maximumBytes) {
      answer.body.destroy();
      throw readable
        ? new UpstreamFailure("too-large")
        : new UpstreamFailure("unreadable", { reason: "content-type" });
    }
    const bytes = await readBody(answer.body, header("content-encoding"), maximumBytes);
    const age = Number(header("age"));
    return { bytes, ageMs: age > 0 ? Math.min(age, longestAgeSeconds) * 1000 : 0 };
  };

  return {
    async get(pathAndQuery, maximumBytes, signal) {
      const deadline = new AbortController();
      const stop = (): void => deadline.abort();
      const timer = setTimeout(stop, options.attemptTimeoutMs);
      signal.addEventListener("abort", stop, { once: true });
      if (signal.aborted) stop();
      try {
        return await attempt(pathAndQuery, maximumBytes, deadline.signal);
      } catch (error) {
        throw deadline.signal.aborted ? new UpstreamFailure("timeout") : toFailure(error);
      } finally {
        clearTimeout(timer);
        signal.removeEventListener("abort", stop);
      }
    },
    close: () => agent.destroy(),
  };
}

/** Those a request of ours can be to blame for are "refused"; the other 4xx say that the address is not the right one. */
const kindsOfStatus = new Map<number, UpstreamFailureKind>([
  [400, "refused"],
  [414, "refused"],
  [422, "refused"],
  [431, "refused"],
  [401, "key-refused"],
  [402, "key-refused"],
  [403, "key-refused"],
  [407, "key-refused"],
  [408, "try-later"],
  [425, "try-later"],
  [429, "rate-limited"],
  [502, "try-later"],
  [503, "try-later"],
  [504, "try-later"],
]);

function kindOfStatus(status: number): UpstreamFailureKind {
  const known = kindsOfStatus.get(status);
  if (known !== undefined) return known;
  if (status >= 500) return "failing";
  if (status >= 400) return "not-found";
  return status >= 300 ? "redirect" : "unreadable";
}

/** The failure behind an error of the connection. Its message is dropped: it names addresses. */
function toFailure(error: unknown): UpstreamFailure {
  if (error instanceof UpstreamFailure) return error;
  if (
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError ||
    error instanceof errors.ConnectTimeoutError
  )
    return new UpstreamFailure("timeout");
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  return new UpstreamFailure("network", { reason: code.slice(0, 60) });
}

function ignoreError(): void {}
