// Answers kept for a while: fresh ones save the upstream a request, older ones stand in while it fails.
import { LRUCache } from "lru-cache";
import { UpstreamFailure, keptDataMayStandIn } from "./upstream-failure.ts";
import type { UpstreamMeter } from "./upstream-meter.ts";

export interface CacheOptions {
  /** An answer younger than this is given without asking. Milliseconds. */
  readonly freshMs: number;
  /** An answer younger than this stands in when asking fails. Milliseconds. */
  readonly staleMs: number;
  /** How long a caller waits for the upstream when an answer is kept that may stand in. Milliseconds. */
  readonly patienceMs: number;
  /** How much JSON text to keep, in bytes; the least recently used answers leave first. */
  readonly maximumBytes: number;
}

/** What was fetched, its weight, and how old it was on arrival. */
export interface Fetched<T> {
  readonly value: T;
  readonly bytes: number;
  readonly ageMs: number;
}

export interface CachedAnswer<T> {
  readonly value: T;
  readonly ageMs: number;
  readonly stale: boolean;
}

interface Kept<T> {
  readonly fetched: Fetched<T>;
  readonly at: number;
}

/** The age of an answer is measured by a clock that only runs forward, so that a changed system time changes no age. */
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
      maxSize: options.maximumBytes,
      sizeCalculation: (kept) => Math.max(1, kept.fetched.bytes),
    });
  }

  /**
   * The answer to `key`: kept and fresh, or fetched. Callers with the same key share one fetch. It goes on when
   * they leave, because whoever comes next, often the same person after a reload, is answered by it. Where a kept answer may
   * stand in nobody waits long: after `patienceMs` it is given as stale, and what arrives later is kept for the next.
   * @throws what `fetch` throws when nothing kept may stand in; the signal's reason when this caller gives up
   */
  async get(key: string, fetch: () => Promise<Fetched<T>>, signal: AbortSignal): Promise<CachedAnswer<T>> {
    signal.throwIfAborted();
    const kept = this.#kept.get(key);
    if (kept !== undefined && this.#ageOf(kept) < this.#options.freshMs) {
      this.#meter.answer("fresh");
      return this.#answer(kept, false);
    }
    const joined = this.#flights.get(key);
    const flight = joined ?? this.#start(key, fetch);
    try {
      const patient = kept === undefined || this.#ageOf(kept) >= this.#options.staleMs;
      const arrived = await orAborted(patient ? flight : inTime(flight, this.#options.patienceMs), signal);
      this.#meter.answer(joined === undefined ? "fetched" : "shared");
      return this.#answer(arrived, false);
    } catch (error) {
      if (signal.aborted) throw error;
      const standIn = this.#kept.get(key);
      if (
        standIn !== undefined &&
        error instanceof UpstreamFailure &&
        keptDataMayStandIn(error) &&
        this.#ageOf(standIn) < this.#options.staleMs
      ) {
        this.#meter.answer("stale");
        return this.#answer(standIn, true);
      }
      this.#meter.answer("failed");
      throw error;
    }
  }

  #start(key: string, fetch: () => Promise<Fetched<T>>): Promise<Kept<T>> {
    const flight = fetch()
      .then((fetched) => {
        const kept = { fetched, at: this.#now() };
        this.#kept.set(key, kept);
        return kept;
      })
      .finally(() => this.#flights.delete(key));
    this.#flights.set(key, flight);
    return flight;
  }

  #ageOf(kept: Kept<T>): number {
    return this.#now() - kept.at + kept.fetched.ageMs;
  }

  #answer(kept: Kept<T>, stale: boolean): CachedAnswer<T> {
    return { value: kept.fetched.value, ageMs: this.#ageOf(kept), stale };
  }
}

/** What a promise gives, or a timeout if that takes longer. The promise itself is left to run. */
async function inTime<T>(promise: Promise<T>, patienceMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      promise,
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new UpstreamFailure("timeout")), patienceMs);
      }),
    ]);
  } finally {
    clearTimeout(timer);
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
