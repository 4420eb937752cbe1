import { createStoredValue } from "./stored-value.ts";

export const storedHint = createStoredValue<boolean>(
  "yieldboard.hint",
  (text) => text === "over",
  (over) => (over ? "over" : undefined),
);

export function endHelpHint(): void {
  storedHint.set(true);
}
