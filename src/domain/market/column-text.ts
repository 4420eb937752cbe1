// How the value of a column reads: by what it measures, wherever it is shown. Its own file, because nothing is written before the
// list is there.
import type { Ratio, Usd } from "../../contract/units.ts";
import { earnings } from "../../finance/rates.ts";
import type { MarketRow } from "./market-row.ts";
import {
  formatChange,
  formatCount,
  formatMultiple,
  formatPoints,
  formatPrice,
  formatRate,
  formatRateBounds,
  formatRateRange,
  formatShare,
  formatUsd,
  formatUsdBounds,
  formatUsdExact,
  formatUsdRange,
  formatChance,
  inWords,
  type Formatted,
} from "../format/number.ts";
import { formatFlow } from "../format/flow.ts";
import { formatDay, formatDays, formatMoment, formatUntil } from "../format/time.ts";
import type { ApyBasis, Column, ColumnInput, ColumnInputs, Unit, UnitValues } from "./column.ts";
import type { Recorded } from "./record-figures.ts";
import { columnOf, columns, type ColumnId } from "./columns.ts";
import { typeName } from "./market-text.ts";
import { borrowRewardApy, effectiveRate, loanRate, recordedInstead, rewardApy } from "./row-values.ts";

/** `short` for a list, `full` where there is room: every dollar, and a moment instead of a span. */
type TextLength = "short" | "full";

const unitTexts: {
  readonly [Of in Unit]: (value: UnitValues[Of], length: TextLength) => Formatted | string;
} = {
  text: (value) => value,
  rate: (value) => formatRate(value),
  points: (value) => formatPoints(value),
  share: (value) => formatShare(value),
  change: (value) => formatChange(value),
  usd: (value, length) => (length === "full" ? formatUsdExact(value) : formatUsd(value)),
  price: (value) => formatPrice(value),
  multiple: (value) => formatMultiple(value),
  count: (value) => formatCount(value),
  days: (value) => formatDays(value),
  time: (value) => formatMoment(value),
};

type Writer = (row: MarketRow, inputs: ColumnInputs, length: TextLength) => Formatted | string | undefined;

/** That nothing is paid is said in a word: it is no small rate. */
function rewardText(paid: Ratio | undefined): Formatted | string | undefined {
  return paid === 0 ? "none" : formatRate(paid);
}

/** What a loan of my size costs, as a range: "8.00–9.39 %", or "≥ 5.26 %" where its upper end is unknown. */
export function loanRateText(row: MarketRow, size: Usd | undefined, basis: ApyBasis): Formatted | undefined {
  const rate = loanRate(row, size, basis);
  return formatRateBounds(rate?.low, rate?.high);
}

/** What a loan of my size costs in a year. */
export function loanCostText(row: MarketRow, size: Usd | undefined, basis: ApyBasis): Formatted | undefined {
  const rate = loanRate(row, size, basis);
  return formatUsdBounds(earnings({ size, apy: rate?.low }), earnings({ size, apy: rate?.high }));
}

/** What its unit alone does not say. */
const ownTexts: Partial<Readonly<Record<ColumnId, Writer>>> = {
  type: typeName,
  status: ({ status, result = "" }) =>
    status === undefined || result === "" ? status : `${status}: ${result}`,
  rewardApy: (row) => rewardText(rewardApy(row)),
  borrowRewardApy: (row) => rewardText(borrowRewardApy(row)),
  effectiveApy: (row, { size, basis }) => {
    const rate = effectiveRate(row, size, basis);
    return formatRateRange(rate?.low, rate?.high);
  },
  usdPerYear: (row, { size, basis }) => {
    const rate = effectiveRate(row, size, basis);
    return formatUsdRange(earnings({ size, apy: rate?.low }), earnings({ size, apy: rate?.high }));
  },
  loanApy: (row, { size, basis }) => loanRateText(row, size, basis),
  // Often less than a tenth of a percent, so it takes a second decimal.
  shareOfPool: (row, { size }) => formatRate(columns.shareOfPool.read(row, { size })),
  // A price of 0.105 is "10 %" or "11 %" to a bettor: no venue quotes a chance finer than a cent.
  chance: (row, inputs) => formatChance(columns.chance.read(row, inputs)),
  capacityLeft: (row, { loops }, length) => {
    const left = columns.capacityLeft.read(row, { loops });
    if (left === 0) return row.kind === "loop" ? "closed" : "full";
    return left === undefined ? undefined : unitTexts.usd(left, length);
  },
  flow30d: (row, { record }) => formatFlow(columns.flow30d.read(row, { record })),
  closeTime: ({ closeTime, readAt }, _inputs, length) =>
    closeTime === undefined
      ? undefined
      : length === "full"
        ? unitTexts.time(closeTime, length)
        : formatUntil(closeTime, readAt),
};

function unitText<Of extends Unit>(
  { unit, read }: Column<ColumnInput, Of>,
  row: MarketRow,
  inputs: ColumnInputs,
  length: TextLength,
): Formatted | string | undefined {
  const value = read(row, inputs);
  return value === undefined ? undefined : unitTexts[unit](value, length);
}

/** The value of a column as text: the same wherever it is shown. Undefined is missing. */
export function columnText(
  id: ColumnId,
  row: MarketRow,
  inputs: ColumnInputs,
  length: TextLength = "short",
): Formatted | string | undefined {
  const own = ownTexts[id];
  return own === undefined ? unitText(columnOf(id), row, inputs, length) : own(row, inputs, length);
}

/** Less than this of the days being known is said beside a figure of the record. */
export const wholly = 0.995;

/** The record that a value comes from where that is to be said: ours in place of one that was not sent, or of a part of its days. */
export function recordBehind(
  id: ColumnId,
  row: MarketRow,
  { record }: Pick<ColumnInputs, "record">,
): Recorded<unknown> | undefined {
  if (record === undefined) return undefined;
  if (id === "flow30d") {
    const flow = record.byMarket.get(row.id)?.flow30d;
    return flow === undefined || flow.coverage >= wholly ? undefined : flow;
  }
  const field = columnOf(id).average?.(row);
  return field === undefined ? undefined : recordedInstead(row, field, record);
}

/** "Recorded here since 12 Sep 2026, coverage 97.2 %". */
export function recordedText({ since, coverage }: Recorded<unknown>): string {
  return `Recorded here since ${formatDay(since)}, coverage ${inWords(formatShare(coverage))}`;
}

/** The same of the value of a column, where it is to be said. */
export function columnRecord(
  id: ColumnId,
  row: MarketRow,
  inputs: Pick<ColumnInputs, "record">,
): string | undefined {
  const behind = recordBehind(id, row, inputs);
  return behind === undefined ? undefined : recordedText(behind);
}
