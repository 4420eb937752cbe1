import { functionalUpdate, useTable, type RowData } from "@tanstack/react-table";
import { Download } from "lucide-react";
import { useContext, useMemo, useState, type ReactNode } from "react";
import { csvTable, type CsvField } from "../../../domain/format/csv.ts";
import { countOf } from "../../../domain/format/number.ts";
import { toggled } from "../../../domain/toggled.ts";
import { Button } from "../fields/button.tsx";
import { showFirst } from "../fields/show-more.tsx";
import { useAnnounce } from "../page/live-region.tsx";
import { useIsNarrow, useIsPhone } from "../page/media-query.ts";
import { exportFileName, saveText } from "../page/save-file.ts";
import { CardList } from "./card-list.tsx";
import { features, type TableColumn } from "./columns.ts";
import { FileOriginContext } from "./file-origin.ts";
import { TableGrid } from "./table-grid.tsx";
import type { DataTableProps, ShownGroup } from "./table-props.ts";

export function DataTable<Data extends RowData>(props: DataTableProps<Data>): ReactNode {
  const { label, columns, rows, groups, rowKey, joinBy, loading = false, cards = "phone", csv } = props;
  const { first = Infinity } = props;
  const isPhone = useIsPhone();
  const isNarrow = useIsNarrow();
  const announce = useAnnounce();
  const originNow = useContext(FileOriginContext);
  const given = useMemo(() => groups ?? [{ key: "", rows: rows ?? [] }], [groups, rows]);
  const data = useMemo(() => given.flatMap((group) => group.rows), [given]);
  const [whole, setWhole] = useState<readonly string[]>([]);
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
  const isIdle = columns.find(({ id }) => id === sortId)?.meta.isIdle;
  const grouped = useMemo(
    () =>
      given.map((group) => {
        const members = new Set(group.rows);
        const own = model.rows.filter(({ original }) => members.has(original));
        if (isIdle !== undefined) own.sort((a, b) => Number(isIdle(a.original)) - Number(isIdle(b.original)));
        const entries: { key: string; rows: Data[] }[] = [];
        for (const { id, original } of own) {
          const key = joinBy?.(original) ?? id;
          const last = entries.at(-1);
          if (joinBy !== undefined && last?.key === key) last.rows.push(original);
          else entries.push({ key, rows: [original] });
        }
        return { group, entries };
      }),
    [given, model, joinBy, isIdle],
  );

  if (props.error !== undefined) return props.error;
  if (data.length === 0 && !loading && props.empty !== undefined) return props.empty;
  const sorted = grouped.flatMap(({ entries }) => entries.flatMap((entry) => entry.rows));
  const cut = grouped.map(({ group, entries }): ShownGroup<Data> => {
    const { key, name = label, items } = group;
    const toggle = (): void => setWhole(toggled(whole, key));
    const { shown, more } = showFirst(entries, first, whole.includes(key), toggle, { list: name, items });
    return { group, entries: shown, more };
  });
  // Beside an export, the last group's button is below the table, on the export's line.
  const last = csv === undefined ? undefined : cut.pop();
  const View = cards !== "never" && (isPhone || (cards === "narrow" && isNarrow)) ? CardList : TableGrid;
  const save = (fileName: string): void => {
    const text = csvTable(csvFields(columns), sorted, [...(props.settings ?? []), ...originNow()]);
    saveText(text, exportFileName(Date.now(), "csv", `${fileName}-`));
    announce(`${countOf(sorted.length, "row")} exported as CSV.`);
  };
  return (
    <>
      <View
        {...props}
        shown={last === undefined ? cut : [...cut, { ...last, more: null }]}
        sorted={sorted}
        table={table}
      />
      {csv === undefined || sorted.length === 0 ? null : (
        <p className="flex items-center justify-between px-(--edge,1rem) py-2">
          {last?.more}
          <Button icon={<Download />} className="ml-auto print:hidden" onClick={() => save(csv)}>
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
