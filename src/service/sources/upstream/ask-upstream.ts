// Turns a question into an answer: cached, fetched rarely, validated whole, stored as bytes.
import { setImmediate as nextTurn } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { UnreadableAnswerError, type SetAside } from "../../../contract/markets-page.ts";
import type { JsonBounds } from "../../../contract/operations/operation.ts";
import type { UpstreamConfig } from "../../config.ts";
import { nothingSetAside, type Call, type SourceAnswer } from "../source-answer.ts";
import { tagOf } from "../../tag.ts";
import { Limit } from "../../waiting.ts";
import { createAnswerCache, createPatience, type AnswerCache, type Fetched } from "./answer-cache.ts";
import { createCallerSlots, defaultSlotOptions, type SlotOptions } from "./caller-slots.ts";
import { parseJson } from "./parse-json.ts";
import { UpstreamFailure, type UpstreamFailureKind } from "./upstream-failure.ts";
import { createUpstreamGuard, defaultGuardOptions, type GuardOptions } from "./upstream-guard.ts";
import type { UpstreamMeter } from "../../metrics.ts";
import { createUpstreamTransport } from "./upstream-transport.ts";

export interface AskerOptions
  extends
    Omit<UpstreamConfig, "kind" | "label" | "key" | "keyHeader">,
    Partial<Omit<GuardOptions, "totalTimeoutMs">> {
  readonly keyHeaders?: Readonly<Record<string, string>>;
  readonly patienceMs?: number;
  readonly slots?: Partial<SlotOptions>;
  readonly meter: UpstreamMeter;
}

export const mebibyte = 1024 * 1024;
const rememberedQuestions = 5000;
/** How long a 404 is remembered, where answers are fresh for as long. */
const absentMs = 30_000;

const defaultPatienceMs = 4000;

export interface Question {
  readonly pathAndQuery: string;
  readonly bounds: JsonBounds;
  readonly read: (json: unknown) => Judged;
  /** Built only from choices we offer, without a cursor, name or id that a caller may have invented. */
  readonly isTrusted?: boolean;
  /** Nothing in it comes from a caller, so the upstream is at fault where it refuses it. */
  readonly isFixed?: true;
  // What a 404 means: a wrong address; a missing item; or, with "not-offered", a missing item if the operation has
  // worked before, else that the upstream lacks the operation.
  readonly absence: "wrong-address" | "no-such-thing" | "not-offered";
}

export interface Judged {
  readonly body: unknown;
  readonly setAside?: SetAside;
  readonly leftOut?: number;
  readonly next?: string | undefined;
}

interface ReadAnswer {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly tag: string;
  readonly setAside: SetAside;
}

export type UpstreamCache = AnswerCache<ReadAnswer>;
export type Asker = ReturnType<typeof createAsker>;

