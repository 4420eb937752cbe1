import { memo, useId, type ComponentProps, type ReactNode, type RefCallback } from "react";
import {
  columnHeader,
  columnOf,
  columnValue,
  isSortableColumnId,
  type ColumnId,
} from "../../../domain/market/columns.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import type { MarketListProps } from "../market-list.ts";
import { columnRecord } from "../../../domain/market/column-text.ts";
import { MarketIcon } from "../../ui/marks/market-icon.tsx";
import {
  blockedHeading,
  warningIcon,
  FactValue,
  firstRate,
  sideOf,
  isColumnAwaited,
  PickButton,
  StarButton,
  type CellContext,
} from "../market-cells.tsx";
import { MarketLink } from "../market-link.tsx";
import { cellContent } from "../cell-content.ts";
import { applies, headline } from "./card-headline.tsx";
import { MarketActions } from "../../actions/action-buttons.tsx";
import { assess } from "../../../domain/market/assess/assess.ts";
import { sentence } from "../../../domain/market/assess/words.ts";
import { classNames } from "../../ui/page/class-names.ts";
import { failedCheckKind } from "../../../domain/market/assess/checks.ts";
import { toMarketIcons, marketName, nameLines } from "../../../domain/market/market-text.ts";
import { AreaSparkline, sparklineWidth } from "../row/area-sparkline.tsx";
import { renderFlags } from "../row/row-flags.tsx";
import { renderOutcomes } from "../row/row-outcomes.tsx";
import { triangle } from "../../ui/marks/inline-icons.tsx";
import { WarningLines } from "../warning-lines.tsx";
import { Summary } from "../../ui/panel/summary.tsx";

type CardPlan = Readonly<ReturnType<typeof planOf>>;

const placed: ReadonlySet<ColumnId> = new Set([
  "market",
  "type",
  "provider",
  "chance",
  "spark90d",
  "actions",
]);
const besideDeposits: readonly ColumnId[] = [
  "depositApy",
  "baseDepositApy",
  "rewardApy",
  "effectiveApy",
  "usdPerYear",
];
const besideLoans: readonly ColumnId[] = ["borrowApy", "baseBorrowApy", "loanApy"];

/** The column that the cards are sorted by comes first. */
export function planOf(columns: readonly ColumnId[], [sort]: MarketListProps["sort"]) {
  const lead = firstRate(columns);
  const beside = lead === undefined ? [] : sideOf(lead) === "borrow" ? besideLoans : besideDeposits;
  const isFact = (id: ColumnId): boolean => !placed.has(id) && !beside.includes(id);
  const sorted = sort === undefined ? [] : [sort.column].filter(isFact);
  return { lead, sorted, facts: [...new Set([...sorted, ...columns.filter(isFact)])] };
}

/** Loops have no base rate, so their cards show averages of the net rate. */
const netAverages: ReadonlyMap<ColumnId, ColumnId> = new Map([
  ["baseDepositApy30d", "depositApy30d"],
  ["baseDepositApy90d", "depositApy90d"],
  ["baseDepositApy180d", "depositApy180d"],
]);

function factsOf(row: MarketRow, { sorted, facts }: CardPlan): readonly ColumnId[] {
  if (row.kind !== "loop") return facts;
  const own = facts.map((id) => netAverages.get(id) ?? id);
  const deciding = own.filter((id) => id === "vsHolding" || id === "dropToLiquidation");
  const averages = own.filter((id) => id.startsWith("depositApy"));
  return [...new Set([...sorted, ...deciding, ...averages, "maxLeverage" as const, ...own])];
}

const maxFigures = 4;
const neverFigures: ReadonlySet<ColumnId> = new Set(["trend", "vsBenchmark", "doubts", "status"]);

function warnings(row: MarketRow, { context }: CellContext, { lead }: CardPlan): readonly string[] {
  const side = lead === undefined ? "deposit" : sideOf(lead);
  return assess(row, { ...context, side })
    .filter(({ id, tone }) => tone === "bad" && id !== "contradictoryFigures")
    .map(sentence);
}

interface CardProps {
  readonly isPicked: boolean;
  readonly isStarred: boolean;
  readonly isFirstBlocked: boolean;
  readonly row: MarketRow;
  readonly index: number;
  readonly total: number;
  readonly plan: CardPlan;
  readonly cells: CellContext;
  readonly observe: RefCallback<HTMLLIElement>;
}

