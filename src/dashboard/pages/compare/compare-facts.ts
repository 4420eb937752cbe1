// Several markets side by side: one aligned fact per line, said for each market, with the best and the worst in words.
import { ratio, usd } from "../../../contract/units.ts";
import type { FadeClass } from "../../../finance/fade.ts";
import { isMarketType } from "../../../contract/market.ts";
import { columnIds, columnNumber, columnOf, columnValue, type ColumnId } from "../../market/columns.ts";
import { columnRecord, columnText, loanCostText } from "../../market/column-text.ts";
import {
  baseFade,
  capacity,
  isClosedLoop,
  loanUtilization,
  mayPassKink,
  poolAvailable,
  sizeCover,
  sizeEffect,
} from "../../market/row-values.ts";
import type { Column, ColumnGroup, SelectContext } from "../../market/column.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import {
  formatPoints,
  formatRate,
  formatShare,
  formatUsd,
  inWords,
  type Formatted,
} from "../../format/number.ts";
import { trendText } from "../../list/trend.tsx";
import { leverageText, namedLeverage } from "../../market/loops/leverage.ts";
import { noOwnYields, type OwnYields } from "../../market/loops/own-yield.ts";
import { gainOf, rankGains, type Gain, type GainContext } from "./compare-difference.ts";

/** What one market says to one fact. */
export interface CompareCell {
  /** The value as text, or why it is missing: "not published", "does not apply". */
  readonly text: string;
  readonly value: Formatted | string | undefined;
  /** Of the known values, when they differ and one direction is better. */
  readonly mark: "best" | "worst" | undefined;
  /** The distance to the best, a class, a limit. */
  readonly note: string | undefined;
  /** Where the rate is going. */
  readonly fade: FadeClass | undefined;
  /** Where the value is from the record of this server: since when, and how much of its days is known. */
  readonly recorded: string | undefined;
  /** Whether the note is a reason to be careful. */
  readonly warns: boolean;
}

export interface CompareFact {
  readonly column: ColumnId;
  readonly label: string;
  readonly cells: readonly CompareCell[];
  /** Whether the markets say different things. */
  readonly differs: boolean;
}

export interface CompareGroup {
  readonly id: ColumnGroup;
  readonly label: string;
  readonly facts: readonly CompareFact[];
}

/** What decides comes first. */
const groups: readonly (readonly [id: ColumnGroup, label: string])[] = [
  ["mySize", "At my size"],
  ["now", "Rate"],
  ["time", "Steady?"],
  ["pool", "Size and room"],
  ["risk", "Collateral"],
  ["perpetual", "Perpetual"],
  ["prediction", "Prediction"],
  ["identity", "What it is"],
];

/** What a comparison depends on besides its markets. */
export interface CompareContext extends SelectContext {
  /** What tokens earn by themselves; without an entry it is unknown. */
  readonly ownYields?: OwnYields;
}

/**
 * The facts of two to eight markets, grouped. A fact that applies to none of them is left out; one that applies to some says
 * so for the others. Facts of my size need a size.
 *
 * @param borrows whether my size is a loan
 */
export function compareFacts(
  rows: readonly MarketRow[],
  context: CompareContext,
  borrows = false,
): readonly CompareGroup[] {
  return groups.flatMap(([id, label]) => {
    if (id === "mySize" && context.size === undefined) return [];
    const isLoan = id === "mySize" && borrows;
    const own = isLoan ? (["loanApy"] as const) : columnIds.filter((column) => columnOf(column).group === id);
    const facts = own
      .filter((column) => rows.some((row) => applies(column, row, context)))
      .map((column) => toFact(column, rows, context));
    return facts.length === 0 ? [] : [{ id, label, facts }];
  });
}

