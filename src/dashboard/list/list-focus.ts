// Which market of a list has the focus or had it last, wherever its row is, and the way back to where the list was left.
import { useEffect, useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";
import type { MarketRow } from "../data/markets/market-row.ts";

interface ScrollMark {
  readonly top: number;
  readonly left: number;
  /** The market that last had the focus. */
  readonly id: string | undefined;
}

// Where a list was scrolled to, so that coming back from a market's page leads to the same place. It belongs to one address:
// another filter or order is another list. Kept in memory, since a reload starts at the top anyway.
let kept: (ScrollMark & { readonly address: string }) | undefined;

function address(): string {
  return `${window.location.pathname}${window.location.search}`;
}

/** How a list stands in its place. */
export interface ListHolder {
  /** Holds the rows; takes the focus when a row that has it goes. */
  readonly holder: RefObject<HTMLElement | null>;
  readonly kind: "rows" | "cards";
  /** How many of them fit a screen. */
  readonly page: () => number;
  /** Scrolls no further than needed until the market at a place is in sight, as far as its height is known. */
  readonly reveal: (place: number) => void;
  /** Shows the details of a market in place, or folds them away; says whether they are shown then. Absent: there are none. */
  readonly onDetails?: (id: string) => boolean;
  /** Where the list was scrolled to, and the way back there. Absent where the document scrolls. */
  readonly scrolled?: {
    readonly mark: () => Omit<ScrollMark, "id">;
    readonly restore: (mark: ScrollMark) => void;
  };
}

/** For lists that the document scrolls. */
const scrolledDocument: NonNullable<ListHolder["scrolled"]> = {
  mark: () => ({ top: window.scrollY, left: window.scrollX }),
  restore: ({ top, left }) => window.scrollTo(left, top),
};

/** Whether the focus is nowhere in particular: on nothing, or on the page as a whole. */
function isIdle(focused: Element | null): boolean {
  return focused === null || focused === document.body || focused.id === "main";
}

/** The row or card inside `holder` that has the focus. */
export function focusedIn(holder: HTMLElement | null): HTMLElement | null {
  const focused = document.activeElement;
  return focused !== null && holder?.contains(focused) === true
    ? focused.closest<HTMLElement>("[data-row]")
    : null;
}

export interface ListFocus {
  /** The market that keys act on: the last one whose row had the focus. */
  readonly active: () => string | undefined;
  /** Brings the market at a place into sight and gives it the focus, once its row is in the document. */
  readonly moveTo: (place: number) => void;
  /** Gives the focus to the market that waits for it. Called by lists whose rows change without being drawn anew. */
  readonly settle: () => void;
}

export function useListFocus(rows: readonly MarketRow[], place: ListHolder): ListFocus {
  const { holder, scrolled = scrolledDocument } = place;
  // By id, so that it survives sorting.
  const active = useRef<string | undefined>(undefined);

  /** A market whose link takes the focus as soon as its row is in the document. */
  const pending = useRef<{ readonly id: string; readonly reveal: boolean } | undefined>(undefined);

  const latest = useRef(scrolled);
  useLayoutEffect(() => {
    latest.current = scrolled;
  });

  // Coming back from a market's page leads to where it was opened.
  const restored = useRef(false);
  const ready = rows.length > 0;
  useLayoutEffect(() => {
    if (!ready || restored.current) return;
    restored.current = true;
    if (kept?.address !== address()) return;
    latest.current.restore(kept);
    active.current = kept.id;
    if (kept.id !== undefined && isIdle(document.activeElement))
      pending.current = { id: kept.id, reveal: false };
  }, [ready]);
  useEffect(() => {
    const element = holder.current;
    if (element === null) return undefined;
    const remember = (): void => {
      kept = { ...latest.current.mark(), id: active.current, address: address() };
    };
    const onFocus = (event: FocusEvent): void => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-row]") : null;
      if (row?.dataset["id"] !== undefined) active.current = row.dataset["id"];
      remember();
    };
    const scroller = latest.current === scrolledDocument ? window : element;
    scroller.addEventListener("scroll", remember, { passive: true });
    element.addEventListener("focusin", onFocus);
    return () => {
      scroller.removeEventListener("scroll", remember);
      element.removeEventListener("focusin", onFocus);
    };
  }, [holder]);

  const linkOf = (id: string): HTMLElement | null | undefined =>
    [...(holder.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])]
      .find((row) => row.dataset["id"] === id)
      ?.querySelector<HTMLElement>("a.market-link");
  const settle = (): void => {
    const wanted = pending.current;
    if (wanted !== undefined) {
      const link = linkOf(wanted.id);
      if (link === undefined || link === null) return;
      pending.current = undefined;
      if (wanted.reveal) place.reveal(rows.findIndex((row) => row.id === wanted.id));
      link.focus({ preventScroll: true });
      return;
    }
    // The order changed under the focus, and its slot shows another market now: follow the market, or let go of it.
    const row = focusedIn(holder.current);
    if (row === null || active.current === undefined || row.dataset["id"] === active.current) return;
    (linkOf(active.current) ?? holder.current)?.focus({ preventScroll: true });
  };
  useLayoutEffect(settle);

  const moveTo = (index: number): void => {
    const row = rows[index];
    if (row === undefined) return;
    active.current = row.id;
    place.reveal(index);
    const link = linkOf(row.id);
    pending.current = link === undefined || link === null ? { id: row.id, reveal: true } : undefined;
    link?.focus({ preventScroll: true });
  };

  return { active: () => active.current, moveTo, settle };
}
