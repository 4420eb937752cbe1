// What "Clear filters" and its smaller kin change. Order, columns, size and density are no filters.
import { filters, initialFilters, liftFilters, type FilterState } from "../../market/filters/filters.ts";
import type { FilterHiding } from "../../select/filter.ts";
import { views } from "../../view-state/views.ts";
import type { ViewState } from "../../view-state/view-state.ts";

/** Every filter off; the types go back to the view's own. */
export function clearedFilters(state: Pick<ViewState, "view">): Partial<ViewState> {
  return { ...initialFilters, types: views[state.view].types };
}

const { query: _query, ...besidesQuery } = initialFilters;

/** Every filter off but the search text and the types: shows the matches that other filters hide. */
export const liftedForSearch: Partial<FilterState> = { ...besidesQuery, ...liftFilters(["unborrowable"]) };

/** What is unknown about the rows that are hidden for that reason: "deposits", "deposits or APY". */
export function unknownNoun(hiding: readonly FilterHiding[]): string {
  const nouns = new Set(
    hiding.filter(({ unknown }) => unknown > 0).map(({ filter }) => filters[filter].unknown),
  );
  return nouns.size === 0 ? "values" : [...nouns].join(" or ");
}
