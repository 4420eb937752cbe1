import { useCallback, useMemo, useSyncExternalStore } from "react";

/** @param query a CSS media query, such as "(max-width: 767.98px)" */
export function useMediaQuery(query: string): boolean {
  const list = useMemo(() => matchMedia(query), [query]);
  const subscribe = useCallback(
    (changed: () => void) => {
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    [list],
  );
  return useSyncExternalStore(subscribe, () => list.matches);
}

/**
 * Below 768 px the filters move into a sheet and the table becomes cards; on a phone held sideways too, which is wide and has
 * room for four rows. The variant `md` in main.css is the opposite of this.
 */
export const phoneQuery = "(max-width: 767.98px), (max-height: 500px) and (pointer: coarse)";

/** A table next to its filters has space for a few columns only. */
const narrowQuery = "(min-width: 768px) and (max-width: 1199.98px)";

export function useIsNarrow(): boolean {
  return useMediaQuery(narrowQuery);
}

export function useIsPhone(): boolean {
  return useMediaQuery(phoneQuery);
}
