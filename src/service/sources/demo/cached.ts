/** Evicts the oldest of `most` entries. */
export function cached<K, V>(kept: Map<K, V>, key: K, most: number, make: () => V): V {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const value = make();
  const oldest = kept.keys().next();
  if (kept.size >= most && oldest.done !== true) kept.delete(oldest.value);
  kept.set(key, value);
  return value;
}
