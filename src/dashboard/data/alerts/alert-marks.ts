// What every page shows of alerts before their code is there: whether there are rules, and how many events nobody has read.
import { createStoredValue, useStoredValue } from "../storage/stored-value.ts";

/** The rules as they are stored, unread: kept-alerts.ts reads them. */
export const storedRules = createStoredValue<string | undefined>(
  "yieldboard.alerts.rules",
  (text) => text ?? undefined,
  (text) => text,
);

/** How many events are told and not read. Written with the inbox. */
export const storedUnread = createStoredValue<number>(
  "yieldboard.alerts.unread",
  (text) => {
    const count = Number(text ?? 0);
    return Number.isSafeInteger(count) && count > 0 ? count : 0;
  },
  (count) => (count === 0 ? undefined : String(count)),
);

/** Whether rules are kept that may have to be judged. */
export function useHasRules(): boolean {
  return useStoredValue(storedRules) !== undefined;
}

export function useUnreadAlerts(): number {
  return useStoredValue(storedUnread);
}
