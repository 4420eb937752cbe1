import { X } from "lucide-react";
import { useRef, type ReactNode } from "react";
import { ratio, type Ratio } from "../../../contract/units.ts";
import { certainKinkUtilization } from "../../../finance/dilution.ts";
import { MarketActions } from "../../actions/action-buttons.tsx";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { SeriesLetter, seriesLetters } from "../../charts/series-letter.tsx";
import { rateBar } from "../../list/rate-bar.tsx";
import { explainColumn } from "../../../domain/market/column-help.ts";
import { columnOf } from "../../../domain/market/columns.ts";
import { marketName } from "../../../domain/market/market-text.ts";
import { capacityUsed } from "../../../finance/pool.ts";
import { poolUtilization, rewardApy } from "../../../domain/market/row-values.ts";
import { MarketName } from "../../market-name/market-name.tsx";
import { IconButton } from "../../ui/fields/button.tsx";
import { assess } from "../../../domain/market/assess/assess.ts";
import type { AssessContext } from "../../../domain/market/assess/assessment.ts";
import { blockedBy } from "../../../domain/market/assess/capacity.ts";
import { chip } from "../../../domain/market/assess/words.ts";
import { FactChips, FactIcon } from "../../ui/marks/fact-chips.tsx";
import { Explained, tipProps } from "../../ui/overlay/tooltip.tsx";
import { NonBreakingFigures } from "../../ui/marks/truncated-line.tsx";
import { Meter } from "../../ui/marks/meter.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { Ring } from "../../ui/marks/shares.tsx";
import { tick } from "../../ui/marks/inline-icons.tsx";
import { useIsPhone } from "../../ui/page/media-query.ts";
import { Stat } from "../../ui/panel/stat.tsx";
import { columnsOf } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import type { RowGroup } from "../../ui/table/table-props.ts";
import type { CompareCell, CompareFact, CompareGroup } from "../../select/compare/compare-facts.ts";

interface CompareTableProps {
  readonly rows: readonly MarketRow[];
  readonly groups: readonly CompareGroup[];
  readonly context: AssessContext;
  readonly onRemove: (id: string) => void;
  readonly corner: ReactNode;
}

interface Line {
  readonly id: string;
  readonly label: string;
  readonly help?: string;
  readonly cell: (index: number) => ReactNode;
}

const { column } = columnsOf<Line>();

/** With more columns the table scrolls in a frame. Up to this number its heads stay at the top of the page. */
const maxColumnsThatFit = 3;

export function CompareTable(props: CompareTableProps): ReactNode {
  const { rows, groups, context, corner } = props;
  if (useIsPhone()) return <CompareCards {...props} />;
  const chips = rows.map((row) => assess(row, context).map(chip));
  const fits = rows.length <= maxColumnsThatFit;
  const maxRate = fits ? ratio(Math.max(...rows.map((row) => row.depositApy ?? 0))) : undefined;
  const lines = groups.map(({ id, label, facts }): RowGroup<Line> => ({
    key: id,
    heading: <span className="sticky left-(--edge,1rem) text-small">{label}</span>,
    rows: facts.map((fact) => ({
      id: fact.column,
      label: fact.label,
      help: explainColumn(fact.column),
      cell: (index) => <FactCell fact={fact} row={rows[index]} cell={fact.cells[index]} maxRate={maxRate} />,
    })),
  }));
  const short = {
    id: "chips",
    label: "Summary",
    cell: (at: number) => <FactChips chips={chips[at] ?? []} brief />,
  };
  if (chips.some((list) => list.length > 0))
    lines.splice(groups[0]?.id === "mySize" ? 1 : 0, 0, { key: "chips", rows: [short] });
  const columns = [
    column("Fact", {
      head: corner,
      className: "text-text2 text-balance",
      cell: ({ label, help }) => (
        <Explained help={help} className="rounded-item">
          {label}
        </Explained>
      ),
    }),
    ...rows.map((row, index) =>
      column(`${seriesLetters[index] ?? ""}, ${marketName(row)}`, {
        id: row.id,
        head: headOf(row, index, props, "row"),
        align: "start",
        cell: ({ cell }) => cell(index),
      }),
    ),
  ];
  return (
    <DataTable
      label="Comparison"
      columns={columns}
      enableSorting={false}
      groups={lines}
      rowKey={({ id }) => id}
      // Three fit on an upright tablet: 768 px less margins.
      equalWidth={`${String(fits ? 8.75 + rows.length * 12 : 10 + rows.length * 17)}rem`}
      region={{
        what: "comparison",
        className: `rounded-panel border border-line2 bg-surface max-lg:[--edge:0.5rem] [&_tbody_:focus]:scroll-mt-24 [&_thead_label_span]:whitespace-normal ${fits ? "max-lg:max-h-[85dvh] lg:overflow-visible" : "max-h-[85dvh]"}`,
      }}
    />
  );
}

