import { useDeferredValue, useId, useMemo, useRef, type KeyboardEvent, type ReactNode } from "react";
import { countMarkets, formatCount } from "../../../../domain/format/number.ts";
import type { MarketRow } from "../../../../domain/market/market-row.ts";
import { useStable } from "../../../data/use-stable.ts";
import { columnHeader, isSortableColumnId, startsDescending } from "../../../../domain/market/columns.ts";
import { classNames } from "../../../ui/page/class-names.ts";
import { SortSelect } from "../../../ui/fields/sort-select.tsx";
import { setViewState, useViewState } from "../../../view-state/use-view-state.ts";
import { viewIds, type ViewId } from "../../../../domain/view-state/view-state.ts";
import { countInView, listScope, type ListScope } from "../../../../domain/view-state/filter.ts";
import { effectiveSort, views } from "../../../../domain/view-state/views.ts";
import { panelId, useListContext } from "../list-context.ts";

export function MarketsTabs(): ReactNode {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const now = useListContext();
  // Deferred, so that rows render first.
  const { state, selection, result } = useDeferredValue(now);
  const scope = useStable(listScope(state));
  const others = useMemo(() => new Map(countOthers(result.rows, scope)), [result.rows, scope]);
  const countOf = (view: ViewId): number | undefined => {
    const count = view === state.view ? selection.total : others.get(view);
    // Until all markets are loaded, zero may only mean that a type has not arrived.
    return count === 0 && result.phase !== "complete" ? undefined : count;
  };
  const go = (event: KeyboardEvent, view: ViewId): void => {
    const at = viewIds.indexOf(view);
    const next = new Map([
      ["ArrowRight", viewIds[(at + 1) % viewIds.length]],
      ["ArrowLeft", viewIds.at(at - 1)],
      ["Home", viewIds[0]],
      ["End", viewIds.at(-1)],
    ]).get(event.key);
    if (next === undefined) return;
    event.preventDefault();
    // Arrow keys move the focus without selecting, because a view may start a request.
    list.current?.querySelector<HTMLElement>(`[data-view="${next}"]`)?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label="Views"
      className="-my-px flex h-full min-w-0 items-stretch gap-5 overflow-x-auto overflow-y-hidden [scrollbar-width:none]"
    >
      {viewIds.map((view) => {
        const count = countOf(view);
        const isSelected = view === now.state.view;
        return (
          <button
            key={view}
            type="button"
            role="tab"
            id={`${id}-${view}`}
            data-view={view}
            data-count={count === undefined ? undefined : formatCount(count).text}
            aria-label={views[view].label}
            aria-selected={isSelected}
            aria-controls={panelId}
            {...(count === undefined ? {} : { "aria-description": countMarkets(count) })}
            tabIndex={isSelected ? 0 : -1}
            onClick={() => setViewState({ view })}
            onKeyDown={(event) => go(event, view)}
            className={classNames(
              // Written with an attribute, because the count is not part of the tab's name.
              "flex shrink-0 items-center gap-1.5 border-b-2 data-count:after:text-small data-count:after:font-normal data-count:after:text-text3 data-count:after:min-w-[3ch] data-count:after:content-[attr(data-count)] text-body font-medium whitespace-nowrap transition-colors -outline-offset-2 md:min-h-0 pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:justify-center",
              isSelected ? "border-accent text-text" : "border-transparent text-text2 hover:text-text",
            )}
          >
            {views[view].label}
          </button>
        );
      })}
    </div>
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
  const state = useViewState();
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
      onReverse={() => setViewState({ sort: [{ column, descending: !descending }] })}
    />
  );
}
