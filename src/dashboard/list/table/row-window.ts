// All rows are equally high and at most one is unfolded, so the visible window is plain arithmetic.

/** Rows rendered beyond the view. Few are enough, because they render within the scroll event. */
const spare = { before: 1, after: 1 } as const;
/** Used before measuring, and if there is no layout. */
const assumedHeight = 800;

/** Details below one row push the following rows down. */
export interface Unfolded {
  readonly index: number;
  readonly height: number;
}

/** In pixels. Less than a row, so that the spare rows cover it. */
export const sectionHeight = 34;

/** Pixels from the first row's top. `blockedFrom` is the first row below the section line. */
export function topOf(
  index: number,
  rowHeight: number,
  unfolded: Unfolded | undefined,
  blockedFrom?: number,
): number {
  const above = blockedFrom !== undefined && index >= blockedFrom ? sectionHeight : 0;
  return index * rowHeight + above + (unfolded !== undefined && unfolded.index < index ? unfolded.height : 0);
}

export function windowOf({
  scrollTop,
  height,
  rowHeight,
  count,
  unfolded,
}: {
  readonly scrollTop: number;
  readonly height: number;
  readonly rowHeight: number;
  readonly count: number;
  readonly unfolded?: Unfolded | undefined;
}) {
  const seen = height > 0 ? height : assumedHeight;
  // When a list gets shorter, the browser corrects `scrollTop` only later.
  const furthest = topOf(count, rowHeight, unfolded) - seen;
  const top = Math.max(0, Math.min(scrollTop, furthest));
  // The details count as part of their row.
  const edge = ((unfolded?.index ?? 0) + 1) * rowHeight;
  const plain = unfolded === undefined || top <= edge ? top : Math.max(edge, top - unfolded.height);
  const slots = Math.ceil(seen / rowHeight) + 1 + spare.before + spare.after;
  const first = Math.max(0, Math.floor(plain / rowHeight) - spare.before);
  const start = Math.min(first, Math.max(0, count - slots));
  return { start, end: Math.min(count, start + slots) };
}