/** Shows a nearly full-width card per market, and letters to jump to it. */
function CompareCards(props: CompareTableProps): ReactNode {
  const { rows, groups, context, corner } = props;
  const list = useRef<HTMLUListElement | null>(null);
  return (
    <div className="flex flex-col gap-2">
      {corner}
      {rows.length < 2 ? null : (
        <nav aria-label="Cards" className="flex flex-wrap gap-1">
          {rows.map((row, index) => (
            <button
              key={row.id}
              type="button"
              aria-label={`${seriesLetters[index] ?? ""}, show ${marketName(row)}`}
              onClick={() => {
                const card = list.current?.children.item(index)?.getBoundingClientRect();
                // Not scrollIntoView, which for a card taller than the screen scrolls the letters away.
                list.current?.scrollBy({
                  left: (card?.left ?? 0) - list.current.getBoundingClientRect().left,
                });
              }}
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
            className={`${rows.length === 1 ? "w-full" : "w-[min(86%,340px)]"} flex shrink-0 snap-center flex-col gap-3 rounded-panel border border-line2 bg-surface p-3`}
          >
            {headOf(row, index, props, "card")}
            <FactChips chips={assess(row, context).map(chip)} />
            {groups.map((group) => (
              <section key={group.id}>
                <h3 className="border-b border-line pb-1 text-small font-semibold">{group.label}</h3>
                <dl>
                  {group.facts.map(({ column: id, label, cells }) => (
                    <Stat
                      key={id}
                      line
                      label={label}
                      help={explainColumn(id)}
                      isStop={index === 0}
                      className="min-h-7 py-1"
                    >
                      <span className="flex flex-col items-end">
                        <Figure cell={cells[index]} />
                        <span className="flex flex-wrap justify-end gap-x-2 empty:hidden">
                          <Remark cell={cells[index]} help={explainColumn(id)} />
                        </span>
                      </span>
                    </Stat>
                  ))}
                </dl>
              </section>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A column head may not contain a heading element, so it gets the role. */
const headingRole = { role: "heading", "aria-level": 2 };

function headOf(
  row: MarketRow,
  index: number,
  { context, onRemove }: CompareTableProps,
  variant: "row" | "card",
): ReactNode {
  // A market that takes no deposits may still lend, and vice versa.
  const isBlocked = blockedBy(row, context) !== undefined;
  const wanted = isBlocked ? [context.side === "borrow" ? "deposit" : "borrow"] : undefined;
  return (
    <div className="@container flex flex-wrap items-center justify-end gap-x-1 gap-y-1.5 font-normal text-text [table_&]:py-2.5">
      {/* Where a head with two buttons would wrap, every head does. */}
      <div className="flex min-w-0 flex-[1_1_7rem] items-center gap-2 lg:flex-[1_1_11rem] lg:@max-[23.75rem]:basis-full">
        <SeriesLetter index={index} />
        <div {...headingRole} className="min-w-28 flex-1 text-body">
          <MarketName row={row} wraps />
        </div>
      </div>
      {/* Keeps them on one line, so that no button wraps alone. */}
      <div className="flex items-center gap-x-1 max-lg:contents">
        <div className="max-lg:order-last pointer-coarse:[&_a]:min-h-11 pointer-coarse:[&_button]:min-h-11 pointer-coarse:[&_button]:min-w-11">
          <MarketActions row={row} variant={variant} wanted={wanted} />
        </div>
        <IconButton label={`Remove ${marketName(row)}`} icon={<X />} onClick={() => onRemove(row.id)} />
      </div>
    </div>
  );
}

interface FactCellProps {
  readonly fact: CompareFact;
  readonly row: MarketRow | undefined;
  readonly cell: CompareCell | undefined;
  readonly maxRate: Ratio | undefined;
}

/** Words align at the start; figures and their placeholders align at the end. */
function FactCell(props: FactCellProps): ReactNode {
  const { fact, cell } = props;
  const isText = columnOf(fact.column).unit === "text";
  return (
    <span className="flex gap-x-3 gap-y-0.5 max-lg:flex-col max-lg:items-start">
      <Figure
        cell={cell}
        help={explainColumn(fact.column)}
        className={isText ? "" : "min-w-28 shrink-0 text-right"}
      />
      <span
        className={`flex flex-wrap items-center gap-x-3 lg:min-w-0 lg:flex-1 ${isText ? "" : "max-lg:w-28 max-lg:justify-end max-lg:text-right"}`}
      >
        <span className="contents max-lg:hidden">
          <Picture {...props} />
        </span>
        <Remark cell={cell} help={explainColumn(fact.column)} />
      </span>
    </span>
  );
}

interface FigureProps {
  readonly cell: CompareCell | undefined;
  /** Not a tab stop, because the row's label is one with the same help. */
  readonly help?: string;
  readonly className?: string;
}

function Figure({ cell, help, className = "" }: FigureProps): ReactNode {
  const { text, value, whyMissing, recorded, mark } = cell ?? {};
  const own = value === undefined ? whyMissing : recorded;
  const style = value === undefined ? "text-text3" : mark === "best" ? "font-semibold" : "";
  return (
    <span {...tipProps(own ?? help, own !== undefined)} className={`${style} ${className}`}>
      {value === undefined ? (
        text
      ) : (
        <NumberText value={value} {...(recorded === undefined ? {} : { className: "recorded" })} />
      )}
    </span>
  );
}

const rankHelp = "Compared with the best of these markets; “about the same” if their ranges overlap.";

function Remark({
  cell,
  help,
}: {
  readonly cell: CompareCell | undefined;
  readonly help: string;
}): ReactNode {
  const { mark, note, finding, hasDifference = false } = cell ?? {};
  const found = finding === undefined ? undefined : chip(finding);
  return (
    <>
      {mark === undefined ? null : (
        <span {...tipProps(rankHelp, false)} className="text-small text-text2">
          {mark === "best" ? tick : null}
          {mark}
        </span>
      )}
      {note === undefined ? null : (
        <span {...tipProps(hasDifference ? rankHelp : help, false)} className="text-small text-text3">
          <NonBreakingFigures text={note} />
        </span>
      )}
      {found === undefined ? null : (
        <Explained
          help={found.note}
          // Text that wraps starts at its icon.
          className={`inline-flex items-center gap-1 text-left text-small ${found.tone === "bad" ? "text-danger" : "text-text2"}`}
        >
          <FactIcon name={found.icon} />
          {found.label}
        </Explained>
      )}
    </>
  );
}

function Picture({ fact, row, maxRate }: FactCellProps): ReactNode {
  if (row === undefined) return null;
  if (fact.column === "utilization") {
    const share = poolUtilization(row);
    return share === undefined ? null : (
      <Meter share={share} danger={share > certainKinkUtilization} className="h-1 w-20 shrink-0" />
    );
  }
  if (fact.column === "capacityLeft") {
    const used = capacityUsed(row);
    return used === undefined ? null : <Ring share={used} danger={used >= 1} />;
  }
  const { depositApy: total, baseDepositApy: base } = row;
  if (fact.column !== "depositApy" || total === undefined || maxRate === undefined) return null;
  return (
    <span className="order-last ml-auto hidden xl:block">
      {rateBar({ total, base, rewards: [rewardApy(row)] }, maxRate)}
    </span>
  );
}
