// Rows have one height and at most one is unfolded, so the window is plain arithmetic.

/** Few are enough, because they render within the scroll event. */
const spare = { before: 1, after: 1 } as const;
/** Before measuring, and without layout. */
const assumedHeight = 800;

/** Details under one row push the others down. */
export interface Unfolded {
  readonly index: number;
  readonly height: number;
}

/** Pixels; less than a row, so that spare rows cover it. */
export const sectionHeight = 34;

/** Pixels below the first row. `blockedFrom` is the first row under the section line. */
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
  // The browser scrolls a shortened list back only after this.
  const furthest = topOf(count, rowHeight, unfolded) - seen;
  const top = Math.max(0, Math.min(scrollTop, furthest));
  // Details count as the end of their row.
  const edge = ((unfolded?.index ?? 0) + 1) * rowHeight;
  const plain = unfolded === undefined || top <= edge ? top : Math.max(edge, top - unfolded.height);
  const slots = Math.ceil(seen / rowHeight) + 1 + spare.before + spare.after;
  const first = Math.max(0, Math.floor(plain / rowHeight) - spare.before);
  const start = Math.min(first, Math.max(0, count - slots));
  return { start, end: Math.min(count, start + slots) };
}
