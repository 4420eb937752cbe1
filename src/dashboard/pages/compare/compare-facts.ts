// Several markets side by side: one aligned fact per line, said for each market, with the best and the worst in words.
import { ratio, usd } from "../../../contract/units.ts";
import { isMarketType } from "../../../contract/market.ts";
import { columnOf, columnValue, type SortableColumnId } from "../../market/columns.ts";
import { baseFade, capacity, sizeEffect } from "../../market/row-values.ts";
import type { ColumnUnit, SelectContext } from "../../market/column.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import {
  formatChange,
  formatCount,
  formatMultiple,
  formatPoints,
  formatPrice,
  formatRate,
  formatRateRange,
  formatShare,
  formatUsd,
  formatUsdRange,
  type Formatted,
  inWords,
} from "../../format/number.ts";
import { formatMoment } from "../../format/time.ts";
import { fadeWord } from "../../list/trend.tsx";
import { typeName } from "../../market/market-text.ts";

/** What one market says to one fact. */
export interface CompareCell {
  /** The value as text, or why there is none: "not published", "does not apply". */
  readonly text: string;
  /** The same text in parts, where it is a number. */
  readonly figure: Formatted | undefined;
  readonly known: boolean;
  /** Best or worst of the known values, when they differ and one direction is better. What reads alike is marked alike. */
  readonly mark: "best" | "worst" | undefined;
  /** What stands behind the value: the distance to the best, a class, a limit. */
  readonly note: string | undefined;
}

export interface CompareFact {
  readonly column: SortableColumnId;
  readonly label: string;
  readonly cells: readonly CompareCell[];
  /** Whether the markets say different things. */
  readonly differs: boolean;
}

export interface CompareGroup {
  readonly label: string;
  readonly facts: readonly CompareFact[];
}

/** Which way a fact is better for whoever deposits or borrows; absent where neither is. */
type Direction = "higher" | "lower";

interface FactKind {
  readonly column: SortableColumnId;
  readonly label: string;
  readonly better?: Direction;
}

interface GroupKind {
  readonly label: string;
  readonly needsSize?: boolean;
  readonly facts: readonly FactKind[];
}

const groups: readonly GroupKind[] = [
  {
    label: "What it is",
    facts: [
      { column: "type", label: "Type" },
      { column: "provider", label: "Provider" },
    ],
  },
  {
    label: "Rate",
    facts: [
      { column: "depositApy", label: "Deposit APY", better: "higher" },
      { column: "baseDepositApy", label: "Base APY", better: "higher" },
      { column: "rewardApy", label: "Rewards" },
      { column: "borrowApy", label: "Borrow APY", better: "lower" },
      { column: "baseBorrowApy", label: "Base borrow APY", better: "lower" },
    ],
  },
  {
    label: "Steady?",
    facts: [
      { column: "baseDepositApy30d", label: "Base 30d" },
      { column: "baseDepositApy90d", label: "Base 90d" },
      { column: "baseDepositApy180d", label: "Base 180d" },
      { column: "soberApy", label: "90d + rewards" },
      { column: "trend", label: "Trend against 90d" },
      { column: "depositApy30d", label: "Net 30d" },
      { column: "depositApy90d", label: "Net 90d" },
      { column: "depositApy180d", label: "Net 180d" },
    ],
  },
  {
    label: "At my size",
    needsSize: true,
    facts: [
      { column: "effectiveApy", label: "Effective APY", better: "higher" },
      { column: "usdPerYear", label: "Per year", better: "higher" },
      { column: "shareOfPool", label: "Share of pool", better: "lower" },
      { column: "exitCover", label: "Exit cover", better: "higher" },
    ],
  },
  {
    label: "Room",
    facts: [
      { column: "totalDepositUsd", label: "Deposits" },
      { column: "totalBorrowUsd", label: "Borrows" },
      { column: "utilization", label: "Utilization" },
      { column: "available", label: "Available", better: "higher" },
      { column: "capacityLeft", label: "Capacity left", better: "higher" },
    ],
  },
  {
    label: "Collateral",
    facts: [
      { column: "maxLtv", label: "Max LTV", better: "higher" },
      { column: "liquidationLtv", label: "Liquidation LTV", better: "higher" },
      { column: "liquidationPenalty", label: "Penalty", better: "lower" },
      { column: "maxLeverage", label: "Max leverage" },
    ],
  },
  {
    label: "Perpetual",
    facts: [
      { column: "longUsd", label: "Long liquidity", better: "higher" },
      { column: "shortUsd", label: "Short liquidity", better: "higher" },
    ],
  },
  {
    label: "Prediction",
    facts: [
      { column: "yesBid", label: "Yes bid" },
      { column: "yesAsk", label: "Yes ask" },
      { column: "noBid", label: "No bid" },
      { column: "noAsk", label: "No ask" },
      { column: "spread", label: "Spread", better: "lower" },
      { column: "volume", label: "Volume", better: "higher" },
      { column: "openInterest", label: "Open interest", better: "higher" },
      { column: "closeTime", label: "Closes" },
      { column: "status", label: "Status" },
    ],
  },
];

