import { useCallback, useMemo, useSyncExternalStore } from "react";

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

/** Includes phones held sideways, which have room for four rows. `md` in main.css is the opposite. */
export const phoneQuery = "(max-width: 767.98px), (max-height: 500px) and (pointer: coarse)";

/** At this width, a table next to its filters has room for only a few columns. */
export const narrowQuery = "(min-width: 768px) and (max-width: 1199.98px)";

export function useIsNarrow(): boolean {
  return useMediaQuery(narrowQuery);
}

export function useIsPhone(): boolean {
  return useMediaQuery(phoneQuery);
}
