// The points of a chart as a table, for people who do not see the chart, and for anyone who wants one of them.
import { useState, type ReactNode } from "react";
import { formatCount } from "../format/number.ts";
import { gridColumns, timeText, valueText, withLetter, type HistoryGrid } from "./history-lines.ts";

interface PointsTableProps {
  /** What the chart is called. */
  readonly title: string;
  readonly grid: HistoryGrid;
}

export function PointsTable({ title, grid }: PointsTableProps): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <details className="min-w-0 flex-1" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit rounded-item py-1 text-small text-text2 hover:text-text">
        {formatCount(grid.times.length).text} points as a table
      </summary>
      {/* Only while it is seen: there can be thousands. */}
      {open ? <Points title={title} grid={grid} /> : null}
    </details>
  );
}

function Points({ title, grid }: PointsTableProps): ReactNode {
  const columns = gridColumns(grid);
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
            {columns.map(({ place, name, shortName, fileName }) => (
              <th key={fileName} scope="col" title={name} className="px-3 py-1 text-right font-medium">
                {withLetter(place, shortName)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {grid.times
            .map((time, index) => (
              <tr key={time}>
                <th scope="row" className="border-t border-line px-3 py-0.5 text-left font-normal">
                  {timeText(grid, time)}
                </th>
                {columns.map((column) => (
                  <td key={column.fileName} className="border-t border-line px-3 py-0.5 text-right">
                    {valueText(column, index) ?? <span className="text-text3">no data</span>}
                  </td>
                ))}
              </tr>
            ))
            .toReversed()}
        </tbody>
      </table>
    </section>
  );
}
