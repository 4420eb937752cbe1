import { LRUCache } from "lru-cache";
import type { UpstreamMeter } from "../../metrics.ts";
import { inTime, raceAbort } from "../../waiting.ts";
import { entryBytes, type Call } from "../source-response.ts";
import type { CallerSlots, Release } from "./caller-slots.ts";
import { UpstreamFailure } from "./upstream-failure.ts";

interface CacheOptions {
  /** Responses younger than this are served without asking the upstream. */
  readonly freshMs: number;
  /** Responses younger than this are served if the upstream fails. */
  readonly staleMs: number;
  readonly staleWait: ReturnType<typeof createStaleWait>;
  readonly slots: CallerSlots;
  readonly maxWeight: number;
}

export interface Fetched<T> {
  readonly value: T;
  readonly weight: number;
  /** The response's age when it arrived. */
  readonly ageMs: number;
}

interface CacheEntry<T> extends Fetched<T> {
  readonly at: number;
}

// While the upstream hangs, the first callers with a cached response wait up to `ms`, later ones not at all.
export function createStaleWait(ms: number) {
  let isOver = false;
  return {
    /** Throws a timeout when the wait ends; the promise goes on. */
    async wait<T>(promise: Promise<T>): Promise<T> {
      try {
        return await inTime(promise, isOver ? 0 : ms, () => {
          throw new UpstreamFailure("timeout");
        });
      } catch (error) {
        if (error instanceof UpstreamFailure && error.kind === "timeout") isOver = true;
        throw error;
      }
    },
    renew(): void {
      isOver = false;
    },
  };
}

export type ResponseCache<T> = ReturnType<typeof createResponseCache<T>>;

// Freshness counts from arrival: a response that was already old on arrival is still the newest available. The clock
// is monotonic.
export function createResponseCache<T>(
  { freshMs, staleMs, staleWait, slots, maxWeight }: CacheOptions,
  meter: Pick<UpstreamMeter, "served">,
  now: () => number = () => performance.now(),
) {
  type Fetch = () => Promise<Fetched<T>>;
  const entries = new LRUCache<string, CacheEntry<T>>({
    maxSize: maxWeight,
    sizeCalculation: ({ weight }, key) => weight + key.length + entryBytes,
  });
  const inFlight = new Map<string, Promise<CacheEntry<T>>>();

  const younger = (ms: number, key: string): CacheEntry<T> | undefined => {
    const found = entries.get(key);
    return found !== undefined && now() - found.at < ms ? found : undefined;
  };
  /** `ageMs` includes the age it had on arrival. */
  const toResult = ({ value, ageMs, at }: CacheEntry<T>, stale: boolean) => ({
    value,
    ageMs: now() - at + ageMs,
    stale,
  });
  const start = (key: string, fetch: Fetch, release: Release): Promise<CacheEntry<T>> => {
    const flight = fetch()
      .then((fetched): CacheEntry<T> => {
        const arrived = { ...fetched, at: now() };
        entries.set(key, arrived);
        staleWait.renew();
        return arrived;
      })
      .finally(() => {
        inFlight.delete(key);
        release();
      });
    inFlight.set(key, flight);
    return flight;
  };
  /** Starts synchronously if a slot is free, so that the next caller finds this fetch and shares it. */
  const begin = async (key: string, fetch: Fetch, caller: string): Promise<CacheEntry<T>> => {
    const slot = slots.take(caller);
    if (slot !== undefined) return start(key, fetch, slot);
    const freedSlot = await slots.wait(caller);
    // While we waited for a slot, another caller may have fetched the response.
    const shared = younger(freshMs, key) ?? inFlight.get(key);
    if (shared === undefined) return start(key, fetch, freedSlot);
    freedSlot();
    return shared;
  };
  const wait = async (key: string, fetch: Fetch, { signal, caller }: Call) => {
    signal.throwIfAborted();
    const joined = inFlight.get(key);
    try {
      const flight = joined ?? begin(key, fetch, caller);
      const hasFallback = younger(staleMs, key) !== undefined;
      const arrived = await raceAbort(hasFallback ? staleWait.wait(flight) : flight, signal);
      meter.served(joined === undefined ? "fetched" : "shared");
      return toResult(arrived, false);
    } catch (error) {
      if (signal.aborted) throw error;
      const isOurFault = error instanceof UpstreamFailure && error.traits.isOurFault === true;
      const fallback = isOurFault ? undefined : younger(staleMs, key);
      meter.served(fallback === undefined ? "failed" : "stale");
      if (fallback === undefined) throw error;
      return toResult(fallback, true);
    }
  };

  return {
    // Callers with the same key share one fetch, which continues when they leave, so that a reload finds its result.
    // Throws what `fetch` throws, UpstreamFailure too-many or busy if no slot is free, or the signal's reason.
    get(key: string, fetch: Fetch, call: Call) {
      const fresh = younger(freshMs, key);
      if (fresh === undefined) return wait(key, fetch, call);
      meter.served("fresh");
      return toResult(fresh, false);
    },
    isFresh: (key: string) => younger(freshMs, key) !== undefined,
    hasUsable: () => [...entries.keys()].some((key) => younger(staleMs, key) !== undefined),
  };
}
