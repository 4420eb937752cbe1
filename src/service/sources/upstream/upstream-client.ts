// Answers a request: from the cache, or by fetching, validating and storing the whole response as bytes.
import { setImmediate as nextTurn } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { UnreadableResponseError, type SetAside } from "../../../contract/markets-page.ts";
import type { JsonBounds } from "../../../contract/operations/operation.ts";
import type { UpstreamConfig } from "../../config.ts";
import { nothingSetAside, tagOf, type Call, type SourceResponse } from "../source-response.ts";
import { createLimit } from "../../waiting.ts";
import { createResponseCache, createStaleWait, type ResponseCache, type Fetched } from "./response-cache.ts";
import { createCallerSlots, defaultSlotOptions, type SlotOptions } from "./caller-slots.ts";
import { parseJson } from "./parse-json.ts";
import { UpstreamFailure, type UpstreamFailureKind } from "./upstream-failure.ts";
import { createUpstreamGuard, defaultGuardOptions, type GuardOptions } from "./upstream-guard.ts";
import type { UpstreamMeter } from "../../metrics.ts";
import { createUpstreamTransport } from "./upstream-transport.ts";

export interface UpstreamClientOptions
  extends
    Omit<UpstreamConfig, "kind" | "label" | "key" | "keyHeader">,
    Partial<Omit<GuardOptions, "totalTimeoutMs">> {
  readonly keyHeaders?: Readonly<Record<string, string>>;
  readonly staleWaitMs?: number;
  readonly slots?: Partial<SlotOptions>;
  readonly meter: UpstreamMeter;
}

export const mebibyte = 1024 * 1024;
const rememberedRequests = 5000;
/** How long a 404 is remembered. Not longer than responses are fresh. */
const absentMs = 30_000;

const defaultStaleWaitMs = 4000;

export interface UpstreamRequest {
  readonly pathAndQuery: string;
  readonly bounds: JsonBounds;
  readonly read: (json: unknown) => ParsedResponse;
  /** Built only from values we offer: no cursor, name or id that a caller may have made up. */
  readonly isTrusted?: boolean;
  /** Contains nothing from a caller, so if the upstream refuses it, the upstream is at fault. */
  readonly isFixed?: true;
  // What a 404 means: a wrong address, or a missing item. For "not-offered": a missing item if the operation has ever
  // worked, else that the upstream lacks the operation.
  readonly absence: "wrong-address" | "no-such-thing" | "not-offered";
}

export interface ParsedResponse {
  readonly body: unknown;
  readonly setAside?: SetAside;
  readonly leftOut?: number;
  readonly next?: string | undefined;
}

type CachedResponse = Pick<SourceResponse, "tag" | "setAside"> & { readonly bytes: Buffer<ArrayBuffer> };

export type UpstreamCache = ResponseCache<CachedResponse>;
export type UpstreamClient = ReturnType<typeof createUpstreamClient>;

