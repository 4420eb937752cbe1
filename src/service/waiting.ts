// How this program waits for what comes later.

/**
 * Goes on with a value in the same turn where it is there already, as most answers are, else once it is. What `use` throws is
 * thrown where the value was there, and rejects where it was not.
 */
export function onceReady<T, U>(value: T | Promise<T>, use: (ready: T) => U | Promise<U>): U | Promise<U> {
  return value instanceof Promise ? value.then((late) => use(late)) : use(value);
}

/** What a promise gives if it does so in time; else what `late` gives or throws, and the promise is left to run. */
export async function inTime<T, U>(promise: Promise<T>, withinMs: number, late: () => U): Promise<T | U> {
  const over = Symbol("over");
  let timer: NodeJS.Timeout | undefined;
  try {
    const waited = new Promise<typeof over>((resolve) => {
      timer = setTimeout(resolve, withinMs, over);
    });
    const first = await Promise.race([promise, waited]);
    return first === over ? late() : first;
  } finally {
    clearTimeout(timer);
  }
}
