// What the Columns menu does to the list of visible columns. The market leads and the actions close, whatever is asked.
import { columnIds, type ColumnId } from "../../market/columns.ts";
import { framed, isFixedColumn } from "../../view-state/views.ts";

function middleOf(columns: readonly ColumnId[]): readonly ColumnId[] {
  return columns.filter((id) => !isFixedColumn(id));
}

/** Shows or hides a column. A shown one joins at the end, next to where the eye is when it was just ticked. */
export function withColumn(columns: readonly ColumnId[], id: ColumnId, shown: boolean): readonly ColumnId[] {
  const others = columns.filter((column) => column !== id);
  return framed(shown ? [...others, id] : others);
}

/** Moves a shown column to a place among the movable ones, counted from 0; places outside the list mean its ends. */
export function movedColumn(columns: readonly ColumnId[], id: ColumnId, place: number): readonly ColumnId[] {
  const middle = middleOf(columns);
  if (isFixedColumn(id) || !middle.includes(id)) return framed(middle);
  const others = middle.filter((column) => column !== id);
  const at = Math.max(0, Math.min(others.length, place));
  return framed([...others.slice(0, at), id, ...others.slice(at)]);
}

/** The movable columns as the menu lists them: the shown ones in their order, then the others. */
export function listedColumns(
  columns: readonly ColumnId[],
  offered: readonly ColumnId[] = columnIds,
): { readonly shown: readonly ColumnId[]; readonly hidden: readonly ColumnId[] } {
  const shown = middleOf(columns);
  return { shown, hidden: offered.filter((id) => !isFixedColumn(id) && !shown.includes(id)) };
}
