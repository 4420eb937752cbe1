// While the user reads the list, its rows stay in place.
import { useEffect, useState, type RefObject } from "react";

/** In pixels. Scrolled further than this, the first card has left the screen. */
const scrolledFrom = 160;

/** Whether the pointer moves in the list, the list has focus, or on a phone is scrolled. */
export function useReading(region: RefObject<HTMLElement | null>, phone: boolean): boolean {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    if (!phone) return undefined;
    const look = (): void => setScrolled(window.scrollY > scrolledFrom);
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, [phone]);
  useEffect(() => {
    const element = region.current;
    if (element === null) return undefined;
    const abort = new AbortController();
    const { signal } = abort;
    // A resting pointer does not count: the list may move under it, for example when a banner closes.
    element.addEventListener(
      "pointermove",
      (event) => {
        if (event.movementX !== 0 || event.movementY !== 0) setPointed(true);
      },
      { signal, passive: true },
    );
    element.addEventListener("pointerleave", () => setPointed(false), { signal });
    // Excludes elements next to the rows, such as the skip button.
    const isList = (target: EventTarget | null): boolean =>
      target instanceof Element && element.contains(target) && target.closest("section, [data-row]") !== null;
    element.addEventListener("focusin", ({ target }) => setFocused(isList(target)), { signal });
    element.addEventListener("focusout", ({ relatedTarget }) => setFocused(isList(relatedTarget)), {
      signal,
    });
    return () => abort.abort();
  }, [region]);
  return pointed || focused || (phone && scrolled);
}

/** Rows in the viewport or above it. */
export function rowsInSight(region: HTMLElement | null): number {
  let last = 0;
  for (const row of region?.querySelectorAll<HTMLElement>("[data-row]") ?? [])
    if (row.getBoundingClientRect().top < window.innerHeight)
      last = Math.max(last, Number(row.dataset["row"] ?? 0) + 1);
  return last;
}
