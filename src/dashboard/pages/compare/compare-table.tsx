// The aligned facts: a table where there is room, cards to swipe through where there is not.
import { X } from "lucide-react";
import { useRef, type ReactNode } from "react";
import { ratio, type Ratio } from "../../../contract/units.ts";
import { MarketActions } from "../../actions/action-buttons.tsx";
import { SeriesLetter, seriesLetters } from "../../charts/series-letter.tsx";
import { capacity, poolUtilization, rewardApy } from "../../market/row-values.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { rateBar } from "../../list/rate-bar.tsx";
import { fadeArrow } from "../../list/trend.tsx";
import { MarketName } from "../../market-name/market-name.tsx";
import { marketName } from "../../market/market-text.ts";
import { columnOf } from "../../market/columns.ts";
import { FactChips, type FactChip } from "../../ui/marks/fact-chips.tsx";
import { tick, triangle } from "../../ui/marks/signs.tsx";
import { IconButton } from "../../ui/fields/button.tsx";
import { Meter } from "../../ui/marks/meter.tsx";
import { Unbroken } from "../../ui/marks/kept-end.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { Ring } from "../../ui/marks/ring.tsx";
import type { CompareCell, CompareFact, CompareGroup } from "./compare-facts.ts";
import { certainKinkUtilization } from "../../../finance/dilution.ts";

interface CompareTableProps {
  readonly rows: readonly MarketRow[];
  readonly groups: readonly CompareGroup[];
  /** What decides about each market, in the order of the rows. */
  readonly chips: readonly (readonly FactChip[])[];
  readonly onRemove: (id: string) => void;
}

/** More columns than this scroll inside the frame. */
const mostThatFit = 3;

/** The least width of a comparison of so many markets: the facts' names and a column each. */
export function compareWidth(count: number): string {
  // Three fit a tablet held upright, 768 px without the page's margins.
  return `${String(count > mostThatFit ? 10 + count * 17 : 8.75 + count * 12)}rem`;
}

/**
 * Facts down, markets across, what decides on top. Up to three markets fit, and the heads stay at the top of the page; more scroll
 * inside the frame, under heads that stay there.
 */
export function CompareTable({
  rows,
  groups,
  chips,
  onRemove,
  corner,
}: CompareTableProps & {
  /** What stands over the names of the facts. */ readonly corner: ReactNode;
}): ReactNode {
  // Bars have room beside the words in up to three columns.
  const greatest = rows.length <= mostThatFit ? greatestRate(rows) : undefined;
  const scrolls = rows.length > mostThatFit;
  const [first, ...rest] = groups;
  const leads = first?.id === "mySize" ? [first] : [];
  const others = leads.length === 0 ? groups : rest;
  return (
    <section
      aria-label="Compared markets"
      // What scrolls must be reachable, or no key could scroll it.
      tabIndex={0}
      className={`rounded-panel border border-line2 bg-surface ${scrolls ? "max-h-[85dvh] overflow-auto [scrollbar-width:thin]" : "max-lg:max-h-[85dvh] max-lg:overflow-auto"}`}
    >
      <table
        aria-label="Comparison"
        className="w-full table-fixed border-separate border-spacing-0 text-body"
        style={{ minWidth: compareWidth(rows.length) }}
      >
        <thead>
          <tr>
            <td className="sticky top-0 left-0 z-30 w-44 rounded-tl-panel border-r border-b border-line border-b-line2 bg-surface px-4 text-small max-lg:w-36 max-lg:px-2">
              {corner}
            </td>
            {rows.map((row, index) => (
              <th
                key={row.id}
                scope="col"
                aria-label={`${seriesLetters[index] ?? ""}, ${marketName(row)}`}
                className="sticky top-0 z-20 border-b border-line2 bg-surface px-3 py-2.5 text-left font-normal max-lg:px-2 not-last:border-r not-last:border-r-line last:rounded-tr-panel"
              >
                <Heading row={row} index={index} onRemove={onRemove} isCard={false} />
              </th>
            ))}
          </tr>
        </thead>
        {leads.map((group) => (
          <Block key={group.id} group={group} rows={rows} greatest={greatest} />
        ))}
        {chips.every((list) => list.length === 0) ? null : (
          <tbody>
            <tr>
              <th scope="row" className={`${nameClass} border-b border-b-line py-2 align-top`}>
                In short
              </th>
              {chips.map((list, index) => (
                <td
                  key={rows[index]?.id}
                  className="border-b border-b-line px-3 py-2 align-top not-last:border-r not-last:border-r-line"
                >
                  <FactChips chips={list} brief />
                </td>
              ))}
            </tr>
          </tbody>
        )}
        {others.map((group) => (
          <Block key={group.id} group={group} rows={rows} greatest={greatest} />
        ))}
      </table>
    </section>
  );
}

const nameClass =
  "sticky left-0 z-10 border-r border-r-line bg-surface pr-3 pl-4 text-left font-normal text-text2 max-lg:pr-2 max-lg:pl-3";

