// What stands over the cards of a phone: views, search, filters, order and my size.
import { ListFilter } from "lucide-react";
import { filterChips } from "../../../select/chips.ts";
import { useState, type ReactNode } from "react";
import { SearchField } from "../../../list/toolbar/search-field.tsx";
import { SortSelect } from "../../../list/toolbar/sort-select.tsx";
import { SizeField } from "../../../list/toolbar/toolbar.tsx";
import { formatCount } from "../../../format/number.ts";
import { Button } from "../../../ui/fields/button.tsx";
import { lazyPart } from "../../../ui/page/lazy-part.tsx";
import type { SortKey } from "../../../view-state/view-state.ts";
import { filtersId, searchFieldId } from "./focus-search.ts";
import { MarketsTabs, type MarketsToolbarProps } from "./markets-toolbar.tsx";
import { BenchmarkTool, ExportTool } from "./view-tools.tsx";

const filterSheet = lazyPart(async () => (await import("./filter-sheet.tsx")).FilterSheet);

interface PhoneToolbarProps extends MarketsToolbarProps {
  readonly sort: readonly SortKey[];
}

export function PhoneToolbar({ sort, columns, exported, ...shown }: PhoneToolbarProps): ReactNode {
  const { state, onChange, selection, lookingForBenchmark } = shown;
  const [filtersOpen, setFiltersOpen] = useState(false);
  const active = filterChips(state, selection).length;
  return (
    <div className="shrink-0 print:hidden">
      <div className="h-11 border-b border-line2 px-4">
        <MarketsTabs {...shown} />
      </div>
      {/* Reached by the magnifier or by Tab; it takes room only while it is used. */}
      <div className={state.query === "" ? "px-4 not-focus-within:sr-only focus-within:pt-2" : "px-4 pt-2"}>
        <SearchField
          id={searchFieldId}
          query={state.query}
          onQuery={(query) => onChange({ query }, "replace")}
        />
      </div>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-2 px-4 pt-2 min-[380px]:grid-cols-[auto_minmax(0,1fr)_98px]">
        <Button
          id={filtersId}
          size="touch"
          className="px-2.5"
          icon={<ListFilter aria-hidden="true" className="size-4" />}
          onClick={() => setFiltersOpen(true)}
        >
          Filters
          {active === 0 ? null : (
            <span className="rounded-full bg-fill px-1.5 text-tiny leading-[18px] text-white">
              {formatCount(active).text}
              <span className="sr-only"> active</span>
            </span>
          )}
        </Button>
        <SortSelect
          columns={columns}
          sort={sort}
          context={selection.context}
          onSort={(keys) => onChange({ sort: keys })}
        />
        <div className="max-[379.98px]:col-span-2">
          <SizeField place="card" size={state.size} onSize={(size) => onChange({ size }, "replace")} />
        </div>
      </div>
      {filtersOpen ? (
        <filterSheet.Part
          state={state}
          onChange={onChange}
          selection={selection}
          tools={
            <>
              <BenchmarkTool
                state={state}
                selection={selection}
                onChange={onChange}
                looking={lookingForBenchmark}
              />
              <ExportTool
                {...exported}
                columns={columns}
                selection={selection}
                large
                onPastExport={(file) => {
                  // What it says stands under the list.
                  setFiltersOpen(false);
                  exported.onPastExport(file);
                }}
              />
            </>
          }
          onClose={() => setFiltersOpen(false)}
        />
      ) : null}
    </div>
  );
}