export const MarketCard = memo(function MarketCard(props: CardProps): ReactNode {
  const { row, index, total, plan, cells, observe, isPicked, isFirstBlocked } = props;
  const { context } = cells;
  const outcomes = renderOutcomes(row, cells, "card");
  const rateId = useId();
  return (
    <li
      ref={observe}
      className="pb-2"
      aria-posinset={index + 1}
      aria-setsize={total}
      data-row={index}
      data-id={row.id}
    >
      {isFirstBlocked ? (
        <div aria-hidden="true" className="px-4 pt-3 pb-2.5">
          {blockedHeading(cells, total - index)}
        </div>
      ) : null}
      <article
        className={classNames(
          "market-card relative mx-4 flex flex-col rounded-panel border px-3 pt-1.5 pb-3 wrap-anywhere in-[.stale]:text-text2",
          isPicked
            ? "border-accent bg-selected forced-colors:border-2 forced-colors:border-[Highlight]"
            : "border-line2 bg-surface",
        )}
      >
        {nameAndButtons(props, rateId)}
        <div id={rateId}>{headline(row, plan.lead, cells)}</div>
        {outcomes === undefined ? null : (
          <div className="mt-1.5 flex flex-wrap items-center gap-1.5 text-small">{outcomes}</div>
        )}
        <FlagsAndTrend row={row} cells={cells} />
        {figuresAndDetails(props)}
        {warnings(row, cells, plan).map((words) => (
          <p key={words} className="flex items-baseline gap-1 pt-1 text-small text-danger">
            {triangle}
            {words}
          </p>
        ))}
        {failedCheckKind(row, context.prices) === undefined ? null : (
          <WarningLines row={row} prices={context.prices} />
        )}
        {/* For a blocked market there are no actions: its own page says why and keeps the links. */}
        {cells.blocked.has(row.id) ? null : (
          <div className="relative z-1 pt-2.5 empty:hidden">
            <MarketActions row={row} variant="card" />
          </div>
        )}
      </article>
    </li>
  );
});

function nameAndButtons({ row, cells, isPicked, isStarred }: CardProps, rateId: string): ReactNode {
  const { name, id: suffix, place: where } = nameLines(row, cells.hasOneToken);
  const title = suffix === "" ? name : `${name} · ${suffix}`;
  return (
    <div className="flex items-start gap-2.5">
      <span className="pt-2">
        <MarketIcon {...toMarketIcons(row)} size={28} />
      </span>
      <div className="min-w-0 flex-1 py-1.5">
        <h3 className="text-[15px]/5">
          {/* The whole card is a link to its market. Other controls lie above that link. */}
          <MarketLink
            marketId={row.id}
            className="market-link font-semibold text-text outline-none after:absolute after:inset-0 after:rounded-[9px] active:after:bg-pressed/50 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent forced-colors:focus-visible:bg-[Highlight]"
            aria-label={`${title}, ${where}`}
            aria-describedby={rateId}
            title={row.label}
            onClick={cells.onLinkClick}
          >
            {title}
          </MarketLink>{" "}
          {warningIcon(row, cells.context)}
        </h3>
        <div aria-hidden="true" className="text-small text-balance whitespace-pre-line text-text2">
          {/* An outcome has a line of its own, so that no line ends with a dot. */}
          {row.kind === "prediction" ? where.replace(" · ", "\n") : where}
        </div>
      </div>
      <div className="-mr-3 flex">
        <StarButton
          isOn={isStarred}
          className="size-11 [--icon-size:18px]"
          aria-label={`Star ${marketName(row)}`}
          onClick={() => cells.onToggleStar(row.id)}
        />
        <PickButton
          isOn={isPicked}
          className="size-11 before:size-[18px]"
          aria-label={`Compare ${marketName(row)}`}
          onClick={() => cells.onTogglePick(row.id)}
        />
      </div>
    </div>
  );
}

