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
  readonly patience: Patience;
  readonly slots: CallerSlots;
  readonly maxWeight: number;
}

export interface Fetched<T> {
  readonly value: T;
  readonly weight: number;
  /** The response's age when it arrived. */
  readonly ageMs: number;
}

interface Kept<T> extends Fetched<T> {
  readonly at: number;
}

type Patience = ReturnType<typeof createPatience>;

// While the upstream hangs, the first callers with a cached response wait up to `ms`, later ones not at all.
export function createPatience(ms: number) {
  let isOver = false;
  return {
    /** Throws a timeout when patience ends; the promise goes on. */
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
  { freshMs, staleMs, patience, slots, maxWeight }: CacheOptions,
  meter: Pick<UpstreamMeter, "served">,
  now: () => number = () => performance.now(),
) {
  type Fetch = () => Promise<Fetched<T>>;
  const kept = new LRUCache<string, Kept<T>>({
    maxSize: maxWeight,
    sizeCalculation: ({ weight }, key) => weight + key.length + entryBytes,
  });
  const flights = new Map<string, Promise<Kept<T>>>();

  const younger = (ms: number, key: string): Kept<T> | undefined => {
    const found = kept.get(key);
    return found !== undefined && now() - found.at < ms ? found : undefined;
  };
  /** `ageMs` includes the age it had on arrival. */
  const toResult = ({ value, ageMs, at }: Kept<T>, stale: boolean) => ({
    value,
    ageMs: now() - at + ageMs,
    stale,
  });
  const start = (key: string, fetch: Fetch, release: Release): Promise<Kept<T>> => {
    const flight = fetch()
      .then((fetched): Kept<T> => {
        const arrived = { ...fetched, at: now() };
        kept.set(key, arrived);
        patience.renew();
        return arrived;
      })
      .finally(() => {
        flights.delete(key);
        release();
      });
    flights.set(key, flight);
    return flight;
  };
  /** Starts synchronously if a slot is free, so that the next caller finds this fetch and shares it. */
  const begin = async (key: string, fetch: Fetch, caller: string): Promise<Kept<T>> => {
    const slot = slots.take(caller);
    if (slot !== undefined) return start(key, fetch, slot);
    const late = await slots.wait(caller);
    // While we waited for a slot, another caller may have fetched the response.
    const brought = younger(freshMs, key) ?? flights.get(key);
    if (brought === undefined) return start(key, fetch, late);
    late();
    return brought;
  };
  const wait = async (key: string, fetch: Fetch, { signal, caller }: Call) => {
    signal.throwIfAborted();
    const joined = flights.get(key);
    try {
      const flight = joined ?? begin(key, fetch, caller);
      const hasFallback = younger(staleMs, key) !== undefined;
      const arrived = await raceAbort(hasFallback ? patience.wait(flight) : flight, signal);
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
    hasUsable: () => [...kept.keys()].some((key) => younger(staleMs, key) !== undefined),
  };
}
