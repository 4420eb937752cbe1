import { LRUCache } from "lru-cache";
import { entryBytes } from "../../entry-bytes.ts";
import { inTime, orAborted } from "../../waiting.ts";
import type { Call } from "../source-answer.ts";
import type { CallerSlots, Release } from "./caller-slots.ts";
import { UpstreamFailure } from "./upstream-failure.ts";
import type { UpstreamMeter } from "../../metrics.ts";

interface CacheOptions {
  /** Younger answers are served without asking. */
  readonly freshMs: number;
  /** Younger answers are served when asking fails. */
  readonly staleMs: number;
  readonly patience: Patience;
  readonly slots: CallerSlots;
  readonly maximumWeight: number;
}

export interface Fetched<T> {
  readonly value: T;
  readonly weight: number;
  /** On arrival. */
  readonly ageMs: number;
}

export interface CachedAnswer<T> {
  readonly value: T;
  /** Includes the age on arrival. */
  readonly ageMs: number;
  readonly stale: boolean;
}

interface Kept<T> extends Fetched<T> {
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
  readonly #meter: Pick<UpstreamMeter, "answer">;
  readonly #now: () => number;
  readonly #kept: LRUCache<string, Kept<T>>;
  readonly #flights = new Map<string, Promise<Kept<T>>>();

  constructor(
    options: CacheOptions,
    meter: Pick<UpstreamMeter, "answer">,
    now: () => number = () => performance.now(),
  ) {
    this.#options = options;
    this.#meter = meter;
    this.#now = now;
    this.#kept = new LRUCache({
      maxSize: options.maximumWeight,
      sizeCalculation: ({ weight }, key) => weight + key.length + entryBytes,
    });
  }

  // Callers with the same key share one fetch, which goes on when they leave: a reload finds its result.
  // Throws what `fetch` throws, UpstreamFailure too-many or busy without a slot, or the signal's reason.
  get(key: string, fetch: () => Promise<Fetched<T>>, call: Call): CachedAnswer<T> | Promise<CachedAnswer<T>> {
    const fresh = this.#younger(this.#options.freshMs, key);
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
    const { patience, staleMs } = this.#options;
    const joined = this.#flights.get(key);
    try {
      const flight = joined ?? this.#fetch(key, fetch, caller);
      const hasStandIn = this.#younger(staleMs, key) !== undefined;
      const arrived = await orAborted(hasStandIn ? patience.wait(flight) : flight, signal);
      this.#meter.answer(joined === undefined ? "fetched" : "shared");
      return this.#answer(arrived, false);
    } catch (error) {
      if (signal.aborted) throw error;
      const mayStandIn = !(error instanceof UpstreamFailure) || error.traits.isOurs !== true;
      const standIn = mayStandIn ? this.#younger(staleMs, key) : undefined;
      this.#meter.answer(standIn === undefined ? "failed" : "stale");
      if (standIn === undefined) throw error;
      return this.#answer(standIn, true);
    }
  }

  isFresh(key: string): boolean {
    return this.#younger(this.#options.freshMs, key) !== undefined;
  }

  hasStandIn(): boolean {
    return [...this.#kept.keys()].some((key) => this.#younger(this.#options.staleMs, key) !== undefined);
  }

  /** Starts synchronously if a slot is free, so that the next caller finds the fetch. */
  async #fetch(key: string, fetch: () => Promise<Fetched<T>>, caller: string): Promise<Kept<T>> {
    const slot = this.#options.slots.take(caller);
    if (slot !== undefined) return this.#start(key, fetch, slot);
    const late = await this.#options.slots.wait(caller);
    // Another caller may have fetched it meanwhile.
    const brought = this.#younger(this.#options.freshMs, key) ?? this.#flights.get(key);
    if (brought === undefined) return this.#start(key, fetch, late);
    late();
    return brought;
  }

  #start(key: string, fetch: () => Promise<Fetched<T>>, release: Release): Promise<Kept<T>> {
    const flight = fetch()
      .then((fetched) => {
        const kept = { ...fetched, at: this.#now() };
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

  #younger(ms: number, key: string): Kept<T> | undefined {
    const kept = this.#kept.get(key);
    return kept !== undefined && this.#now() - kept.at < ms ? kept : undefined;
  }

  #answer({ value, ageMs, at }: Kept<T>, stale: boolean): CachedAnswer<T> {
    return { value, ageMs: this.#now() - at + ageMs, stale };
  }
}
