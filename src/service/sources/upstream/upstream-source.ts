// The gateway: markets from an upstream that is far away, sometimes slow, sometimes wrong, and paid for with a secret key.
import { createHash } from "node:crypto";
import { parseHistory, writeHistoryRequest } from "../../../contract/history.ts";
import { UnreadableAnswerError, parseMarketsPage } from "../../../contract/markets-page.ts";
import { writeMarketsRequest } from "../../../contract/markets-request.ts";
import {
  nothingSetAside,
  type Call,
  type MarketSource,
  type SetAside,
  type SourceAnswer,
} from "../market-source.ts";
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

/** What an answer says once it is judged. */
interface Judged {
  readonly body: unknown;
  readonly setAside: SetAside;
}

/** What is kept of it: nothing but bytes, so that its weight is known. */
interface ReadAnswer {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly tag: string;
  readonly setAside: SetAside;
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
  const pages = new AnswerCache<ReadAnswer>({ ...ages, maximumBytes: 24 * mebibyte }, meter);
  const histories = new AnswerCache<ReadAnswer>({ ...ages, maximumBytes: 8 * mebibyte }, meter);

  /** Asks, parses, and counts. A body that cannot be read is a failure of the attempt, so the circuit hears of it. */
  const fetchRead = (pathAndQuery: string, read: (json: unknown) => Judged): Promise<Fetched<ReadAnswer>> =>
    guard.run(async (attemptSignal) => {
      const startedAt = performance.now();
      try {
        const { json, ageMs } = await transport.get(pathAndQuery, attemptSignal);
        const { body, setAside } = readOrFail(json, read);
        const bytes = Buffer.from(JSON.stringify(body));
        meter.attempt({
          outcome: "ok",
          durationMs: performance.now() - startedAt,
          status: 200,
          reason: undefined,
        });
        meter.setAside(setAside.count);
        return { value: { bytes, tag: tagOf(bytes), setAside }, bytes: bytes.length, ageMs };
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

  const answerFrom = async (
    cache: AnswerCache<ReadAnswer>,
    pathAndQuery: string,
    read: (json: unknown) => Judged,
    { signal }: Call,
    cursor?: string,
  ): Promise<SourceAnswer> => {
    try {
      const { value, ageMs, stale } = await cache.get(
        pathAndQuery,
        () => fetchRead(pathAndQuery, read),
        signal,
      );
      return {
        tag: value.tag,
        bytes: () => value.bytes,
        setAside: value.setAside,
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
    listMarkets: (request, call) =>
      answerFrom(
        pages,
        // Written anew from the request we understood: nothing else a caller sends travels on.
        `/v0/markets?${writeMarketsRequest(request)}`,
        (json) => {
          const page = parseMarketsPage(json);
          return {
            body: { markets: page.markets.map(({ market }) => market), cursor: page.cursor },
            setAside: { count: page.rejected.length, examples: page.rejected.slice(0, 5) },
          };
        },
        call,
        request.cursor,
      ),
    history: (request, call) =>
      answerFrom(
        histories,
        `/v0/markets/history?${writeHistoryRequest(request)}`,
        (json) => ({ body: parseHistory(json), setAside: nothingSetAside }),
        call,
      ),
    async ready(signal) {
      // The smallest page there is. It is kept like any other, so frequent probes cost the upstream little.
      try {
        return !(await source.listMarkets({ limit: 1 }, { signal, caller: "readiness" })).stale;
      } catch {
        return false;
      }
    },
    close: () => transport.close(),
  };
  return source;
}

function readOrFail(json: unknown, read: (json: unknown) => Judged): Judged {
  try {
    return read(json);
  } catch (error) {
    // The reason quotes the upstream's data, so it stays behind.
    if (error instanceof UnreadableAnswerError) throw new UpstreamFailure("unreadable", { reason: "shape" });
    throw error;
  }
}

function tagOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("base64url").slice(0, 27);
}
