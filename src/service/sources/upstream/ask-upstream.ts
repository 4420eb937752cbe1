// How a question reaches the upstream and becomes an answer of ours: asked as seldom as can be, judged whole, kept as bytes. What
// is asked for, and how its answer is read, is data.
import { LRUCache } from "lru-cache";
import { UnreadableAnswerError } from "../../../contract/markets-page.ts";
import type { UpstreamConfig } from "../../config.ts";
import type { Call, SetAside, SourceAnswer } from "../source-answer.ts";
import { tagOf } from "../../tag.ts";
import { AnswerCache, Patience, type CachedAnswer, type Fetched } from "./answer-cache.ts";
import { FetchSlots, defaultSlotOptions, type SlotOptions } from "./fetch-slots.ts";
import { parseJson, type JsonBounds } from "./parse-json.ts";
import { UpstreamFailure, toSourceError } from "./upstream-failure.ts";
import { createUpstreamGuard, defaultGuardOptions, type GuardOptions } from "./upstream-guard.ts";
import { silentMeter, type UpstreamMeter } from "./upstream-meter.ts";
import { createUpstreamTransport } from "./upstream-transport.ts";

export interface UpstreamOptions
  extends
    Omit<UpstreamConfig, "kind" | "key" | "keyHeader">,
    Partial<Pick<UpstreamConfig, "key" | "keyHeader">>,
    Partial<Omit<GuardOptions, "totalTimeoutMs">> {
  /** How long a caller waits for the upstream while a kept answer could stand in. */
  readonly patienceMs?: number;
  readonly slots?: Partial<SlotOptions>;
  readonly meter?: UpstreamMeter;
}

export const mebibyte = 1024 * 1024;
const rememberedQuestions = 5000;
/** So long what the upstream does not have is not asked for again, where answers are fresh for as long. */
const absentMs = 30_000;

/** With a kept page at hand no visitor waits longer than this while the upstream hangs. */
const defaultPatienceMs = 4000;

/** A question to the upstream, and how to read the answer. */
export interface Question {
  readonly pathAndQuery: string;
  readonly bounds: JsonBounds;
  /** @throws UnreadableAnswerError */
  readonly read: (json: unknown) => Judged;
  /** Whether it is made of nothing but choices that we offer. A cursor, a name or an id is what some caller has made up. */
  readonly isOurs: boolean;
  readonly hasCursor: boolean;
  /**
   * What a 404 means. "wrong-address": nothing is here that has to be. "no-such-thing": not this one. "not-offered": not this one,
   * and until one has been answered well, nothing else of the same path either.
   */
  readonly absence: "wrong-address" | "no-such-thing" | "not-offered";
}

/** What an answer says once it is judged. */
export interface Judged {
  readonly body: unknown;
  readonly setAside: SetAside;
  /** How many further parts could not be read and are left out, without being items. */
  readonly leftOut?: number;
  /** The question that leads on from this answer. */
  readonly next?: string;
}

/** What is kept of an answer: bytes, whose weight is known, and no objects. */
export interface ReadAnswer {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly tag: string;
  readonly setAside: SetAside;
}

/** Room for the answers to some questions. */
export type Answers = AnswerCache<ReadAnswer>;

/** There is one asker for each upstream: its questions share connections, turns, pauses and the circuit. */
export interface Asker {
  /**
   * @param maximumWeight bytes kept; the least recently used answers leave first
   * @param freshMs how long an answer is fresh at most
   */
  createRoom(maximumWeight: number, freshMs?: number): Answers;
  /** The answer to a question: kept, or fetched. Fails as `MarketSource` says. */
  answer(room: Answers, question: Question, call: Call): Promise<SourceAnswer>;
  close(): Promise<void>;
}

