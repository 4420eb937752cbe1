import {
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  type ColumnDef,
  type Row,
  type RowData,
} from "@tanstack/react-table";
import type { ReactNode } from "react";
import type { CsvCell } from "../../../domain/format/csv.ts";

export const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });
export type Features = typeof features;

export interface ColumnMeta<Data> {
  readonly header: string;
  /** Shown in the header instead of its text, such as an icon beside it or a scale. */
  readonly head?: ReactNode;
  /** What the column sorts by and exports; undefined is missing and last in both directions. Without it the column does not sort. */
  readonly value?: (row: Data) => CsvCell;
  /** Renders the row's cell; null leaves the column out of a card. */
  readonly cell: (row: Data, isCard: boolean) => ReactNode;
  readonly align?: "start" | "end";
  readonly help?: string | undefined;
  /**
   * The column's name in the export, with its unit; with a function, what it exports instead of its value. A column without a value
   * exports only with a function, and false leaves it out.
   */
  readonly csv?: string | readonly [name: string, value: (row: Data) => CsvCell] | false;
  readonly footer?: (rows: readonly Data[]) => ReactNode;
  /** Leads open a card, the first as its title. Default "secondary": a pair of header and cell. "wide": a pair in a line of its own. */
  readonly card?: "lead" | "secondary" | "wide" | "omit";
  /** For screen readers alone; in a card the cell has no label. */
  readonly isHeaderHidden?: boolean;
  readonly isJoined?: boolean;
  readonly className?: string;
}

export interface ColumnOptions<Data> extends ColumnMeta<Data> {
  readonly enableSorting?: boolean;
  /** Whether the first press sorts from high to low. By default numbers do, and texts start at A. */
  readonly sortDescFirst?: boolean;
}

export type TableColumn<Data extends RowData> = ColumnDef<Features, Data> & {
  readonly id: string;
  readonly meta: ColumnMeta<Data>;
};

function byValue<Data extends RowData>(
  one: Row<Features, Data>,
  other: Row<Features, Data>,
  id: string,
): number {
  const [a, b] = [one.getValue(id), other.getValue(id)];
  return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en");
}

/** As TanStack's `createColumnHelper`: a function that makes the columns of a `DataTable` of these rows. */
export function columnsOf<Data extends RowData>() {
  return (
    id: string,
    { enableSorting = true, sortDescFirst, ...meta }: ColumnOptions<Data>,
  ): TableColumn<Data> => ({
    id,
    header: meta.header,
    meta,
    ...(meta.value === undefined ? {} : { accessorFn: meta.value }),
    ...(sortDescFirst === undefined ? {} : { sortDescFirst }),
    enableSorting,
    sortUndefined: "last",
    sortFn: byValue,
  });
}
