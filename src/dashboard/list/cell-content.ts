// The content of a cell, as plain data. market-cells.tsx renders it.
import { capacityUsed } from "../../finance/pool.ts";
import { tokenAmount, usd, type TokenAmount, type Usd } from "../../contract/units.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { trendsNotLoaded } from "../../domain/market/market-trends.ts";
import { certainKinkUtilization } from "../../finance/dilution.ts";
import { earnings } from "../../finance/rates.ts";
import {
  formatCount,
  formatShare,
  formatUsdRange,
  inWords,
  type Formatted,
} from "../../domain/format/number.ts";
import { formatTokens } from "../../domain/format/flow.ts";
import { significant } from "../../domain/format/significant.ts";
import { formatTokenPrice } from "../../domain/format/token-price.ts";
import { formatDay } from "../../domain/format/time.ts";
import type { SelectContext } from "../../domain/market/column.ts";
import { columnRecord, columnText } from "../../domain/market/column-text.ts";
import type { Assessment, AssessmentId } from "../../domain/market/assess/assessment.ts";
import { judgeUtilization } from "../../domain/market/assess/deposit.ts";
import { judgeLoanUtilization } from "../../domain/market/assess/loan.ts";
import {
  judgeDepositCapacity,
  judgeExit,
  judgeLoanSize,
  judgeLoopCapacity,
  type Judgment,
} from "../../domain/market/assess/capacity.ts";
import { judgeDepositRate } from "../../domain/market/assess/rate-trend.ts";
import { chip, sentence, unknownNames, unknownNote } from "../../domain/market/assess/words.ts";
import { loanTerms } from "../../domain/market/loan-terms.ts";
import { leverageText, namedLeverage } from "../../domain/market/market-text.ts";
import { failedCheckKind, type FailedCheckKind } from "../../domain/market/assess/checks.ts";
import { columnNumber, columnOf, isRecorded, type ColumnId } from "../../domain/market/columns.ts";
import {
  isClosedLoop,
  isShortLoop,
  loanRate,
  loanCapacity,
  loanUtilization,
  rateFade,
  rewardApy,
  sizeEffect,
} from "../../domain/market/row-values.ts";
import type { FadeClass } from "../../finance/fade.ts";

export type Mark = "danger" | "info" | "tick" | "up" | "level" | "down";

export interface CellContent {
  readonly text: Formatted | string | undefined;
  readonly tone?: "quiet" | "strong" | "danger" | undefined;
  readonly mark?: Mark | undefined;
  readonly spoken?: string | undefined;
  /** For values from our own record: since when, and with which coverage. */
  readonly recorded?: string | undefined;
  readonly second?: string | undefined;
  /** Before the second line where it fits, which is not in compact rows. */
  readonly perYear?: string | undefined;
  readonly secondIsBad?: boolean;
  readonly title?: string | undefined;
  readonly share?: number | undefined;
  readonly shareIsBad?: boolean;
}

const loanOpenText = "At least this; the upper end is unknown.";

function isAssessed(judgment: Judgment): judgment is Assessment {
  return judgment !== undefined && judgment.id !== "missing";
}

function warning(judgment: Judgment): Pick<CellContent, "mark" | "spoken" | "title"> {
  if (!isAssessed(judgment) || judgment.tone !== "bad") return {};
  const text = sentence(judgment);
  return { mark: "danger", spoken: text, title: text };
}

const tooLarge: ReadonlySet<string> = new Set([
  "capReached",
  "doesNotFit",
  "nothingToBorrow",
  "notEnoughToBorrow",
] satisfies readonly AssessmentId[]);

function shortfall(judgment: Judgment): Pick<CellContent, "second" | "secondIsBad" | "title"> | undefined {
  if (!isAssessed(judgment) || !tooLarge.has(judgment.id)) return undefined;
  const { label, figure } = chip(judgment);
  const isShort = judgment.id === "doesNotFit" || judgment.id === "notEnoughToBorrow";
  return { second: isShort ? figure : label, secondIsBad: true, title: sentence(judgment) };
}

/** Sizes are rounded down to whole dollars, so only floating-point errors need a tolerance. */
function moreThanOwned(
  needed: TokenAmount | undefined,
  owned: TokenAmount | undefined,
  symbol: string | undefined,
): Pick<CellContent, "mark" | "spoken" | "title" | "secondIsBad"> {
  if (needed === undefined || owned === undefined || needed <= owned * (1 + 1e-9)) return {};
  const text = `Needs more than your ${inWords(formatTokens(owned, symbol))}.`;
  return { mark: "danger", spoken: text, title: text, secondIsBad: true };
}

