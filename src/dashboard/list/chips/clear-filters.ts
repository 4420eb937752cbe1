// The changes of "Clear filters" and of "Show". Order, columns, size and density are not filters.
import { initialFilters, liftFilters, type FilterState } from "../../../domain/market/filters/filters.ts";
import { views } from "../../../domain/view-state/views.ts";
import type { ViewState } from "../../../domain/view-state/view-state.ts";

/** Every filter off; the types go back to the view's own. */
export function clearedFilters(state: Pick<ViewState, "view">): Partial<ViewState> {
  return { ...initialFilters, types: views[state.view].types };
}

const { query: _query, ...besidesQuery } = initialFilters;

/** Every filter off but the search text and the types: shows the matches that other filters hide. */
export const liftedForSearch: Partial<FilterState> = {
  ...besidesQuery,
  ...liftFilters(["unborrowable", "hideSmall"]),
};
