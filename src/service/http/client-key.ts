// Keys are compared in constant time, so that response times reveal nothing about them.
import { timingSafeEqual } from "node:crypto";

/** "dashboard", "key-1" and so on in the order of CLIENT_KEYS; undefined for a wrong key. */
type KeyHolder = (given: string | undefined) => string | undefined;

/** Compares with every key, whole. */
export function createKeyHolder(clientKeys: readonly string[], dashboardKeys: readonly string[]): KeyHolder {
  const holders = [
    ...dashboardKeys.map((key) => ({ name: "dashboard", padded: padded(key) })),
    ...clientKeys.map((key, index) => ({ name: `key-${index + 1}`, padded: padded(key) })),
  ];
  const scratch = Buffer.alloc(longestKey);
  return (given) => {
    if (given === undefined || given.length > longestKey) return undefined;
    // Padding with zeros is unambiguous: no header contains one.
    scratch.fill(0);
    scratch.write(given);
    let found: string | undefined;
    for (const holder of holders) if (timingSafeEqual(holder.padded, scratch)) found = holder.name;
    return found;
  };
}

/** The limit in `config.ts`. */
const longestKey = 512;

function padded(key: string): Buffer {
  const bytes = Buffer.alloc(longestKey);
  bytes.write(key);
  return bytes;
}
