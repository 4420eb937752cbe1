import { Ellipsis, Search } from "lucide-react";
import { useState, type ReactNode } from "react";
import { IconButton } from "../../../ui/fields/button.tsx";
import { fetchLater } from "../../../ui/page/network/fetch-later.ts";
import { lazyPart } from "../../../ui/page/load-boundary.tsx";
import { useListContext } from "../list-context.ts";
import { focusSearch, listBar } from "../../../list/toolbar/focus-search.ts";
import { FilterSheet, FiltersButton, ListSearch } from "./collapsed-filters.tsx";
import { ListSort, MarketsTabs } from "./markets-tabs.tsx";

const ListSheet = lazyPart(async () => (await import("./list-sheet.tsx")).ListSheet);
fetchLater(FilterSheet, ListSheet);

const takeBar = listBar.set;

export function PhoneToolbar(): ReactNode {
  const { state } = useListContext();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {/* Tabs that do not fit fade out, which hints at more. */}
      <div className="h-11 shrink-0 border-b border-line2 px-2 [&_[role=tab]]:px-1.5 [&_[role=tablist]]:gap-0 [&_[role=tablist]]:[mask-image:linear-gradient(to_right,#000_calc(100%-16px),transparent)] [&_[role=tablist]]:pr-4 print:hidden">
        <MarketsTabs />
      </div>
      <div className="contents print:hidden low:flex low:flex-wrap low:gap-x-2 low:border-b low:border-line2 low:px-4 low:py-2 low:print:hidden">
        <div
          ref={takeBar}
          className="sticky top-0 z-20 shrink-0 border-b border-line2 bg-surface px-4 py-2 print:hidden low:contents"
        >
          <div className="flex gap-1 low:min-[480px]:flex-1">
            <FiltersButton />
            <div className="min-w-0 flex-1 low:max-[479.98px]:hidden">
              <ListSort />
            </div>
            <IconButton
              label="Search"
              className="size-11 border border-line2"
              onClick={focusSearch}
              icon={<Search className="size-[18px]" />}
            />
            <IconButton
              label="More"
              title="Export, saved views, link, benchmark"
              className="size-11 border border-line2"
              onClick={() => setIsOpen(true)}
              icon={<Ellipsis className="size-4" />}
            />
          </div>
          {/* Opened by the search icon or Tab. Takes space only while in use. */}
          <div
            className={`low:basis-full ${state.query === "" ? "not-focus-within:sr-only focus-within:pt-2" : "pt-2"}`}
          >
            <ListSearch />
          </div>
        </div>
      </div>
      {isOpen ? <ListSheet onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