function figuresAndDetails({ row, plan, cells }: CardProps): ReactNode {
  const { context } = cells;
  const facts = factsOf(row, plan);
  // Every card of a view shows the same figures, so that they line up while scrolling.
  const figures = facts.filter((id) => !neverFigures.has(id)).slice(0, maxFigures);
  const given = facts.filter((id) => isGiven(id, row, cells));
  const unknown = facts.filter(
    (id) =>
      !given.includes(id) &&
      !figures.includes(id) &&
      applies(id, row, cells) &&
      cellContent(id, row, context).secondIsBad !== true,
  );
  const others = given.filter((id) => !figures.includes(id));
  // Touch has no tooltip that could explain the dotted underline, so the card says it in words.
  const recorded = given.filter((id) => columnRecord(id, row, context) !== undefined);
  return (
    <>
      {figures.length === 0 ? null : (
        <dl className="-mx-3 mt-2 grid grid-cols-[repeat(4,minmax(min-content,1fr))] max-[360px]:grid-cols-[repeat(3,minmax(min-content,1fr))] items-baseline-last gap-2 border-t border-line px-3 pt-2 wrap-normal">
          {figures.map((id) => (
            <div key={id} data-column={id} className="min-w-0">
              <dt className="text-small text-text3 pointer-coarse:text-[13px]">
                {columnHeader(id, context)}
              </dt>
              <CardFact
                id={id}
                row={row}
                cells={cells}
                className="text-[13px]/[18px] pointer-coarse:text-[15px]/5"
              />
            </div>
          ))}
        </dl>
      )}
      {others.length + recorded.length + unknown.length === 0 ? null : (
        <details className="text-text2">
          <Summary
            aria-label={`Details of ${marketName(row)}`}
            className="min-h-11 text-small font-medium pointer-coarse:text-[13px]"
          >
            Details
          </Summary>
          {others.length === 0 ? null : (
            <dl className="flex flex-wrap gap-x-3.5 gap-y-0.5 text-[12px]/[18px] pointer-coarse:text-[13px]/5">
              {others.map((id) => (
                <div key={id} data-column={id} className="flex items-baseline gap-1.5">
                  <dt className="text-text3">{columnHeader(id, context)}</dt>
                  <CardFact id={id} row={row} cells={cells} className="" />
                </div>
              ))}
            </dl>
          )}
          {namesNote("Recorded here", recorded, cells)}
          {namesNote("Unknown", unknown, cells)}
        </details>
      )}
    </>
  );
}

/** Has its final size before the trend loads, so that nothing moves. */
function FlagsAndTrend({ row, cells }: { readonly row: MarketRow; readonly cells: CellContext }): ReactNode {
  const flags = renderFlags(row, cells.context);
  const hasTrend = columnOf("spark90d").types.some((type) => type === row.kind);
  // The trend shows deposits. A borrower would take it for the cost of the loan.
  const isLoan = cells.context.side === "borrow";
  const trend = isLoan ? undefined : cells.context.trends?.get(row.id);
  if (!hasTrend || (isLoan && flags.length === 0)) return null;
  return (
    <div className="mt-2 flex min-h-7 items-center gap-3">
      <div className="flex min-w-0 flex-1 flex-wrap gap-x-3 gap-y-1">{flags}</div>
      {isLoan ? null : (
        <span data-column="spark90d" className="flex shrink-0" style={{ width: sparklineWidth }}>
          {trend === undefined ? null : <AreaSparkline row={row} trend={trend} />}
        </span>
      )}
    </div>
  );
}

function namesNote(what: string, ids: readonly ColumnId[], { context }: CellContext): ReactNode {
  return ids.length === 0 ? null : (
    <p className="pt-1 text-small text-text3">
      {what}: {ids.map((id) => columnHeader(id, context)).join(", ")}
    </p>
  );
}

function CardFact(props: Required<ComponentProps<typeof FactValue>>): ReactNode {
  const { id, className } = props;
  const second = id === "trend" ? "[&_.second-line]:inline" : "[&_.second-line]:hidden";
  return <FactValue {...props} className={`${className} ${second} [&>i:not([data-mark])]:inline`} />;
}

function isGiven(id: ColumnId, row: MarketRow, cells: CellContext): boolean {
  if (!isSortableColumnId(id)) return false;
  if (isColumnAwaited(id, row, cells)) return true;
  if (id === "trend") return cellContent(id, row, cells.context).text !== undefined;
  return columnValue(id, row, cells.context) !== undefined;
}
