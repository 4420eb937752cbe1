import type { MarketRow } from "../../domain/market/market-row.ts";
import { filterIds, filters, liftFilters, type FilterId } from "../../domain/market/filters/filters.ts";
import type { FilterInputs } from "../../domain/market/filters/filter-kinds.ts";
import {
  createFilters,
  createTypeFilter,
  filterRows,
  type FilteredBy,
} from "../../domain/view-state/filter.ts";

const strictIds = filterIds.filter((id) => filters[id].givesWay === undefined);

/**
 * The smallest set of filters whose removal shows a row. Ties go to the set that brings back most, then by the order
 * of filters. Undefined if filters hide nothing that was loaded.
 */
export function fewestFilters(rows: readonly MarketRow[], state: FilteredBy, inputs: FilterInputs) {
  const active = createFilters(state, inputs, strictIds);
  const isOfType = createTypeFilter(state);
  // A row is shown once all filters it fails are removed, so only rows that fail the fewest matter.
  let fewest = Infinity;
  const sets = new Map<string, readonly FilterId[]>();
  for (const row of rows) {
    if (!isOfType(row)) continue;
    const failing = active.filter(({ judge }) => judge(row) !== "pass").map(({ id }) => id);
    if (failing.length === 0 || failing.length > fewest) continue;
    if (failing.length < fewest) sets.clear();
    fewest = failing.length;
    sets.set(failing.join(), failing);
  }
  let found: { readonly ids: readonly FilterId[]; readonly count: number } | undefined;
  for (const ids of sets.values()) {
    const count = filterRows(rows, { ...state, ...liftFilters(ids) }, inputs).visible.length;
    if (count > (found?.count ?? 0)) found = { ids, count };
  }
  return found;
}
