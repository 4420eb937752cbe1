// The aligned facts: a table where there is room, cards to swipe through where there is not.
import { X } from "lucide-react";
import { useRef, type ReactNode } from "react";
import { Link } from "wouter";
import { ratio, type Ratio } from "../../../contract/units.ts";
import { MarketActions } from "../../actions/action-buttons.tsx";
import { SeriesLetter, seriesLetters } from "../../history/series-letter.tsx";
import { baseFade, capacity, poolUtilization, rewardApy } from "../../market/row-values.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { rateBar } from "../../list/rate-bar.tsx";
import { fadeArrow } from "../../list/trend.tsx";
import { hrefTo, marketHref, useSearch } from "../../view-state/address.ts";
import { marketFaces, marketName, placeName, typeName } from "../../market/market-text.ts";
import { tick, triangle } from "../../ui/marks/signs.tsx";
import { IconButton } from "../../ui/fields/button.tsx";
import { Disc } from "../../ui/marks/disc.tsx";
import { Meter } from "../../ui/marks/meter.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { Ring } from "../../ui/marks/ring.tsx";
import type { CompareCell, CompareFact, CompareGroup } from "./compare-facts.ts";
import "../../list/table/table.css";

interface CompareTableProps {
  readonly rows: readonly MarketRow[];
  readonly groups: readonly CompareGroup[];
  readonly onRemove: (id: string) => void;
}

export function CompareTable({ rows, groups, onRemove }: CompareTableProps): ReactNode {
  // Bars have room beside the words in up to three columns.
  const greatest = rows.length <= 3 ? greatestRate(rows) : undefined;
  return (
    <section
      aria-label="Compared markets"
      tabIndex={0}
      className="overflow-x-auto rounded-panel border border-line2 bg-surface [scrollbar-width:thin]"
    >
      <table aria-label="Comparison" className="w-full border-separate border-spacing-0 text-body">
        <thead>
          <tr>
            <th
              scope="col"
              colSpan={2}
              className="sticky left-0 z-10 w-60 min-w-60 border-r border-b border-line border-b-line2 bg-surface px-4 text-left text-small font-medium text-text3"
            >
              Fact
            </th>
            {rows.map((row, index) => (
              <th
                key={row.id}
                scope="col"
                aria-label={`${seriesLetters[index] ?? ""}, ${marketName(row)}`}
                className="min-w-64 border-b border-line2 px-3 py-2.5 text-left align-top font-normal not-last:border-r not-last:border-r-line"
              >
                <Heading row={row} index={index} onRemove={onRemove} isCard={false} />
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group.label} className="group/block">
            {group.facts.map((fact, line) => {
              const edge =
                line === group.facts.length - 1
                  ? "border-b border-b-line2 group-last/block:border-b-0"
                  : "border-b border-b-line";
              return (
                <tr key={fact.column} className="h-7">
                  {line === 0 ? (
                    <th
                      scope="rowgroup"
                      rowSpan={group.facts.length}
                      className="sticky left-0 z-10 w-24 min-w-24 border-b border-line2 bg-surface pt-1.5 pr-2 pl-4 text-left align-top text-small font-semibold group-last/block:border-b-0"
                    >
                      {group.label}
                    </th>
                  ) : null}
                  <th
                    scope="row"
                    className={`sticky left-24 z-10 w-36 min-w-36 border-r border-r-line bg-surface pr-3 text-left font-normal whitespace-nowrap text-text2 ${edge}`}
                  >
                    {fact.label}
                  </th>
                  {fact.cells.map((cell, index) => {
                    const row = rows[index];
                    return row === undefined ? null : (
                      <td
                        key={row.id}
                        className={`px-3 whitespace-nowrap not-last:border-r not-last:border-r-line ${edge}`}
                      >
                        <span className="flex items-center gap-3">
                          <Figure cell={cell} className="min-w-24 text-right" />
                          <Remark cell={cell} fact={fact} row={row} />
                          <Picture fact={fact} row={row} greatest={greatest} />
                        </span>
                      </td>
                    );
                  })}
                </tr>
              );
            })}
          </tbody>
        ))}
      </table>
    </section>
  );
}

