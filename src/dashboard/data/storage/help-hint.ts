// Whether the hint at the help was answered in this browser.
import { createStoredValue, useStoredValue } from "./stored-value.ts";

const storedHint = createStoredValue<boolean>(
  "yieldboard.hint",
  (text) => text === "over",
  (over) => (over ? "over" : undefined),
);

/** Whether the hint at the help was answered in this browser: then it never comes back. */
export function useIsHelpHintOver(): boolean {
  return useStoredValue(storedHint);
}

export function endHelpHint(): void {
  storedHint.set(true);
}
