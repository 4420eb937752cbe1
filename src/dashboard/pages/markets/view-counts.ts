// How many loaded markets each tab concerns.
import type { Selection } from "../../select/select.ts";
import type { ViewId, ViewState } from "../../view-state/view-state.ts";
import { views } from "../../view-state/views.ts";

/**
 * The number beside a tab, for the chosen one that of the types asked for; undefined where it would mislead: nothing is loaded yet, or the tab's types are not asked for, so
 * that what is loaded of them says nothing.
 */
export function viewCount(
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
