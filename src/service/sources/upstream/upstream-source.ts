// The gateway: markets from an upstream that is far away, sometimes slow, sometimes wrong, and paid for with a secret key.
import { createHash } from "node:crypto";
import { parseHistory, writeHistoryRequest, type HistoryBody } from "../../../contract/history.ts";
import {
  UnreadableAnswerError,
  parseMarketsPage,
  type MarketsBody,
  type RejectedMarket,
} from "../../../contract/markets-page.ts";
import { writeMarketsRequest } from "../../../contract/markets-request.ts";
import type { MarketSource, SourceAnswer } from "../market-source.ts";
import { AnswerCache, type Fetched } from "./answer-cache.ts";
import { UpstreamFailure, toSourceError } from "./upstream-failure.ts";
import { createUpstreamGuard, defaultGuardOptions, type GuardOptions } from "./upstream-guard.ts";
import { silentMeter, type UpstreamMeter } from "./upstream-meter.ts";
import { createUpstreamTransport } from "./upstream-transport.ts";

export interface UpstreamOptions extends Partial<Omit<GuardOptions, "totalTimeoutMs">> {
  /** With the api prefix, without a slash at its end. */
  readonly baseUrl: string;
  readonly key: string;
  readonly keyHeader: string;
  readonly attemptTimeoutMs: number;
  readonly totalTimeoutMs: number;
  readonly freshMs: number;
  readonly staleMs: number;
  /** How long a caller waits for the upstream while a kept answer could stand in. */
  readonly patienceMs?: number;
  /** The largest answer accepted, in bytes after decompression. */
  readonly maximumAnswerBytes?: number;
  readonly meter?: UpstreamMeter;
}

const mebibyte = 1024 * 1024;
const connections = 32;
/** With a kept page at hand nobody looks at an empty screen while the upstream hangs. */
const defaultPatienceMs = 4000;

interface ReadAnswer<B> {
  readonly body: B;
  readonly rejected: readonly RejectedMarket[];
  readonly tag: string;
}

/** The source behind which an upstream lies. It asks nothing before the first request. */
export function createUpstreamSource(options: UpstreamOptions): MarketSource {
  const meter = options.meter ?? silentMeter;
  const transport = createUpstreamTransport({
    baseUrl: options.baseUrl,
    key: options.key,
    keyHeader: options.keyHeader,
    attemptTimeoutMs: options.attemptTimeoutMs,
    maximumBytes: options.maximumAnswerBytes ?? 8 * mebibyte,
    connections,
  });
  const guard = createUpstreamGuard({ ...defaultGuardOptions, ...options }, meter);
  const ages = {
    freshMs: options.freshMs,
    staleMs: options.staleMs,
    patienceMs: options.patienceMs ?? defaultPatienceMs,
  };
  const pages = new AnswerCache<ReadAnswer<MarketsBody>>({ ...ages, maximumBytes: 24 * mebibyte }, meter);
  const histories = new AnswerCache<ReadAnswer<HistoryBody>>({ ...ages, maximumBytes: 8 * mebibyte }, meter);

  /** Asks, parses, and counts. A body that cannot be read is a failure of the attempt, so the circuit hears of it. */
  const fetchRead = <B>(
    pathAndQuery: string,
    read: (json: unknown) => Omit<ReadAnswer<B>, "tag">,
  ): Promise<Fetched<ReadAnswer<B>>> =>
    guard.run(async (attemptSignal) => {
      const startedAt = performance.now();
      try {
        const { json, ageMs } = await transport.get(pathAndQuery, attemptSignal);
        const answer = readOrFail(json, read);
        const text = JSON.stringify(answer.body);
        meter.attempt({
          outcome: "ok",
          durationMs: performance.now() - startedAt,
          status: 200,
          reason: undefined,
        });
        meter.setAside(answer.rejected.length);
        return { value: { ...answer, tag: tagOf(text) }, bytes: text.length, ageMs };
      } catch (error) {
        if (error instanceof UpstreamFailure)
          meter.attempt({
            outcome: error.kind,
            durationMs: performance.now() - startedAt,
            status: error.status,
            reason: error.reason,
          });
        throw error;
      }
    });

  const answerFrom = async <B>(
    cache: AnswerCache<ReadAnswer<B>>,
    pathAndQuery: string,
    read: (json: unknown) => Omit<ReadAnswer<B>, "tag">,
    signal: AbortSignal,
    cursor?: string,
  ): Promise<SourceAnswer<B>> => {
    try {
      const { value, ageMs, stale } = await cache.get(
        pathAndQuery,
        () => fetchRead(pathAndQuery, read),
        signal,
      );
      return {
        body: value.body,
        rejected: value.rejected,
        tag: value.tag,
        ageSeconds: Math.floor(ageMs / 1000),
        stale,
      };
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error;
      const aboutCursor = error.kind === "refused" && cursor !== undefined;
      throw toSourceError(aboutCursor ? new UpstreamFailure("cursor-refused") : error);
    }
  };

  const source: MarketSource = {
    kind: "upstream",
    label: new URL(options.baseUrl).host,
    listMarkets: (request, signal) =>
      answerFrom(
        pages,
        // Written anew from the request we understood: nothing else a caller sends travels on.
        `/v0/markets?${writeMarketsRequest(request)}`,
        (json) => {
          const page = parseMarketsPage(json);
          return {
            body: { markets: page.markets.map(({ market }) => market), cursor: page.cursor },
            rejected: page.rejected,
          };
        },
        signal,
        request.cursor,
      ),
    history: (request, signal) =>
      answerFrom(
        histories,
        `/v0/markets/history?${writeHistoryRequest(request)}`,
        (json) => ({ body: parseHistory(json), rejected: [] }),
        signal,
      ),
    async ready(signal) {
      // The smallest page there is. It is kept like any other, so frequent probes cost the upstream little.
      try {
        return !(await source.listMarkets({ limit: 1 }, signal)).stale;
      } catch {
        return false;
      }
    },
    close: () => transport.close(),
  };
  return source;
}

function readOrFail<B>(
  json: unknown,
  read: (json: unknown) => Omit<ReadAnswer<B>, "tag">,
): Omit<ReadAnswer<B>, "tag"> {
  try {
    return read(json);
  } catch (error) {
    // The reason quotes the upstream's data, so it stays behind.
    if (error instanceof UnreadableAnswerError) throw new UpstreamFailure("unreadable", { reason: "shape" });
    throw error;
  }
}

function tagOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 27);
}
