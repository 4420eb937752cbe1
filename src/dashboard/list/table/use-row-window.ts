// `useSyncExternalStore` renders before the frame that shows the scroll. With `useState`, a fling was 76 % blank.
import { useEffect, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { sameItems } from "../../../domain/memoize.ts";
import { observeSize } from "../../ui/page/observe-size.ts";

/** After this time without scrolling, the list is at rest. */
const restMs = 100;

/** Position at the last scroll event. Reading it from the DOM would force a layout. */
export class ScrollPosition {
  top = 0;
  left = 0;
  isMoving = false;
  readonly #listeners = new Set<() => void>();
  #region: HTMLElement | undefined = undefined;
  #timer: ReturnType<typeof setTimeout> | undefined = undefined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  /** `onHeight` is called with the region's height in pixels, now and when it changes. Returns a stop function. */
  attach(region: HTMLElement, onHeight: (height: number) => void): () => void {
    this.#region = region;
    const follow = (): void => {
      const { left } = this;
      this.top = region.scrollTop;
      this.left = region.scrollLeft;
      if (this.left !== left) this.#markEdges();
      this.isMoving = true;
      this.awaitRest();
      this.#notify();
    };
    const measure = (): void => {
      // Synchronous, to render before the frame that shows more of the list.
      flushSync(() => onHeight(region.clientHeight));
      this.#markEdges();
    };
    region.addEventListener("scroll", follow, { passive: true });
    const stopObserving = observeSize([region], measure);
    this.top = region.scrollTop;
    onHeight(region.clientHeight);
    return () => {
      region.removeEventListener("scroll", follow);
      stopObserving();
      clearTimeout(this.#timer);
    };
  }

  /** Marks the edges that other columns pass under, so that CSS draws a line there. */
  #markEdges(): void {
    const region = this.#region;
    if (region === undefined) return;
    const maxScroll = region.scrollWidth - region.clientWidth;
    region.toggleAttribute("data-before", this.left > 0);
    region.toggleAttribute("data-after", this.left < maxScroll - 1);
  }

  /** Slow frames also cause pauses, so wait for a whole frame without a scroll event. */
  awaitRest(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const { top } = this;
      requestAnimationFrame(() => {
        // During a press, rows must not move.
        if (this.top !== top || this.#region?.matches(":active") === true) this.awaitRest();
        else this.rest();
      });
    }, restMs);
  }

  rest(): void {
    clearTimeout(this.#timer);
    this.isMoving = false;
    this.#notify();
  }

  toTop(): void {
    if (this.#region === undefined || this.top === 0) return;
    this.#region.scrollTop = this.top = 0;
    this.#notify();
  }
}

/**
 * The rows to render, in the order of the document. Elements are put in the order of the list only at rest, because
 * moving them costs a full layout. With `keepsOrder` (focus is inside) that happens at once.
 */
export function useRowWindow({
  scroll,
  height,
  keepsOrder,
  list,
  ...view
}: Omit<WindowInput, "scrollTop" | "height" | "count"> & {
  readonly scroll: ScrollPosition;
  /** In pixels; undefined before measuring. */
  readonly height: number | undefined;
  readonly keepsOrder: boolean;
  readonly list: readonly MarketRow[];
}) {
  const range = () => windowOf({ ...view, count: list.length, scrollTop: scroll.top, height: height ?? 0 });
  // A number, so that scrolling within a row does not render anything.
  const start = useSyncExternalStore(scroll.subscribe, () => range().start);
  const isMoving = useSyncExternalStore(scroll.subscribe, () => scroll.isMoving);
  const end = height === undefined ? start : range().end;
  const [held, setHeld] = useState<HeldSlots>({ list, slots: [] });
  const assigned = assignSlots(held.slots, list.slice(start, end), start, list === held.list);
  const shown = keepsOrder ? inListOrder(assigned) : assigned;
  if (list !== held.list || !sameItems(shown.flatMap(partsOf), held.slots.flatMap(partsOf)))
    setHeld({ list, slots: shown });
  useEffect(() => {
    const ordered = inListOrder(shown);
    if (!sameItems(shown, ordered)) scroll.awaitRest();
    return scroll.subscribe(() => {
      if (!scroll.isMoving) setHeld({ list, slots: ordered });
    });
  });
  return { slots: shown, start, isMoving };
}

/** An element and the row that it shows. */
export interface RowSlot {
  readonly slot: number;
  readonly row: MarketRow;
  readonly index: number;
}

interface HeldSlots {
  readonly list: readonly MarketRow[];
  readonly slots: readonly RowSlot[];
}

function partsOf({ slot, row, index }: RowSlot): readonly unknown[] {
  return [slot, row, index];
}

function inListOrder(slots: readonly RowSlot[]): readonly RowSlot[] {
  return slots.toSorted((a, b) => a.index - b.index);
}

/**
 * Assigns rows, of which the first has the index `start`, to the elements of `before`, and keeps the elements' order.
 * Rows that stay keep their elements, so that they only move. If the list changed so much that few stay, as after
 * sorting, the elements get the rows in order.
 */
export function assignSlots(
  before: readonly RowSlot[],
  rows: readonly MarketRow[],
  start: number,
  isSameList: boolean,
): readonly RowSlot[] {
  const known = before.map(({ slot }) => slot);
  const slotOf = new Map(before.map(({ row, slot }) => [row.id, slot]));
  const staying = rows.filter(({ id }) => slotOf.has(id));
  if (!isSameList && staying.length * 2 <= rows.length) slotOf.clear();
  const taken = new Set(rows.map(({ id }) => slotOf.get(id)));
  const free = known.filter((slot) => !taken.has(slot));
  let added = Math.max(-1, ...known);
  const assigned = rows.map((row, at) => ({
    slot: slotOf.get(row.id) ?? free.shift() ?? (added += 1),
    row,
    index: start + at,
  }));
  const order = [...new Set([...known, ...assigned.map(({ slot }) => slot)])];
  return assigned.toSorted((a, b) => order.indexOf(a.slot) - order.indexOf(b.slot));
}

/** Rows rendered beyond the view. Few are enough, because they render within the scroll event. */
const spare = { before: 1, after: 1 } as const;
/** Used before measuring, and if there is no layout. */
const assumedHeight = 800;

/** Details below one row push the following rows down. */
export interface ExpandedRow {
  readonly index: number;
  readonly height: number;
}

/** In pixels. Less than a row, so that the spare rows cover it. */
export const sectionHeight = 34;

/** Pixels from the first row's top. `blockedFrom` is the first row below the section line. */
export function topOf(
  index: number,
  rowHeight: number,
  expanded: ExpandedRow | undefined,
  blockedFrom?: number,
): number {
  const above = blockedFrom !== undefined && index >= blockedFrom ? sectionHeight : 0;
  return index * rowHeight + above + (expanded !== undefined && expanded.index < index ? expanded.height : 0);
}

interface WindowInput {
  readonly scrollTop: number;
  readonly height: number;
  readonly rowHeight: number;
  readonly count: number;
  readonly expanded?: ExpandedRow | undefined;
}

/** All rows are equally high and at most one is expanded, so this is plain arithmetic. */
export function windowOf({ scrollTop, height, rowHeight, count, expanded }: WindowInput) {
  const seen = height > 0 ? height : assumedHeight;
  // When a list gets shorter, the browser corrects `scrollTop` only later.
  const furthest = topOf(count, rowHeight, expanded) - seen;
  const top = Math.max(0, Math.min(scrollTop, furthest));
  // The details count as part of their row.
  const edge = ((expanded?.index ?? 0) + 1) * rowHeight;
  const plain = expanded === undefined || top <= edge ? top : Math.max(edge, top - expanded.height);
  const slots = Math.ceil(seen / rowHeight) + 1 + spare.before + spare.after;
  const first = Math.max(0, Math.floor(plain / rowHeight) - spare.before);
  const start = Math.min(first, Math.max(0, count - slots));
  return { start, end: Math.min(count, start + slots) };
}
