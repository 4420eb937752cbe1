// Which rows of a long list are in the document: those in view and a few on either side. Rows have one fixed height, and at
// most one of them has its details under it, so this is plain arithmetic, and a row's slot in the document is its index modulo the number of slots, so that scrolling
// moves and refills elements instead of making new ones.
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import type { RefObject } from "react";

export interface RowWindow {
  /** First row in the document, from 0. */
  readonly start: number;
  /** One past the last. */
  readonly end: number;
  /** How many slots there are; never fewer than `end − start`. */
  readonly slots: number;
}

const overscan = 6;
/** The window moves in steps, so that most scroll events change nothing. */
const step = 4;
/** Stands in until the region has been measured, and where there is no layout at all. */
const assumedHeight = 800;

/** The details under one row, which push the rows after it down. */
export interface Unfolded {
  /** The row they belong to, from 0. */
  readonly index: number;
  /** Their height in pixels. */
  readonly height: number;
}

/** How far the upper edge of a row lies under that of the first, in pixels. */
export function topOf(index: number, rowHeight: number, unfolded: Unfolded | undefined): number {
  return index * rowHeight + (unfolded !== undefined && unfolded.index < index ? unfolded.height : 0);
}

/** What scrolling and resizing decide; how many rows there are comes in later. */
interface Position {
  readonly first: number;
  readonly slots: number;
}

function positionOf(
  scrollTop: number,
  height: number,
  rowHeight: number,
  unfolded: Unfolded | undefined,
): Position {
  // As if the details were not there: what lies in them counts as the end of their row.
  const edge = ((unfolded?.index ?? 0) + 1) * rowHeight;
  const plain =
    unfolded === undefined || scrollTop <= edge ? scrollTop : Math.max(edge, scrollTop - unfolded.height);
  const first = Math.floor(Math.max(0, plain) / rowHeight) - overscan;
  const shown = Math.ceil((height > 0 ? height : assumedHeight) / rowHeight) + 1;
  return { first: Math.max(0, Math.floor(first / step) * step), slots: shown + 2 * overscan + step };
}

function cut({ first, slots }: Position, count: number): RowWindow {
  const start = Math.min(first, Math.max(0, count - slots));
  return { start, end: Math.min(count, start + slots), slots };
}

/** The rows around a scroll offset. Offsets and heights in pixels. */
export function windowOf(input: {
  readonly scrollTop: number;
  readonly height: number;
  readonly rowHeight: number;
  readonly count: number;
  readonly unfolded?: Unfolded;
}): RowWindow {
  return cut(positionOf(input.scrollTop, input.height, input.rowHeight, input.unfolded), input.count);
}

/**
 * Follows a scroll region. `beforeMove` is called before rows leave the document, so that a focus inside one of them can
 * be taken elsewhere instead of landing on the market that takes over its slot.
 */
export function useRowWindow(
  region: RefObject<HTMLElement | null>,
  rowHeight: number,
  count: number,
  beforeMove: (next: RowWindow) => void,
  unfolded?: Unfolded,
): RowWindow {
  const [position, setPosition] = useState<Position>(() => positionOf(0, 0, rowHeight, undefined));
  const latest = useRef({ position, count, beforeMove });
  useLayoutEffect(() => {
    latest.current = { position, count, beforeMove };
  });

  useLayoutEffect(() => {
    const element = region.current;
    if (element === null) return undefined;
    const settle = (): void => {
      const now = latest.current;
      const next = positionOf(element.scrollTop, element.clientHeight, rowHeight, unfolded);
      if (next.first !== now.position.first || next.slots !== now.position.slots) {
        now.beforeMove(cut(next, now.count));
        setPosition(next);
      }
      const most = element.scrollWidth - element.clientWidth;
      element.toggleAttribute("data-before", element.scrollLeft > 0);
      element.toggleAttribute("data-after", element.scrollLeft < most - 1);
    };
    // Also when details are shown or folded away, which moves the rows after them without a scroll.
    settle();
    element.addEventListener("scroll", settle, { passive: true });
    const sizes = typeof ResizeObserver === "function" ? new ResizeObserver(settle) : undefined;
    sizes?.observe(element);
    return () => {
      element.removeEventListener("scroll", settle);
      sizes?.disconnect();
    };
  }, [region, rowHeight, unfolded]);

  return useMemo(() => cut(position, count), [position, count]);
}
