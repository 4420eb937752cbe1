// Limits work in total and per caller, so that a busy caller delays only itself.
import { UpstreamFailure } from "./upstream-failure.ts";

/** For requests to an upstream. */
export const defaultSlotOptions = {
  inTotal: 32,
  perCaller: 8,
  waitingPerCaller: 64,
  waitingInTotal: 512,
  /** Milliseconds after which a waiting caller is refused. */
  waitMs: 2000,
};

export type SlotOptions = Readonly<typeof defaultSlotOptions>;
export type CallerSlots = ReturnType<typeof createCallerSlots>;
export type Release = () => void;

interface Caller {
  running: number;
  readonly waiting: Set<(release: Release) => void>;
}

const busyRetryMs = 1000;

export function createCallerSlots(
  options: Pick<SlotOptions, "inTotal" | "perCaller"> & Partial<SlotOptions>,
) {
  const { inTotal, perCaller, waitingPerCaller, waitingInTotal, waitMs } = {
    ...defaultSlotOptions,
    ...options,
  };
  /** In round-robin order: the caller served last comes last. */
  const callers = new Map<string, Caller>();
  let running = 0;
  let waiting = 0;

  const callerOf = (name: string): Caller => callers.get(name) ?? { running: 0, waiting: new Set() };
  const forget = (name: string, caller: Caller): void => {
    if (caller.running === 0 && caller.waiting.size === 0) callers.delete(name);
  };
  /** Returns a function that frees the slot and may be called once; undefined if no slot is free. */
  const take = (name: string): Release | undefined => {
    const caller = callerOf(name);
    if (running >= inTotal || caller.running >= perCaller) return undefined;
    running += 1;
    caller.running += 1;
    callers.delete(name);
    callers.set(name, caller);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      running -= 1;
      caller.running -= 1;
      forget(name, caller);
      wakeNext();
    };
  };
  const wakeNext = (): void => {
    for (const [name, caller] of callers) {
      const [turn] = caller.waiting;
      const release = turn === undefined ? undefined : take(name);
      if (turn === undefined || release === undefined) continue;
      turn(release);
      return;
    }
  };

  return {
    take,
    /** @throws UpstreamFailure too-many or busy if the queue is full or the wait takes too long */
    async wait(name: string): Promise<Release> {
      const caller = callerOf(name);
      const refusal = (): UpstreamFailure =>
        new UpstreamFailure(caller.running >= perCaller ? "too-many" : "busy", { retryAfterMs: busyRetryMs });
      if (caller.waiting.size >= waitingPerCaller || waiting >= waitingInTotal) throw refusal();
      callers.set(name, caller);
      waiting += 1;
      return new Promise((resolve, reject) => {
        const leave = (): void => {
          clearTimeout(timer);
          caller.waiting.delete(turn);
          waiting -= 1;
        };
        const turn = (release: Release): void => {
          leave();
          resolve(release);
        };
        const timer = setTimeout(() => {
          leave();
          forget(name, caller);
          reject(refusal());
        }, waitMs);
        caller.waiting.add(turn);
      });
    },
  };
}