function toFact(id: ColumnId, rows: readonly MarketRow[], context: CompareContext): CompareFact {
  const { name, unit } = columnOf(id);
  // A moment, so that two markets can be compared by it.
  const values = rows.map((row) => columnText(id, row, context, unit === "time" ? "full" : "short"));
  const texts = values.map((value) => (typeof value === "object" ? value.text : value));
  const standings = standingsOf(id, rows, context, texts);
  const cells = rows.map((row, index): CompareCell => {
    const value = values[index];
    const { mark, behind, own } = standings[index] ?? {};
    const { note, fade, warns = false, why = "not published" } = notes[id]?.(row, context) ?? {};
    const words = joined([note, own, note === undefined || id !== "loanApy" ? behind : undefined]);
    return {
      text: texts[index] ?? (applies(id, row, context) ? why : "does not apply"),
      value,
      recorded: value === undefined ? undefined : columnRecord(id, row, context),
      mark,
      note: words === "" ? undefined : words,
      fade,
      warns,
    };
  });
  // Two missing values are the same, for whichever reason.
  return { column: id, label: name, cells, differs: new Set(texts).size > 1 };
}

function joined(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(", ");
}

/** How a value compares with the others of its line. */
interface Standing {
  readonly mark?: CompareCell["mark"];
  /** How far it is from the best: "−3.00 pp", "about the same". */
  readonly behind?: string | undefined;
  /** What the token earns by itself, where another token is in the comparison. */
  readonly own?: string | undefined;
}

