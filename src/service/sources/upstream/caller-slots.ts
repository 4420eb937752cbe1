// Bounds work in total and per caller, so that a busy caller delays only itself.
import { UpstreamFailure } from "./upstream-failure.ts";

/** Of requests to an upstream. */
export const defaultSlotOptions = {
  inAll: 32,
  perCaller: 8,
  waitingPerCaller: 64,
  waitingInAll: 512,
  /** Milliseconds until a waiting caller is refused. */
  waitMs: 2000,
};

export type SlotOptions = Readonly<typeof defaultSlotOptions>;
export type Release = () => void;

interface Caller {
  running: number;
  readonly waiting: Set<(release: Release) => void>;
}

const comeBackMs = 1000;

export class CallerSlots {
  readonly #options: SlotOptions;
  /** Round robin: the last served is last. */
  readonly #callers = new Map<string, Caller>();
  #running = 0;
  #waiting = 0;

  constructor(options: Pick<SlotOptions, "inAll" | "perCaller"> & Partial<SlotOptions>) {
    this.#options = { ...defaultSlotOptions, ...options };
  }

  /** Returns the function that frees the slot, once; undefined if none is free. */
  take(name: string): Release | undefined {
    const caller = this.#caller(name);
    if (this.#running >= this.#options.inAll || caller.running >= this.#options.perCaller) return undefined;
    this.#running += 1;
    caller.running += 1;
    this.#callers.delete(name);
    this.#callers.set(name, caller);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#running -= 1;
      caller.running -= 1;
      this.#forget(name, caller);
      this.#wakeNext();
    };
  }

  /** @throws UpstreamFailure too-many or busy: the queue is full, or waiting took too long */
  async wait(name: string): Promise<Release> {
    const { perCaller, waitingPerCaller, waitingInAll, waitMs } = this.#options;
    const caller = this.#caller(name);
    const refusal = (): UpstreamFailure =>
      new UpstreamFailure(caller.running >= perCaller ? "too-many" : "busy", { retryAfterMs: comeBackMs });
    if (caller.waiting.size >= waitingPerCaller || this.#waiting >= waitingInAll) throw refusal();
    this.#callers.set(name, caller);
    this.#waiting += 1;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        caller.waiting.delete(turn);
        this.#waiting -= 1;
      };
      const turn = (release: Release): void => {
        leave();
        resolve(release);
      };
      const timer = setTimeout(() => {
        leave();
        this.#forget(name, caller);
        reject(refusal());
      }, waitMs);
      caller.waiting.add(turn);
    });
  }

  #caller(name: string): Caller {
    return this.#callers.get(name) ?? { running: 0, waiting: new Set() };
  }

  #forget(name: string, { running, waiting }: Caller): void {
    if (running === 0 && waiting.size === 0) this.#callers.delete(name);
  }

  #wakeNext(): void {
    for (const [name, { waiting }] of this.#callers) {
      const [turn] = waiting;
      const release = turn === undefined ? undefined : this.take(name);
      if (turn === undefined || release === undefined) continue;
      turn(release);
      return;
    }
  }
}
