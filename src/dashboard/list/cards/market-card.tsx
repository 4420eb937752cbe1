import { memo, useId, type ComponentProps, type ReactNode, type RefCallback } from "react";
import {
  columnHeader,
  columnOf,
  columnValue,
  isRecorded,
  isSortableColumnId,
  type ColumnId,
} from "../../../domain/market/columns.ts";
import { borrowRewardApy, rewardApy, sizeEffect } from "../../../domain/market/row-values.ts";
import type { Ratio } from "../../../contract/units.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import type { MarketListProps } from "../market-list.ts";
import {
  bare,
  formatRate,
  formatShare,
  formatUsdRange,
  inWords,
  type Formatted,
} from "../../../domain/format/number.ts";
import { longShare } from "../../../finance/perpetual.ts";
import { columnRecord, columnText, loanCostText } from "../../../domain/market/column-text.ts";
import { MarketIcon } from "../../ui/marks/market-icon.tsx";
import { numberText } from "../../ui/marks/number-text.tsx";
import {
  blockedHeading,
  warningIcon,
  FactValue,
  firstRate,
  isAwaited,
  PickButton,
  rateButtonProps,
  StarButton,
  type CellContext,
  type RateColumn,
} from "../market-cells.tsx";
import { cellContent } from "../cell-content.ts";
import { MarketActions } from "../../actions/action-buttons.tsx";
import { assess } from "../../../domain/market/assess/assess.ts";
import { sentence } from "../../../domain/market/assess/words.ts";
import { classNames } from "../../ui/page/class-names.ts";
import { failedCheckKind } from "../../../domain/market/assess/checks.ts";
import { toMarketIcons, marketName, nameLines } from "../../../domain/market/market-text.ts";
import { leadingParts, rateBar } from "../rate-bar.tsx";
import { AreaSparkline, sparklineWidth } from "../row/area-sparkline.tsx";
import { renderFlags } from "../row/row-flags.tsx";
import { renderStrikes } from "../row/strikes.tsx";
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
const besideLoans: readonly ColumnId[] = ["borrowApy", "loanApy"];