/** One card a market, nearly one screen wide, that snaps: the same facts in the same order. Its letters jump to a card. */
export function CompareCards({ rows, groups, onRemove }: CompareTableProps): ReactNode {
  const list = useRef<HTMLUListElement | null>(null);
  return (
    <div className="flex flex-col gap-2">
      {rows.length < 2 ? null : (
        <nav aria-label="Cards" className="flex flex-wrap gap-1">
          {rows.map((row, index) => (
            <button
              key={row.id}
              type="button"
              aria-label={`${seriesLetters[index] ?? ""}, show ${marketName(row)}`}
              onClick={() =>
                list.current?.children.item(index)?.scrollIntoView({ inline: "center", block: "nearest" })
              }
              className="inline-flex size-9 items-center justify-center rounded-control pointer-coarse:size-11"
            >
              <SeriesLetter index={index} />
            </button>
          ))}
        </nav>
      )}
      <ul
        ref={list}
        aria-label="Comparison"
        tabIndex={0}
        className="flex snap-x snap-mandatory gap-3 overflow-x-auto scroll-smooth pb-2 [scrollbar-width:thin] motion-reduce:scroll-auto"
      >
        {rows.map((row, index) => (
          <li
            key={row.id}
            className={`${rows.length === 1 ? "w-full" : "w-[86%]"} shrink-0 snap-center rounded-panel border border-line2 bg-surface p-3`}
          >
            <Heading row={row} index={index} onRemove={onRemove} isCard />
            {groups.map((group) => (
              <section key={group.label} className="mt-3">
                <h3 className="border-b border-line pb-1 text-small font-semibold">{group.label}</h3>
                <dl>
                  {group.facts.map((fact) => {
                    const cell = fact.cells[index];
                    return cell === undefined ? null : (
                      <div key={fact.column} className="flex min-h-7 items-baseline gap-3 py-1">
                        <dt className="shrink-0 text-text2">{fact.label}</dt>
                        <dd className="flex min-w-0 flex-1 flex-wrap items-baseline justify-end gap-x-2 text-right">
                          <Remark cell={cell} fact={fact} row={row} />
                          <Figure cell={cell} />
                        </dd>
                      </div>
                    );
                  })}
                </dl>
              </section>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface HeadingProps {
  readonly row: MarketRow;
  readonly index: number;
  readonly onRemove: (id: string) => void;
  readonly isCard: boolean;
}

function Heading({ row, index, onRemove, isCard }: HeadingProps): ReactNode {
  const search = useSearch();
  const NameTag = isCard ? "h2" : "p";
  const remove = (
    <IconButton
      label={`Remove ${marketName(row)}`}
      icon={<X aria-hidden="true" className="size-3.5" />}
      onClick={() => onRemove(row.id)}
    />
  );
  const name = (
    <>
      <SeriesLetter index={index} />
      <Disc {...marketFaces(row)} />
      <div className="min-w-28 flex-1">
        <NameTag className="flex gap-1">
          <Link
            href={hrefTo(marketHref(row.id), search)}
            title={row.label}
            className="truncate font-semibold hover:underline"
          >
            {row.label}
          </Link>
          <span className="shrink-0 font-normal text-text3">{typeName(row)}</span>
        </NameTag>
        <p className="truncate text-tiny text-text2" title={placeName(row)}>
          {placeName(row)}
        </p>
      </div>
    </>
  );
  if (isCard)
    return (
      <div className="flex flex-col gap-2">
        <div className="flex min-w-0 items-center gap-2">
          {name}
          {remove}
        </div>
        <MarketActions row={row} variant="card" />
      </div>
    );
  // Where a column is narrow the buttons go below the name.
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
      <div className="flex min-w-0 flex-[1_1_11rem] items-center gap-2">{name}</div>
      <div className="ml-auto flex items-center gap-1">
        <MarketActions row={row} variant="row" />
        {remove}
      </div>
    </div>
  );
}

/** The value, heavier where it is the best, or a dash where there is none. */
function Figure({
  cell: { value, mark },
  className = "",
}: {
  readonly cell: CompareCell;
  readonly className?: string;
}): ReactNode {
  if (value === undefined)
    return (
      <span aria-hidden="true">
        <NumberText value={undefined} className={className} />
      </span>
    );
  return (
    <span className={`${mark === "best" ? "font-semibold" : ""} ${className}`}>
      <NumberText value={value} />
    </span>
  );
}

/** What is said of the value in words: best or worst, how far from the best, what stands behind it, or why there is none. */
function Remark({
  cell: { text, value, mark, note, warns },
  fact,
  row,
}: {
  readonly cell: CompareCell;
  readonly fact: CompareFact;
  readonly row: MarketRow;
}): ReactNode {
  const words = [value === undefined ? text : undefined, note].filter((part) => part !== undefined);
  const fade = fact.column === "trend" && value !== undefined ? baseFade(row) : undefined;
  return (
    <>
      {mark === undefined ? null : (
        <span className="text-small text-text2">
          {mark === "best" ? tick : null}
          {mark}
        </span>
      )}
      {words.length === 0 ? null : (
        <span className="text-small text-text3">
          {warns ? triangle : null}
          {fade === undefined ? null : fadeArrow(fade.class)}
          {words.join(", ")}
        </span>
      )}
    </>
  );
}

/** The greatest deposit rate of the markets: the scale of the bars. */
function greatestRate(rows: readonly MarketRow[]): Ratio | undefined {
  return ratio(Math.max(...rows.map((row) => row.depositApy ?? 0)));
}

interface PictureProps {
  readonly fact: CompareFact;
  readonly row: MarketRow;
  /** The scale of the rate bars; undefined where they have no room. */
  readonly greatest: Ratio | undefined;
}

/** The value drawn, where the list draws it too: the bar of a rate, the meter of a utilization, the ring of a limit. */
function Picture({ fact, row, greatest }: PictureProps): ReactNode {
  if (fact.column === "depositApy" && row.depositApy !== undefined && greatest !== undefined) {
    const rate = { total: row.depositApy, base: row.baseDepositApy, rewards: [rewardApy(row)] };
    return <span className="ml-auto hidden xl:block">{rateBar(rate, greatest)}</span>;
  }
  if (fact.column === "utilization") {
    const share = poolUtilization(row);
    return share !== undefined ? <Meter share={share} danger={share > 0.9} width={80} /> : null;
  }
  const used = fact.column === "capacityLeft" ? capacity(row)?.used : undefined;
  return used === undefined ? null : <Ring share={used} danger={used >= 1} />;
}
