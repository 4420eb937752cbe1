// TanStack Table manages widths, pinning and sort state of the URL's columns. `select` filters and sorts the rows.
import {
  columnPinningFeature,
  columnSizingFeature,
  createColumnHelper,
  functionalUpdate,
  metaHelper,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type Column,
  type Header,
  type SortingState,
} from "@tanstack/react-table";
import { useMemo, type CSSProperties, type ReactNode } from "react";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import type { SelectContext } from "../../../domain/market/column.ts";
import {
  columnHeader,
  columnShape,
  columnValue,
  isColumnId,
  isSortableColumnId,
  startsDescending,
  type ColumnId,
} from "../../../domain/market/columns.ts";
import type { SortKey } from "../../../domain/view-state/view-state.ts";
import type { MarketListProps } from "../market-list.ts";
import { ActionsCell, ControlsCell, MarketCell, valueCell, type CellProps } from "./table-cells.tsx";

interface ColumnMeta {
  /** The same object for every cell, so that React compares nothing. */
  readonly style: CSSProperties;
  /** Called once per cell: TanStack's own rows and cells made sorting a third slower (docs/decisions/016). */
  readonly renderCell: (cell: CellProps) => ReactNode;
}

const features = tableFeatures({
  columnPinningFeature,
  columnSizingFeature,
  rowSortingFeature,
  columnMeta: metaHelper<ColumnMeta>(),
});
type Features = typeof features;
export type MarketColumn = Column<Features, MarketRow>;
export type MarketHeader = Header<Features, MarketRow>;

/** Holds the checkbox, the star and the details button. */
const controlsId = "controls";
const controlsStyle = { width: 34 };
/** Three controls of 44 px. */
const touchControlsStyle = { width: 132 };
/** Extra width for the menu button on touch screens. */
const touchActions = 20;
const columnPinning = { start: [controlsId, "market"], end: ["actions"] };
const noRows: readonly MarketRow[] = [];
const helper = createColumnHelper<Features, MarketRow>();
const cellOf = { market: MarketCell, actions: ActionsCell } as const;

/** Includes the widths: if only its width state changed, TanStack would keep the headers, and so the rows, unchanged. */
function definitions(
  columns: readonly ColumnId[],
  context: SelectContext,
  stretch: number,
  isTouch: boolean,
) {
  const isBorrowing = context.loans !== undefined;
  const ownStyle = isTouch ? touchControlsStyle : controlsStyle;
  return helper.columns([
    helper.display({
      id: controlsId,
      header: "Compare, star, details",
      size: ownStyle.width,
      meta: {
        style: ownStyle,
        renderCell: ({ style, state, meta }) => (
          <ControlsCell
            key={controlsId}
            {...state}
            style={style}
            onTogglePick={meta.cells.onTogglePick}
            onToggleStar={meta.cells.onToggleStar}
            onToggleDetails={meta.onToggleDetails}
          />
        ),
      },
    }),
    ...columns.map((id) => {
      const space = Math.ceil(columnShape(id, context.basis, isBorrowing).width * stretch);
      const width = id === "actions" && isTouch ? space + touchActions : space;
      const Cell = id === "market" || id === "actions" ? cellOf[id] : undefined;
      return helper.accessor((row) => columnValue(id, row, context), {
        id,
        header: columnHeader(id, context),
        size: width,
        sortDescFirst: startsDescending(id),
        enableSorting: isSortableColumnId(id),
        meta: {
          style: { width },
          renderCell: (cell) => (Cell === undefined ? valueCell(id, cell) : <Cell key={id} {...cell} />),
        },
      });
    }),
  ]);
}

export interface TableInput extends Pick<MarketListProps, "columns" | "sort" | "onSort" | "context"> {
  /** How much wider text is than measured, at least 1. */
  readonly stretch: number;
  readonly isTouch: boolean;
}

export type PinnedHeaders = ReturnType<typeof useMarketColumns>;

export function useMarketColumns({ columns, sort, onSort, context, stretch, isTouch }: TableInput) {
  const columnDefs = useMemo(
    () => definitions(columns, context, stretch, isTouch),
    [columns, context, stretch, isTouch],
  );
  const sorting = useMemo(
    () => sort.map(({ column, descending }) => ({ id: column, desc: descending })),
    [sort],
  );
  const table = useTable({
    features,
    columns: columnDefs,
    data: noRows,
    manualSorting: true,
    enableSortingRemoval: false,
    state: { columnPinning, sorting },
    onSortingChange: (update) => onSort(sortKeys(functionalUpdate(update, sorting))),
  });
  const [start] = table.getStartHeaderGroups();
  const [center] = table.getCenterHeaderGroups();
  const [end] = table.getEndHeaderGroups();
  return useMemo(
    () => ({ start: start?.headers ?? [], center: center?.headers ?? [], end: end?.headers ?? [] }),
    [start, center, end],
  );
}

function sortKeys(sorting: SortingState): readonly SortKey[] {
  return sorting.flatMap(({ id, desc }) =>
    isColumnId(id) && isSortableColumnId(id) ? [{ column: id, descending: desc }] : [],
  );
}

/**
 * A press sorts by this column only, or reverses it. With Shift, the other keys stay. TanStack's own toggle would
 * reverse a second key instead of starting with its default direction.
 */
export function sortByHeader(column: MarketColumn, isAdding: boolean): void {
  if (!column.getCanSort()) return;
  const sorted = column.getIsSorted();
  const reverses = sorted !== false && (isAdding || column.getSortIndex() === 0);
  const startsDown = column.columnDef.sortDescFirst === true;
  column.toggleSorting(reverses ? sorted === "asc" : startsDown, isAdding);
}

/**
 * Sizes the names so that the last visible column ends at the edge and no figure is cut off. `seen` is in pixels, 0
 * before measuring.
 */
export function startWidth({ start, center, end }: PinnedWidths, seen: number, isEndPinned: boolean): number {
  const minWidth = sum(start);
  if (seen === 0 || sum([...start, ...center, ...end]) <= seen) return minWidth;
  let spareWidth = seen - minWidth - (isEndPinned ? sum(end) : 0);
  for (const width of isEndPinned ? center : [...center, ...end]) {
    if (width > spareWidth) break;
    spareWidth -= width;
  }
  return minWidth + Math.max(0, spareWidth);
}

type PinnedWidths = Readonly<Record<keyof PinnedHeaders, readonly number[]>>;

export function sum(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, 0);
}