/** The column that the cards are sorted by comes first. */
export function planOf(columns: readonly ColumnId[], [sort]: MarketListProps["sort"]) {
  const lead = firstRate(columns);
  const beside = lead === undefined ? [] : lead === "borrowApy" ? besideLoans : besideDeposits;
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

const mostFigures = 4;
const neverFigures: ReadonlySet<ColumnId> = new Set(["trend", "vsBenchmark", "doubts", "status"]);

const note = "text-small text-text2";
const bigFigure =
  "text-[22px]/[26px] font-semibold whitespace-nowrap in-[.stale]:font-normal in-[.stale]:text-text2";
const cardBarLength = 84;
const quotedBarLength = 52;

function headline(row: MarketRow, lead: RateColumn | undefined, cells: CellContext): ReactNode {
  if (row.kind === "prediction") {
    const chance = columnText("chance", row, cells.context);
    return chance === undefined ? null : plainHead("chance", chance, "chance of yes");
  }
  if (row.kind === "perpetual") {
    const longs = formatShare(longShare(row));
    return longs === undefined ? null : plainHead("longUsd", longs, "of the liquidity is long");
  }
  const { size, basis } = cells.context;
  if (lead === undefined) return null;
  if (lead === "borrowApy") {
    if (row.borrowApy === undefined) return null;
    const after = (borrowRewardApy(row) ?? 0) > 0 ? ", after rewards" : "";
    return (
      <RateHead
        id="borrowApy"
        rate={row.borrowApy}
        row={row}
        cells={cells}
        sizedId="loanApy"
        perYear={loanCostText(row, size, basis)}
        words={`to borrow${after}`}
        quotedWords={`quoted${after}`}
      />
    );
  }
  const { depositApy: total, baseDepositApy: base } = row;
  const byBase = base !== undefined && (basis === "base" || total === undefined);
  const leading = byBase ? base : total;
  if (leading === undefined) return null;
  const { usdPerYearLow, usdPerYearHigh } = sizeEffect(row, size, basis) ?? {};
  return (
    <RateHead
      id={byBase ? "baseDepositApy" : "depositApy"}
      rate={leading}
      row={row}
      cells={cells}
      sizedId="effectiveApy"
      perYear={formatUsdRange(usdPerYearLow, usdPerYearHigh, "short")}
      words={row.kind === "loop" ? loopNote(row, cells) : partsNote(row, byBase)}
      quotedWords={quotedNote(row, byBase)}
    />
  );
}

/** Shows the rate at the user's size before the quoted rate, or the reason why it is unknown below. */
function RateHead({
  id,
  rate,
  row,
  cells,
  sizedId,
  perYear,
  words,
  quotedWords,
}: {
  readonly id: RateColumn;
  readonly rate: Ratio;
  readonly row: MarketRow;
  readonly cells: CellContext;
  readonly sizedId: "effectiveApy" | "loanApy";
  readonly perYear: Formatted | undefined;
  readonly words: ReactNode;
  readonly quotedWords: ReactNode;
}): ReactNode {
  const { context, maxRate } = cells;
  // The same content as in the table, in full sentences.
  const { text, mark, second = "", secondIsBad } = cellContent(sizedId, row, context);
  const isSized = text !== undefined;
  const rateText = formatRate(rate);
  const barLength = isSized ? quotedBarLength : cardBarLength;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        {isSized ? (
          <div data-column={sizedId}>
            <div className="min-h-11 content-center">
              <span className={bigFigure}>
                {mark === "danger" ? triangle : null}
                {numberText(text)}
              </span>
            </div>
            <div className={note}>
              {columnHeader(sizedId, context)}, {secondIsBad === true ? second : `${inWords(perYear)} a year`}
            </div>
          </div>
        ) : null}
        <div data-column={id} className={isSized ? "ml-auto text-right" : undefined}>
          <button
            type="button"
            {...rateButtonProps(id, cells, rateText)}
            className={classNames(
              "inline-flex min-h-11 max-w-full items-center gap-2 rounded-item px-1.5 aria-expanded:outline-[1.5px] aria-expanded:outline-accent",
              isSized ? "-mr-1.5 flex-row-reverse" : "-ml-1.5",
            )}
          >
            <span className={isSized ? "text-[14px]/5 font-semibold whitespace-nowrap" : bigFigure}>
              {numberText(rateText)}
            </span>
            {id === "borrowApy"
              ? null
              : rateBar(leadingParts(row, context), maxRate, barLength, context.benchmark?.rate)}
          </button>
          <div className={note}>{isSized ? quotedWords : words}</div>
        </div>
      </div>
      {isSized || context.size === undefined || !applies(sizedId, row, cells) ? null : (
        <p className={note}>
          {columnHeader(sizedId, context)}: unknown
          {sizedId === "effectiveApy" && row.totalDepositUsd === undefined
            ? ", its deposits are unknown"
            : ""}
        </p>
      )}
    </>
  );
}

function loopNote(row: MarketRow, { context }: CellContext): string {
  const { perYear, second } = cellContent("depositApy", row, context);
  return `net of borrowing, ${[perYear, second].filter(Boolean).join(" ")}`;
}

function partsNote(row: MarketRow, byBase: boolean): string {
  const { depositApy: total, baseDepositApy: base } = row;
  if (base === undefined) return "parts unknown";
  const rewards = rewardApy(row);
  if (rewards === 0) return "all base";
  if (byBase)
    return total === undefined ? "base, rewards unknown" : `base, ${formatRate(total).text} with rewards`;
  return rewards === undefined
    ? "all base"
    : `${formatRate(base).text} base + ${formatRate(rewards).text} rewards`;
}

/** Next to rewards there is no room for all words, so only screen readers get them. */
function quotedNote(row: MarketRow, byBase: boolean): ReactNode {
  const { baseDepositApy: base } = row;
  const rewards = rewardApy(row);
  const parts = partsNote(row, byBase);
  if (base === undefined || rewards === undefined || rewards <= 0) return `quoted, ${parts}`;
  return (
    <>
      <span className="sr-only">quoted, {parts}</span>
      <span aria-hidden="true">
        {byBase ? parts : `${bare(formatRate(base))} + ${bare(formatRate(rewards))} rewards`}
      </span>
    </>
  );
}

function plainHead(id: ColumnId, value: Formatted | string, words: string): ReactNode {
  return (
    <div data-column={id} className="flex flex-wrap items-baseline gap-x-2 pt-1">
      <span className={bigFigure}>{numberText(value)}</span>
      <span className={note}>{words}</span>
    </div>
  );
}

