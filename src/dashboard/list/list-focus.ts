import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { FocusEvent, RefObject } from "react";
import type { MarketRow } from "../../domain/market/market-row.ts";

/** In pixels. */
interface Scrolled {
  readonly top: number;
  readonly left: number;
}

// Scroll position of the last list, so that Back from a market returns to the same place. In memory only.
let kept: (Scrolled & { readonly id: string | undefined; readonly address: string }) | undefined;

function address(): string {
  return `${window.location.pathname}${window.location.search}`;
}

/** Scroll position at which the list at this address was left. */
export function keptTop(): number | undefined {
  return kept?.address === address() ? kept.top : undefined;
}

/** What the table and the cards provide so that this module can move the focus. */
export interface ListContainer {
  readonly container: RefObject<HTMLElement | null>;
  /** Rows scroll inside the container, cards with the document. */
  readonly kind: "rows" | "cards";
  readonly page: () => number;
  /** Scrolls as little as needed, as far as heights are known. */
  readonly reveal: (index: number) => void;
  /** Returns whether details are now open. Undefined if markets have no details. */
  readonly onDetails?: (id: string) => boolean;
  /** Must be a stable object. Defaults to the document. */
  readonly scrolled?: Scrolled;
}

function isIdle(focused: Element | null): boolean {
  return focused === null || focused === document.body || focused.id === "main";
}

export function focusedIn(container: HTMLElement | null): HTMLElement | null {
  const focused = document.activeElement;
  return focused !== null && container?.contains(focused) === true
    ? focused.closest<HTMLElement>("[data-row]")
    : null;
}

export function marketIdAt(element: Element | null): string | undefined {
  return element?.closest<HTMLElement>("[data-id]")?.dataset["id"];
}

interface OpenPanel<Options> {
  readonly anchor: HTMLElement;
  readonly id: string | undefined;
  readonly options: Options;
}

/** A panel next to an element of a row. A second press on the element closes it. */
export function usePanelOfRow<Options>(rows: readonly MarketRow[]) {
  const [panel, setPanel] = useState<OpenPanel<Options>>();
  const { anchor, id } = panel ?? {};
  const close = useCallback((): void => setPanel(undefined), []);
  const toggle = useCallback((pressed: HTMLElement, options: Options): void => {
    const next = { anchor: pressed, id: marketIdAt(pressed), options };
    setPanel((now) => (now?.anchor === pressed ? undefined : next));
  }, []);
  // Rows are reused, so only the DOM shows that a row now belongs to another market.
  useEffect(() => {
    const row = anchor?.closest("[data-id]") ?? undefined;
    if (row === undefined) return undefined;
    const watcher = new MutationObserver(close);
    watcher.observe(row, { attributeFilter: ["data-id"] });
    return () => watcher.disconnect();
  }, [anchor, close]);
  const row = useMemo(() => (id === undefined ? undefined : rows.find((one) => one.id === id)), [rows, id]);
  return { opened: panel && row && { ...panel, row }, toggle, close };
}

/** Elements that the arrow keys reach in a row: controls, flags and figures. */
export function tabStops(row: Element): readonly HTMLElement[] {
  const stops = row.querySelectorAll<HTMLElement>("a, button, [data-flag], [data-side], .cell[data-column]");
  return [...stops].filter(
    (stop) => !stop.matches(".cell") || stop.querySelector("a, button, [data-side]") === null,
  );
}

/** Makes figures focusable only on request, so that Tab does not stop at each. */
export function focusStop(stop: HTMLElement): void {
  if (!stop.matches("a, button")) stop.tabIndex = -1;
  stop.focus({ preventScroll: true });
  stop.scrollIntoView({ block: "nearest", inline: "nearest" });
}

export type ListFocus = ReturnType<typeof useListFocus>;

export function useListFocus(rows: readonly MarketRow[], list: ListContainer) {
  const { container, kind, scrolled } = list;
  // The id instead of the index, so that it survives sorting.
  const active = useRef<string | undefined>(undefined);

  const pending = useRef<{ readonly id: string; readonly reveal: boolean } | undefined>(undefined);

  // After Back from a market's page, restore its focus once.
  const restored = useRef(false);
  const ready = rows.length > 0;
  useLayoutEffect(() => {
    if (!ready || restored.current) return;
    restored.current = true;
    if (kept?.address !== address()) return;
    (kind === "rows" ? container.current : window)?.scrollTo(kept.left, kept.top);
    active.current = kept.id;
    if (kept.id !== undefined && isIdle(document.activeElement))
      pending.current = { id: kept.id, reveal: false };
  }, [ready, kind, container]);
  const remember = useCallback((): void => {
    const { top, left } = scrolled ?? { top: window.scrollY, left: window.scrollX };
    kept = { top, left, id: active.current, address: address() };
  }, [scrolled]);
  const focusedAt = useRef<number | undefined>(undefined);
  // React's focus events do not report focus that React itself restores after moving a row.
  const handlers = useMemo(
    () => ({
      onFocus: ({ target }: FocusEvent) => {
        const row = target.closest<HTMLElement>("[data-row]");
        const id = row?.dataset["id"];
        if (row !== null && id !== undefined) active.current = id;
        focusedAt.current = row === null ? undefined : tabStops(row).findIndex((stop) => stop === target);
        remember();
      },
      // Captured: a tooltip that closes first renders the list while no element has the focus.
      onBlurCapture: () => {
        focusedAt.current = undefined;
      },
    }),
    [remember],
  );
  useEffect(() => {
    const scroller = kind === "rows" ? container.current : window;
    scroller?.addEventListener("scroll", remember, { passive: true });
    return () => scroller?.removeEventListener("scroll", remember);
  }, [container, kind, remember]);

  const rowOf = (id: string): HTMLElement | undefined =>
    [...(container.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])].find(
      (row) => row.dataset["id"] === id,
    );
  const linkOf = (id: string): HTMLElement | undefined =>
    rowOf(id)?.querySelector<HTMLElement>("a.market-link") ?? undefined;
  /** Runs after each render, because rows may render without the list. */
  const settle = (): void => {
    const wanted = pending.current;
    if (wanted !== undefined) {
      const link = linkOf(wanted.id);
      if (link === undefined) return;
      pending.current = undefined;
      if (wanted.reveal) list.reveal(rows.findIndex((row) => row.id === wanted.id));
      link.focus({ preventScroll: true });
      return;
    }
    // The row with the focus is gone, or shows another market now.
    const at = focusedAt.current;
    const row = focusedIn(container.current);
    const isLost = row === null && document.activeElement === document.body;
    if (at === undefined || active.current === undefined) return;
    if (!isLost && (row === null || row.dataset["id"] === active.current)) return;
    const own = rowOf(active.current);
    const stop = own && (tabStops(own)[at] ?? linkOf(active.current));
    if (stop === undefined) container.current?.focus({ preventScroll: true });
    else focusStop(stop);
  };
  useLayoutEffect(settle);

  /** Scrolls to a market, and focuses it once it is rendered. */
  const moveTo = (index: number): void => {
    const row = rows[index];
    if (row === undefined) return;
    active.current = row.id;
    list.reveal(index);
    const link = linkOf(row.id);
    pending.current = link === undefined ? { id: row.id, reveal: true } : undefined;
    link?.focus({ preventScroll: true });
  };

  return { active: (): string | undefined => active.current, moveTo, settle, handlers };
}