/** One per upstream: connections, slots, pauses and the circuit breaker are shared. */
export function createAsker(options: AskerOptions) {
  const { meter, keyHeaders = {} } = options;
  const slotOptions = { ...defaultSlotOptions, ...options.slots };
  const transport = createUpstreamTransport({
    baseUrl: options.baseUrl,
    keyHeaders,
    attemptTimeoutMs: options.attemptTimeoutMs,
    connections: slotOptions.inAll,
  });
  const guard = createUpstreamGuard({ ...defaultGuardOptions, ...options }, meter);
  const shared = {
    staleMs: options.staleMs,
    patience: createPatience(options.patienceMs ?? defaultPatienceMs),
    slots: createCallerSlots(slotOptions),
  };

  /** Digests of answered questions and the ones they lead to. */
  const answeredWell = new LRUCache<string, true>({ max: rememberedQuestions });
  const readings = new Limit(1);
  const absentFor = Math.min(absentMs, options.freshMs);
  const absent = new LRUCache<string, true>({ max: rememberedQuestions, ttl: absentFor });
  /** "not-offered" paths that have worked. */
  const offered = new Set<string>();
  /** What a 404 is remembered for: this question, or a whole operation that has never worked. */
  const absenceOf = (question: Question): string => {
    const isUnknown = question.absence === "not-offered" && !offered.has(pathOf(question));
    return tagOf(isUnknown ? pathOf(question) : question.pathAndQuery);
  };

  /** Unreadable bodies count as failures, and so for the circuit breaker. */
  const ask = async (question: Question, signal: AbortSignal): Promise<Fetched<ReadAnswer>> => {
    const { pathAndQuery, bounds, absence } = question;
    const { bytes: received, ageMs } = await transport.get(pathAndQuery, bounds.bytes, signal);
    // One at a time, each in its own turn: parsing several large pages at once would block everything.
    const judged = await readings.run(async () => {
      await nextTurn();
      return judge(question, received);
    });
    const { setAside = nothingSetAside, leftOut = 0, next, bytes } = judged;
    for (const good of [pathAndQuery, next]) if (good !== undefined) answeredWell.set(tagOf(good), true);
    if (absence === "not-offered") offered.add(pathOf(question));
    meter.setAside(setAside.count + leftOut);
    const weight = Math.max(received.length, bytes.length);
    return { value: { bytes, tag: tagOf(bytes), setAside }, weight, ageMs };
  };
  const attempt = async (question: Question, signal: AbortSignal): Promise<Fetched<ReadAnswer>> => {
    const startedAt = performance.now();
    const report = (outcome: "ok" | UpstreamFailureKind, status?: number, reason?: string): void =>
      meter.attempt(outcome, performance.now() - startedAt, status, reason);
    try {
      const fetched = await ask(question, signal);
      report("ok", 200);
      return fetched;
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error;
      const { kind, status, reason } = error;
      report(kind, status, reason);
      if (kind === "not-found" && question.absence !== "wrong-address" && options.freshMs > 0)
        absent.set(absenceOf(question), true);
      throw failureOf(question, error);
    }
  };
  const fetch = async (question: Question): Promise<Fetched<ReadAnswer>> => {
    if (absent.has(absenceOf(question))) throw new UpstreamFailure("absent");
    const isVouched = question.isTrusted === true || answeredWell.has(tagOf(question.pathAndQuery));
    return guard.run((signal) => attempt(question, signal), isVouched);
  };

  return {
    createCache: (maximumWeight: number, freshMs = Infinity): UpstreamCache =>
      createAnswerCache({ ...shared, maximumWeight, freshMs: Math.min(options.freshMs, freshMs) }, meter),
    async answer(cache: UpstreamCache, question: Question, call: Call): Promise<SourceAnswer> {
      const { value, ageMs, stale } = await cache.get(question.pathAndQuery, () => fetch(question), call);
      const { bytes, tag, setAside } = value;
      return { tag, bytes: () => bytes, setAside, ageSeconds: Math.floor(ageMs / 1000), stale };
    },
    close: () => transport.close(),
  };
}

/** What the failure of an attempt means for its question. */
function failureOf({ pathAndQuery, absence, isFixed }: Question, failure: UpstreamFailure): UpstreamFailure {
  const isRefused = failure.kind === "refused";
  if (isRefused && isFixed === true) return new UpstreamFailure("failing");
  if (isRefused && /[?&]cursor=/.test(pathAndQuery)) return new UpstreamFailure("cursor-refused");
  const isAbsent = failure.kind === "not-found" && absence !== "wrong-address";
  return isAbsent ? new UpstreamFailure("absent") : failure;
}

function pathOf({ pathAndQuery }: Question): string {
  return pathAndQuery.split("?", 1)[0] ?? "";
}

function judge({ bounds, read }: Question, received: Buffer): Judged & { bytes: Buffer<ArrayBuffer> } {
  const json = parseJson(received, bounds);
  try {
    const judged = read(json);
    return { ...judged, bytes: Buffer.from(JSON.stringify(judged.body)) };
  } catch (error) {
    // Any other error comes from the data too. Its message may quote the data, so it is dropped.
    throw new UpstreamFailure("unreadable", {
      reason: error instanceof UnreadableAnswerError ? "shape" : "unexpected",
    });
  }
}

/** Read all or nothing. */
export function whole(parse: (json: unknown) => unknown): Question["read"] {
  return (json) => ({ body: parse(json) });
}
