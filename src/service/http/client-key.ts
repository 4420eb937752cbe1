// Which caller is this? Compared in constant time, so that the time of an answer tells nothing about a key.
import { createHash, timingSafeEqual } from "node:crypto";

/** Finds the holder of a key: "dashboard", "key-1" and so on in the order of CLIENT_KEYS; undefined when nobody's. */
export type KeyHolder = (given: string | undefined) => string | undefined;

/** Makes the check. Only digests of the keys are kept, and every one of them is compared on every call. */
export function createKeyHolder(clientKeys: readonly string[], dashboardKeys: readonly string[]): KeyHolder {
  const holders = [
    ...dashboardKeys.map((key) => ({ name: "dashboard", digest: digestOf(key) })),
    ...clientKeys.map((key, index) => ({ name: `key-${index + 1}`, digest: digestOf(key) })),
  ];
  return (given) => {
    if (given === undefined) return undefined;
    const digest = digestOf(given);
    let found: string | undefined;
    for (const holder of holders) if (timingSafeEqual(holder.digest, digest)) found = holder.name;
    return found;
  };
}

function digestOf(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
