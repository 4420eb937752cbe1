// Clears filters only: order, columns, size and density stay.
import { initialFilters, liftFilters, type FilterState } from "../../../domain/market/filters/filters.ts";
import { views } from "../../../domain/view-state/views.ts";
import type { ViewState } from "../../../domain/view-state/view-state.ts";

export function clearedFilters(state: Pick<ViewState, "view">): Partial<ViewState> {
  return { ...initialFilters, types: views[state.view].types };
}

const { query: _query, ...besidesQuery } = initialFilters;

export const liftedForSearch: Partial<FilterState> = {
  ...besidesQuery,
  ...liftFilters(["unborrowable", "hideSmall"]),
};
