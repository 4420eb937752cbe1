// The filters beside the list. Their place is there from the first frame; their code comes while the markets are on their way.
import type { ReactNode } from "react";
import { lazyPart } from "../../../ui/page/lazy-part.tsx";
import type { SidebarFiltersProps } from "./sidebar-filters.tsx";

const sidebarFilters = lazyPart(async () => (await import("./wide-parts.tsx")).SidebarFilters);

export function preloadSidebar(): void {
  sidebarFilters.preload();
}

export function FilterSidebar(props: SidebarFiltersProps): ReactNode {
  return (
    <section
      aria-label="Filters"
      className="relative w-56 shrink-0 overflow-y-auto overscroll-contain border-r border-line2 bg-canvas [scrollbar-width:thin] print:hidden"
    >
      <sidebarFilters.Part {...props} />
    </section>
  );
}
