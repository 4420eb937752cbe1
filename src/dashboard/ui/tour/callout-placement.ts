// Where a card goes that speaks of something on the page: plain arithmetic on rectangles in the viewport, so that it can be tested
// without a browser.
import type { Box } from "../overlay/placement.ts";

export interface Size {
  readonly width: number;
  readonly height: number;
}

const edge = 8;
/** How far a ring stands off what it goes round. */
const ringGap = 4;
/** Between what is spoken of and the card: the ring lies in it. */
const gap = 12;

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return Math.max(0, width) * Math.max(0, height);
}

/**
 * Puts a card beside its target: under it, over it, or at a side, where it fits whole. Docked, or when no side has room, it
 * lies at the lower edge of the viewport, or at the upper one when it covers less of the target there. Always inside the
 * viewport unless it is larger. All in CSS pixels of the viewport.
 * @param target undefined while there is nothing to speak of in sight
 */
export function placeCallout(
  target: Box | undefined,
  card: Size,
  viewport: Size,
  docked: boolean,
): { readonly left: number; readonly top: number } {
  const rightmost = Math.max(edge, viewport.width - edge - card.width);
  const lowest = Math.max(edge, viewport.height - edge - card.height);
  const middle = within((viewport.width - card.width) / 2, edge, rightmost);
  const foot = { left: middle, top: lowest };
  if (target === undefined) return foot;
  if (!docked) {
    const left = within(target.left, edge, rightmost);
    const top = within(target.top, edge, lowest);
    const below = target.top + target.height + gap;
    if (below <= lowest) return { left, top: below };
    const above = target.top - gap - card.height;
    if (above >= edge) return { left, top: above };
    const after = target.left + target.width + gap;
    if (after <= rightmost) return { left: after, top };
    const before = target.left - gap - card.width;
    if (before >= edge) return { left: before, top };
  }
  const head = { left: middle, top: edge };
  return overlap({ ...foot, ...card }, target) <= overlap({ ...head, ...card }, target) ? foot : head;
}

/** A box a little larger than the target, as far as the viewport has room for it: a ring at its edges is seen on all sides. */
export function ringAround(target: Box, viewport: Size): Box {
  const left = Math.max(1, target.left - ringGap);
  const top = Math.max(1, target.top - ringGap);
  return {
    left,
    top,
    width: Math.max(0, Math.min(viewport.width - 1, target.left + target.width + ringGap) - left),
    height: Math.max(0, Math.min(viewport.height - 1, target.top + target.height + ringGap) - top),
  };
}
