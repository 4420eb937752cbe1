import { useDeferredValue, useMemo, type ReactNode } from "react";
import type { MarketRow } from "../../../../domain/market/market-row.ts";
import { useStable } from "../../../ui/page/use-stable.ts";
import { ViewTabs } from "../../../list/toolbar/view-tabs.tsx";
import { columnHeader, isSortableColumnId, startsDescending } from "../../../../domain/market/columns.ts";
import { SortSelect } from "../../../ui/fields/sort-select.tsx";
import { setViewState, useViewState } from "../../../view-state/use-view-state.ts";
import { viewIds, type ViewId } from "../../../../domain/view-state/view-state.ts";
import { countInView, listScope, type ListScope } from "../../../../domain/view-state/filter.ts";
import { effectiveSort, views } from "../../../../domain/view-state/views.ts";
import { panelId, useListContext } from "../list-context.ts";

export function MarketsTabs(): ReactNode {
  const now = useListContext();
  // Deferred, so that rows render first.
  const { state, selection, result } = useDeferredValue(now);
  const scope = useStable(listScope(state));
  const others = useMemo(() => new Map(countOthers(result.rows, scope)), [result.rows, scope]);
  return (
    <ViewTabs
      view={now.state.view}
      onView={(view) => setViewState({ view })}
      countOf={(view) => {
        const count = view === state.view ? selection.total : others.get(view);
        // Until all markets are loaded, zero may only mean that a type has not arrived.
        return count === 0 && result.phase !== "complete" ? undefined : count;
      }}
      panelId={panelId}
    />
  );
}

/** Counts of the views whose types were all requested. */
function countOthers(rows: readonly MarketRow[], scope: ListScope): readonly [ViewId, number][] {
  const isRequested = (view: ViewId): boolean =>
    views[view].types.every((type) => scope.types.includes(type));
  return viewIds.filter(isRequested).map((view) => [view, countInView(rows, view, scope)]);
}

export function ListSort(): ReactNode {
  const { columns, selection } = useListContext();
  const [state] = useViewState();
  const [leading] = effectiveSort(state);
  if (leading === undefined) return null;
  const { column, descending } = leading;
  const sortable = columns.filter(isSortableColumnId);
  // Includes the current sort column, even if it is hidden.
  const ids = sortable.includes(column) ? sortable : [column, ...sortable];
  return (
    <SortSelect
      columns={ids.map((id) => ({ id, header: columnHeader(id, selection.context) }))}
      leading={column}
      isDescending={descending}
      onColumn={(id) => setViewState({ sort: [{ column: id, descending: startsDescending(id) }] })}
      onTurn={() => setViewState({ sort: [{ column, descending: !descending }] })}
    />
  );
}
