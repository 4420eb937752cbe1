// Finds the holder of a key. A wrong key is compared in constant time, so that the time of an answer reveals nothing about a key.
import { timingSafeEqual } from "node:crypto";

/** Finds the holder of a key: "dashboard", "key-1" and so on in the order of CLIENT_KEYS; undefined for a wrong key. */
type KeyHolder = (given: string | undefined) => string | undefined;

/**
 * Makes the check. Every key is compared, whole and in the same number of steps, with every text but one: a key that was shown
 * before is found by its hash, whose seed is secret to the process.
 */
export function createKeyHolder(clientKeys: readonly string[], dashboardKeys: readonly string[]): KeyHolder {
  const holders = [
    ...dashboardKeys.map((key) => ({ name: "dashboard", padded: padded(key) })),
    ...clientKeys.map((key, index) => ({ name: `key-${index + 1}`, padded: padded(key) })),
  ];
  const scratch = Buffer.alloc(longestKey);
  /** No more than there are keys. */
  const shown = new Map<string, string>();
  return (given) => {
    if (given === undefined || given.length > longestKey) return undefined;
    const before = shown.get(given);
    if (before !== undefined) return before;
    // No key and no header has a zero in it, so what is padded differs where the texts do.
    scratch.fill(0);
    scratch.write(given);
    let found: string | undefined;
    for (const holder of holders) if (timingSafeEqual(holder.padded, scratch)) found = holder.name;
    if (found !== undefined) shown.set(given, found);
    return found;
  };
}

/** As long as `config.ts` lets a key be. */
const longestKey = 512;

function padded(key: string): Buffer {
  const bytes = Buffer.alloc(longestKey);
  bytes.write(key);
  return bytes;
}
