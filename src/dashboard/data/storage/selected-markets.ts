import { useMemo } from "react";
import { createStoredIds, useStoredValue } from "./stored-value.ts";

/** More are hard to tell apart side by side. */
export const maxSelected = 8;

export const minToCompare = 2;

export const fullText = `Compare holds ${maxSelected} markets. Remove one first.`;

const storedPicks = createStoredIds("yieldboard.picks", maxSelected);

/** False where there is no room for one more. */
function togglePick(id: string): boolean {
  const ids = storedPicks.get();
  const isPicked = ids.includes(id);
  if (!isPicked && ids.length >= maxSelected) return false;
  storedPicks.set(isPicked ? ids.filter((other) => other !== id) : [...ids, id]);
  return true;
}

const actions = { toggle: togglePick, clear: () => storedPicks.set([]), max: maxSelected } as const;

export function useSelectedMarkets() {
  const picks = useStoredValue(storedPicks);
  return useMemo(() => ({ picks, ...actions }), [picks]);
}
