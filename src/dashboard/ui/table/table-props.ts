import type { ColumnSort, RowData, Table } from "@tanstack/react-table";
import type { ReactNode } from "react";
import type { Features, TableColumn } from "./columns.ts";

export interface RowGroup<Data> {
  readonly key: string;
  /** Follows "Show all", and names the cards. Default: the label. */
  readonly name?: string;
  readonly heading?: ReactNode;
  /** By the ids of their columns, which are their headers. */
  readonly sums?: Readonly<Record<string, ReactNode>>;
  readonly rows: readonly Data[];
  readonly after?: ReactNode;
}

export interface DataTableProps<Data extends RowData> {
  readonly label: string;
  readonly columns: readonly TableColumn<Data>[];
  readonly rows?: readonly Data[];
  readonly groups?: readonly RowGroup<Data>[];
  readonly rowKey: (row: Data) => string;
  readonly enableSorting?: boolean;
  readonly initialSort?: ColumnSort;
  /** The caller keeps the sort, as in the URL. Undefined: in the order given. */
  readonly sort?: ColumnSort | undefined;
  readonly onSortChange?: (sort: ColumnSort) => void;
  readonly loading?: boolean;
  readonly empty?: ReactNode;
  readonly error?: ReactNode;
  readonly csv?: { readonly fileName: string };
  /** Phones by default; "narrow" adds tablets; "never" scrolls sideways. */
  readonly cards?: "phone" | "narrow" | "never";
  readonly first?: number;
  /** Rows with equal keys share a card or joined cells. Unsorted tables only. */
  readonly joinBy?: (row: Data) => string;
  readonly hasRowLink?: boolean;
  /** Scrolls in a region of this class, which keyboards can skip: "Skip the assets". */
  readonly region?: { readonly what: string; readonly className: string };
  /** Equal columns beside a narrower first one, at least this wide in total. */
  readonly equalWidth?: string;
  /** A new value recreates rows, so that they do not count as layout shifts. */
  readonly generation?: string | number;
  /** Pixels. Default 46: two lines. */
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

/** Explains the column that `data-column` of a head names. */
export function helpAt<Data extends RowData>(
  columns: readonly TableColumn<Data>[],
  { dataset }: HTMLElement,
): string | undefined {
  return columns.find(({ id }) => id === dataset["column"])?.meta.help;
}
