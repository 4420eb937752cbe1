import { LRUCache } from "lru-cache";
import type { Call } from "../source-answer.ts";
import type { FetchSlots, Release } from "./fetch-slots.ts";
import { entryBytes } from "../../entry-bytes.ts";
import { inTime } from "../../waiting.ts";
import { UpstreamFailure, keptDataMayStandIn } from "./upstream-failure.ts";
import type { UpstreamMeter } from "./upstream-meter.ts";

interface CacheOptions {
  /** Younger answers are served without asking. */
  readonly freshMs: number;
  /** Younger answers are served when asking fails. */
  readonly staleMs: number;
  readonly patience: Patience;
  readonly slots: FetchSlots;
  readonly maximumWeight: number;
}

export interface Fetched<T> {
  readonly value: T;
  readonly weight: number;
  readonly ageMs: number;
}

export interface CachedAnswer<T> {
  readonly value: T;
  /** Includes the age on arrival. */
  readonly ageMs: number;
  readonly stale: boolean;
}

interface Kept<T> {
  readonly fetched: Fetched<T>;
  readonly at: number;
}

// While the upstream hangs, the first callers with a cached answer wait a moment, later ones not until it answers.
export class Patience {
  readonly #ms: number;
  #isOver = false;

  constructor(ms: number) {
    this.#ms = ms;
  }

  /** Times out when patience ends; the promise goes on. */
  async wait<T>(promise: Promise<T>): Promise<T> {
    try {
      return await inTime(promise, this.#isOver ? 0 : this.#ms, () => {
        throw new UpstreamFailure("timeout");
      });
    } catch (error) {
      if (error instanceof UpstreamFailure && error.kind === "timeout") this.#isOver = true;
      throw error;
    }
  }

  renew(): void {
    this.#isOver = false;
  }
}

// Freshness counts from arrival: an answer that was old on arrival is still the newest there is. The clock is
// monotonic.
export class AnswerCache<T> {
  readonly #options: CacheOptions;
  readonly #meter: UpstreamMeter;
  readonly #now: () => number;
  readonly #kept: LRUCache<string, Kept<T>>;
  readonly #flights = new Map<string, Promise<Kept<T>>>();

  constructor(options: CacheOptions, meter: UpstreamMeter, now: () => number = () => performance.now()) {
    this.#options = options;
    this.#meter = meter;
    this.#now = now;
    this.#kept = new LRUCache({
      maxSize: options.maximumWeight,
      sizeCalculation: (kept, key) => kept.fetched.weight + key.length + entryBytes,
    });
  }

  // Callers with the same key share one fetch, which goes on when they leave: a reload finds its result.
  // Throws what `fetch` throws, UpstreamFailure too-many or busy without a slot, or the signal's reason.
  get(key: string, fetch: () => Promise<Fetched<T>>, call: Call): CachedAnswer<T> | Promise<CachedAnswer<T>> {
    const fresh = this.#fresh(key);
    if (fresh === undefined) return this.#wait(key, fetch, call);
    this.#meter.answer("fresh");
    return this.#answer(fresh, false);
  }

  async #wait(
    key: string,
    fetch: () => Promise<Fetched<T>>,
    { signal, caller }: Call,
  ): Promise<CachedAnswer<T>> {
    signal.throwIfAborted();
    const joined = this.#flights.get(key);
    try {
      const flight = joined ?? this.#fetch(key, fetch, caller);
      const waiting = this.#standIn(key) === undefined ? flight : this.#options.patience.wait(flight);
      const arrived = await orAborted(waiting, signal);
      this.#meter.answer(joined === undefined ? "fetched" : "shared");
      return this.#answer(arrived, false);
    } catch (error) {
      if (signal.aborted) throw error;
      const standIn = this.#standIn(key);
      if (standIn !== undefined && (!(error instanceof UpstreamFailure) || keptDataMayStandIn(error))) {
        this.#meter.answer("stale");
        return this.#answer(standIn, true);
      }
      this.#meter.answer("failed");
      throw error;
    }
  }

  isFresh(key: string): boolean {
    return this.#fresh(key) !== undefined;
  }

  hasStandIn(): boolean {
    return [...this.#kept.values()].some((kept) => this.#isYoungerThan(this.#options.staleMs, kept));
  }

  /** Starts synchronously if a slot is free, so that the next caller finds the fetch. */
  async #fetch(key: string, fetch: () => Promise<Fetched<T>>, caller: string): Promise<Kept<T>> {
    const slot = this.#options.slots.take(caller);
    if (slot !== undefined) return this.#start(key, fetch, slot);
    const late = await this.#options.slots.wait(caller);
    // Another caller may have fetched it meanwhile.
    const brought = this.#fresh(key) ?? this.#flights.get(key);
    if (brought === undefined) return this.#start(key, fetch, late);
    late();
    return brought;
  }

  #start(key: string, fetch: () => Promise<Fetched<T>>, release: Release): Promise<Kept<T>> {
    const flight = fetch()
      .then((fetched) => {
        const kept = { fetched, at: this.#now() };
        this.#kept.set(key, kept);
        this.#options.patience.renew();
        return kept;
      })
      .finally(() => {
        this.#flights.delete(key);
        release();
      });
    this.#flights.set(key, flight);
    return flight;
  }

  #fresh(key: string): Kept<T> | undefined {
    const kept = this.#kept.get(key);
    return kept !== undefined && this.#isYoungerThan(this.#options.freshMs, kept) ? kept : undefined;
  }

  #standIn(key: string): Kept<T> | undefined {
    const kept = this.#kept.get(key);
    return kept !== undefined && this.#isYoungerThan(this.#options.staleMs, kept) ? kept : undefined;
  }

  #isYoungerThan(ms: number, kept: Kept<T>): boolean {
    return this.#now() - kept.at < ms;
  }

  #answer(kept: Kept<T>, stale: boolean): CachedAnswer<T> {
    return { value: kept.fetched.value, ageMs: this.#now() - kept.at + kept.fetched.ageMs, stale };
  }
}

async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const settled = new AbortController();
  try {
    return await Promise.race([
      promise,
      new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { signal: settled.signal });
      }),
    ]);
  } finally {
    settled.abort();
  }
}
