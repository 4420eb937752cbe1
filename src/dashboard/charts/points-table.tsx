// The points of a chart as a table, for screen readers and for looking up single values.
import { useMemo, useState, type ReactNode } from "react";
import { formatCount } from "../format/number.ts";
import { columnsOf } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { seriesName, timeText, type ChartRow, type ChartTable } from "./chart-series.ts";

const column = columnsOf<ChartRow>();
const newestFirst = { id: "time", desc: true };

export function PointsTable({ table }: { readonly table: ChartTable }): ReactNode {
  const [open, setOpen] = useState(false);
  const columns = useMemo(
    () => [
      column("time", { header: "Time", value: ({ at }) => at, cell: ({ at }) => timeText(table, at) }),
      ...table.series.map((one, index) =>
        column(`series${String(index)}`, {
          header: seriesName(one, one.shortLabel),
          help: one.shortLabel === undefined ? undefined : one.label,
          value: ({ values }) => values[index],
          cell: ({ values }) => {
            const value = values[index];
            return value === undefined ? <span className="text-text3">no data</span> : one.format(value);
          },
        }),
      ),
    ],
    [table],
  );
  return (
    <details
      className="min-w-0 flex-1 max-md:open:basis-full"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="w-fit rounded-item py-1 text-small text-text2 hover:text-text">
        {formatCount(table.rows.length).text} points as a table
      </summary>
      {/* Rendered only while open: there can be thousands of rows. */}
      {open ? (
        <div className="mt-1 max-w-3xl rounded-control border border-line text-small">
          <DataTable
            label="Points of the chart"
            columns={columns}
            rows={table.rows}
            rowKey={({ at }) => String(at)}
            initialSort={newestFirst}
            cards="never"
            region={{ what: "points of the chart", className: "max-h-64" }}
            rowHeight={32}
          />
        </div>
      ) : null}
    </details>
  );
}
