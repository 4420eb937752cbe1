import { useMemo } from "react";
import { createStoredIds, useStoredValue } from "./stored-value.ts";

/** More are hard to tell apart side by side.  */
export const maxSelected = 8;

export const minToCompare = 2;

const storedPicks = createStoredIds("yieldboard.picks", maxSelected);

function togglePick(id: string): void {
  const ids = storedPicks.get();
  if (ids.includes(id)) storedPicks.set(ids.filter((other) => other !== id));
  else if (ids.length < maxSelected) storedPicks.set([...ids, id]);
}

const actions = { toggle: togglePick, clear: () => storedPicks.set([]), max: maxSelected } as const;

export function useSelectedMarkets() {
  const picks = useStoredValue(storedPicks);
  return useMemo(() => ({ picks, ...actions }), [picks]);
}
