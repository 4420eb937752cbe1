// The points of a chart as a table, for people who do not see the chart, and for anyone who wants one of them.
import { useState, type ReactNode } from "react";
import { formatCount } from "../format/number.ts";
import { seriesName, timeText, type ChartTable } from "./chart-series.ts";

interface PointsTableProps {
  /** What the chart is called. */
  readonly title: string;
  readonly table: ChartTable;
}

export function PointsTable({ title, table }: PointsTableProps): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <details className="min-w-0 flex-1" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit rounded-item py-1 text-small text-text2 hover:text-text">
        {formatCount(table.rows.length).text} points as a table
      </summary>
      {/* Only while it is seen: there can be thousands. */}
      {open ? <Points title={title} table={table} /> : null}
    </details>
  );
}

function Points({ title, table }: PointsTableProps): ReactNode {
  const { series, rows } = table;
  return (
    // A scroll region must be reachable, or the keyboard could not scroll it.
    <section
      aria-label="Points of the chart"
      tabIndex={0}
      className="mt-1 max-h-64 max-w-3xl overflow-auto rounded-control border border-line"
    >
      <table className="w-full text-small whitespace-nowrap">
        <caption className="sr-only">{title}, newest first</caption>
        <thead className="sticky top-0 bg-surface text-text3">
          <tr>
            <th scope="col" className="px-3 py-1 text-left font-medium">
              Time
            </th>
            {series.map((one) => (
              <th
                key={one.fileName}
                scope="col"
                title={one.label}
                className="px-3 py-1 text-right font-medium"
              >
                {seriesName(one, one.shortLabel)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            .map(({ at, values }) => (
              <tr key={at}>
                <th scope="row" className="border-t border-line px-3 py-0.5 text-left font-normal">
                  {timeText(table, at)}
                </th>
                {series.map(({ fileName, format }, index) => {
                  const value = values[index];
                  return (
                    <td key={fileName} className="border-t border-line px-3 py-0.5 text-right">
                      {value === undefined ? <span className="text-text3">no data</span> : format(value)}
                    </td>
                  );
                })}
              </tr>
            ))
            .toReversed()}
        </tbody>
      </table>
    </section>
  );
}
