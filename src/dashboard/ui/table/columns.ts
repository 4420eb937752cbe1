import {
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  type ColumnDef,
  type RowData,
} from "@tanstack/react-table";
import type { ReactNode } from "react";
import type { CsvField } from "../../../domain/format/csv.ts";
import type { Formatted } from "../../../domain/format/number.ts";
import { numberText } from "../marks/number-text.tsx";

export const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });
export type Features = typeof features;

export interface ColumnMeta<Data> {
  readonly header: string;
  readonly head?: ReactNode;
  /** Value for sorting and export. Undefined sorts last in both directions. Without it, the column does not sort. */
  readonly value?: (row: Data) => string | number | undefined;
  /** Rows that sort last in both directions, before missing values, because their value is only a bound. */
  readonly isIdle?: (row: Data) => boolean;
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

interface Options<Data> extends Omit<ColumnMeta<Data>, "header"> {
  /** Defaults to the header. */
  readonly id?: string;
  /** By default, numbers start with the highest and texts with A. */
  readonly sortDescFirst?: boolean;
}

/** Columns of figures must have a help text, which their header shows. */
export type ColumnOptions<Data> =
  | (Omit<Options<Data>, "value"> & { readonly value?: (row: Data) => string | undefined })
  | (Options<Data> & { readonly help: string });

export type TableColumn<Data extends RowData> = ColumnDef<Features, Data> & {
  readonly id: string;
  readonly meta: ColumnMeta<Data>;
};

/** Makes the columns of a table of `Data`, like TanStack's `createColumnHelper`. */
export function columnsOf<Data extends RowData>() {
  const column = (
    header: string,
    { id = header, sortDescFirst, ...meta }: ColumnOptions<Data>,
  ): TableColumn<Data> => ({
    id,
    header,
    meta: { header, ...meta },
    ...(meta.value === undefined ? {} : { accessorFn: meta.value }),
    ...(sortDescFirst === undefined ? {} : { sortDescFirst }),
    sortUndefined: "last",
    sortFn: (one, other, columnId) => {
      const [a, b] = [one.getValue(columnId), other.getValue(columnId)];
      return typeof a === "number" && typeof b === "number"
        ? a - b
        : String(a).localeCompare(String(b), "en");
    },
  });
  /** A column with one number per row. `csv` is its name in the export, with the unit. */
  const figure = <Value extends number>(
    header: string,
    csv: string,
    help: string,
    value: (row: Data) => Value | undefined,
    format: (value: Value | undefined) => Formatted | undefined,
    more: Partial<Omit<Options<Data>, "help">> = {},
  ): TableColumn<Data> =>
    column(header, {
      help,
      csv,
      value,
      cell: (row) => numberText(format(value(row))),
      ...more,
    });
  return { column, figure };
}

export const bold = { className: "font-semibold" } as const;
