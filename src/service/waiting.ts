/** Stays synchronous for ready values, as most answers are; then `use` throws rather than rejects. */
export function onceReady<T, U>(value: T | Promise<T>, use: (ready: T) => U | Promise<U>): U | Promise<U> {
  return value instanceof Promise ? value.then((late) => use(late)) : use(value);
}

/** Falls back to `late` after a timeout; the promise goes on. */
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
