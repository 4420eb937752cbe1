// One fact per line, with the best and worst value marked.
import { capacityUsed } from "../../../finance/pool.ts";
import { ratio, usd } from "../../../contract/units.ts";
import { isMarketType } from "../../../contract/market.ts";
import { earnings } from "../../../finance/rates.ts";
import {
  columnHeader,
  columnIds,
  columnNumber,
  columnOf,
  columnValue,
  type ColumnId,
} from "../../../domain/market/columns.ts";
import { columnRecord, columnText, loanCostText } from "../../../domain/market/column-text.ts";
import { assess, isContradictory } from "../../../domain/market/assess/assess.ts";
import type { Assessment, AssessmentId } from "../../../domain/market/assess/assessment.ts";
import { unknownNote } from "../../../domain/market/assess/words.ts";
import {
  hasOnlyNetRate,
  leadingRate,
  loanUtilization,
  poolAvailable,
} from "../../../domain/market/row-values.ts";
import type { Column, ColumnGroup, SelectContext } from "../../../domain/market/column.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import {
  formatPoints,
  formatRate,
  formatShare,
  formatUsd,
  inWords,
  textOf,
  type Formatted,
} from "../../../domain/format/number.ts";
import { joinParts } from "../../../domain/format/join-parts.ts";
import { leverageText, namedLeverage } from "../../../domain/market/market-text.ts";
import { aboutTheSame, gainOf, rankGains, yearlyUsd, type Gain, type GainContext } from "./gains.ts";

export type CompareGroup = ReturnType<typeof compareFacts>[number];
export type CompareFact = ReturnType<typeof toFact>;
export type CompareCell = CompareFact["cells"][number];

const groups: readonly (readonly [id: ColumnGroup, label: string])[] = [
  ["mySize", "At my size"],
  ["now", "Rate"],
  ["time", "Past rates"],
  ["pool", "Size and capacity"],
  ["risk", "Collateral"],
  ["perpetual", "Perpetual"],
  ["prediction", "Prediction"],
  ["identity", "Identity"],
];

/** In no group, because a market's page shows them at the leverage of its calculator. */
const loopFigures: Partial<Readonly<Record<ColumnGroup, ColumnId>>> = {
  now: "vsHolding",
  risk: "dropToLiquidation",
};

type CompareContext = SelectContext & GainContext;

export function compareFacts(rows: readonly MarketRow[], context: CompareContext) {
  const judged = rows.map((row) => assess(row, context));
  return groups.flatMap(([id, label]) => {
    if (id === "mySize" && context.size === undefined) return [];
    const isLoan = id === "mySize" && context.side === "borrow";
    const own = isLoan
      ? (["loanApy"] as const)
      : columnIds.filter((column) => columnOf(column).group === id || column === loopFigures[id]);
    const facts = own
      .filter((column) => rows.some((row) => applies(column, row, context)))
      .map((column) => toFact(column, rows, context, judged))
      .filter(
        ({ column, cells }) =>
          cells.some(({ value, finding }) => value !== undefined || finding !== undefined) ||
          rows.some((row) => mayWithdraw(column, row)),
      );
    return facts.length === 0 ? [] : [{ id, label, facts }];
  });
}

/** `isOfOne`: the fact applies to only one of several markets, so there is nothing to compare. */
function toFact(
  id: ColumnId,
  rows: readonly MarketRow[],
  context: CompareContext,
  judged: readonly (readonly Assessment[])[],
) {
  const { name, unit } = columnOf(id);
  const values = rows.map(
    (row) => loopText(id, row, context) ?? columnText(id, row, context, unit === "time" ? "full" : "short"),
  );
  const texts = values.map(textOf);
  const rankings = rankingsOf(id, rows, context, texts);
  const cells = rows.map((row, index) => {
    const value = values[index];
    const { mark, behind, own } = rankings[index] ?? {};
    const note = notes[id]?.(row, context);
    const finding = judged[index]?.find((assessment) => findings[id]?.includes(assessment.id));
    const apart = note === undefined || id !== "loanApy" ? behind : undefined;
    const words = joinParts([note, own, apart]);
    return {
      text: texts[index] ?? "—",
      value,
      whyMissing:
        value === undefined && finding === undefined && applies(id, row, context)
          ? unknownNote(row.providerName)
          : undefined,
      recorded: value === undefined ? undefined : columnRecord(id, row, context),
      mark,
      hasDifference: apart !== undefined,
      note: words === "" ? undefined : words,
      finding,
    };
  });
  const applying = rows.filter((row) => applies(id, row, context)).length;
  return {
    column: id,
    // In Borrow, names whose max LTV it is: that of the collateral.
    label: id === "maxLtv" ? columnHeader(id, context) : name,
    cells,
    differs: new Set(texts).size > 1,
    isOfOne: rows.length > 1 && applying === 1,
  };
}

