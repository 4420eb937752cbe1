import { Agent, errors, request } from "undici";
import { readBody } from "./read-body.ts";
import { readRetryAfter } from "./retry-after.ts";
import { UpstreamFailure, type UpstreamFailureKind } from "./upstream-failure.ts";

interface TransportOptions {
  readonly baseUrl: string;
  readonly keyHeaders: Readonly<Record<string, string>>;
  /** From start to last byte. */
  readonly attemptTimeoutMs: number;
  /** Further attempts queue within their time limit. */
  readonly connections: number;
}

interface UpstreamTransport {
  /** `maximumBytes` counts after decompression; `signal` makes it fail as a timeout. @throws UpstreamFailure */
  get(pathAndQuery: string, maximumBytes: number, signal: AbortSignal): Promise<JsonAnswer>;
  close(): Promise<void>;
}

interface JsonAnswer {
  /** Decompressed but unparsed. */
  readonly bytes: Buffer;
  readonly ageMs: number;
}

const connectTimeoutMs = 5000;
const idleConnectionMs = 30_000;
const longestAgeSeconds = 86_400;

export function createUpstreamTransport(options: TransportOptions): UpstreamTransport {
  const agent = new Agent({
    connections: options.connections,
    // Pipelined requests would queue behind a slow answer.
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
    // `request` follows no redirects, so the key goes only to the configured address.
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
    // A dropped body emits an error that would end the process without a listener.
    answer.body.on("error", ignoreError);
    const header = (name: string): string | undefined => {
      const value = answer.headers[name];
      return typeof value === "string" ? value : value?.[0];
    };
    if (answer.statusCode !== 200) {
      // Reads a short error body, so that the connection can be reused.
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
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(options.attemptTimeoutMs)]);
      try {
        return await attempt(pathAndQuery, maximumBytes, deadline);
      } catch (error) {
        throw deadline.aborted ? new UpstreamFailure("timeout") : toFailure(error);
      }
    },
    close: () => agent.destroy(),
  };
}

/** "refused" can be our request's fault; other 4xx mean a wrong address. */
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

/** The message is dropped because it contains addresses. */
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
