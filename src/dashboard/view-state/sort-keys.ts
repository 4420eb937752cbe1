// What a press on a column's header does to the order.
import { startsDescending, type SortableColumnId } from "../market/columns.ts";
import type { SortKey } from "./view-state.ts";

/**
 * The order after a press on a header. A plain press makes the column the only key, and turns it round when it led
 * already. An adding press (with Shift) keeps the other keys: it turns the column round where it stands, or adds it last.
 */
export function nextSort(
  sort: readonly SortKey[],
  column: SortableColumnId,
  adding: boolean,
): readonly SortKey[] {
  const flipped = (key: SortKey): SortKey => ({ column, descending: !key.descending });
  const fresh: SortKey = { column, descending: startsDescending(column) };
  const at = sort.findIndex((key) => key.column === column);
  const present = sort[at];
  if (!adding) return [at === 0 && present !== undefined ? flipped(present) : fresh];
  if (present === undefined) return [...sort, fresh];
  return sort.map((key) => (key.column === column ? flipped(key) : key));
}