export const failedCheckMarks = {
  figures: {
    mark: "danger",
    spoken: "Figures contradict.",
    title: "Its own figures contradict each other. See its page.",
  },
  link: { mark: "info", spoken: "No links.", title: "The provider publishes no website and no action." },
} as const satisfies Readonly<Record<FailedCheckKind, Pick<CellContent, "mark" | "spoken" | "title">>>;

const trendMarks: Partial<Readonly<Record<FadeClass, Mark>>> = {
  spiking: "up",
  rising: "up",
  fading: "down",
  steady: "level",
};

type Content = (row: MarketRow, context: SelectContext, text: CellContent["text"]) => CellContent;

const noContent: CellContent = { text: undefined };

const ownContents: Partial<Readonly<Record<ColumnId, Content>>> = {
  // A loop's quoted rate needs its leverage, and is not available once the loop is full.
  depositApy: (row, context, text) => {
    const isShort = isShortLoop(row, context);
    const isKnown = !isShort && namedLeverage(row) !== undefined;
    const earned = isKnown ? earnings({ size: context.size, apy: row.depositApy }) : undefined;
    return {
      text,
      tone: isShort ? "quiet" : undefined,
      second: rateNote(row, context, "short"),
      perYear: earningsText(earned, earned),
      title: rateNote(row, context, "full"),
    };
  },
  vsBenchmark: (row, context, text) =>
    row.id === context.benchmark?.id ? { text: "benchmark", tone: "quiet" } : { text },
  effectiveApy: (row, context, text) => {
    const effect = sizeEffect(row, context.size, context.basis);
    if (effect?.low === undefined) return noContent;
    // Rows that cannot take the size sort last, so the reason is shown instead of the earnings.
    const short = shortfall(judgeDepositCapacity(row, context));
    if (short !== undefined) return { text, tone: "quiet", ...short };
    return {
      text,
      second: earningsText(effect.usdPerYearLow, effect.usdPerYearHigh),
      ...warning(judgeUtilization(row, context)),
    };
  },
  low90d: (row, { basis }, text) => {
    const isMixed = basis === "base" && row.kind !== "loop" && (rewardApy(row) ?? 0) > 0;
    return { text, second: isMixed ? "total" : undefined };
  },
  loanApy: (row, context, text) => {
    const short = shortfall(judgeLoanSize(row, context));
    if (short !== undefined) return { text, tone: "quiet", ...short };
    const used = formatShare(loanUtilization(row, context.size));
    const isOpen = loanRate(row, context.size, context.basis)?.high === undefined;
    return {
      text,
      second: used && `${used.text} used`,
      title: isOpen ? loanOpenText : undefined,
      ...warning(judgeLoanUtilization(row, context)),
    };
  },
  collateralNeeded: (row, context, text) => {
    const { price, symbol } = loanTerms(row, context.loans) ?? {};
    const needed = columnNumber("collateralNeeded", row, context);
    const tokens = needed === undefined || price === undefined ? undefined : tokenAmount(needed / price);
    const second = tokens === undefined ? undefined : inWords(formatTokens(tokens, symbol));
    return {
      text,
      second,
      // The cell may cut off a long symbol.
      title: second,
      ...moreThanOwned(tokens, context.collateralAmount, symbol),
    };
  },
  mayDrop: (row, context, text) => {
    const { liquidatedAt: price, symbol } = loanTerms(row, context.loans) ?? {};
    if (price === undefined) return { text };
    // Omits the token's name, which would cut off a price with ten decimals.
    const second = `at ${formatTokenPrice(price).text}`;
    return { text, second, title: `Liquidation with ${symbol ?? "the collateral"} ${second}.` };
  },
  trend: (row, context, text) => {
    const fade = rateFade(row, context.record);
    if (fade === undefined) return noContent;
    const course = judgeDepositRate(row, context);
    // Only spikes and falls are marked, because they are unlikely to last.
    const isMoving = fade.class === "spiking" || fade.class === "fading";
    return {
      text,
      tone: isMoving ? "strong" : "quiet",
      mark: trendMarks[fade.class],
      second: isMoving || fade.class === "rising" ? fade.class : undefined,
      title: isAssessed(course) ? sentence(course) : undefined,
    };
  },
  utilization: (row, context, text) => {
    const share = columnNumber("utilization", row, context);
    return { text, share, shareIsBad: (share ?? 0) > certainKinkUtilization };
  },
  leftToBorrow: (row, _context, text) => {
    const { unknown } = loanCapacity(row);
    return { text, title: unknown && `At most this; the ${unknownNames[unknown]} is unknown.` };
  },
  capacityLeft: (row, context, text) => {
    const left = columnNumber("capacityLeft", row, context);
    const share = capacityUsed(row);
    if (left === undefined && share === undefined) return noContent;
    const capacity =
      row.kind === "loop" ? judgeLoopCapacity(row, context) : judgeDepositCapacity(row, context);
    const isFull = capacity?.id === "capReached" || capacity?.id === "closed";
    const short = isFull ? undefined : shortfall(capacity);
    return {
      text,
      tone: isFull ? "danger" : undefined,
      ...short,
      share,
      shareIsBad: isFull || short !== undefined,
    };
  },
  exitCover: (row, context, text) => {
    const limited = warning(judgeExit(row, context));
    return limited.mark === undefined ? { text } : { text, tone: "danger", ...limited };
  },
  vsHolding: (row, context, text) => {
    const gain = columnNumber("vsHolding", row, context);
    const held = row.tokens[0]?.symbol;
    return { text, tone: (gain ?? 0) < 0 ? "danger" : undefined, second: held && `vs ${held}` };
  },
  dropToLiquidation: (row, _context, text) => ({
    text,
    second: row.tokens.map(({ symbol }) => symbol).join("/"),
  }),
  closeTime: ({ closeTime }, _context, text) => ({
    text,
    second: formatDay(closeTime),
    title: formatDay(closeTime),
  }),
  doubts: (row, context) => {
    const failed = columnNumber("doubts", row, context);
    if (failed === undefined) return noContent;
    return failed === 0
      ? { text: "passed", tone: "quiet", mark: "tick" }
      : {
          text: `${formatCount(failed).text} failed`,
          mark: failedCheckMarks[failedCheckKind(row, context.prices) ?? "figures"].mark,
        };
  },
};

