import { useEffect } from "react";
import type { RefObject } from "react";

/**
 * Lets the rows of changed markets fade from the chosen colour to their own, once per refresh. Rows that are scrolled into
 * view later do not flash: what changed then is no news any more. Nothing moves for those who asked for that.
 */
export function useFlash(region: RefObject<HTMLElement | null>, changedIds: ReadonlySet<string>): void {
  useEffect(() => {
    if (changedIds.size === 0 || window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const row of region.current?.querySelectorAll<HTMLElement>("[data-row]") ?? []) {
      if (changedIds.has(row.dataset["id"] ?? "")) {
        // What surrounds a card belongs to the list.
        (row.querySelector(".market-card") ?? row).animate([{ backgroundColor: "var(--selected)" }, {}], {
          duration: 600,
          easing: "ease-out",
        });
      }
    }
  }, [region, changedIds]);
}
