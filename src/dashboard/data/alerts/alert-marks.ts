// What every page shows of alerts before their code is loaded: whether rules exist, and the unread count.
import { createStoredValue, useStoredValue } from "../storage/stored-value.ts";

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

export function useHasRules(): boolean {
  return useStoredValue(storedRules) !== undefined;
}

export function useUnreadAlerts(): number {
  return useStoredValue(storedUnread);
}
