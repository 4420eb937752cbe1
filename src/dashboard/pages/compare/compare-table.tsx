// The aligned facts: a table where there is room, cards to swipe through where there is not.
import { X } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { Link } from "wouter";
import { MarketActions } from "../../actions/action-buttons.tsx";
import { seriesLetters, seriesStyle } from "../../charts/series-style.ts";
import type { MarketRow } from "../../data/market-row.ts";
import { marketHref } from "../../table/market-list.ts";
import { marketFaces, marketName, placeName, typeName } from "../../table/market-text.ts";
import { IconButton } from "../../ui/button.tsx";
import { Disc } from "../../ui/disc.tsx";
import type { CompareCell, CompareGroup } from "./compare-facts.ts";

interface CompareTableProps {
  readonly rows: readonly MarketRow[];
  readonly groups: readonly CompareGroup[];
  readonly onRemove: (id: string) => void;
}

export function CompareTable({ rows, groups, onRemove }: CompareTableProps): ReactNode {
  return (
    <section
      aria-label="Compared markets"
      tabIndex={0}
      className="overflow-x-auto rounded-panel border border-line2 bg-surface"
    >
      <table aria-label="Comparison" className="w-full border-separate border-spacing-0 text-body">
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky left-0 z-10 w-44 min-w-36 border-b border-line2 bg-surface p-3 text-left text-small font-medium text-text3"
            >
              Fact
            </th>
            {rows.map((row, index) => (
              <th
                key={row.id}
                scope="col"
                className="min-w-60 border-b border-l border-line2 border-l-line p-3 text-left align-top font-normal"
              >
                <Heading row={row} index={index} onRemove={onRemove} />
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group.label}>
            <tr>
              <th
                scope="colgroup"
                colSpan={rows.length + 1}
                className="border-b border-line bg-canvas px-3 py-1 text-left text-small font-semibold"
              >
                <span className="sticky left-3">{group.label}</span>
              </th>
            </tr>
            {group.facts.map((fact) => (
              <tr key={fact.column}>
                <th
                  scope="row"
                  className="sticky left-0 z-10 h-7 border-b border-line bg-surface px-3 text-left font-normal text-text2"
                >
                  {fact.label}
                </th>
                {fact.cells.map((cell, index) => (
                  <td key={rows[index]?.id ?? index} className="h-7 border-b border-l border-line px-3">
                    <Cell cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

/** One card a market, one screen wide, that snaps: the same facts in the same order. */
export function CompareCards({ rows, groups, onRemove }: CompareTableProps): ReactNode {
  return (
    <ul
      aria-label="Comparison"
      tabIndex={0}
      className="flex snap-x snap-mandatory gap-3 overflow-x-auto pb-2"
    >
      {rows.map((row, index) => (
        <li
          key={row.id}
          className="w-[86%] shrink-0 snap-center rounded-panel border border-line2 bg-surface p-3"
        >
          <Heading row={row} index={index} onRemove={onRemove} />
          <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3">
            {groups.map((group) => (
              <Fragment key={group.label}>
                <dt className="col-span-2 mt-2 border-b border-line pb-1 text-small font-semibold">
                  {group.label}
                </dt>
                <dd className="hidden" />
                {group.facts.map((fact) => {
                  const cell = fact.cells[index];
                  return (
                    <Fragment key={fact.column}>
                      <dt className="py-1 text-text2">{fact.label}</dt>
                      <dd className="py-1 text-right">{cell === undefined ? null : <Cell cell={cell} />}</dd>
                    </Fragment>
                  );
                })}
              </Fragment>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Heading({
  row,
  index,
  onRemove,
}: {
  readonly row: MarketRow;
  readonly index: number;
  readonly onRemove: (id: string) => void;
}): ReactNode {
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <SeriesLetter index={index} />
        <Disc {...marketFaces(row)} />
        <div className="min-w-0 flex-1">
          <p className="truncate">
            <Link href={marketHref(row.id)} className="font-semibold hover:underline">
              {row.label}
            </Link>{" "}
            <span className="text-text3">{typeName(row)}</span>
          </p>
          <p className="truncate text-tiny text-text2">{placeName(row)}</p>
        </div>
        <IconButton
          label={`Remove ${marketName(row)}`}
          icon={<X aria-hidden="true" className="size-3.5" />}
          onClick={() => onRemove(row.id)}
        />
      </div>
      <MarketActions row={row} variant="card" />
    </div>
  );
}

/** The letter that names a market in the table and at the end of its line. */
export function SeriesLetter({ index }: { readonly index: number }): ReactNode {
  return (
    <span
      className="inline-flex size-5 shrink-0 items-center justify-center rounded-item border-2 text-tiny font-semibold"
      style={{ borderColor: seriesStyle(index).colour }}
    >
      {seriesLetters[index]}
    </span>
  );
}

function Cell({ cell }: { readonly cell: CompareCell }): ReactNode {
  if (!cell.known) return <span className="text-small text-text3">{cell.text}</span>;
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-3">
      <span className={cell.mark === "best" ? "font-semibold" : ""}>{cell.text}</span>
      {cell.mark === undefined ? null : (
        <span className="text-small text-text2">{cell.mark === "best" ? "✓ best" : "worst"}</span>
      )}
      {cell.note === undefined ? null : <span className="text-small text-text3">{cell.note}</span>}
    </span>
  );
}
