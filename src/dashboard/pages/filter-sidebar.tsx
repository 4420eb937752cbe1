// The filters beside the list.
import type { ReactNode } from "react";
import { FilterPanel, type FilterPanelProps } from "../filters/filter-panel.tsx";
import { SearchField } from "../filters/search-field.tsx";
import { searchFieldId } from "./focus-search.ts";

export function FilterSidebar({
  state,
  onChange,
  facets,
}: Pick<FilterPanelProps, "state" | "onChange" | "facets">): ReactNode {
  return (
    <section
      aria-label="Filters"
      className="relative w-56 shrink-0 overflow-y-auto overscroll-contain border-r border-line2 bg-canvas [scrollbar-width:thin] print:hidden"
    >
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
    </section>
  );
}