/** Asks nothing before the first question. */
export function createAsker(options: UpstreamOptions): Asker {
  const meter = options.meter ?? silentMeter;
  const slotOptions = { ...defaultSlotOptions, ...options.slots };
  const transport = createUpstreamTransport({
    baseUrl: options.baseUrl,
    keyHeaders:
      options.key === undefined || options.keyHeader === undefined
        ? {}
        : { [options.keyHeader]: options.key },
    attemptTimeoutMs: options.attemptTimeoutMs,
    connections: slotOptions.inAll,
  });
  const guard = createUpstreamGuard({ ...defaultGuardOptions, ...options }, meter);
  const shared = {
    staleMs: options.staleMs,
    patience: new Patience(options.patienceMs ?? defaultPatienceMs),
    slots: new FetchSlots(slotOptions),
  };

  /** Questions the upstream has answered well, and those its answers lead to, by their digest. */
  const answeredWell = new LRUCache<string, true>({ max: rememberedQuestions });
  const oneAtATime = createTurns();
  /** Questions the upstream has had nothing to answer with, and paths that it does not offer, by their digest. */
  const absent = new LRUCache<string, true>({
    max: rememberedQuestions,
    ttl: Math.min(absentMs, options.freshMs),
  });
  /** The few paths of "not-offered" that have been answered well. */
  const offered = new Set<string>();

  const isAbsent = (question: Question): boolean =>
    absent.has(tagOf(question.pathAndQuery)) ||
    (question.absence === "not-offered" && absent.has(tagOf(pathOf(question))));
  const keepAbsence = (question: Question): void => {
    if (question.absence === "wrong-address" || options.freshMs === 0) return;
    const isOffered = question.absence === "no-such-thing" || offered.has(pathOf(question));
    absent.set(tagOf(isOffered ? question.pathAndQuery : pathOf(question)), true);
  };

  const isKnown = ({ isOurs, pathAndQuery }: Question): boolean =>
    isOurs || answeredWell.has(tagOf(pathAndQuery));

  /** Asks, judges, and counts. A body that cannot be read is a failure of the attempt, so it counts towards the circuit. */
  const fetchRead = (question: Question): Promise<Fetched<ReadAnswer>> =>
    guard.run(async (attemptSignal) => {
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
        const { bytes, tag, setAside, leftOut = 0, next } = await oneAtATime(() => judge(question, received));
        for (const good of [pathAndQuery, next]) if (good !== undefined) answeredWell.set(tagOf(good), true);
        if (question.absence === "not-offered") offered.add(pathOf(question));
        report("ok");
        meter.setAside(setAside.count + leftOut);
        return {
          value: { bytes, tag, setAside },
          weight: Math.max(received.length, bytes.length),
          ageMs,
        };
      } catch (error) {
        if (error instanceof UpstreamFailure) report(error);
        if (error instanceof UpstreamFailure && error.kind === "not-found") keepAbsence(question);
        throw error;
      }
    }, isKnown(question));
  const fetchUnlessAbsent = async (question: Question): Promise<Fetched<ReadAnswer>> => {
    if (isAbsent(question)) throw new UpstreamFailure("not-found");
    return fetchRead(question);
  };

  return {
    createRoom: (maximumWeight, freshMs = Infinity) =>
      new AnswerCache({ ...shared, maximumWeight, freshMs: Math.min(options.freshMs, freshMs) }, meter),
    async answer(room, question, call) {
      try {
        return toSourceAnswer(await room.get(question.pathAndQuery, () => fetchUnlessAbsent(question), call));
      } catch (error) {
        throw error instanceof UpstreamFailure ? toSourceError(inTermsOf(question, error)) : error;
      }
    },
    close: () => transport.close(),
  };
}

/** What a failure means to the caller of this question. */
function inTermsOf({ hasCursor, absence }: Question, failure: UpstreamFailure): UpstreamFailure {
  if (hasCursor && failure.kind === "refused") return new UpstreamFailure("cursor-refused");
  return absence !== "wrong-address" && failure.kind === "not-found"
    ? new UpstreamFailure("absent")
    : failure;
}

/** Where a question is put, whatever it asks for. */
function pathOf({ pathAndQuery }: Question): string {
  return pathAndQuery.split("?", 1)[0] ?? "";
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
