import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { Agent, request, type Dispatcher } from "undici";
import { readRetryAfter } from "../../../contract/problems.ts";
import { UpstreamFailure, type UpstreamFailureKind } from "./upstream-failure.ts";

interface TransportOptions {
  readonly baseUrl: string;
  readonly keyHeaders: Readonly<Record<string, string>>;
  /** From the start to the last byte. */
  readonly attemptTimeoutMs: number;
  /** More attempts than this wait, within their own timeout. */
  readonly connections: number;
}

const connectTimeoutMs = 5000;
const idleConnectionMs = 30_000;
const maxAgeSeconds = 86_400;
/** If an upstream asks for a longer wait, it is probably mistaken. */
const maxWaitMs = 120_000;

export function createUpstreamTransport(options: TransportOptions) {
  const agent = new Agent({
    connections: options.connections,
    // With more, requests would queue behind a slow response.
    pipelining: 1,
    keepAliveTimeout: idleConnectionMs,
    keepAliveMaxTimeout: idleConnectionMs,
    connect: { timeout: Math.min(connectTimeoutMs, options.attemptTimeoutMs) },
    headersTimeout: options.attemptTimeoutMs,
    bodyTimeout: options.attemptTimeoutMs,
    maxHeaderSize: 32_768,
  });

  const attempt = async (pathAndQuery: string, maxBytes: number, signal: AbortSignal) => {
    // `request` follows no redirects, so the key goes only to the configured address.
    const response = await request(`${options.baseUrl}${pathAndQuery}`, {
      dispatcher: agent,
      signal,
      headers: {
        accept: "application/json",
        "accept-encoding": "br, gzip",
        "user-agent": "yieldboard",
        ...options.keyHeaders,
      },
    });
    if (response.statusCode !== 200) {
      await drop(response);
      throw new UpstreamFailure(kindOfStatus(response.statusCode), {
        status: response.statusCode,
        retryAfterMs: retryAfterOf(response),
      });
    }
    ignoreErrors(response.body);
    const declared = Number(headerOf(response, "content-length"));
    const contentType = headerOf(response, "content-type")?.toLowerCase() ?? "";
    const readable = /^application\/(?:[\w.+-]+\+)?json\b/.test(contentType);
    if (!readable || declared > maxBytes) {
      response.body.destroy();
      throw readable
        ? new UpstreamFailure("too-large")
        : new UpstreamFailure("unreadable", { reason: "content-type" });
    }
    const bytes = await readBody(response.body, headerOf(response, "content-encoding") ?? "", maxBytes);
    const age = Number(headerOf(response, "age"));
    return { bytes, ageMs: age > 0 ? Math.min(age, maxAgeSeconds) * 1000 : 0 };
  };

  return {
    /** `maxBytes` applies after decompression. An abort of `signal` fails as a timeout. @throws UpstreamFailure */
    async get(pathAndQuery: string, maxBytes: number, signal: AbortSignal) {
      const timeout = AbortSignal.timeout(options.attemptTimeoutMs);
      try {
        return await attempt(pathAndQuery, maxBytes, AbortSignal.any([signal, timeout]));
      } catch (error) {
        // Read here, because Node 20 collects a timeout that only AbortSignal.any refers to, and then it never fires.
        throw timeout.aborted || signal.aborted ? new UpstreamFailure("timeout") : toFailure(error);
      }
    },
    close: () => agent.destroy(),
  };
}

type UpstreamResponse = Dispatcher.ResponseData;

function headerOf({ headers }: Pick<UpstreamResponse, "headers">, name: string): string | undefined {
  return [headers[name]].flat()[0];
}

/** Reads a short body to its end, so that the connection can be reused. */
export async function drop({ body }: UpstreamResponse): Promise<void> {
  ignoreErrors(body);
  await body.dump({ limit: 65_536 }).catch(() => {});
}

/** A dropped body emits an error, which would end the process if no one listened. */
function ignoreErrors(body: UpstreamResponse["body"]): void {
  body.on("error", () => {});
}

export function retryAfterOf(response: Pick<UpstreamResponse, "headers">): number | undefined {
  const sent = Date.parse(headerOf(response, "date") ?? "");
  const sendersNow = Number.isNaN(sent) ? Date.now() : sent;
  return readRetryAfter(headerOf(response, "retry-after"), sendersNow, maxWaitMs);
}

export const keyRefused: ReadonlySet<number> = new Set([401, 402, 403, 407]);
const refused: ReadonlySet<number> = new Set([400, 414, 422, 431]);
const temporary: ReadonlySet<number> = new Set([408, 425, 502, 503, 504]);

/** "refused" may be the fault of our request; other 4xx mean a wrong address. */
function kindOfStatus(status: number): UpstreamFailureKind {
  if (status === 429) return "rate-limited";
  if (refused.has(status)) return "refused";
  if (keyRefused.has(status)) return "key-refused";
  if (temporary.has(status)) return "try-later";
  if (status >= 500) return "failing";
  if (status >= 400) return "not-found";
  return status >= 300 ? "redirect" : "unreadable";
}

/** Drops the message, because it contains addresses. */
function toFailure(error: unknown): UpstreamFailure {
  if (error instanceof UpstreamFailure) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  if (/^UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT$/.test(code)) return new UpstreamFailure("timeout");
  // Codes of zlib and Brotli.
  const kind = /^(?:Z_|ERR__)/.test(code) ? "unreadable" : "network";
  return new UpstreamFailure(kind, { reason: code.slice(0, 60) });
}

const decompressors = new Map<string, () => ReturnType<typeof createGunzip>>([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["br", createBrotliDecompress],
  ["deflate", createInflate],
]);

/** The bound applies to decompressed bytes: kilobytes can unpack to gigabytes. */
async function readBody(body: Readable, contentEncoding: string, maxBytes: number): Promise<Buffer> {
  const encoding = contentEncoding.trim().toLowerCase();
  const decompressor = decompressors.get(encoding)?.();
  if (decompressor === undefined && encoding !== "" && encoding !== "identity") {
    body.destroy();
    throw new UpstreamFailure("unreadable", { reason: "content-encoding" });
  }
  // Errors of the body reach the reader through the decompressor.
  if (decompressor !== undefined) body.on("error", (error) => decompressor.destroy(error)).pipe(decompressor);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of decompressor ?? body) {
      if (!Buffer.isBuffer(chunk)) continue;
      length += chunk.length;
      if (length > maxBytes) throw new UpstreamFailure("too-large");
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    body.destroy();
  }
}
