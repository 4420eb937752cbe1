// What stands in the sidebar: the search and the filters.
import type { ReactNode } from "react";
import { FilterPanel, type FilterPanelProps } from "../../../list/panel/filter-panel.tsx";
import { SearchField } from "../../../list/toolbar/search-field.tsx";
import { searchFieldId } from "./focus-search.ts";

export type SidebarFiltersProps = Pick<FilterPanelProps, "state" | "onChange" | "facets">;

export function SidebarFilters({ state, onChange, facets }: SidebarFiltersProps): ReactNode {
  return (
    <FilterPanel
      state={state}
      onChange={onChange}
      facets={facets}
      search={
        <SearchField
          id={searchFieldId}
          query={state.query}
          onQuery={(query) => onChange({ query }, "replace")}
          className="mb-3"
        />
      }
    />
  );
}
