// Clears filters only: order, columns, size and density stay.
import {
  filterIds,
  initialFilters,
  liftFilters,
  type FilterState,
} from "../../../domain/market/filters/filters.ts";
import { views } from "../../../domain/view-state/views.ts";
import type { ViewState } from "../../../domain/view-state/view-state.ts";

export function clearedFilters(state: Pick<ViewState, "view">): Partial<ViewState> {
  return { ...initialFilters, types: views[state.view].types };
}

/** Keeps prediction statuses: they are requested, so they hide no match that was loaded. */
export const liftedForSearch: Partial<FilterState> = liftFilters(
  filterIds.filter((id) => id !== "query" && id !== "statuses"),
);
