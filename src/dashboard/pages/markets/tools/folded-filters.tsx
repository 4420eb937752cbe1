// Search and filters over the table of a tablet, which has no room for them beside it.
import { ListFilter } from "lucide-react";
import { lazy, useState, type ReactNode } from "react";
import { SearchField } from "../../../list/toolbar/search-field.tsx";
import { filterChips } from "../../../select/chips.ts";
import { Button } from "../../../ui/fields/button.tsx";
import { LoadBoundary } from "../../../ui/page/load-boundary.tsx";
import { useShownList } from "../shown-list.ts";
import { filtersId, searchFieldId } from "../../../list/toolbar/focus-search.ts";

const FilterSheet = lazy(async () => ({ default: (await import("./filter-sheet.tsx")).FilterSheet }));

export function FoldedFilters(): ReactNode {
  const { state, onChange, selection } = useShownList();
  const [isOpen, setIsOpen] = useState(false);
  const active = filterChips(state, selection).length;
  return (
    <div className="flex shrink-0 gap-2 border-b border-line px-4 py-2 print:hidden">
      <Button
        id={filtersId}
        size="touch"
        icon={<ListFilter aria-hidden="true" className="size-4" />}
        onClick={() => setIsOpen(true)}
      >
        {active === 0 ? "Filters" : `Filters, ${String(active)} active`}
      </Button>
      <SearchField
        id={searchFieldId}
        query={state.query}
        onQuery={(query) => onChange({ query }, "replace")}
        className="min-w-0 flex-1"
      />
      {isOpen ? (
        <LoadBoundary>
          <FilterSheet onClose={() => setIsOpen(false)} />
        </LoadBoundary>
      ) : null}
    </div>
  );
}
