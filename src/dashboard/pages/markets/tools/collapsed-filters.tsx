import { ListFilter } from "lucide-react";
import { useState, type ReactNode } from "react";
import { formatCount } from "../../../../domain/format/number.ts";
import { SearchField } from "../../../list/toolbar/search-field.tsx";
import { filterChips } from "../../../select/chips.ts";
import { Button } from "../../../ui/fields/button.tsx";
import { lazyPart } from "../../../ui/page/load-boundary.tsx";
import { setViewState } from "../../../view-state/use-view-state.ts";
import { useOpenMarket } from "../../frame/nav-links.ts";
import { useListContext } from "../list-context.ts";
import { filtersId, searchFieldId } from "../../../list/toolbar/focus-search.ts";

export const FilterSheet = lazyPart(async () => (await import("./filter-sheet.tsx")).FilterSheet);

export function FiltersButton(): ReactNode {
  const { state, selection } = useListContext();
  const [isOpen, setIsOpen] = useState(false);
  const active = filterChips(state, selection).length;
  return (
    <>
      <Button
        id={filtersId}
        size="touch"
        className="px-2!"
        icon={<ListFilter className={active === 0 ? "size-4 max-[429.98px]:hidden" : "size-4"} />}
        onClick={() => setIsOpen(true)}
      >
        <span className={active === 0 ? "" : "max-[429.98px]:sr-only"}>Filters</span>
        {active === 0 ? null : (
          <span className="rounded-full bg-fill px-1.5 text-small leading-[18px] text-white">
            {formatCount(active).text}
            <span className="sr-only"> active</span>
          </span>
        )}
      </Button>
      {isOpen ? <FilterSheet onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

export function ListSearch({ className = "" }: { readonly className?: string }): ReactNode {
  const { state, shownRowsRef } = useListContext();
  const open = useOpenMarket();
  return (
    <SearchField
      id={searchFieldId}
      text={state.query}
      onText={(query) => setViewState({ query }, "replace")}
      onEnter={() => {
        const [only, ...others] = shownRowsRef.current;
        if (only !== undefined && others.length === 0) open(only.id);
      }}
      className={className}
    />
  );
}

export function FoldedFilters(): ReactNode {
  return (
    <div className="flex shrink-0 gap-2 border-b border-line px-4 py-2 print:hidden">
      <FiltersButton />
      <ListSearch className="min-w-0 flex-1" />
    </div>
  );
}
