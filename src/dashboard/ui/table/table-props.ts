import type { ColumnSort, RowData, Table } from "@tanstack/react-table";
import type { MouseEvent, ReactNode } from "react";
import type { CsvConstant } from "../../../domain/format/csv.ts";
import type { Features, TableColumn } from "./columns.ts";

export interface RowGroup<Data> {
  readonly key: string;
  /** Follows "Show all" and names the cards. Defaults to the label. */
  readonly name?: string;
  /** What "Show all" counts, if that differs from the count in the heading. */
  readonly items?: string | undefined;
  readonly heading?: ReactNode;
  /** By column id, which is the header by default. */
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
  /** The sort order, if the caller keeps it, as in the URL. Undefined: in the given order. */
  readonly sort?: ColumnSort | undefined;
  readonly onSortChange?: (sort: ColumnSort) => void;
  readonly loading?: boolean;
  readonly empty?: ReactNode;
  readonly error?: ReactNode;
  /** Names the exported file. Without it, there is no export. */
  readonly csv?: string;
  /** For the export: what the figures depend on and no column's name says. */
  readonly settings?: readonly CsvConstant[];
  /** When rows become cards: on phones by default; "narrow" adds tablets; with "never" the table scrolls sideways. */
  readonly cards?: "phone" | "narrow" | "never";
  readonly first?: number;
  /** Rows with equal keys share a card, or joined cells. Only for unsorted tables. */
  readonly joinBy?: (row: Data) => string;
  readonly hasRowLink?: boolean;
  /** Makes the table scroll in a region with this class. The keyboard can skip it: "Skip the assets". */
  readonly region?: { readonly what: string; readonly className: string };
  /** Makes all columns but the first equally wide, with at least this total width. */
  readonly equalWidth?: string;
  /** When this changes, rows are recreated, so that they do not count as layout shifts. */
  readonly generation?: string | number;
  /** In pixels. Defaults to 46, which is two lines. */
  readonly rowHeight?: number;
}

export interface Entry<Data> {
  readonly key: string;
  readonly rows: readonly Data[];
}

export interface ShownGroup<Data> {
  readonly group: RowGroup<Data>;
  readonly entries: readonly Entry<Data>[];
  readonly more: ReactNode;
}

export interface ViewProps<Data extends RowData> extends DataTableProps<Data> {
  readonly shown: readonly ShownGroup<Data>[];
  readonly sorted: readonly Data[];
  readonly table: Pick<Table<Features, Data>, "getColumn">;
}

/** A press on a row opens its first link, unless it hits a control or selects text. */
export function followRowLink({ target }: MouseEvent): void {
  if (!(target instanceof Element) || target.closest("a, button, summary, input, select") !== null) return;
  if ((window.getSelection()?.toString() ?? "") !== "") return;
  target.closest("tr, li")?.querySelector("a")?.click();
}
