// Which rows of a long list are in the document: those in view and a few on either side. Rows have one fixed height, and at
// most one of them has its details under it, so this is plain arithmetic.

/** Rows kept ready before and after those in view. They are written within the scroll event, so that few are enough. */
const spare = { before: 1, after: 2 } as const;
/** Stands in until the region has been measured, and where there is no layout at all. */
const assumedHeight = 800;

/** Rows from the first to before the end, from 0. */
export interface RowWindow {
  readonly start: number;
  readonly end: number;
}

/** The details under one row, which push the rows after it down. */
export interface Unfolded {
  /** The row they belong to, from 0. */
  readonly index: number;
  /** Their height in pixels. */
  readonly height: number;
}

/** Height of the line above the markets that take nothing, in pixels: less than a row, so that the spare rows cover it. */
export const sectionHeight = 34;

/**
 * How far the upper edge of a row lies under that of the first, in pixels.
 * @param blockedFrom the first row under the line that says so
 */
export function topOf(
  index: number,
  rowHeight: number,
  unfolded: Unfolded | undefined,
  blockedFrom?: number,
): number {
  const above = blockedFrom !== undefined && index >= blockedFrom ? sectionHeight : 0;
  return index * rowHeight + above + (unfolded !== undefined && unfolded.index < index ? unfolded.height : 0);
}

/** The rows around a scroll offset. Offsets and heights in pixels. */
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
}): RowWindow {
  const seen = height > 0 ? height : assumedHeight;
  // A list that has become shorter is scrolled back by the browser, but only after this.
  const furthest = topOf(count, rowHeight, unfolded) - seen;
  const top = Math.max(0, Math.min(scrollTop, furthest));
  // As if the details were not there: what lies in them counts as the end of their row.
  const edge = ((unfolded?.index ?? 0) + 1) * rowHeight;
  const plain = unfolded === undefined || top <= edge ? top : Math.max(edge, top - unfolded.height);
  const slots = Math.ceil(seen / rowHeight) + 1 + spare.before + spare.after;
  const first = Math.max(0, Math.floor(plain / rowHeight) - spare.before);
  const start = Math.min(first, Math.max(0, count - slots));
  return { start, end: Math.min(count, start + slots) };
}