/** What a loop earns at the user's size: its quoted rate, by which the answer above the table ranks, too. */
function loopText(id: ColumnId, row: MarketRow, { size, basis }: SelectContext): Formatted | undefined {
  if (row.kind !== "loop" || size === undefined) return undefined;
  const apy = leadingRate(row, basis);
  if (id === "effectiveApy") return formatRate(apy);
  return id === "usdPerYear" ? formatUsd(earnings({ size, apy })) : undefined;
}

interface Ranking {
  /** Set if values differ and one direction is better. */
  readonly mark?: "best" | "worst" | undefined;
  readonly behind?: string | undefined;
  /** The token's own yield, if the compared markets have different tokens. */
  readonly own?: string | undefined;
}

function rankingsOf(
  id: ColumnId,
  rows: readonly MarketRow[],
  context: CompareContext,
  texts: readonly (string | undefined)[],
): readonly Ranking[] {
  const { unit, group, good, isIdle } = columnOf(id);
  // Averages and limits have no best value, nor have rates at different leverage.
  const [one, ...others] = rows.map(leverageOf);
  const isLevered = unit === "rate" || Object.values(loopFigures).includes(id);
  const unlike = isLevered && others.some((other) => other !== one);
  const gained = gainColumns[id];
  if (gained !== undefined) return gainRankings(rows, { ...context, ...gained }, unit, unlike, texts);
  if (group === "time" || group === "risk" || unlike || good === undefined) return [];
  // Values that contradict others or that a market cannot provide, such as a loan larger than what is left, have no rank.
  const numbers = rows.map((row) =>
    isContradictory(row, context) || isIdle?.(row, context) === true
      ? undefined
      : columnNumber(id, row, context),
  );
  const known = numbers.filter((value) => value !== undefined).toSorted((low, high) => low - high);
  const [best, worst] = good === "high" ? [known.at(-1), known[0]] : [known[0], known.at(-1)];
  if (best === undefined) return [];
  // Equal texts get equal marks. If all are equal there are no marks: an invisible difference would mislead.
  const bestText = texts[numbers.indexOf(best)];
  const worstText = texts[numbers.indexOf(worst)];
  return numbers.map((value, index): Ranking => {
    const text = value === undefined || bestText === worstText ? undefined : texts[index];
    const mark =
      text === undefined ? undefined : text === bestText ? "best" : text === worstText ? "worst" : undefined;
    if (mark === "best" || value === undefined || value === best) return { mark };
    return { mark, behind: differenceText(value - best, unit) };
  });
}

function differenceText(difference: number, unit: Column["unit"]): string | undefined {
  if (unit === "rate") return formatPoints(ratio(difference))?.text;
  if (unit !== "usd") return undefined;
  return `${difference < 0 ? "−" : "+"}${inWords(formatUsd(usd(Math.abs(difference)), "short"))}`;
}

/** Quoted rates have no size, and a basis of their own. */
const gainColumns: Partial<Readonly<Record<ColumnId, Partial<GainContext>>>> = {
  depositApy: { size: undefined, basis: "total", side: "deposit" },
  baseDepositApy: { size: undefined, basis: "base", side: "deposit" },
  effectiveApy: { side: "deposit" },
  usdPerYear: { side: "deposit" },
  loanApy: { side: "borrow" },
};

const minVisible = 0.000_05;

