// The gateway: markets from an upstream that is far away, sometimes slow, sometimes wrong, and paid for with a secret key.
import { LRUCache } from "lru-cache";
import { parseHistory, writeHistoryRequest } from "../../../contract/history.ts";
import { marketTypes } from "../../../contract/market.ts";
import { UnreadableAnswerError, parseMarketsPage } from "../../../contract/markets-page.ts";
import { maximumLimit, writeMarketsRequest, type MarketsRequest } from "../../../contract/markets-request.ts";
import {
  nothingSetAside,
  type Call,
  type MarketSource,
  type SetAside,
  type SourceAnswer,
} from "../market-source.ts";
import { onceReady } from "../../once-ready.ts";
import { tagOf } from "../../tag.ts";
import { AnswerCache, Patience, type CachedAnswer, type Fetched } from "./answer-cache.ts";
import { FetchSlots, defaultSlotOptions, type SlotOptions } from "./fetch-slots.ts";
import { parseJson, type JsonBounds } from "./parse-json.ts";
import { UpstreamFailure, toSourceError } from "./upstream-failure.ts";
import { createUpstreamGuard, defaultGuardOptions, type GuardOptions } from "./upstream-guard.ts";
import { silentMeter, type UpstreamMeter } from "./upstream-meter.ts";
import { createUpstreamTransport } from "./upstream-transport.ts";

export interface UpstreamOptions extends Partial<Omit<GuardOptions, "totalTimeoutMs">> {
  /** The name people see. Never an address. */
  readonly label: string;
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
  readonly slots?: Partial<SlotOptions>;
  readonly meter?: UpstreamMeter;
}

const mebibyte = 1024 * 1024;
/** Five times an ordinary page of 200 markets, in every direction; the worst that fits holds the one thread for 0.1 s. */
const pageBounds: JsonBounds = { bytes: 2 * mebibyte, values: 50_000, depth: 64 };
/** About 50,000 points: 20 markets over three months, hour by hour. */
const historyBounds: JsonBounds = { bytes: 4 * mebibyte, values: 200_000, depth: 16 };
const rememberedQuestions = 5000;

/** With a kept page at hand nobody looks at an empty screen while the upstream hangs. */
const defaultPatienceMs = 4000;

/** A question to the upstream, and how to read the answer. */
interface Question {
  readonly pathAndQuery: string;
  readonly bounds: JsonBounds;
  /** @throws UnreadableAnswerError */
  readonly read: (json: unknown) => Judged;
  /** Whether it is made of nothing but choices that we offer. A cursor, a name or an id is what some caller has made up. */
  readonly isOurs: boolean;
  readonly hasCursor: boolean;
}

/** What an answer says once it is judged. */
interface Judged {
  readonly body: unknown;
  readonly setAside: SetAside;
  /** The question that leads on from this answer. */
  readonly next?: string;
}

/** What is kept of it: bytes, whose weight is known, and no objects. */
interface ReadAnswer {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly tag: string;
  readonly setAside: SetAside;
}

/** A question for a page, and where its answers are kept. */
interface PageQuestion {
  readonly cache: AnswerCache<ReadAnswer>;
  readonly question: Question;
}

function toSourceAnswer({ value, ageMs, stale }: CachedAnswer<ReadAnswer>): SourceAnswer {
  return {
    tag: value.tag,
    bytes: () => value.bytes,
    setAside: value.setAside,
    ageSeconds: Math.floor(ageMs / 1000),
    stale,
  };
}

