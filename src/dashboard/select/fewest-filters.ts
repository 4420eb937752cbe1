// Which filters to lift when nothing is found.
import type { MarketRow } from "../../domain/market/market-row.ts";
import { filters, liftFilters, type FilterId } from "../../domain/market/filters/filters.ts";
import type { FilterInputs } from "../../domain/market/filters/filter-kinds.ts";
import {
  createFilters,
  createTypeFilter,
  filterRows,
  type FilteredBy,
} from "../../domain/view-state/filter.ts";

export interface FewestFilters {
  readonly ids: readonly FilterId[];
  /** How many markets are shown without them. */
  readonly count: number;
}

/**
 * The smallest set of filters whose removal brings markets back, of equally small ones the one that brings back most, then the first
 * in the order of the filters. Undefined where no market was loaded that filters hide.
 */
export function fewestFilters(
  rows: readonly MarketRow[],
  state: FilteredBy,
  inputs: FilterInputs,
): FewestFilters | undefined {
  // A filter that gives way hides nothing when it would hide everything.
  const active = createFilters(state, inputs).filter(({ id }) => filters[id].givesWay === undefined);
  const isOfType = createTypeFilter(state);
  // Lifting fewer filters than a row fails never shows that row, so only rows that fail the fewest matter.
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
  let found: FewestFilters | undefined;
  for (const ids of sets.values()) {
    const count = filterRows(rows, { ...state, ...liftFilters(ids) }, inputs).visible.length;
    if (count > (found?.count ?? 0)) found = { ids, count };
  }
  return found;
}
