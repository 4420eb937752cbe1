import { functionalUpdate, useTable, type RowData } from "@tanstack/react-table";
import { Download } from "lucide-react";
import { useContext, useMemo, useState, type ReactNode } from "react";
import { csvTable, type CsvField } from "../../../domain/format/csv.ts";
import { countOf } from "../../../domain/format/number.ts";
import { Button } from "../fields/button.tsx";
import { useShowMore } from "../fields/show-more.tsx";
import { useAnnounce } from "../page/live-region.tsx";
import { useIsNarrow, useIsPhone } from "../page/media-query.ts";
import { exportFileName, saveText } from "../page/save-file.ts";
import { CardList } from "./card-list.tsx";
import { features, type TableColumn } from "./columns.ts";
import { FileOriginContext } from "./file-origin.ts";
import { TableGrid } from "./table-grid.tsx";
import type { DataTableProps, ShownGroup } from "./table-props.ts";

const none: readonly never[] = [];

export function DataTable<Data extends RowData>(props: DataTableProps<Data>): ReactNode {
  const { label, columns, rows, groups, rowKey, joinBy, loading = false, cards = "phone", csv } = props;
  const { first = Infinity } = props;
  const isPhone = useIsPhone();
  const isNarrow = useIsNarrow();
  const announce = useAnnounce();
  const originNow = useContext(FileOriginContext);
  const given = useMemo(() => groups ?? [{ key: "", rows: rows ?? [] }], [groups, rows]);
  const data = useMemo(() => given.flatMap((group) => group.rows), [given]);
  const [ownSort, setOwnSort] = useState(props.initialSort);
  const { id: sortId, desc = false } = (props.onSortChange === undefined ? ownSort : props.sort) ?? {};
  // Memoized, because callers may pass a new object each time.
  const sorting = useMemo(() => (sortId === undefined ? [] : [{ id: sortId, desc }]), [sortId, desc]);
  const table = useTable({
    features,
    columns,
    data,
    getRowId: rowKey,
    enableMultiSort: false,
    enableSorting: props.enableSorting ?? true,
    enableSortingRemoval: false,
    state: { sorting },
    onSortingChange: (update) => {
      const [next] = functionalUpdate(update, sorting);
      if (next !== undefined) (props.onSortChange ?? setOwnSort)(next);
    },
  });
  const model = table.getRowModel();
  const shown = useMemo(() => {
    const sortedPlaces = new Map(model.rows.map((row, place) => [row.original, { row, place }]));
    return given.map((group): ShownGroup<Data> => {
      const own = group.rows
        .flatMap((row) => sortedPlaces.get(row) ?? [])
        .toSorted((a, b) => a.place - b.place);
      const entries: { key: string; rows: Data[] }[] = [];
      for (const {
        row: { id, original },
      } of own) {
        const key = joinBy?.(original) ?? id;
        const last = entries.at(-1);
        if (joinBy !== undefined && last?.key === key) last.rows.push(original);
        else entries.push({ key, rows: [original] });
      }
      return { ...group, entries };
    });
  }, [given, model, joinBy]);

  // Beside an export, the last group's button is below the table, on the export's line.
  const last = csv === undefined ? undefined : shown.at(-1);
  const { shown: kept, more } = useShowMore(last?.entries ?? none, first, { list: last?.name ?? label });
  const cut = last === undefined ? shown : [...shown.slice(0, -1), { ...last, entries: kept, isCut: true }];

  if (props.error !== undefined) return props.error;
  if (data.length === 0 && !loading && props.empty !== undefined) return props.empty;
  const sorted = shown.flatMap(({ entries }) => entries.flatMap((entry) => entry.rows));
  const View = cards !== "never" && (isPhone || (cards === "narrow" && isNarrow)) ? CardList : TableGrid;
  const save = (fileName: string): void => {
    saveText(
      csvTable(csvFields(columns), sorted, originNow()),
      exportFileName(Date.now(), "csv", `${fileName}-`),
    );
    announce(`${countOf(sorted.length, "row")} exported as CSV.`);
  };
  return (
    <>
      <View {...props} shown={cut} sorted={sorted} table={table} />
      {csv === undefined || sorted.length === 0 ? null : (
        <p className="flex items-center justify-between px-(--edge,1rem) py-2 print:hidden">
          {more}
          <Button icon={<Download />} className="ml-auto" onClick={() => save(csv.fileName)}>
            Export CSV<span className="sr-only">, {label}</span>
          </Button>
        </p>
      )}
    </>
  );
}

function csvFields<Data extends RowData>(columns: readonly TableColumn<Data>[]): readonly CsvField<Data>[] {
  return columns.flatMap(({ meta: { header, csv, csvMore = [], value } }) => {
    const [name, read] = typeof csv === "object" ? csv : [typeof csv === "string" ? csv : header, value];
    return csv === false || read === undefined ? csvMore : [[name, read] as const, ...csvMore];
  });
}