/**
 * The facts of two to eight markets, grouped. A fact that applies to none of them is left out; one that applies to some says
 * so for the others. Facts of my size need a size.
 */
export function compareFacts(rows: readonly MarketRow[], context: SelectContext): readonly CompareGroup[] {
  return groups.flatMap((group) => {
    if (group.needsSize === true && context.size === undefined) return [];
    const facts = group.facts.flatMap((kind) => {
      if (!rows.some((row) => applies(kind.column, row, context))) return [];
      return [toFact(kind, rows, context)];
    });
    return facts.length === 0 ? [] : [{ label: group.label, facts }];
  });
}

function toFact(kind: FactKind, rows: readonly MarketRow[], context: SelectContext): CompareFact {
  const values = rows.map((row) => columnValue(kind.column, row, context));
  const written = rows.map((row, index) => {
    const value = values[index];
    return value === undefined ? undefined : writeValue(kind.column, row, value, context);
  });
  const texts = written.map((value) => (typeof value === "string" ? value : value?.text));
  const marks = markAlike(rank(values, kind.better), texts);
  const cells = rows.map((row, index): CompareCell => {
    const value = values[index];
    const text = texts[index];
    const note = noteOf(kind.column, row, context);
    if (value === undefined || text === undefined) {
      const reason = applies(kind.column, row, context) ? "not published" : "does not apply";
      return { text: reason, figure: undefined, known: false, mark: undefined, note };
    }
    const mark = marks[index];
    const figure = written[index];
    return {
      text,
      figure: typeof figure === "string" ? undefined : figure,
      known: true,
      mark,
      note: note ?? (mark === "best" ? undefined : distance(kind, value, values)),
    };
  });
  return {
    column: kind.column,
    label: kind.label,
    cells,
    differs: new Set(cells.map((cell) => cell.text)).size > 1,
  };
}

type Mark = "best" | "worst" | undefined;

/** Two values that read the same get the same mark, and none when all read the same: a mark that cannot be seen misleads. */
function markAlike(marks: readonly Mark[], texts: readonly (string | undefined)[]): readonly Mark[] {
  const best = texts[marks.indexOf("best")];
  const worst = texts[marks.indexOf("worst")];
  if (best === worst) return marks.map(() => undefined);
  return texts.map((text) =>
    text === undefined ? undefined : text === best ? "best" : text === worst ? "worst" : undefined,
  );
}

/** An unknown type may have any fact, so only a known type is told that one does not apply. */
function applies(column: SortableColumnId, row: MarketRow, context: SelectContext): boolean {
  if (columnValue(column, row, context) !== undefined) return true;
  return !isMarketType(row.type) || columnOf(column).types.includes(row.type);
}

/** Marks of the known numbers. All equal, or fewer than two known: no marks. */
export function rank(
  values: readonly (number | string | undefined)[],
  better: Direction | undefined,
): readonly ("best" | "worst" | undefined)[] {
  const known = values.filter((value): value is number => typeof value === "number");
  const high = Math.max(...known);
  const low = Math.min(...known);
  if (better === undefined || known.length < 2 || high === low) return values.map(() => undefined);
  const [best, worst] = better === "higher" ? [high, low] : [low, high];
  return values.map((value) => (value === best ? "best" : value === worst ? "worst" : undefined));
}

