// Which columns there are, in which order, how wide, where they stay, and what the list is ordered by: all of it is the table
// library's. It is given the rows in the window only, already in order: models over all rows are what makes large tables slow.
import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  functionalUpdate,
  metaHelper,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import type { ColumnDef, ColumnSort, Column as TableColumn, Updater } from "@tanstack/react-table";
import { useMemo } from "react";
import type { MarketRow } from "../../data/markets/market-row.ts";
import type { ApyBasis, Column } from "../../market/column.ts";
import {
  columnIds,
  columnOf,
  columnShape,
  isSortableColumnId,
  startsDescending,
  type ColumnId,
} from "../../market/columns.ts";
import type { SortKey } from "../../view-state/view-state.ts";

/** What a row can be told to do, before its market's name: its header, for those who do not see it. */
const controls = {
  pick: { name: "Compare", width: 36 },
  star: { name: "Star", width: 24 },
  fold: { name: "Details", width: 24 },
} as const;
type ControlId = keyof typeof controls;
const controlIds = ["pick", "star", "fold"] as const satisfies readonly ControlId[];

/** What is known of a column besides what the library keeps of it: its record. */
type LeafMeta =
  | (Column & { readonly id: ColumnId; readonly isControl: false })
  | { readonly id: ControlId; readonly name: string; readonly isControl: true };

const features = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  rowSortingFeature,
  columnMeta: metaHelper<LeafMeta>(),
});

const columnDefs: ColumnDef<typeof features, MarketRow>[] = [
  ...controlIds.map((id): ColumnDef<typeof features, MarketRow> => {
    const { name, width: size } = controls[id];
    return { id, size, meta: { id, name, isControl: true } };
  }),
  ...columnIds.map((id): ColumnDef<typeof features, MarketRow> => {
    const record = columnOf(id);
    return {
      id,
      size: record.width,
      sortDescFirst: startsDescending(id),
      meta: { ...record, id, isControl: false },
    };
  }),
];
const rowId = (row: MarketRow): string => row.id;

/** A column as it stands in the table: drawn alike in the header, in every row and in their stand-ins. */
export type Leaf = LeafMeta & {
  readonly column: TableColumn<typeof features, MarketRow>;
  readonly width: number;
  readonly className: string;
  readonly offset: { readonly insetInlineStart?: number; readonly insetInlineEnd?: number };
};

interface TableInput {
  /** The rows in the window. */
  readonly data: readonly MarketRow[];
  readonly columns: readonly ColumnId[];
  readonly basis: ApyBasis;
  /** Whether there is room for the actions to stay in view. */
  readonly roomy: boolean;
  readonly sort: readonly SortKey[];
  readonly onSort: (sort: readonly SortKey[]) => void;
}

/** The table of the library, and its visible columns as they are drawn. */
export function useTableModel({ data, columns, basis, roomy, sort, onSort }: TableInput) {
  const layout = useMemo(
    () => ({
      columnOrder: [...controlIds, ...columns],
      columnVisibility: Object.fromEntries(columnIds.map((id) => [id, columns.includes(id)])),
      columnPinning: { start: [...controlIds, "market"], end: roomy ? ["actions"] : [] },
    }),
    [columns, roomy],
  );
  const columnSizing = useMemo(
    () => Object.fromEntries(columnIds.map((id) => [id, columnShape(id, basis).width])),
    [basis],
  );
  const sorting = useMemo(
    () => sort.map(({ column: id, descending: desc }): ColumnSort => ({ id, desc })),
    [sort],
  );
  const table = useTable({
    features,
    columns: columnDefs,
    data,
    getRowId: rowId,
    state: { ...layout, columnSizing, sorting },
    manualSorting: true,
    enableMultiSort: true,
    enableSortingRemoval: false,
    onSortingChange: (change: Updater<ColumnSort[]>) =>
      onSort(
        functionalUpdate(change, sorting).flatMap(({ id, desc }) =>
          isSortableColumnId(id) ? [{ column: id, descending: desc }] : [],
        ),
      ),
  });
  const headers = table.getHeaderGroups()[0]?.headers;
  const leaves = useMemo(
    () =>
      headers?.flatMap(({ column }): readonly Leaf[] => {
        const { meta } = column.columnDef;
        if (meta === undefined) return [];
        const pinned = column.getIsPinned();
        const names = [
          meta.isControl ? "control" : columnShape(meta.id, basis).align === "start" ? "start" : "",
          pinned === false ? "" : "pinned",
          meta.id === "market" ? "pinned-last" : "",
          pinned === "end" ? "pinned-end" : "",
        ];
        return [
          {
            ...meta,
            column,
            width: column.getSize(),
            className: names.filter((name) => name !== "").join(" "),
            offset:
              pinned === "start"
                ? { insetInlineStart: column.getStart("start") }
                : pinned === "end"
                  ? { insetInlineEnd: column.getAfter("end") }
                  : {},
          },
        ];
      }) ?? [],
    [headers, basis],
  );
  return { table, leaves };
}

/**
 * What a press on a column's header does to the order. A plain press makes the column the only key, and turns it round when
 * it led already. An adding press (with Shift) keeps the other keys: it turns the column round where it stands, or adds it last.
 */
export function pressHeader({ column }: Leaf, adding: boolean): void {
  const afresh = !adding && column.getSortIndex() !== 0;
  column.toggleSorting(afresh ? column.getFirstSortDir() === "desc" : undefined, adding);
}
