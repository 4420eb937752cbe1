// Scrolls to elements and can take it back, so that a page is left as it was found.
import { isWhole } from "./seen-box.ts";

interface Moved {
  readonly left: number;
  readonly top: number;
  toLeft: number;
  toTop: number;
}

export interface Scrolling {
  /** Scrolls as little as needed for the element to be whole in sight. */
  readonly to: (element: Element) => void;
  /** Back to where everything stood before the first time, except what was scrolled by somebody else since. */
  readonly back: () => void;
}

export function createScrolling(): Scrolling {
  const moved = new Map<Element, Moved>();
  return {
    to(element) {
      if (isWhole(element)) return;
      const before: [Element, number, number][] = [];
      for (let parent = element.parentElement; parent !== null; parent = parent.parentElement)
        before.push([parent, parent.scrollLeft, parent.scrollTop]);
      element.scrollIntoView({ block: "nearest", inline: "nearest" });
      for (const [scroller, left, top] of before) {
        const { scrollLeft: toLeft, scrollTop: toTop } = scroller;
        if (toLeft === left && toTop === top) continue;
        const known = moved.get(scroller);
        if (known === undefined) moved.set(scroller, { left, top, toLeft, toTop });
        else Object.assign(known, { toLeft, toTop });
      }
    },
    back() {
      for (const [scroller, { left, top, toLeft, toTop }] of moved) {
        if (scroller.scrollLeft === toLeft) scroller.scrollLeft = left;
        if (scroller.scrollTop === toTop) scroller.scrollTop = top;
      }
      moved.clear();
    },
  };
}