/** How far a rate is from the best of the line, in percentage points; nothing for the best itself. */
function distance(
  kind: FactKind,
  value: number | string,
  values: readonly (number | string | undefined)[],
): string | undefined {
  const unit = columnOf(kind.column).unit;
  if (kind.better === undefined || typeof value !== "number" || (unit !== "rate" && unit !== "usd"))
    return undefined;
  const known = values.filter((other): other is number => typeof other === "number");
  const best = kind.better === "higher" ? Math.max(...known) : Math.min(...known);
  if (best === value) return undefined;
  return unit === "rate" ? inWords(formatPoints(ratio(value - best))) : undefined;
}

function noteOf(column: SortableColumnId, row: MarketRow, context: SelectContext): string | undefined {
  if (column === "trend") {
    const kind = baseFade(row)?.class;
    return kind === undefined ? undefined : fadeWord(kind);
  }
  if (column === "capacityLeft") return capacityNote(row, context);
  if (column === "exitCover") return coverNote(row, context);
  if (column === "effectiveApy")
    return sizeEffect(row, context.size, context.basis)?.kinkRisk === true ? "kink risk" : undefined;
  if (column === "rewardApy") {
    const symbols = row.rewards.flatMap((reward) =>
      reward.side === "deposit" && reward.token !== undefined ? [reward.token.symbol] : [],
    );
    return symbols.length === 0 ? undefined : `paid in ${[...new Set(symbols)].join(", ")}`;
  }
  return undefined;
}

function capacityNote(row: MarketRow, context: SelectContext): string | undefined {
  const room = capacity(row);
  if (room === undefined) return undefined;
  const effect = sizeEffect(row, context.size, context.basis);
  const used = `${inWords(formatShare(room.used))} used`;
  if (effect?.shortBy !== undefined && effect.shortBy > 0)
    return `${used}, ${formatUsd(effect.shortBy).text} short`;
  if (effect?.fits === true) return `${used}, fits`;
  return room.full ? "full" : used;
}

/** What could leave at once, and a warning where that is less than my size. */
function coverNote(row: MarketRow, context: SelectContext): string | undefined {
  const available = columnValue("available", row, context);
  const cover = columnValue("exitCover", row, context);
  if (typeof available !== "number" || typeof cover !== "number") return undefined;
  const text = `${inWords(formatUsd(usd(available)))} available`;
  return cover < 1 ? `less than my size, ${text}` : text;
}

const writers: Readonly<
  Record<Exclude<ColumnUnit, "text" | "time">, (value: number) => Formatted | undefined>
> = {
  rate: (value) => formatRate(ratio(value)),
  points: (value) => formatPoints(ratio(value)),
  share: (value) => formatShare(ratio(value)),
  change: (value) => formatChange(ratio(value)),
  usd: (value) => formatUsd(usd(value)),
  price: (value) => formatPrice(ratio(value)),
  multiple: (value) => formatMultiple(value),
  count: (value) => formatCount(value),
};

function writeValue(
  column: SortableColumnId,
  row: MarketRow,
  value: number | string,
  context: SelectContext,
): Formatted | string | undefined {
  if (column === "type") return typeName(row);
  if (column === "status" && row.result !== undefined && row.result !== "") return `${value}: ${row.result}`;
  if (typeof value === "string") return value;
  const effect = sizeEffect(row, context.size, context.basis);
  if (column === "effectiveApy") return formatRateRange(effect?.low, effect?.high);
  if (column === "usdPerYear") return formatUsdRange(effect?.usdPerYearLow, effect?.usdPerYearHigh);
  // A deposit is often less than a tenth of a percent of a pool, so its share takes a second decimal.
  if (column === "shareOfPool") return formatRate(ratio(value));
  const unit = columnOf(column).unit;
  if (unit === "time") return formatMoment(value);
  return unit === "text" ? formatCount(value) : writers[unit](value);
}
