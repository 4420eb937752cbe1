import type { ColumnSort, RowData, Table } from "@tanstack/react-table";
import type { HTMLAttributes, ReactNode } from "react";
import type { Features, TableColumn } from "./columns.ts";

export interface RowGroup<Data> {
  readonly key: string;
  /** Follows "of" in the button that shows all its rows, and names its list of cards. Default: the table's label. */
  readonly name?: string;
  /** A row of its own above the rows, which `sums` fills by column. */
  readonly heading?: ReactNode;
  readonly sums?: Readonly<Record<string, ReactNode>>;
  readonly rows: readonly Data[];
  readonly after?: ReactNode;
}

export interface DataTableProps<Data extends RowData> {
  readonly label: string;
  readonly columns: readonly TableColumn<Data>[];
  readonly rows?: readonly Data[];
  /** Instead of `rows`. Sorting keeps rows in their group. */
  readonly groups?: readonly RowGroup<Data>[];
  readonly rowKey: (row: Data) => string;
  readonly initialSort?: ColumnSort;
  /** With `onSortChange` the caller keeps the sort, as in the URL. Undefined: in the order given. */
  readonly sort?: ColumnSort | undefined;
  readonly onSortChange?: (sort: ColumnSort) => void;
  readonly loading?: boolean;
  readonly empty?: ReactNode;
  readonly error?: ReactNode;
  /** Adds a button that exports all rows in the order shown, folded ones too. "assets": yieldboard-assets-<time>.csv. */
  readonly csv?: { readonly fileName: string };
  /** Where the rows are cards: phones by default, with "narrow" also tablets, with "never" the table scrolls sideways. */
  readonly cards?: "phone" | "narrow" | "never";
  readonly first?: number;
  /** Consecutive rows with the same key are one entry: one card, joined cells. For tables without sorting. */
  readonly joinBy?: (row: Data) => string;
  readonly hasRowLink?: boolean;
  readonly rowProps?: (row: Data) => HTMLAttributes<HTMLElement> & Readonly<Record<`data-${string}`, string>>;
  /** Scrolls the table in a region of this class, such as `max-h-96`, which keyboards can skip: "Skip the assets". */
  readonly region?: { readonly what: string; readonly className: string };
  /** Columns of one width beside a narrower first one, together at least this wide, such as "46rem"; their text wraps. */
  readonly equalWidth?: string;
  /** Another value renders the rows as new ones, so that rows which arrive do not count as layout shifts. */
  readonly generation?: string | number;
  /** Of most rows and of skeletons, in pixels. Default 46: two lines. */
  readonly rowHeight?: number;
}

export interface Entry<Data> {
  readonly key: string;
  readonly rows: readonly Data[];
}

export interface ShownGroup<Data> extends RowGroup<Data> {
  readonly entries: readonly Entry<Data>[];
}

export interface ViewProps<Data extends RowData> extends DataTableProps<Data> {
  readonly shown: readonly ShownGroup<Data>[];
  readonly sorted: readonly Data[];
  readonly table: Pick<Table<Features, Data>, "getColumn">;
}
