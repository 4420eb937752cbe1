// Which rows are in the document while the region is scrolled. The scroll position is read with `useSyncExternalStore`, whose
// updates React renders before the frame that shows them: with `useState` a fling was 76 % blank.
import { useState, useSyncExternalStore } from "react";
import { windowOf, type Unfolded } from "./row-window.ts";

/** How long a list has not been scrolled when it is at rest. */
const restMs = 100;

/** Where the region is scrolled to, as of the last scroll event: asking the browser would make it lay out first. */
export class ScrollPosition {
  top = 0;
  left = 0;
  /** What is seen of the rows, in pixels; undefined before it is measured. */
  height: number | undefined = undefined;
  isMoving = false;
  readonly #listeners = new Set<() => void>();
  #region: HTMLElement | undefined = undefined;
  #headHeight = 0;
  #timer: ReturnType<typeof setTimeout> | undefined = undefined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  /** @returns what ends it */
  attach(region: HTMLElement, headHeight: number): () => void {
    this.#region = region;
    this.#headHeight = headHeight;
    const follow = (): void => {
      const { left } = this;
      this.top = region.scrollTop;
      this.left = region.scrollLeft;
      if (this.left !== left) this.#markEdges();
      this.isMoving = true;
      this.#waitForRest();
      this.#notify();
    };
    const measure = (): void => {
      this.height = region.clientHeight - headHeight;
      this.#notify();
      this.#markEdges();
    };
    region.addEventListener("scroll", follow, { passive: true });
    const sizes = typeof ResizeObserver === "function" ? new ResizeObserver(measure) : undefined;
    sizes?.observe(region);
    this.top = region.scrollTop;
    this.height = region.clientHeight - headHeight;
    this.#notify();
    return () => {
      region.removeEventListener("scroll", follow);
      sizes?.disconnect();
      clearTimeout(this.#timer);
    };
  }

  /** The edges that other columns pass under are drawn while there are such columns. */
  #markEdges(): void {
    const region = this.#region;
    if (region === undefined) return;
    const most = region.scrollWidth - region.clientWidth;
    region.toggleAttribute("data-before", this.left > 0);
    region.toggleAttribute("data-after", this.left < most - 1);
  }

  /** A pause alone also falls between two slow frames of a fling: at rest a whole frame passes without a scroll event as well. */
  #waitForRest(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const { top } = this;
      requestAnimationFrame(() => {
        // A press that began on a row must end on it.
        if (this.top !== top || this.#region?.matches(":active") === true) this.#waitForRest();
        else this.rest();
      });
    }, restMs);
  }

  rest(): void {
    clearTimeout(this.#timer);
    if (!this.isMoving) return;
    this.isMoving = false;
    this.#notify();
  }

  toTop(): void {
    if (this.#region === undefined || this.top === 0) return;
    this.#region.scrollTop = this.top = 0;
    this.#notify();
  }

  get headHeight(): number {
    return this.#headHeight;
  }
}

/** A row of the window: where in the list, and which of the window's elements shows it. */
export interface WindowPlace {
  readonly index: number;
  readonly slot: number;
}

/**
 * The rows to render, in the order of the document. Elements are kept: each is given to another row while the list is scrolled. To
 * the eye every row has its place, and an element that is put elsewhere in the document is styled and laid out from nothing, so
 * they are put in the order of the list only when it comes to rest, for those who follow the document: keyboard, screen reader.
 * @param keepsOrder whether the document has to follow at once, since the focus is in it
 */
export function useRowWindow({
  scroll,
  count,
  rowHeight,
  unfolded,
  keepsOrder,
}: {
  readonly scroll: ScrollPosition;
  readonly count: number;
  readonly rowHeight: number;
  readonly unfolded: Unfolded | undefined;
  readonly keepsOrder: boolean;
}): readonly WindowPlace[] {
  const height = useSyncExternalStore(scroll.subscribe, () => scroll.height);
  const isMoving = useSyncExternalStore(scroll.subscribe, () => scroll.isMoving);
  const view = (): ReturnType<typeof windowOf> =>
    windowOf({ scrollTop: scroll.top, height: scroll.height ?? 0, rowHeight, count, unfolded });
  // A number: scrolling inside of a row renders nothing.
  const start = useSyncExternalStore(scroll.subscribe, () => view().start);
  const { end } = view();
  const shown = height === undefined ? 0 : end - start;
  const [restedAt, setRestedAt] = useState(start);
  const holds = isMoving && !keepsOrder;
  if (!holds && restedAt !== start) setRestedAt(start);
  const first = holds ? restedAt : start;
  return Array.from({ length: shown }, (_, at) => {
    const slot = (first + at) % shown;
    return { slot, index: start + ((slot - (start % shown) + shown) % shown) };
  });
}
