// What of some elements can be seen: their common box, cut to the window and to every region that scrolls or clips them.
import type { Box } from "../overlay/placement.ts";

/** Whether an element is on the page and drawn. What is kept for screen readers alone is a pixel wide. */
export function isDrawn(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return element.isConnected && width > 1 && height > 1;
}

interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function seenEdges(element: Element): Edges {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const edges = {
    left: Math.max(0, left),
    top: Math.max(0, top),
    right: Math.min(document.documentElement.clientWidth, right),
    bottom: Math.min(window.innerHeight, bottom),
  };
  for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
    if (parent === document.body || getComputedStyle(parent).overflow === "visible") continue;
    const box = parent.getBoundingClientRect();
    edges.left = Math.max(edges.left, box.left);
    edges.top = Math.max(edges.top, box.top);
    edges.right = Math.min(edges.right, box.right);
    edges.bottom = Math.min(edges.bottom, box.bottom);
  }
  return edges;
}

const isEmpty = (edges: Edges): boolean => edges.right - edges.left < 1 || edges.bottom - edges.top < 1;

/** The box around what is seen of the elements, in CSS pixels of the viewport; undefined when nothing is. */
export function seenBox(elements: readonly Element[]): Box | undefined {
  const all = elements.map(seenEdges).filter((edges) => !isEmpty(edges));
  if (all.length === 0) return undefined;
  const left = Math.min(...all.map((edges) => edges.left));
  const top = Math.min(...all.map((edges) => edges.top));
  return {
    left,
    top,
    width: Math.max(...all.map((edges) => edges.right)) - left,
    height: Math.max(...all.map((edges) => edges.bottom)) - top,
  };
}

/** Whether an element is in sight from edge to edge. Half pixels of a zoomed page are not missed. */
export function isWhole(element: Element): boolean {
  const whole = element.getBoundingClientRect();
  const seen = seenEdges(element);
  return seen.right - seen.left >= whole.width - 1 && seen.bottom - seen.top >= whole.height - 1;
}
