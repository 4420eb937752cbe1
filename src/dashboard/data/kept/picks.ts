// The markets picked for comparison, in the order they were picked, kept in this browser.
import { useMemo } from "react";
import { createStoredValue, readStoredIds, useStoredValue } from "./stored-value.ts";

/** As many as can be told apart side by side and in one chart. */
export const maximumPicks = 8;

const storedPicks = createStoredValue<readonly string[]>(
  "yieldboard.picks",
  (text) => readStoredIds(text, maximumPicks),
  (ids) => (ids.length === 0 ? undefined : JSON.stringify(ids)),
);

/** Takes a pick back, or adds one while there is room. */
function togglePick(id: string): void {
  const ids = storedPicks.get();
  if (ids.includes(id)) storedPicks.set(ids.filter((other) => other !== id));
  else if (ids.length < maximumPicks) storedPicks.set([...ids, id]);
}

function clearPicks(): void {
  storedPicks.set([]);
}

export interface Picks {
  readonly picks: readonly string[];
  readonly toggle: (id: string) => void;
  readonly clear: () => void;
  readonly max: typeof maximumPicks;
}

/** The picked ids, and what can be done with them. Toggling a ninth does nothing. */
export function usePicks(): Picks {
  const picks = useStoredValue(storedPicks);
  return useMemo(() => ({ picks, toggle: togglePick, clear: clearPicks, max: maximumPicks }), [picks]);
}
