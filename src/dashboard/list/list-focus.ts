// Which market of a list has the focus or had it last, wherever its row is, and the way back to where the list was left.
import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import type { FocusEvent, RefObject } from "react";
import type { MarketRow } from "../../domain/market/market-row.ts";

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
  /** Toggles the details of a market; says whether they are shown then. Absent where markets have no details. */
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

/** The market whose row, card or details an element belongs to. */
export function marketIdAt(element: Element | null): string | undefined {
  return element?.closest<HTMLElement>("[data-id]")?.dataset["id"];
}

/** What of a row or card can have the focus, in order. */
export function controlsOf(row: Element): readonly HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>("a, button, input")];
}

export interface ListFocus {
  /** The market that keys act on: the last one whose row had the focus. */
  readonly active: () => string | undefined;
  /** Brings the market at a place into sight and gives it the focus, once its row is in the document. */
  readonly moveTo: (place: number) => void;
  /** After each render: gives the focus to the market it belongs to. Rows may render without the list around them. */
  readonly settle: () => void;
  /** For the element that holds the rows. */
  readonly handlers: {
    readonly onFocus: (event: FocusEvent) => void;
    readonly onBlur: (event: FocusEvent) => void;
  };
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
  const saveFocus = useRef<() => void>(undefined);
  /** Where the focus is among the controls of its row; undefined while it is in none. */
  const focusedAt = useRef<number | undefined>(undefined);
  // React's own events leave out the focus that React gives back to a row it has moved.
  const handlers = useMemo(
    () => ({
      onFocus: ({ target }: FocusEvent) => {
        const row = target.closest<HTMLElement>("[data-row]");
        const id = row?.dataset["id"];
        if (row !== null && id !== undefined) active.current = id;
        focusedAt.current =
          row === null ? undefined : controlsOf(row).findIndex((control) => control === target);
        saveFocus.current?.();
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget))
          focusedAt.current = undefined;
      },
    }),
    [],
  );
  useEffect(() => {
    const element = holder.current;
    if (element === null) return undefined;
    const remember = (): void => {
      kept = { ...latest.current.mark(), id: active.current, address: address() };
    };
    saveFocus.current = remember;
    const scroller = latest.current === scrolledDocument ? window : element;
    scroller.addEventListener("scroll", remember, { passive: true });
    return () => scroller.removeEventListener("scroll", remember);
  }, [holder]);

  const rowOf = (id: string): HTMLElement | undefined =>
    [...(holder.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])].find(
      (row) => row.dataset["id"] === id,
    );
  const linkOf = (id: string): HTMLElement | null | undefined =>
    rowOf(id)?.querySelector<HTMLElement>("a.market-link");
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
    // The row that has the focus shows another market now, or is gone: follow the market, or forget it.
    const at = focusedAt.current;
    const row = focusedIn(holder.current);
    const isLost = row === null && document.activeElement === document.body;
    if (at === undefined || active.current === undefined) return;
    if (!isLost && (row === null || row.dataset["id"] === active.current)) return;
    const own = rowOf(active.current);
    const control = own === undefined ? undefined : (controlsOf(own)[at] ?? linkOf(active.current));
    (control ?? holder.current)?.focus({ preventScroll: true });
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

  return { active: () => active.current, moveTo, settle, handlers };
}
