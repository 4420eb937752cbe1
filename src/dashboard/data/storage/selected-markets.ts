// The markets picked for comparison, in the order they were picked, kept in this browser.
import { useMemo } from "react";
import { createStoredIds, useStoredValue } from "./stored-value.ts";

/** As many as can be told apart side by side and in one chart. */
export const maxSelected = 8;

/** From two markets on there is something to compare. */
export const minToCompare = 2;

const storedPicks = createStoredIds("yieldboard.picks", maxSelected);

/** Takes a pick back, or adds one while there is room. */
function togglePick(id: string): void {
  const ids = storedPicks.get();
  if (ids.includes(id)) storedPicks.set(ids.filter((other) => other !== id));
  else if (ids.length < maxSelected) storedPicks.set([...ids, id]);
}

const actions = { toggle: togglePick, clear: () => storedPicks.set([]), max: maxSelected } as const;

/** The picked ids, and what can be done with them. Toggling a ninth does nothing. */
export function useSelectedMarkets() {
  const picks = useStoredValue(storedPicks);
  return useMemo(() => ({ picks, ...actions }), [picks]);
}
