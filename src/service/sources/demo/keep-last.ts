/** How many instants are kept: those that walks in progress may still ask for, one a minute for a quarter of an hour. */
const kept = 16;

/** Remembers the results for the last few instants asked for, so that a page costs nothing its walk has paid before. */
export function keepLast<T>(compute: (time: number) => T): (time: number) => T {
  const results = new Map<number, T>();
  return (time) => {
    const known = results.get(time);
    if (known !== undefined) return known;
    const result = compute(time);
    if (results.size >= kept) {
      const oldest = results.keys().next();
      if (oldest.done === false) results.delete(oldest.value);
    }
    results.set(time, result);
    return result;
  };
}