function gainRankings(
  rows: readonly MarketRow[],
  context: GainContext,
  unit: Column["unit"],
  unlike: boolean,
  texts: readonly (string | undefined)[],
): readonly Ranking[] {
  const { size, side } = context;
  const gains = rows.map((row) => gainOf(row, context));
  const { behind, isUnsure } = rankGains(gains, size);
  const [first, ...others] = gains.filter((gain) => gain !== undefined);
  const mixed = others.some(({ own }) => own?.mint !== first?.own?.mint);
  const readAlike = !mixed && new Set(texts.filter((text) => text !== undefined)).size < 2;
  const level = behind.filter((apart) => apart === 0).length > 1;
  // A loan that is cheaper today may cost as much once it is taken.
  const unsure = behind.some((apart, index) => apart !== undefined && isUnsure(index));
  const farthest = Math.max(0, ...behind.map((apart) => apart ?? 0));
  return gains.map((gain, index): Ranking => {
    const own = mixed ? ownNote(gain?.own) : undefined;
    const apart = behind[index];
    if (apart === undefined || (unlike && size === undefined) || readAlike) return { own };
    if (apart === 0)
      return level ? { own, behind: aboutTheSame } : { own, mark: unsure ? undefined : "best" };
    const yearly = unit === "rate" ? undefined : yearlyUsd(apart, size);
    return {
      own,
      mark: farthest - apart < minVisible && !isUnsure(index) ? "worst" : undefined,
      behind:
        yearly === undefined ? differenceText(side === "borrow" ? apart : -apart, "rate") : `−${yearly}`,
    };
  });
}

function ownNote(own: Gain["own"]): string | undefined {
  if (own === undefined) return undefined;
  return own.apy === undefined
    ? `without what ${own.symbol} earns by itself`
    : `+ ${inWords(formatRate(own.apy))} ${own.symbol} earns by itself`;
}

/** The equity multiple that earns the rate: 1, or a loop's leverage, or NaN if unknown. */
function leverageOf(row: MarketRow): number {
  return row.kind === "loop" ? (namedLeverage(row) ?? Number.NaN) : 1;
}

/** Columns about leaving also apply to vaults, even if their values are unknown. */
const leaving: ReadonlySet<ColumnId> = new Set(["available", "exitCover"]);

function mayWithdraw(column: ColumnId, { kind }: MarketRow): boolean {
  return kind === "yield" && leaving.has(column);
}

/** Any fact may apply to a market of an unknown type. */
function applies(column: ColumnId, row: MarketRow, context: SelectContext): boolean {
  if (columnValue(column, row, context) !== undefined || loopText(column, row, context) !== undefined)
    return true;
  if (mayWithdraw(column, row)) return true;
  return !isMarketType(row.type) || columnOf(column).types.includes(row.type);
}

const findings: Partial<Readonly<Record<ColumnId, readonly AssessmentId[]>>> = {
  depositApy: ["closed", "leverageDoesNotPay"],
  trend: ["rateSpiking", "rateFading", "rateRising", "rateNearAverage", "steady"],
  rewardApy: ["mostlyRewards", "rewards"],
  effectiveApy: ["nearFullUtilization", "kinkRisk"],
  loanApy: ["nothingToBorrow", "notEnoughToBorrow", "nearFullUtilization", "kinkRisk"],
  capacityLeft: ["capReached", "doesNotFit", "fits"],
  exitCover: ["nothingWithdrawable", "limitedExit"],
};

const notes: Partial<
  Readonly<Record<ColumnId, (row: MarketRow, context: SelectContext) => string | undefined>>
> = {
  depositApy: leverageText,
  vsHolding: leverageText,
  dropToLiquidation: leverageText,
  effectiveApy: (row, { basis }) =>
    row.kind === "loop"
      ? joinParts([hasOnlyNetRate(row, basis) && "net", "quoted", leverageText(row)])
      : undefined,
  loanApy: (row, { size, basis }) => {
    const used = loanUtilization(row, size);
    if (used === undefined) return undefined;
    const perYear = loanCostText(row, size, basis);
    return joinParts([
      perYear === undefined ? undefined : `${perYear.text} a year`,
      used <= 1 && `${formatShare(used).text} used`,
    ]);
  },
  capacityLeft: (row) => {
    const share = formatShare(capacityUsed(row));
    return share && `${share.text} used`;
  },
  exitCover: (row) => {
    const available = poolAvailable(row);
    return available === undefined ? undefined : `${formatUsd(available).text} available`;
  },
};
