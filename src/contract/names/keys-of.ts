/** Like Object.keys, but typed. Only for objects that have no other keys than their type. */
export function keysOf<Key extends string>(object: Readonly<Record<Key, unknown>>): Key[] {
  const keys: Key[] = [];
  for (const key in object) keys.push(key);
  return keys;
}
