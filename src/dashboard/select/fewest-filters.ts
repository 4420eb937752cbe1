import { loansAgainst } from "../../domain/market/loan-terms.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { filterIds, filters, clearFilters, type FilterId } from "../../domain/market/filters/filters.ts";
import type { FilterInputs } from "../../domain/market/filters/filter-kinds.ts";
import {
  createFilters,
  createTypeFilter,
  filterRows,
  type FilteredBy,
} from "../../domain/view-state/filter.ts";

const strictIds = filterIds.filter((id) => filters[id].ignoredText === undefined);

/**
 * The smallest set of filters whose removal shows a row. Ties go to the set that brings back most, then by the order
 * of filters. Undefined if filters hide nothing that was loaded.
 */
export function fewestFilters(rows: readonly MarketRow[], state: FilteredBy, inputs: FilterInputs) {
  const isOfType = createTypeFilter(state);
  // A row is shown once all filters it fails are removed, so only rows that fail the fewest matter.
  let fewest = Infinity;
  const sets = new Map<string, readonly FilterId[]>();
  for (const cleared of state.collateral === undefined ? [[]] : [[], ["collateral"] as const]) {
    const active = createFilters(
      { ...state, ...clearFilters(cleared) },
      inputsWithout(cleared, inputs),
      strictIds,
    );
    for (const row of rows) {
      if (!isOfType(row)) continue;
      const failing = [...cleared, ...active.flatMap(({ id, judge }) => (judge(row) === "pass" ? [] : id))];
      if (failing.length === 0 || failing.length > fewest) continue;
      if (cleared.length === 0 && failing.includes("collateral")) continue;
      if (failing.length < fewest) sets.clear();
      fewest = failing.length;
      sets.set(failing.join(), failing);
    }
  }
  let found: { readonly ids: readonly FilterId[]; readonly count: number } | undefined;
  for (const ids of sets.values()) {
    const count = countWithout(ids, rows, state, inputs);
    if (count > (found?.count ?? 0)) found = { ids, count };
  }
  return found;
}

export function countWithout(
  ids: readonly FilterId[],
  rows: readonly MarketRow[],
  state: FilteredBy,
  inputs: FilterInputs,
): number {
  return filterRows(rows, { ...state, ...clearFilters(ids) }, inputsWithout(ids, inputs)).visible.length;
}

/** Without a chosen collateral, each loan has the LTV of the best one. */
function inputsWithout(cleared: readonly FilterId[], inputs: FilterInputs): FilterInputs {
  const { loans } = inputs;
  return loans === undefined || !cleared.includes("collateral")
    ? inputs
    : { ...inputs, loans: loansAgainst(undefined, loans.rows, undefined, loans.share) };
}