function standingsOf(
  id: ColumnId,
  rows: readonly MarketRow[],
  context: CompareContext,
  texts: readonly (string | undefined)[],
): readonly Standing[] {
  const { unit, group, good, isIdle } = columnOf(id);
  // Of averages none is best: they say whether the rate of now is steady. Nor of limits, nor of rates with more or
  // less leverage in them.
  const [one, ...others] = rows.map(leverageOf);
  const unlike = unit === "rate" && others.some((other) => other !== one);
  const gained = gainColumns[id];
  if (gained !== undefined) {
    const { ownYields = noOwnYields } = context;
    return gainStandings(rows, { ...gained(context), ownYields }, unit, unlike, texts);
  }
  if (group === "time" || group === "risk" || unlike || good === undefined) return [];
  // What a market cannot give, such as more than is left to borrow, is neither best nor worst.
  const numbers = rows.map((row) =>
    isIdle?.(row, context) === true ? undefined : columnNumber(id, row, context),
  );
  const known = numbers.filter((value) => value !== undefined).toSorted((low, high) => low - high);
  const [best, worst] = good === "high" ? [known.at(-1), known[0]] : [known[0], known.at(-1)];
  if (best === undefined) return [];
  // What reads alike is marked alike, and none where all read the same: a mark that cannot be seen misleads.
  const bestText = texts[numbers.indexOf(best)];
  const worstText = texts[numbers.indexOf(worst)];
  return numbers.map((value, index): Standing => {
    const text = bestText === worstText ? undefined : texts[index];
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

type Gained = Pick<GainContext, "size" | "basis" | "borrows">;

/** The lines that say what a market pays or a loan costs, and by which rate. */
const gainColumns: Partial<Readonly<Record<ColumnId, (context: SelectContext) => Gained>>> = {
  depositApy: () => ({ size: undefined, basis: "total", borrows: false }),
  baseDepositApy: () => ({ size: undefined, basis: "base", borrows: false }),
  effectiveApy: ({ size, basis }) => ({ size, basis, borrows: false }),
  usdPerYear: ({ size, basis }) => ({ size, basis, borrows: false }),
  loanApy: ({ size, basis }) => ({ size, basis, borrows: true }),
};

/** Rates that are this close read alike. */
const leastRead = 0.000_05;

function gainStandings(
  rows: readonly MarketRow[],
  context: GainContext,
  unit: Column["unit"],
  unlike: boolean,
  texts: readonly (string | undefined)[],
): readonly Standing[] {
  const { size, borrows } = context;
  const gains = rows.map((row) => gainOf(row, context));
  const { behind, isUnsure } = rankGains(gains, size);
  const [first, ...others] = gains.filter((gain) => gain !== undefined);
  const mixed = others.some(({ own }) => own?.mint !== first?.own?.mint);
  // Rates that all read the same say so themselves.
  const readAlike = !mixed && new Set(texts.filter((text) => text !== undefined)).size < 2;
  const level = behind.filter((apart) => apart === 0).length > 1;
  // A loan that is cheaper today is not marked where it may cost as much once it is taken.
  const unsure = behind.some((apart, place) => apart !== undefined && isUnsure(place));
  const farthest = Math.max(0, ...behind.map((apart) => apart ?? 0));
  return gains.map((gain, place): Standing => {
    const own = mixed ? ownNote(gain?.own) : undefined;
    const apart = behind[place];
    if (apart === undefined || (unlike && size === undefined) || readAlike) return { own };
    if (apart === 0)
      return level ? { own, behind: "about the same" } : { own, mark: unsure ? undefined : "best" };
    const difference = unit === "rate" ? (borrows ? apart : -apart) : -apart * (size ?? Number.NaN);
    return {
      own,
      mark: farthest - apart < leastRead && !isUnsure(place) ? "worst" : undefined,
      behind: differenceText(difference, unit),
    };
  });
}

function ownNote(own: Gain["own"]): string | undefined {
  if (own === undefined) return undefined;
  return own.apy === undefined
    ? `without what ${own.symbol} earns by itself`
    : `+ ${inWords(formatRate(own.apy))} ${own.symbol} earns by itself`;
}

/** How often own money is in a market's rate: once but in a loop, and no number where a loop does not tell it. */
function leverageOf(row: MarketRow): number {
  return row.kind === "loop" ? (namedLeverage(row) ?? Number.NaN) : 1;
}

/** Money leaves vaults too: that nobody publishes how much of it can is not the same as that it does not matter. */
const leaving: ReadonlySet<ColumnId> = new Set(["available", "exitCover"]);

/** An unknown type may have any fact, so only a known type is told that one does not apply. */
function applies(column: ColumnId, row: MarketRow, context: SelectContext): boolean {
  if (columnValue(column, row, context) !== undefined) return true;
  if (row.kind === "yield" && leaving.has(column)) return true;
  return !isMarketType(row.type) || columnOf(column).types.includes(row.type);
}

interface Note {
  readonly note?: string;
  readonly fade?: FadeClass;
  readonly warns?: boolean;
  /** Why there is no value, where it is another reason than that it was not published. */
  readonly why?: string;
}

const notes: Partial<Readonly<Record<ColumnId, (row: MarketRow, context: SelectContext) => Note>>> = {
  depositApy: (row, { loops }) => {
    const leverage = leverageText(row);
    if (leverage === undefined) return {};
    return isClosedLoop(row, loops)
      ? { note: `${leverage}, cannot be opened now`, warns: true }
      : { note: leverage };
  },
  trend: (row, { record }) => {
    const fade = baseFade(row, record);
    if (fade === undefined || fade.class === "no averages given") return {};
    // Of a rate near nothing a change says nothing, and its course does.
    return fade.change === undefined
      ? { why: fade.class }
      : { note: trendText(fade.class), fade: fade.class };
  },
  rewardApy: ({ rewards }) => {
    const symbols = rewards.flatMap(({ side, token }) =>
      side === "deposit" && token !== undefined ? [token.symbol] : [],
    );
    return symbols.length === 0 ? {} : { note: `paid in ${[...new Set(symbols)].join(", ")}` };
  },
  loanApy: (row, { size, basis }) => {
    const used = loanUtilization(row, size);
    if (used === undefined) return {};
    const perYear = loanCostText(row, size, basis);
    const warns = mayPassKink(row, size);
    const note = joined([
      perYear === undefined ? undefined : `${perYear.text} a year`,
      `${formatShare(used).text} used`,
      warns ? "may be past its kink" : undefined,
    ]);
    return { note, warns };
  },
  effectiveApy: (row, { size, basis }) =>
    sizeEffect(row, size, basis)?.kinkRisk === true ? { note: "kink risk", warns: true } : {},
  capacityLeft: (row, { size, basis }) => {
    const room = capacity(row);
    if (room === undefined) return {};
    const { shortBy, fits } = sizeEffect(row, size, basis) ?? {};
    const used = `${inWords(formatShare(room.used))} used`;
    if (shortBy !== undefined && shortBy > 0)
      return { note: `${used}, ${formatUsd(shortBy).text} short`, warns: true };
    return { note: fits === true ? `${used}, fits` : used, warns: room.full };
  },
  exitCover: (row, { size }) => {
    const available = poolAvailable(row);
    const cover = sizeCover(row, size);
    if (available === undefined || cover === undefined) return { note: "unknown exit is a risk" };
    const text = `${formatUsd(available).text} available`;
    return cover < 1 ? { note: `less than my size, ${text}`, warns: true } : { note: text };
  },
};