/** Three digits are enough in a wide range, and "$588.9 – $14.9k/yr" would not fit. */
function earningsText(low: Usd | undefined, high: Usd | undefined): string | undefined {
  const isWide = low !== undefined && high !== undefined && high >= 10 * low;
  const range = isWide
    ? formatUsdRange(usd(significant(low, 3)), usd(significant(high, 3)), "short")
    : formatUsdRange(low, high, "short");
  return range && `${range.text}/yr`;
}

function rateNote(row: MarketRow, { loops }: SelectContext, length: "short" | "full"): string | undefined {
  const leverage = leverageText(row);
  if (leverage === undefined || !isClosedLoop(row, loops)) return leverage;
  return length === "short" && namedLeverage(row) === undefined ? "closed" : `${leverage}, closed`;
}

/** Their cells say something even if the figure is missing. */
const shownWithoutText: ReadonlySet<ColumnId> = new Set(["depositApy", "vsBenchmark", "capacityLeft"]);

export function cellContent(id: ColumnId, row: MarketRow, context: SelectContext): CellContent {
  const text = columnText(id, row, context);
  const own = text === undefined && !shownWithoutText.has(id) ? undefined : ownContents[id];
  const content = (own ?? plainContent)(row, context, text);
  const recorded = content.text === undefined ? undefined : columnRecord(id, row, context);
  if (recorded === undefined) return content;
  const titles = [content.title, `${recorded}.`].filter((title) => title !== undefined);
  return { ...content, recorded, title: titles.join(", ") };
}

const plainContent: Content = (_row, _context, text) =>
  typeof text === "string" ? { text, title: text } : { text };

const needsLeverage: ReadonlySet<ColumnId> = new Set(["vsHolding", "dropToLiquidation"]);

/** Why a figure is missing. Undefined if it is there, or if the cell explains it already. */
export function whyMissing(
  id: ColumnId,
  row: MarketRow,
  { record, trends }: SelectContext,
  { text, title }: CellContent,
): string | undefined {
  if (text !== undefined || title !== undefined) return undefined;
  if (row.kind !== "other" && !columnOf(id).types.includes(row.kind)) return undefined;
  if (columnOf(id).needs.includes("trends") && trends?.get(row.id)?.low90d === undefined)
    return trends === undefined ? trendsNotLoaded : "Fewer than 75 of the last 90 days are known.";
  if (needsLeverage.has(id) && namedLeverage(row) === undefined)
    return `Leverage not published by ${row.providerName}. The market's page assumes one.`;
  if (!isRecorded(id)) return unknownNote(row.providerName);
  return record === undefined ? "History not loaded" : "Not recorded";
}