function Band({ label, span }: { readonly label: string; readonly span: number }): ReactNode {
  return (
    <tr>
      <th
        scope="rowgroup"
        colSpan={span}
        className="border-b border-line bg-canvas px-4 py-1.5 text-left text-small font-semibold"
      >
        <span className="sticky left-4">{label}</span>
      </th>
    </tr>
  );
}

function Block({
  group,
  rows,
  greatest,
}: {
  readonly group: CompareGroup;
  readonly rows: readonly MarketRow[];
  readonly greatest: Ratio | undefined;
}): ReactNode {
  return (
    <tbody>
      <Band label={group.label} span={rows.length + 1} />
      {group.facts.map((fact) => (
        <tr key={fact.column} className="h-8">
          <th scope="row" className={`${nameClass} border-b border-b-line py-1 leading-[18px] text-balance`}>
            {fact.label}
          </th>
          {fact.cells.map((cell, index) => {
            const row = rows[index];
            return row === undefined ? null : (
              <td
                key={row.id}
                className="border-b border-b-line px-3 py-1 not-last:border-r not-last:border-r-line"
              >
                {/* Where a column is narrow all that belongs to a figure is under it, and ends where it ends. */}
                <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5 max-lg:flex-col max-lg:items-start">
                  <Figure cell={cell} className={isWords(fact) ? "" : "min-w-28 text-right"} />
                  <UsedPart fact={fact} row={row} />
                  <span
                    className={`contents max-lg:flex max-lg:flex-wrap max-lg:gap-x-1.5 ${isWords(fact) ? "" : "max-lg:w-28 max-lg:justify-end max-lg:text-right"}`}
                  >
                    <Remark cell={cell} />
                  </span>
                  <RateBar fact={fact} row={row} greatest={greatest} />
                </span>
              </td>
            );
          })}
        </tr>
      ))}
    </tbody>
  );
}

/** Words begin at the edge, figures end in one line; so does what stands in a figure's place. */
function isWords({ column }: CompareFact): boolean {
  return columnOf(column).unit === "text";
}

/** One card a market, nearly one screen wide, that snaps: the same facts in the same order. Its letters jump to a card. */
export function CompareCards({ rows, groups, chips, onRemove }: CompareTableProps): ReactNode {
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
            <div className="mt-3">
              <FactChips chips={chips[index] ?? []} />
            </div>
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
                          <Remark cell={cell} />
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
  // The head of a column may hold no heading element.
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
      <NameTag className="min-w-28 flex-1" {...(isCard ? {} : { role: "heading", "aria-level": 2 })}>
        <MarketName row={row} wraps />
      </NameTag>
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
      <div className="ml-auto flex flex-wrap items-center justify-end gap-1 pointer-coarse:[&_a]:min-h-11 pointer-coarse:[&_button]:min-h-11 pointer-coarse:[&_button]:min-w-11">
        <MarketActions row={row} variant="row" />
        {remove}
      </div>
    </div>
  );
}

/** The value, heavier where it is the best, or why there is none. */
function Figure({
  cell: { text, value, recorded, mark },
  className = "",
}: {
  readonly cell: CompareCell;
  readonly className?: string;
}): ReactNode {
  if (value === undefined) return <span className={`text-small text-text3 ${className}`}>{text}</span>;
  return (
    <span className={`${mark === "best" ? "font-semibold" : ""} ${className}`} title={recorded}>
      <NumberText value={value} {...(recorded === undefined ? {} : { className: "recorded" })} />
      {recorded === undefined ? null : <span className="sr-only">, {recorded}</span>}
    </span>
  );
}

/** What is said of the value in words: best or worst, how far from the best, what stands behind it. */
function Remark({ cell: { value, mark, fade, note, warns } }: { readonly cell: CompareCell }): ReactNode {
  return (
    <>
      {mark === undefined ? null : (
        <span className="text-small text-text2">
          {mark === "best" ? tick : null}
          {mark}
        </span>
      )}
      {note === undefined ? null : (
        <span className="text-small text-text3">
          {warns ? triangle : null}
          {fade === undefined || value === undefined ? null : fadeArrow(fade)}
          <Unbroken text={note} />
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
}

/** How much is used, drawn right after its figure as in the list: the meter of a utilization, the ring of a limit. */
function UsedPart({ fact, row }: PictureProps): ReactNode {
  if (fact.column === "utilization") {
    const share = poolUtilization(row);
    return share !== undefined ? (
      <Meter share={share} danger={share > certainKinkUtilization} width={80} />
    ) : null;
  }
  const used = fact.column === "capacityLeft" ? capacity(row)?.used : undefined;
  return used === undefined ? null : <Ring share={used} danger={used >= 1} />;
}

/** The bar of a rate. @param greatest the scale of the bars; undefined where they have no room */
function RateBar({
  fact,
  row,
  greatest,
}: PictureProps & { readonly greatest: Ratio | undefined }): ReactNode {
  if (fact.column !== "depositApy" || row.depositApy === undefined || greatest === undefined) return null;
  const rate = { total: row.depositApy, base: row.baseDepositApy, rewards: [rewardApy(row)] };
  return <span className="ml-auto hidden xl:block">{rateBar(rate, greatest)}</span>;
}
