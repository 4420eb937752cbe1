// Which columns the table has, in which order, how wide, and what a press on a header does to the order.
import type { ApyBasis } from "../../market/column.ts";
import {
  columnOf,
  columnShape,
  isSortableColumnId,
  startsDescending,
  type ColumnId,
} from "../../market/columns.ts";
import type { SortKey } from "../../view-state/view-state.ts";

/** A column as it stands in the table: drawn alike in the header, in every row and in their stand-ins. */
export interface Leaf {
  readonly id: "controls" | ColumnId;
  readonly name: string;
  /** In pixels. The market takes what is left over, but never less than this. */
  readonly width: number;
  readonly align: "start" | "end";
}

/** What a row can be told to do, before its market's name: a box, a star and a fold, in one cell. */
const controls: Leaf = { id: "controls", name: "Compare, star, details", width: 70, align: "start" };

/** The columns of a table: at either end those that stay in sight while the others pass under them. */
export interface Leaves {
  readonly start: readonly [controls: Leaf, market: Leaf];
  readonly middle: readonly Leaf[];
  readonly end: readonly Leaf[];
  /** All widths together, in pixels. */
  readonly width: number;
}

/** @param stretch how much wider text is than it was measured for, 1 or more */
export function leavesOf(columns: readonly ColumnId[], basis: ApyBasis, stretch = 1): Leaves {
  const leaf = (id: ColumnId): Leaf => {
    const { align, width } = columnShape(id, basis, columns.includes("leftToBorrow"));
    return { id, name: columnOf(id).name, align, width: Math.ceil(width * stretch) };
  };
  const start = [controls, leaf("market")] as const;
  const middle = columns.filter((id) => id !== "market" && id !== "actions").map(leaf);
  const end = columns.filter((id) => id === "actions").map(leaf);
  return { start, middle, end, width: widthOf([...start, ...middle, ...end]) };
}

/**
 * How wide the first cells are, in pixels, in a table that does not fit: wide enough for the last column in sight to end at the
 * edge. So no figure is cut in its middle, and the names get the room.
 * @param seen how wide the region is, in pixels; 0 where it is not known yet
 * @param pinned whether the columns at the end stay in sight as well
 */
export function startWidth({ start, middle, end, width }: Leaves, seen: number, pinned: boolean): number {
  const least = widthOf(start);
  if (seen === 0 || width <= seen) return least;
  let room = seen - least - (pinned ? widthOf(end) : 0);
  for (const leaf of pinned ? middle : [...middle, ...end]) {
    if (leaf.width > room) break;
    room -= leaf.width;
  }
  return least + Math.max(0, room);
}

function widthOf(leaves: readonly Leaf[]): number {
  return leaves.reduce((sum, leaf) => sum + leaf.width, 0);
}

/**
 * The order after a press on a column's header. A plain press makes the column the only key, and turns it round when it led
 * already. An adding press (with Shift) keeps the other keys: it turns the column round where it stands, or adds it last.
 */
export function pressed(sort: readonly SortKey[], id: ColumnId, adding: boolean): readonly SortKey[] {
  if (!isSortableColumnId(id)) return sort;
  const at = sort.findIndex(({ column }) => column === id);
  const turned = { column: id, descending: !(sort[at]?.descending ?? !startsDescending(id)) };
  if (adding) return at < 0 ? [...sort, turned] : sort.with(at, turned);
  return [at === 0 ? turned : { column: id, descending: startsDescending(id) }];
}
