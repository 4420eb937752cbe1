// While the user reads the list, its rows stay in place.
import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import type { MarketRow } from "../../../../domain/market/market-row.ts";
import type { ViewState } from "../../../../domain/view-state/view-state.ts";
import { freezeOrder, type FrozenOrder } from "../../../select/freeze-order.ts";
import { useIsPhone } from "../../../ui/page/media-query.ts";
import type { ListSelection } from "./use-list-selection.ts";

/** The rows in their order on screen, which does not change while the user reads the list. */
export function useShownOrder(state: ViewState, { result, selection }: ListSelection) {
  const region = useRef<HTMLDivElement>(null);
  const reading = useReading(region);
  const held = useFrozenOrder(selection.visible, orderingKey(state), reading, () =>
    rowsInSight(region.current),
  );
  const generation = useGeneration(result.pages.length, reading);
  return { region, held, generation };
}

function orderingKey(state: ViewState): string {
  const { columns: _columns, density: _density, benchmark, ...rest } = state;
  const sortsByBenchmark = rest.sort?.some(({ column }) => column === "vsBenchmark") === true;
  return JSON.stringify({ ...rest, benchmark: sortsByBenchmark ? benchmark : undefined });
}

/** Recreates the cards when a page arrives, unless the user is reading the list. */
function useGeneration(pages: number, reading: boolean): number {
  const [generation, setGeneration] = useState(pages);
  if (!reading && generation !== pages) setGeneration(pages);
  return generation;
}

interface ShownOrder extends FrozenOrder {
  /** When it changes, the new order shows at once. */
  readonly key: string;
  readonly next: readonly MarketRow[];
}

/** `next`: the up-to-date order. `reading`: pointer or focus is in the list. `readThrough`: rows in view or above. */
export function useFrozenOrder(
  next: readonly MarketRow[],
  key: string,
  reading: boolean,
  readThrough: () => number,
) {
  const [held, setHeld] = useState<ShownOrder>({ key, next, rows: next, waiting: 0 });
  let current = held;
  if (held.next !== next || held.key !== key || (!reading && held.rows !== next)) {
    const order =
      reading && held.key === key ? freezeOrder(held.rows, next, readThrough()) : { rows: next, waiting: 0 };
    current = { key, next, ...order };
    // Set while rendering, so that no frame shows the previous order.
    setHeld(current);
  }
  const { rows, waiting } = current;
  const release = useCallback(() => setHeld((now) => ({ ...now, rows: now.next, waiting: 0 })), []);
  return { rows, waiting, release };
}

/** In pixels. Scrolled further than this, the first card has left the screen. */
const scrolledFrom = 160;

/** Whether the pointer moves in the list, the list has focus, or on a phone is scrolled. */
function useReading(region: RefObject<HTMLElement | null>): boolean {
  const phone = useIsPhone();
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    if (!phone) return undefined;
    const updateScrolled = (): void => setScrolled(window.scrollY > scrolledFrom);
    updateScrolled();
    window.addEventListener("scroll", updateScrolled, { passive: true });
    return () => window.removeEventListener("scroll", updateScrolled);
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
function rowsInSight(region: HTMLElement | null): number {
  let last = 0;
  for (const row of region?.querySelectorAll<HTMLElement>("[data-row]") ?? [])
    if (row.getBoundingClientRect().top < window.innerHeight)
      last = Math.max(last, Number(row.dataset["row"] ?? 0) + 1);
  return last;
}
