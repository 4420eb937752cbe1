// While the list is being read, its rows stay in place.
import { useEffect, useState, type RefObject } from "react";

/** Pixels: beyond this the first card leaves the screen. */
const scrolledFrom = 160;

/** The pointer moves in it, it has focus, or on a phone it is scrolled. */
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
    // The list may move under a resting pointer, for example when a banner goes.
    element.addEventListener(
      "pointermove",
      (event) => {
        if (event.movementX !== 0 || event.movementY !== 0) setPointed(true);
      },
      { signal, passive: true },
    );
    element.addEventListener("pointerleave", () => setPointed(false), { signal });
    // Not the elements beside the rows, such as the skip button.
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

/** Visible or above the viewport. */
export function rowsInSight(region: HTMLElement | null): number {
  let last = 0;
  for (const row of region?.querySelectorAll<HTMLElement>("[data-row]") ?? [])
    if (row.getBoundingClientRect().top < window.innerHeight)
      last = Math.max(last, Number(row.dataset["row"] ?? 0) + 1);
  return last;
}
