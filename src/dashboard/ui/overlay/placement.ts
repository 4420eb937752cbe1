/** The first word is the preferred side; the second says which edges align. */
export type Placement = "above-start" | "below-start" | "below-end";

type Box = Pick<DOMRect, "left" | "top" | "width" | "height">;

const gap = 6;
const edge = 8;

/** Prefers the given side unless the other has more room; always stays inside the viewport. CSS pixels. */
export function place(
  anchor: Box,
  panel: Pick<Box, "width" | "height">,
  viewport: Pick<Box, "width" | "height">,
  wish: Placement,
) {
  const below = viewport.height - edge - (anchor.top + anchor.height + gap);
  const above = anchor.top - gap - edge;
  const goesAbove =
    wish === "above-start" ? panel.height <= above || above > below : panel.height > below && above > below;
  const room = Math.max(0, goesAbove ? above : below);
  const height = Math.min(panel.height, room);
  const start = wish === "below-end" ? anchor.left + anchor.width - panel.width : anchor.left;
  const left = Math.max(edge, Math.min(start, viewport.width - edge - panel.width));
  const top = goesAbove ? anchor.top - gap - height : anchor.top + anchor.height + gap;
  // Above, its bottom stays, so that content that loads late never covers the anchor and the pointer on it.
  const bottom = goesAbove ? viewport.height - top - height : undefined;
  return { left, top, bottom, maxHeight: room };
}
