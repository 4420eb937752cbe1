// What every page needs before the code of alerts has loaded: the key of the rules, and the unread count.
import { alertsKeyPattern } from "../../../contract/alerts/alerts-key.ts";
import { createStoredValue, useStoredValue } from "../storage/stored-value.ts";

export const storedKey = createStoredValue<string | undefined>(
  "yieldboard.alerts.key",
  (text) => (text !== null && alertsKeyPattern.test(text) ? text : undefined),
  (key) => key,
);

/** The key for another browser. Created when first needed. */
export function keyOfRules(): string {
  const known = storedKey.get();
  if (known !== undefined) return known;
  const key = randomHex(16);
  storedKey.set(key);
  return key;
}

export function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

/** Rules that an earlier version stored in this browser, or that could not be stored under another key yet. */
export const storedRules = createStoredValue<string | undefined>(
  "yieldboard.alerts.rules",
  (text) => text ?? undefined,
  (text) => text,
);

export const storedUnread = createStoredValue<number>(
  "yieldboard.alerts.unread",
  (text) => {
    const count = Number(text ?? 0);
    return Number.isSafeInteger(count) && count > 0 ? count : 0;
  },
  (count) => (count === 0 ? undefined : String(count)),
);

/** Whether this browser has ever created a rule. If not, there is nothing to request. */
export function useHasAlerts(): boolean {
  const key = useStoredValue(storedKey);
  const kept = useStoredValue(storedRules);
  return key !== undefined || kept !== undefined;
}
