// What the table and the cards have in common: the keys, the focus that follows its market, picking and starring, the way
// back to where the list was left, and what opens over it.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { ChangeEvent, MouseEvent, ReactNode, RefObject } from "react";
import { lazyPart } from "../ui/page/lazy-part.tsx";
import type { CellContext } from "./table/cells.tsx";
import { marketAfter, useListKeys } from "./keyboard.ts";
import type { ListCommand } from "./keyboard.ts";
import { marketHref } from "../market/link.ts";
import type { MarketListProps } from "./market-list.ts";
import { marketName } from "../market/market-text.ts";
import { readScrollMark, writeScrollMark } from "./scroll-mark.ts";
import type { ScrollMark } from "./scroll-mark.ts";
import { useFlash } from "./use-flash.ts";
import { useRatePopover } from "./rate-popover/use-rate-popover.tsx";

const findNote = lazyPart(async () => (await import("./find-note.tsx")).FindNote);
const helpDialog = lazyPart(async () => (await import("./help/help-dialog.tsx")).HelpDialog);
const none: ReadonlySet<string> = new Set();

/** How a list stands in its place. */
export interface ListHolder {
  /** Holds the rows; takes the focus when a row that has it goes. */
  readonly holder: RefObject<HTMLElement | null>;
  readonly kind: "rows" | "cards";
  /** How many of them are in the document. */
  readonly drawn: number;
  /** How many of them fit a screen. */
  readonly page: () => number;
  /** Scrolls no further than needed until the market at a place is in sight, as far as its height is known. */
  readonly reveal: (place: number) => void;
  readonly compact: boolean;
  /** Shows the details of a market in place, or folds them away; says whether they are shown then. Absent: there are none. */
  readonly onDetails?: (id: string) => boolean;
  /** Where the list was scrolled to, and the way back there. Absent where the browser keeps it: the document scrolls. */
  readonly scrolled?: {
    readonly ready: boolean;
    readonly mark: () => Omit<ScrollMark, "id">;
    readonly restore: (mark: ScrollMark) => void;
  };
}

export interface MarketListParts {
  readonly cells: CellContext;
  readonly onPick: (event: ChangeEvent<HTMLInputElement>) => void;
  readonly onStar: (event: MouseEvent<HTMLButtonElement>) => void;
  readonly picked: ReadonlySet<string>;
  /** What opens over the list: the popover of a rate, the help, the note about find in page. */
  readonly opened: ReactNode;
}

/** The row or card inside `holder` that has the focus. */
export function focusedIn(holder: HTMLElement | null): HTMLElement | null {
  const focused = document.activeElement;
  return focused !== null && holder?.contains(focused) === true
    ? focused.closest<HTMLElement>("[data-row]")
    : null;
}

