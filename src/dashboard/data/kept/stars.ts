// The markets the visitor starred, kept in this browser.
import { useMemo } from "react";
import { createStoredIds, useStoredValue } from "./stored-value.ts";

const maximumStars = 2_000;

const storedStars = createStoredIds("yieldboard.stars", maximumStars);

function toggleStar(id: string): void {
  const ids = storedStars.get();
  storedStars.set(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id].slice(-maximumStars));
}

/** The ids of the starred markets, and the function that stars or unstars one. */
export function useStars(): { readonly starred: ReadonlySet<string>; readonly toggle: (id: string) => void } {
  const ids = useStoredValue(storedStars);
  return useMemo(() => ({ starred: new Set(ids), toggle: toggleStar }), [ids]);
}
