import type { ReactNode } from "react";
import { formatCount } from "../../domain/format/number.ts";
import { columnsOf } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { seriesName, timeText, type ChartRow, type ChartTable } from "./chart-series.ts";

const { column } = columnsOf<ChartRow>();
const newestFirst = { id: "Time", desc: true };

function pointColumns(table: ChartTable) {
  return [
    column("Time", {
      help: table.resolution === "1h" ? "The start of the hour." : "The day in UTC.",
      value: ({ at }) => at,
      cell: ({ at }) => timeText(table, at),
    }),
    ...table.series.map((one, index) =>
      column(seriesName(one, one.shortLabel), {
        id: `series${String(index)}`,
        help: `${one.label}, as drawn in the chart.`,
        value: ({ values }) => values[index],
        cell: ({ values }) => {
          const value = values[index];
          return value === undefined ? <span className="text-text3">no data</span> : one.format(value);
        },
      }),
    ),
  ];
}

export function PointsTable({ table }: { readonly table: ChartTable }): ReactNode {
  return (
    <div className="border-t border-line px-4 py-3">
      <h3 className="text-small font-semibold">{formatCount(table.rows.length).text} points</h3>
      <div className="mt-1 max-w-3xl rounded-control border border-line text-small">
        <DataTable
          label="Points of the chart"
          columns={pointColumns(table)}
          rows={table.rows}
          rowKey={({ at }) => String(at)}
          initialSort={newestFirst}
          cards="never"
          region={{ what: "points of the chart", className: "max-h-64" }}
          rowHeight={32}
        />
      </div>
    </div>
  );
}