function warnings(row: MarketRow, { context }: CellContext, { lead }: CardPlan): readonly string[] {
  const side = lead === "borrowApy" ? "borrow" : "deposit";
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

export const MarketCard = memo(function MarketCard({
  row,
  index,
  total,
  plan,
  cells,
  observe,
  isPicked,
  isStarred,
  isFirstBlocked,
}: CardProps): ReactNode {
  const { icon, second, badge } = toMarketIcons(row);
  const { name, id: suffix, place: where } = nameLines(row, cells.hasOneToken);
  const title = suffix === "" ? name : `${name} · ${suffix}`;
  const strikes = renderStrikes(row, cells, "card");
  const rateId = useId();
  const facts = factsOf(row, plan);
  // Every card of a view shows the same figures, so that they line up while scrolling.
  const figures = facts.filter((id) => !neverFigures.has(id)).slice(0, mostFigures);
  const given = facts.filter((id) => isGiven(id, row, cells));
  const unknown = facts.filter(
    (id) =>
      !given.includes(id) &&
      !figures.includes(id) &&
      applies(id, row, cells) &&
      cellContent(id, row, cells.context).secondIsBad !== true,
  );
  const others = given.filter((id) => !figures.includes(id));
  // Touch has no tooltip that could explain the dotted underline, so the card says it in words.
  const recorded = given.filter((id) => columnRecord(id, row, cells.context) !== undefined);
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
        <div className="flex items-start gap-2.5">
          <span className="pt-2">
            <MarketIcon icon={icon} second={second} badge={badge} size={28} />
          </span>
          <div className="min-w-0 flex-1 py-1.5">
            <h3 className="text-[15px]/5">
              {/* The whole card is a link to its market. Other controls lie above that link. */}
              <a
                href={cells.hrefOf(row.id)}
                className="market-link font-semibold text-text outline-none after:absolute after:inset-0 after:rounded-[9px] active:after:bg-pressed/50 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent forced-colors:focus-visible:bg-[Highlight]"
                aria-label={`${title}, ${where}`}
                aria-describedby={rateId}
                title={row.label}
                onClick={cells.onLinkClick}
              >
                {title}
              </a>{" "}
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
        <div id={rateId}>{headline(row, plan.lead, cells)}</div>
        {strikes === undefined ? null : (
          <div className="mt-1.5 flex flex-wrap items-center gap-1.5 text-small">{strikes}</div>
        )}
        <FlagsAndTrend row={row} cells={cells} />
        {figures.length === 0 ? null : (
          <dl className="-mx-3 mt-2 grid grid-cols-[repeat(4,minmax(min-content,1fr))] max-[360px]:grid-cols-[repeat(3,minmax(min-content,1fr))] items-baseline-last gap-2 border-t border-line px-3 pt-2 wrap-normal">
            {figures.map((id) => (
              <div key={id} data-column={id} className="min-w-0">
                <dt className="text-small text-text3 pointer-coarse:text-[13px]">
                  {columnHeader(id, cells.context)}
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
                    <dt className="text-text3">{columnHeader(id, cells.context)}</dt>
                    <CardFact id={id} row={row} cells={cells} className="" />
                  </div>
                ))}
              </dl>
            )}
            {namesNote("Recorded here", recorded, cells)}
            {namesNote("Unknown", unknown, cells)}
          </details>
        )}
        {warnings(row, cells, plan).map((words) => (
          <p key={words} className="flex items-baseline gap-1 pt-1 text-small text-danger">
            {triangle}
            {words}
          </p>
        ))}
        {failedCheckKind(row, cells.context.prices) === undefined ? null : (
          <WarningLines row={row} prices={cells.context.prices} />
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
  return <FactValue {...props} className={`${className} ${second}`} />;
}

/** A column that cannot apply to this market does not count as missing. */
function applies(id: ColumnId, row: MarketRow, { context }: CellContext): boolean {
  // A missing benchmark is reported once, above the cards.
  if (id === "vsBenchmark" && context.benchmark?.rate === undefined) return false;
  return !isRecorded(id) && (row.kind === "other" || columnOf(id).types.includes(row.kind));
}

function isGiven(id: ColumnId, row: MarketRow, cells: CellContext): boolean {
  if (!isSortableColumnId(id)) return false;
  if (isAwaited(id, row, cells)) return true;
  if (id === "trend") return cellContent(id, row, cells.context).text !== undefined;
  return columnValue(id, row, cells.context) !== undefined;
}
