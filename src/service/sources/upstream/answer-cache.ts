// Answers kept for a while: fresh ones save the upstream a request, older ones stand in while it fails.
import { LRUCache } from "lru-cache";
import type { Call } from "../source-answer.ts";
import type { FetchSlots, Release } from "./fetch-slots.ts";
import { entryBytes } from "../../entry-bytes.ts";
import { inTime } from "../../waiting.ts";
import { UpstreamFailure, keptDataMayStandIn } from "./upstream-failure.ts";
import type { UpstreamMeter } from "./upstream-meter.ts";

interface CacheOptions {
  /** An answer younger than this is given without asking. Milliseconds. */
  readonly freshMs: number;
  /** An answer younger than this stands in when asking fails. Milliseconds. */
  readonly staleMs: number;
  readonly patience: Patience;
  readonly slots: FetchSlots;
  /** How much to keep, in bytes of `Fetched.weight`; the least recently used answers leave first. */
  readonly maximumWeight: number;
}

/** What was fetched, its weight in bytes, and how old it was on arrival. */
export interface Fetched<T> {
  readonly value: T;
  readonly weight: number;
  readonly ageMs: number;
}

export interface CachedAnswer<T> {
  readonly value: T;
  /** How old the data is: the time since it came and the age it had then. */
  readonly ageMs: number;
  readonly stale: boolean;
}

interface Kept<T> {
  readonly fetched: Fetched<T>;
  readonly at: number;
}

/**
 * How long callers wait for the upstream while something kept could stand in. The first of them wait a moment; when it is over
 * without an answer no other caller waits, until the upstream has answered one.
 */
export class Patience {
  readonly #ms: number;
  #isOver = false;

  constructor(ms: number) {
    this.#ms = ms;
  }

  /** What a promise gives, or a timeout when patience ends first. The promise itself is left to run. */
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

  /** The upstream has answered. */
  renew(): void {
    this.#isOver = false;
  }
}

/**
 * Whether an answer is fresh and may stand in is judged by the time since it came: one that was old on arrival is still the
 * newest there is. Time is measured by a clock that only runs forward, so that a changed system time changes no age.
 */
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

  /**
   * The answer to `key`: kept and fresh, at once, or fetched. Callers with the same key share one fetch. It goes on when
   * they leave, because the next caller, often the same person after a reload, is answered by it. Where a kept answer may
   * stand in no caller waits long: it is sent as stale, and what arrives later is kept for the next.
   * @throws what `fetch` throws when nothing kept may stand in; UpstreamFailure too-many or busy when there is no slot for
   *   this caller; the signal's reason when this caller gives up
   */
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
      // An unexpected fault is no reason to show an empty page either.
      if (standIn !== undefined && (!(error instanceof UpstreamFailure) || keptDataMayStandIn(error))) {
        this.#meter.answer("stale");
        return this.#answer(standIn, true);
      }
      this.#meter.answer("failed");
      throw error;
    }
  }

  /** Whether an answer is kept that is given without asking. */
  isFresh(key: string): boolean {
    return this.#fresh(key) !== undefined;
  }

  /** Whether anything kept could stand in for an answer. */
  hasStandIn(): boolean {
    return [...this.#kept.values()].some((kept) => this.#isYoungerThan(this.#options.staleMs, kept));
  }

  /** At once where this caller has a slot, so that the next caller finds the flight; else when it gets one. */
  async #fetch(key: string, fetch: () => Promise<Fetched<T>>, caller: string): Promise<Kept<T>> {
    const slot = this.#options.slots.take(caller);
    if (slot !== undefined) return this.#start(key, fetch, slot);
    const late = await this.#options.slots.wait(caller);
    // Meanwhile another may have brought the answer, or gone for it.
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

/** What a promise gives, or the signal's reason if that comes first. The promise itself is left to run. */
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
