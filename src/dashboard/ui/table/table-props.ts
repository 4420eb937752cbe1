import {
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  type ColumnDef,
  type ColumnSort,
  type RowData,
  type Table,
} from "@tanstack/react-table";
import type { ReactNode } from "react";
import type { CsvField } from "../../../domain/format/csv.ts";

export const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });
export type Features = typeof features;

export interface ColumnMeta<Data> {
  readonly header: string;
  readonly head?: ReactNode;
  /** Value for sorting and export. Undefined sorts last in both directions. Without it, the column does not sort. */
  readonly value?: (row: Data) => string | number | undefined;
  readonly cell: (row: Data, isCard: boolean) => ReactNode;
  readonly align?: "start" | "end";
  readonly help?: string | undefined;
  /** Name in the export, with the unit, and optionally the exported value. False omits the column. */
  readonly csv?: string | CsvField<Data> | false;
  /** More export columns, for what the cell shows besides its value. */
  readonly csvMore?: readonly CsvField<Data>[];
  readonly footer?: (rows: readonly Data[]) => ReactNode;
  /** In cards: "lead" opens the card, "line" is the cell on its own line. By default, a pair of header and cell. */
  readonly card?: "lead" | "line" | "omit";
  readonly isHeaderHidden?: boolean;
  readonly isJoined?: boolean;
  readonly className?: string;
}

export type TableColumn<Data extends RowData> = ColumnDef<Features, Data> & {
  readonly id: string;
  readonly meta: ColumnMeta<Data>;
};

export interface RowGroup<Data> {
  readonly key: string;
  /** Follows "Show all" and names the cards. Defaults to the label. */
  readonly name?: string;
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
  readonly csv?: { readonly fileName: string };
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

export interface ShownGroup<Data> extends RowGroup<Data> {
  readonly entries: readonly Entry<Data>[];
}

export interface ViewProps<Data extends RowData> extends DataTableProps<Data> {
  readonly shown: readonly ShownGroup<Data>[];
  readonly sorted: readonly Data[];
  readonly table: Pick<Table<Features, Data>, "getColumn">;
}

/** Shows the help of the column that the `data-column` of a head names. */
export function helpAt<Data extends RowData>(
  columns: readonly TableColumn<Data>[],
  { dataset }: HTMLElement,
): string | undefined {
  return columns.find(({ id }) => id === dataset["column"])?.meta.help;
}
