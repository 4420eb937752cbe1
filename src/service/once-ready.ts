/**
 * Goes on with a value in the same turn where it is there already, as most answers are, else once it is. What `use` throws is
 * thrown where the value was there, and rejects where it was not.
 */
export function onceReady<T, U>(value: T | Promise<T>, use: (ready: T) => U | Promise<U>): U | Promise<U> {
  return value instanceof Promise ? value.then((late) => use(late)) : use(value);
}
