import type { ReactNode } from "react";
import { columnHeader, columnOf, isRecorded, type ColumnId } from "../../../domain/market/columns.ts";
import { borrowRewardApy, rewardApy, sizeEffect } from "../../../domain/market/row-values.ts";
import type { Ratio } from "../../../contract/units.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import {
  bare,
  formatRate,
  formatShare,
  formatUsdRange,
  inWords,
  type Formatted,
} from "../../../domain/format/number.ts";
import { longShare } from "../../../finance/perpetual.ts";
import { borrowRateOfBasis } from "../../../domain/market/column.ts";
import { trades } from "../../../domain/market/assess/checks.ts";
import { columnText, loanCostText } from "../../../domain/market/column-text.ts";
import { numberText } from "../../ui/marks/number-text.tsx";
import { rateButtonProps, sideOf, type CellContext, type RateColumn } from "../market-cells.tsx";
import { cellContent } from "../cell-content.ts";
import { joinParts } from "../../../domain/format/join-parts.ts";
import { classNames } from "../../ui/page/class-names.ts";
import { leadingParts, rateBar } from "../rate-bar.tsx";
import { triangle } from "../../ui/marks/inline-icons.tsx";

const note = "text-small text-text2";
const bigFigure =
  "text-[22px]/[26px] font-semibold whitespace-nowrap in-[.stale]:font-normal in-[.stale]:text-text2";
const cardBarLength = 84;
const quotedBarLength = 52;

export function headline(row: MarketRow, lead: RateColumn | undefined, cells: CellContext): ReactNode {
  if (row.kind === "prediction") {
    const chance = columnText("chance", row, cells.context);
    if (chance !== undefined) return plainHead("chance", chance, "chance of yes");
    const status = columnText("status", row, cells.context);
    return status === undefined ? null : plainHead("status", status, trades(row) ? "without a price" : "");
  }
  if (row.kind === "perpetual") {
    const longs = formatShare(longShare(row));
    return longs === undefined ? null : plainHead("longUsd", longs, "of the liquidity is long");
  }
  const { size, basis } = cells.context;
  if (lead === undefined) return null;
  if (sideOf(lead) === "borrow") {
    const id = borrowRateOfBasis[basis];
    const rate = row[id];
    if (rate === undefined) return null;
    const isRewarded = (borrowRewardApy(row) ?? 0) > 0;
    const after = isRewarded ? `, ${basis === "base" ? "without" : "after"} rewards` : "";
    return (
      <RateHead
        id={id}
        rate={rate}
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

interface RateHeadProps {
  readonly id: RateColumn;
  readonly rate: Ratio;
  readonly row: MarketRow;
  readonly cells: CellContext;
  readonly sizedId: "effectiveApy" | "loanApy";
  readonly perYear: Formatted | undefined;
  readonly words: ReactNode;
  readonly quotedWords: ReactNode;
}

/** Shows the rate at the user's size before the quoted rate, or the reason why it is unknown below. */
function RateHead({ id, rate, row, cells, sizedId, perYear, words, quotedWords }: RateHeadProps): ReactNode {
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
            {sideOf(id) === "borrow"
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
  return `net of borrowing, ${joinParts([perYear, second], " ")}`;
}

function partsNote(row: MarketRow, byBase: boolean): string {
  const { depositApy: total, baseDepositApy: base } = row;
  if (base === undefined) return "parts unknown";
  const rewards = rewardApy(row);
  if (rewards === 0) return "all base";
  if (byBase && total !== undefined) return `base, ${formatRate(total).text} with rewards`;
  if (byBase && rewards === undefined) return "base, rewards unknown";
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

/** A column that cannot apply to this market does not count as missing. */
export function applies(id: ColumnId, row: MarketRow, { context }: CellContext): boolean {
  // A missing benchmark is reported once, above the cards.
  if (id === "vsBenchmark" && context.benchmark?.rate === undefined) return false;
  return !isRecorded(id) && (row.kind === "other" || columnOf(id).types.includes(row.kind));
}
