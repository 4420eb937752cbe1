import type { ReactNode } from "react";
import { ViewTabs } from "../../../list/toolbar/view-tabs.tsx";
import { columnHeader, isSortableColumnId, startsDescending } from "../../../market/columns.ts";
import { SortSelect } from "../../../ui/fields/sort-select.tsx";
import { useViewState } from "../../../view-state/use-view-state.ts";
import type { ViewId } from "../../../view-state/view-state.ts";
import { effectiveSort, views } from "../../../view-state/views.ts";
import { panelId, useListContext, type ListContextValue } from "../list-context.ts";

export function MarketsTabs(): ReactNode {
  const list = useListContext();
  return (
    <ViewTabs
      view={list.state.view}
      onView={(view) => list.onChange({ view })}
      countOf={(view) => viewCount(view, list)}
      panelId={panelId}
    />
  );
}

/** The count of a tab; undefined while nothing is loaded, or where the tab's types were not requested. */
function viewCount(
  view: ViewId,
  { state, selection: { facets, total } }: Pick<ListContextValue, "state" | "selection">,
): number | undefined {
  if (facets.loaded === 0) return undefined;
  if (view === state.view) return total;
  if (!views[view].types.every((type) => state.types.includes(type))) return undefined;
  if (view === "all") return facets.loaded;
  return facets.types
    .filter((facet) => views[view].types.includes(facet.type))
    .reduce((sum, facet) => sum + facet.count, 0);
}

export function ListSort(): ReactNode {
  const { columns, selection, onChange } = useListContext();
  const [state] = useViewState();
  const [leading] = effectiveSort(state);
  if (leading === undefined) return null;
  const { column, descending } = leading;
  const sortable = columns.filter(isSortableColumnId);
  // The current sort is listed even when its column is hidden.
  const ids = sortable.includes(column) ? sortable : [column, ...sortable];
  return (
    <SortSelect
      columns={ids.map((id) => ({ id, header: columnHeader(id, selection.context) }))}
      leading={column}
      isDescending={descending}
      onColumn={(id) => onChange({ sort: [{ column: id, descending: startsDescending(id) }] })}
      onTurn={() => onChange({ sort: [{ column, descending: !descending }] })}
    />
  );
}