/** One per upstream, because connections, slots, pauses and the circuit breaker are shared. */
export function createUpstreamClient(options: UpstreamClientOptions) {
  const { meter, keyHeaders = {} } = options;
  const slotOptions = { ...defaultSlotOptions, ...options.slots };
  const transport = createUpstreamTransport({ ...options, keyHeaders, connections: slotOptions.inTotal });
  const guard = createUpstreamGuard({ ...defaultGuardOptions, ...options }, meter);
  const shared = {
    staleMs: options.staleMs,
    staleWait: createStaleWait(options.staleWaitMs ?? defaultStaleWaitMs),
    slots: createCallerSlots(slotOptions),
  };

  /** Digests of requests that were answered, and of the next pages they lead to. */
  const knownGood = new LRUCache<string, true>({ max: rememberedRequests });
  const readings = createLimit(1);
  const absentFor = Math.min(absentMs, options.freshMs);
  const absent = new LRUCache<string, true>({ max: rememberedRequests, ttl: absentFor });
  /** Paths of "not-offered" requests that have worked. */
  const offered = new Set<string>();
  /** What a 404 is remembered for: this request, or the whole operation if it has never worked. */
  const absenceOf = (request: UpstreamRequest): string => {
    const isUnknown = request.absence === "not-offered" && !offered.has(pathOf(request));
    return tagOf(isUnknown ? pathOf(request) : request.pathAndQuery);
  };

  /** An unreadable body counts as a failure, also for the circuit breaker. */
  const ask = async (request: UpstreamRequest, signal: AbortSignal): Promise<Fetched<CachedResponse>> => {
    const { pathAndQuery, bounds, absence } = request;
    const { bytes: received, ageMs } = await transport.get(pathAndQuery, bounds.bytes, signal);
    // Parses one at a time, each in its own turn: several large pages at once would block everything.
    const parsed = await readings.run(async () => {
      await nextTurn();
      return parseReceived(request, received);
    });
    const { setAside = nothingSetAside, leftOut = 0, next, bytes } = parsed;
    for (const good of [pathAndQuery, next]) if (good !== undefined) knownGood.set(tagOf(good), true);
    if (absence === "not-offered") offered.add(pathOf(request));
    meter.setAside(setAside.count + leftOut);
    const weight = Math.max(received.length, bytes.length);
    return { value: { bytes, tag: tagOf(bytes), setAside }, weight, ageMs };
  };
  const attempt = async (request: UpstreamRequest, signal: AbortSignal): Promise<Fetched<CachedResponse>> => {
    const startedAt = performance.now();
    const report = (outcome: "ok" | UpstreamFailureKind, status?: number, reason?: string): void =>
      meter.attempt(outcome, performance.now() - startedAt, status, reason);
    try {
      const fetched = await ask(request, signal);
      report("ok", 200);
      return fetched;
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error;
      const { kind, status, reason } = error;
      report(kind, status, reason);
      if (kind === "not-found" && request.absence !== "wrong-address" && options.freshMs > 0)
        absent.set(absenceOf(request), true);
      throw interpretFailure(request, error);
    }
  };
  const fetch = async (request: UpstreamRequest): Promise<Fetched<CachedResponse>> => {
    if (absent.has(absenceOf(request))) throw new UpstreamFailure("absent");
    const isKnownGood = request.isTrusted === true || knownGood.has(tagOf(request.pathAndQuery));
    return guard((signal) => attempt(request, signal), isKnownGood);
  };

  return {
    createCache: (maxWeight: number, freshMs = Infinity): UpstreamCache =>
      createResponseCache({ ...shared, maxWeight, freshMs: Math.min(options.freshMs, freshMs) }, meter),
    async get(cache: UpstreamCache, request: UpstreamRequest, call: Call): Promise<SourceResponse> {
      const { value, ageMs, stale } = await cache.get(request.pathAndQuery, () => fetch(request), call);
      const { bytes, tag, setAside } = value;
      return { tag, bytes: () => bytes, setAside, ageSeconds: Math.floor(ageMs / 1000), stale };
    },
    close: () => transport.close(),
  };
}

/** Interprets the failure of an attempt by what the request expects. */
function interpretFailure(
  { pathAndQuery, absence, isFixed }: UpstreamRequest,
  failure: UpstreamFailure,
): UpstreamFailure {
  const isRefused = failure.kind === "refused";
  if (isRefused && isFixed === true) return new UpstreamFailure("failing");
  if (isRefused && /[?&]cursor=/.test(pathAndQuery)) return new UpstreamFailure("cursor-refused");
  const isAbsent = failure.kind === "not-found" && absence !== "wrong-address";
  return isAbsent ? new UpstreamFailure("absent") : failure;
}

function pathOf({ pathAndQuery }: UpstreamRequest): string {
  return pathAndQuery.split("?", 1)[0] ?? "";
}

function parseReceived({ bounds, read }: UpstreamRequest, received: Buffer) {
  const json = parseJson(received, bounds);
  try {
    const parsed = read(json);
    return { ...parsed, bytes: Buffer.from(JSON.stringify(parsed.body)) };
  } catch (error) {
    // Any other error is caused by the data. Its message may quote the data, so it is dropped.
    throw new UpstreamFailure("unreadable", {
      reason: error instanceof UnreadableResponseError ? "shape" : "unexpected",
    });
  }
}

/** Reads the body as a whole: either all is valid, or it fails. */
export function whole(parse: (json: unknown) => unknown): UpstreamRequest["read"] {
  return (json) => ({ body: parse(json) });
}