export function useMarketList(
  {
    rows,
    sort,
    context,
    maxRate,
    starred,
    onToggleStar,
    picks,
    onTogglePick,
    changedIds = none,
    stale = false,
    announce,
    hrefOf = marketHref,
    onOpen,
    renderActions,
    sourceLabel,
    onFocusSearch,
    onBenchmark,
  }: MarketListProps,
  place: ListHolder,
): MarketListParts {
  const { holder, compact, scrolled } = place;
  const [helpOpen, setHelpOpen] = useState(false);
  const [noteOpen, setNoteOpen] = useState(false);

  // The market that keys act on: the last one whose row had the focus. By id, so that it survives sorting.
  const active = useRef<string | undefined>(undefined);

  /** A market whose link takes the focus as soon as its row is in the document. */
  const pending = useRef<{ readonly id: string; readonly reveal: boolean } | undefined>(undefined);

  const [rateHandlers, ratePopover] = useRatePopover({
    rows,
    context,
    sourceLabel,
    announce,
    hrefOf,
    onOpen,
    onBenchmark,
  });
  const cells = useMemo(
    (): CellContext => ({
      context,
      maxRate,
      stale,
      compact,
      hrefOf,
      renderActions,
      onLinkClick: (event) => {
        const { id } = event.currentTarget.dataset;
        if (onOpen === undefined || id === undefined || event.button !== 0) return;
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        onOpen(id);
      },
      ...rateHandlers,
    }),
    [context, maxRate, stale, compact, hrefOf, renderActions, onOpen, rateHandlers],
  );
  const onPick = useCallback(
    (event: ChangeEvent<HTMLInputElement>): void => {
      const { id } = event.currentTarget.dataset;
      if (id !== undefined) onTogglePick(id);
    },
    [onTogglePick],
  );
  const onStar = useCallback(
    (event: MouseEvent<HTMLButtonElement>): void => {
      const { id } = event.currentTarget.dataset;
      if (id !== undefined) onToggleStar(id);
    },
    [onToggleStar],
  );
  const picked = useMemo(() => new Set(picks), [picks]);

  const latest = useRef(scrolled);
  useLayoutEffect(() => {
    latest.current = scrolled;
  });

  // A new order is read from its top.
  const sortText = sort.map((key) => `${key.descending ? "-" : ""}${key.column}`).join(",");
  const shownSort = useRef(sortText);
  useLayoutEffect(() => {
    if (shownSort.current === sortText) return;
    shownSort.current = sortText;
    latest.current?.restore({ top: 0, left: holder.current?.scrollLeft ?? 0, id: undefined });
  }, [sortText, holder]);

  // Coming back from a market's page leads to where it was opened.
  const restored = useRef(false);
  const ready = scrolled?.ready === true && rows.length > 0;
  useLayoutEffect(() => {
    if (!ready || restored.current) return;
    restored.current = true;
    const mark = readScrollMark();
    if (mark === undefined) return;
    latest.current?.restore(mark);
    active.current = mark.id;
    if (mark.id !== undefined && document.activeElement === document.body)
      pending.current = { id: mark.id, reveal: false };
  }, [ready]);
  useEffect(() => {
    const element = holder.current;
    if (element === null) return undefined;
    const remember = (): void => {
      if (latest.current !== undefined) writeScrollMark({ ...latest.current.mark(), id: active.current });
    };
    const onFocus = (event: FocusEvent): void => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-row]") : null;
      if (row?.dataset["id"] !== undefined) active.current = row.dataset["id"];
      remember();
    };
    element.addEventListener("scroll", remember, { passive: true });
    element.addEventListener("focusin", onFocus);
    return () => {
      element.removeEventListener("scroll", remember);
      element.removeEventListener("focusin", onFocus);
    };
  }, [holder]);

  const linkOf = (id: string): HTMLElement | undefined =>
    [...(holder.current?.querySelectorAll<HTMLElement>("a.market-link") ?? [])].find(
      (link) => link.dataset["id"] === id,
    );
  useLayoutEffect(() => {
    const wanted = pending.current;
    if (wanted !== undefined) {
      const link = linkOf(wanted.id);
      if (link === undefined) return;
      pending.current = undefined;
      if (wanted.reveal) place.reveal(rows.findIndex((row) => row.id === wanted.id));
      link.focus({ preventScroll: true });
      return;
    }
    // The order changed under the focus, and its slot shows another market now: follow the market, or let go of it.
    const row = focusedIn(holder.current);
    if (row === null || active.current === undefined || row.dataset["id"] === active.current) return;
    (linkOf(active.current) ?? holder.current)?.focus({ preventScroll: true });
  });

  const moveTo = (index: number): void => {
    const row = rows[index];
    if (row === undefined) return;
    active.current = row.id;
    place.reveal(index);
    const link = linkOf(row.id);
    pending.current = link === undefined ? { id: row.id, reveal: true } : undefined;
    link?.focus({ preventScroll: true });
  };

  const search = (): boolean => {
    if (onFocusSearch !== undefined) {
      onFocusSearch();
      return true;
    }
    const box = document.querySelector<HTMLElement>('input[type="search"], [role="searchbox"]');
    box?.focus();
    return box !== null;
  };

  const run = (command: ListCommand): boolean => {
    if (command.kind === "search") return search();
    if (command.kind === "help") {
      setHelpOpen(true);
      return true;
    }
    if (command.kind === "find") {
      setNoteOpen(rows.length > place.drawn);
      return true;
    }
    if (command.kind === "move") {
      const at = rows.findIndex((row) => row.id === active.current);
      const to = marketAfter(command.to, at, { count: rows.length, page: place.page() });
      if (to !== undefined) moveTo(to);
      return to !== undefined;
    }
    const pointed = holder.current?.querySelector<HTMLElement>("[data-row]:hover");
    const id = focusedIn(holder.current)?.dataset["id"] ?? pointed?.dataset["id"] ?? active.current;
    const row = rows.find((candidate) => candidate.id === id);
    if (row === undefined) return false;
    if (command.kind === "fold") {
      if (place.onDetails === undefined) return false;
      const unfolded = place.onDetails(row.id);
      announce?.(`${marketName(row)}: ${unfolded ? "details shown" : "details folded away"}`);
    } else if (command.kind === "compare") {
      onTogglePick(row.id);
      announce?.(
        `${marketName(row)}: ${picks.includes(row.id) ? "taken out of compare" : "added to compare"}`,
      );
    } else {
      onToggleStar(row.id);
      announce?.(`${marketName(row)}: ${starred.has(row.id) ? "star taken away" : "starred"}`);
    }
    return true;
  };
  useListKeys(() => holder.current, run);
  useFlash(holder, changedIds);

  const opened = (
    <>
      {ratePopover}
      {noteOpen ? (
        <findNote.Part
          kind={place.kind}
          shown={place.drawn}
          total={rows.length}
          onSearch={() => {
            setNoteOpen(false);
            search();
          }}
          onClose={() => setNoteOpen(false)}
        />
      ) : null}
      {helpOpen ? <helpDialog.Part onClose={() => setHelpOpen(false)} /> : null}
    </>
  );
  return { cells, onPick, onStar, picked, opened };
}
