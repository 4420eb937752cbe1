/** `beside` keeps what is below visible. */
export type Placement = "below-start" | "below-end" | "above-start" | "beside";

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Place {
  readonly left: number;
  readonly top: number;
  readonly maxHeight: number;
}

const gap = 6;
const edge = 8;

/** On the preferred side if it fits or is larger, always inside the viewport. CSS pixels. */
export function place(
  anchor: Box,
  panel: { readonly width: number; readonly height: number },
  viewport: { readonly width: number; readonly height: number },
  wish: Placement,
): Place {
  if (wish === "beside") {
    const after = anchor.left + anchor.width + gap;
    const fits = after + panel.width <= viewport.width - edge;
    const left = fits ? after : Math.max(edge, anchor.left - gap - panel.width);
    const height = Math.min(panel.height, viewport.height - 2 * edge);
    const top = Math.max(edge, Math.min(anchor.top, viewport.height - edge - height));
    return { left, top, maxHeight: viewport.height - 2 * edge };
  }
  const below = viewport.height - edge - (anchor.top + anchor.height + gap);
  const above = anchor.top - gap - edge;
  const wishesAbove = wish === "above-start";
  const goesAbove = wishesAbove
    ? panel.height <= above || above >= below
    : panel.height > below && above > below;
  const room = Math.max(0, goesAbove ? above : below);
  const height = Math.min(panel.height, room);
  const start = wish === "below-end" ? anchor.left + anchor.width - panel.width : anchor.left;
  const left = Math.max(edge, Math.min(start, viewport.width - edge - panel.width));
  const top = goesAbove ? anchor.top - gap - height : anchor.top + anchor.height + gap;
  return { left, top, maxHeight: room };
}
