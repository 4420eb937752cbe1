/** Evicts the oldest of `most` entries. */
export function remember<K, V>(kept: Map<K, V>, key: K, most: number, make: () => V): V {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const value = make();
  if (kept.size >= most)
    for (const oldest of kept.keys()) {
      kept.delete(oldest);
      break;
    }
  kept.set(key, value);
  return value;
}