/** The source behind which an upstream lies. It asks nothing before the first request. */
export function createUpstreamSource(options: UpstreamOptions): MarketSource {
  const meter = options.meter ?? silentMeter;
  const slotOptions = { ...defaultSlotOptions, ...options.slots };
  const transport = createUpstreamTransport({
    baseUrl: options.baseUrl,
    key: options.key,
    keyHeader: options.keyHeader,
    attemptTimeoutMs: options.attemptTimeoutMs,
    connections: slotOptions.inAll,
  });
  const guard = createUpstreamGuard({ ...defaultGuardOptions, ...options }, meter);
  const shared = {
    freshMs: options.freshMs,
    staleMs: options.staleMs,
    patience: new Patience(options.patienceMs ?? defaultPatienceMs),
    slots: new FetchSlots(slotOptions),
  };
  const createCache = (maximumWeight: number): AnswerCache<ReadAnswer> =>
    new AnswerCache({ ...shared, maximumWeight }, meter);
  // The pages everybody opens have room of their own, which no number of odd questions takes from them.
  const firstPages = createCache(24 * mebibyte);
  const pages = createCache(16 * mebibyte);
  const histories = createCache(8 * mebibyte);

  /** Questions the upstream has answered well, and those its answers lead to, by their digest. */
  const answeredWell = new LRUCache<string, true>({ max: rememberedQuestions });
  const oneAtATime = createTurns();

  /** Asks, judges, and counts. A body that cannot be read is a failure of the attempt, so the circuit hears of it. */
  const fetchRead = (question: Question): Promise<Fetched<ReadAnswer>> =>
    guard.run(
      async (attemptSignal) => {
        const startedAt = performance.now();
        const report = (outcome: "ok" | UpstreamFailure): void =>
          meter.attempt({
            outcome: outcome === "ok" ? "ok" : outcome.kind,
            durationMs: performance.now() - startedAt,
            status: outcome === "ok" ? 200 : outcome.status,
            reason: outcome === "ok" ? undefined : outcome.reason,
          });
        try {
          const { pathAndQuery, bounds } = question;
          const { bytes: received, ageMs } = await transport.get(pathAndQuery, bounds.bytes, attemptSignal);
          const { bytes, tag, setAside, next } = await oneAtATime(() => judge(question, received));
          for (const good of [pathAndQuery, next])
            if (good !== undefined) answeredWell.set(tagOf(good), true);
          report("ok");
          meter.setAside(setAside.count);
          return {
            value: { bytes, tag, setAside },
            weight: Math.max(received.length, bytes.length),
            ageMs,
          };
        } catch (error) {
          if (error instanceof UpstreamFailure) report(error);
          throw error;
        }
      },
      question.isOurs || answeredWell.has(tagOf(question.pathAndQuery)),
    );

  const answerFrom = (
    cache: AnswerCache<ReadAnswer>,
    question: Question,
    call: Call,
  ): SourceAnswer | Promise<SourceAnswer> => {
    const given = cache.get(question.pathAndQuery, () => fetchRead(question), call);
    const answered =
      given instanceof Promise
        ? given.catch((error: unknown) => {
            if (!(error instanceof UpstreamFailure)) throw error;
            const aboutCursor = error.kind === "refused" && question.hasCursor;
            throw toSourceError(aboutCursor ? new UpstreamFailure("cursor-refused") : error);
          })
        : given;
    return onceReady(answered, toSourceAnswer);
  };

  const pageQuestions = new WeakMap<MarketsRequest, PageQuestion>();
  /** Put once for each request, which comes as the same object again and again. */
  const pageQuestion = (given: MarketsRequest): PageQuestion => {
    const known = pageQuestions.get(given);
    if (known !== undefined) return known;
    const request = inOrder(given);
    const { cursor, providers, assets, statuses, limit } = request;
    const isOurs = cursor === undefined && providers === undefined && assets === undefined;
    const isPlain = isOurs && statuses === undefined && (limit === undefined || limit === maximumLimit);
    const question: Question = {
      pathAndQuery: pathOf(request),
      bounds: pageBounds,
      isOurs,
      hasCursor: cursor !== undefined,
      read(json) {
        const page = parseMarketsPage(json);
        return {
          body: { markets: page.markets.map(({ market }) => market), cursor: page.cursor },
          setAside: { count: page.rejectedCount, examples: page.rejected },
          ...(page.cursor === null ? {} : { next: pathOf({ ...request, cursor: page.cursor }) }),
        };
      },
    };
    const put: PageQuestion = { cache: isPlain ? firstPages : pages, question };
    pageQuestions.set(given, put);
    return put;
  };

  const source: MarketSource = {
    kind: "upstream",
    label: options.label,
    listMarkets(request, call) {
      const { cache, question } = pageQuestion(request);
      return answerFrom(cache, question, call);
    },
    history: (request, call) =>
      answerFrom(
        histories,
        {
          pathAndQuery: `/v0/markets/history?${writeHistoryRequest(request)}`,
          bounds: historyBounds,
          isOurs: false,
          hasCursor: false,
          read: (json) => ({ body: parseHistory(json), setAside: nothingSetAside }),
        },
        call,
      ),
    async ready(signal) {
      // The smallest page there is. It is kept like any other, so frequent probes cost the upstream little.
      try {
        await source.listMarkets({ limit: 1 }, { signal, caller: "readiness" });
        return true;
      } catch {
        return firstPages.hasStandIn() || pages.hasStandIn();
      }
    },
    close: () => transport.close(),
  };
  return source;
}

/** @throws UpstreamFailure when the bytes are too many things or not what they should be */
function judge({ bounds, read }: Question, received: Buffer): Judged & ReadAnswer {
  const json = parseJson(received, bounds);
  try {
    const judged = read(json);
    const bytes = Buffer.from(JSON.stringify(judged.body));
    return { ...judged, bytes, tag: tagOf(bytes) };
  } catch (error) {
    // The reason quotes the upstream's data, so it stays behind. What else may happen here is the data's doing as well.
    throw new UpstreamFailure("unreadable", {
      reason: error instanceof UnreadableAnswerError ? "shape" : "unexpected",
    });
  }
}

/** Written anew from the request we understood: nothing else a caller sends travels on. */
function pathOf(request: MarketsRequest): string {
  return `/v0/markets?${writeMarketsRequest(request)}`;
}

/** Types in one order, so that the same choice is one question whichever way it is written. */
function inOrder(request: MarketsRequest): MarketsRequest {
  const { types } = request;
  return types === undefined
    ? request
    : { ...request, types: marketTypes.filter((type) => types.includes(type)) };
}

/**
 * Lets one piece of work run at a time, and between two of them everything else the program has to do: judging a large page
 * holds the one thread, and many that arrive together must not hold it in one go.
 */
function createTurns(): <T>(work: () => T) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return work();
    });
    last = turn.catch(() => {});
    return turn;
  };
}
