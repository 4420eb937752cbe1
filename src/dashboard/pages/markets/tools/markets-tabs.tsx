// The tabs over the list with their counts.
import type { ReactNode } from "react";
import { ViewTabs } from "../../../list/toolbar/view-tabs.tsx";
import type { Selection } from "../../../select/select.ts";
import type { ViewId, ViewState } from "../../../view-state/view-state.ts";
import { views } from "../../../view-state/views.ts";
import type { ToolbarToolsProps } from "./view-tools.tsx";

interface MarketsTabsProps extends Pick<ToolbarToolsProps, "state" | "onChange" | "selection"> {
  readonly panelId: string;
}

export function MarketsTabs({ state, onChange, selection, panelId }: MarketsTabsProps): ReactNode {
  return (
    <ViewTabs
      view={state.view}
      onView={(view) => onChange({ view })}
      countOf={(view) => viewCount(view, selection, state)}
      panelId={panelId}
    />
  );
}

/**
 * The number beside a tab, for the chosen one that of the types asked for; undefined where it would mislead: nothing is loaded yet, or the tab's types are not asked for, so
 * that what is loaded of them says nothing.
 */
function viewCount(
  view: ViewId,
  { facets, total }: Pick<Selection, "facets" | "total">,
  state: Pick<ViewState, "types" | "view">,
): number | undefined {
  if (facets.loaded === 0) return undefined;
  if (view === state.view) return total;
  if (!views[view].types.every((type) => state.types.includes(type))) return undefined;
  if (view === "all") return facets.loaded;
  return facets.types
    .filter((facet) => views[view].types.includes(facet.type))
    .reduce((sum, facet) => sum + facet.count, 0);
}
