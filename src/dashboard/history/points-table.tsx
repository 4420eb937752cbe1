// The points of a chart as a table, for people who do not see the chart, and for anyone who wants one of them.
import { useState, type ReactNode } from "react";
import { formatCount } from "../format/number.ts";

export function PointsTable({
  count,
  caption,
  width,
  columns,
  rows,
}: {
  readonly count: number;
  readonly caption: string;
  /** Class that limits how wide the table's frame gets. */
  readonly width: string;
  /** Header cells after the one of the time. */
  readonly columns: ReactNode;
  /** Called only while the table is open: there can be thousands. */
  readonly rows: () => ReactNode;
}): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <details className="min-w-0 flex-1" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit rounded-item py-1 text-small text-text2 hover:text-text">
        {formatCount(count).text} points as a table
      </summary>
      {open ? (
        // A scroll region must be reachable, or the keyboard could not scroll it.
        <section
          aria-label="Points of the chart"
          tabIndex={0}
          className={`mt-1 max-h-64 ${width} overflow-auto rounded-control border border-line`}
        >
          <table className="w-full text-small">
            <caption className="sr-only">{caption}</caption>
            <thead className="sticky top-0 bg-surface text-left text-text3">
              <tr>
                <th scope="col" className="px-3 py-1 font-medium">
                  Time
                </th>
                {columns}
              </tr>
            </thead>
            <tbody>{rows()}</tbody>
          </table>
        </section>
      ) : null}
    </details>
  );
}
