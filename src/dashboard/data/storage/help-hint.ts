import { createStoredValue, useStoredValue } from "./stored-value.ts";

const storedHint = createStoredValue<boolean>(
  "yieldboard.hint",
  (text) => text === "over",
  (over) => (over ? "over" : undefined),
);

export function useIsHelpHintOver(): boolean {
  return useStoredValue(storedHint);
}

export function endHelpHint(): void {
  storedHint.set(true);
}
