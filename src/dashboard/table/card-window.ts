// Which cards of a long list are in the document. Cards differ in height by their warnings, so each is measured once it is
// there, and stands with an estimate until then.
import { useLayoutEffect, useMemo, useState } from "react";
import type { RefCallback, RefObject } from "react";
import type { MarketRow } from "../data/market-row.ts";

export interface CardWindow {
  readonly start: number;
  readonly end: number;
  /** Height of what is left out before and after, in pixels. */
  readonly before: number;
  readonly after: number;
}

const margin = 600;
/** Stands in where there is no layout at all. */
const assumedHeight = 800;

/** The upper edges of all cards and, last, the height of them all. */
export function edgesOf(
  ids: readonly string[],
  heights: ReadonlyMap<string, number>,
  estimate: number,
): readonly number[] {
  let edge = 0;
  const edges = [0];
  for (const id of ids) {
    edge += heights.get(id) ?? estimate;
    edges.push(edge);
  }
  return edges;
}

/** The first place whose upper edge is not above `offset`, by halving. */
function placeAt(edges: readonly number[], offset: number): number {
  let low = 0;
  let high = edges.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((edges[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The cards around a scroll offset, which is how far the list's upper edge lies above the window's. */
export function cardWindowOf(edges: readonly number[], offset: number, height: number): CardWindow {
  const count = edges.length - 1;
  const all = edges[count] ?? 0;
  const shown = height > 0 ? height : assumedHeight;
  const start = Math.min(count, placeAt(edges, Math.max(0, offset - margin)));
  const end = Math.min(count, placeAt(edges, Math.max(0, offset) + shown + margin) + 1);
  return { start, end, before: edges[start] ?? 0, after: all - (edges[end] ?? all) };
}

/** Follows whatever scrolls the list, and measures the cards that get `observe` as their ref. */
export function useCardWindow(
  list: RefObject<HTMLElement | null>,
  rows: readonly MarketRow[],
  estimate: number,
): CardWindow & { readonly observe: RefCallback<HTMLElement> } {
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(() => new Map());
  const [view, setView] = useState({ offset: 0, height: 0 });

  useLayoutEffect(() => {
    const look = (): void => {
      const element = list.current;
      if (element === null) return;
      // In steps, so that most scroll events change nothing.
      const offset = Math.round(-element.getBoundingClientRect().top / 120) * 120;
      const height = window.innerHeight;
      setView((now) => (now.offset === offset && now.height === height ? now : { offset, height }));
    };
    const frame = requestAnimationFrame(look);
    // Scrolling does not bubble, and which ancestor scrolls is the page's business.
    document.addEventListener("scroll", look, { capture: true, passive: true });
    window.addEventListener("resize", look);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener("scroll", look, { capture: true });
      window.removeEventListener("resize", look);
    };
  }, [list]);

  // A ref for every card: a card tells its height when it comes, and again when its width makes it wrap.
  const observe = useMemo(() => {
    const sizes =
      typeof ResizeObserver === "function"
        ? new ResizeObserver((entries) => {
            const found = entries.flatMap(({ target }): readonly (readonly [string, number])[] => {
              const { id } = target instanceof HTMLElement ? target.dataset : {};
              const height = target instanceof HTMLElement ? target.offsetHeight : 0;
              return id === undefined || height === 0 ? [] : [[id, height]];
            });
            setHeights((now) =>
              found.every(([id, height]) => now.get(id) === height) ? now : new Map([...now, ...found]),
            );
          })
        : undefined;
    return (card: HTMLElement | null): (() => void) | undefined => {
      if (card === null) return undefined;
      sizes?.observe(card);
      return () => sizes?.unobserve(card);
    };
  }, []);

  const edges = useMemo(
    () =>
      edgesOf(
        rows.map((row) => row.id),
        heights,
        estimate,
      ),
    [rows, heights, estimate],
  );
  const shown = useMemo(() => cardWindowOf(edges, view.offset, view.height), [edges, view]);
  return { ...shown, observe };
}
