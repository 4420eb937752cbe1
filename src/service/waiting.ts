import { setImmediate as nextTurn } from "node:timers/promises";

/** Calls `onLate` after a timeout; the promise goes on. */
export async function inTime<T, U>(promise: Promise<T>, withinMs: number, onLate: () => U): Promise<T | U> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(Promise.resolve().then(onLate)), withinMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Limits how many tasks run at once; the others wait in order. */
export function createLimit(max: number) {
  const waiting: (() => void)[] = [];
  let free = max;
  return {
    waiting: () => waiting.length,
    run: async <T>(task: () => T | Promise<T>): Promise<T> => {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
}

/** Rejects with the signal's reason once it fires; the promise goes on. */
export async function raceAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason);
    signal.addEventListener("abort", leave);
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}

/** Lets other work run after each portion. */
export async function* inPortions<Item>(
  items: readonly Item[],
  atOnce: number,
): AsyncGenerator<readonly Item[]> {
  for (let index = 0; index < items.length; index += atOnce) {
    yield items.slice(index, index + atOnce);
    await nextTurn();
  }
}

const turns = createLimit(1);

/** Several callers get separate turns, so that other requests wait for one portion at a time. */
export async function waitForTurn(): Promise<void> {
  await turns.run(() => nextTurn());
}
