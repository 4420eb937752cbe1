import { useDeferredValue, useMemo, type ReactNode } from "react";
import { ViewTabs } from "../../../list/toolbar/view-tabs.tsx";
import { columnHeader, isSortableColumnId, startsDescending } from "../../../../domain/market/columns.ts";
import { SortSelect } from "../../../ui/fields/sort-select.tsx";
import { useViewState } from "../../../view-state/use-view-state.ts";
import { viewIds, type ViewId } from "../../../../domain/view-state/view-state.ts";
import { countInView } from "../../../../domain/view-state/filter.ts";
import { effectiveSort, views } from "../../../../domain/view-state/views.ts";
import { panelId, useListContext, type ListContextValue } from "../list-context.ts";

export function MarketsTabs(): ReactNode {
  const now = useListContext();
  const { onChange } = now;
  // Rows come first.
  const { state, selection, result } = useDeferredValue(now);
  const counts = useMemo(
    () => new Map(viewIds.map((view) => [view, viewCount(view, { state, selection, result })])),
    [state, selection, result],
  );
  return (
    <ViewTabs
      view={now.state.view}
      onView={(view) => onChange({ view })}
      countOf={(view) => counts.get(view)}
      panelId={panelId}
    />
  );
}

/** Undefined while loading and for types that were not requested. */
function viewCount(
  view: ViewId,
  { state, selection: { facets, total }, result }: Pick<ListContextValue, "state" | "selection" | "result">,
): number | undefined {
  if (facets.loaded === 0) return undefined;
  if (view === state.view) return total;
  if (!views[view].types.every((type) => state.types.includes(type))) return undefined;
  return countInView(result.rows, view, state);
}

export function ListSort(): ReactNode {
  const { columns, selection, onChange } = useListContext();
  const [state] = useViewState();
  const [leading] = effectiveSort(state);
  if (leading === undefined) return null;
  const { column, descending } = leading;
  const sortable = columns.filter(isSortableColumnId);
  // Listed even when its column is hidden.
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
