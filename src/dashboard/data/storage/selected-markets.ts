import { toggled } from "../../../domain/toggled.ts";
import { createStoredIds, useStoredValue } from "./stored-value.ts";

/** More than this are hard to distinguish side by side. */
export const maxSelected = 8;

export const minToCompare = 2;

export const fullText = `Compare holds ${maxSelected} markets. Remove one first.`;

const storedPicks = createStoredIds("yieldboard.picks", maxSelected);

/** Returns false if there is no room for one more. */
function togglePick(id: string): boolean {
  const ids = storedPicks.get();
  if (!ids.includes(id) && ids.length >= maxSelected) return false;
  storedPicks.set(toggled(ids, id));
  return true;
}

const clear = (): void => storedPicks.set([]);

export function useSelectedMarkets() {
  return { picks: useStoredValue(storedPicks), toggle: togglePick, clear };
}
