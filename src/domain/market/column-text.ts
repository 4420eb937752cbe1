// A file of its own, because it loads together with the list's rows.
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
  formatRateRange,
  formatShare,
  formatUsd,
  formatUsdRange,
  formatUsdRangeExact,
  formatUsdExact,
  inWords,
  type Formatted,
} from "../format/number.ts";
import { formatFlow } from "../format/flow.ts";
import { formatDay, formatDays, formatMoment, formatUntil } from "../format/time.ts";
import type { ApyBasis, Column, ColumnInput, ColumnInputs, Unit, UnitValues } from "./column.ts";
import type { Recorded } from "./record-figures.ts";
import { columnOf, columns, type ColumnId } from "./columns.ts";
import { typeName } from "./market-text.ts";
import {
  borrowRewardApy,
  effectiveRate,
  isClosedLoop,
  leftToBorrow,
  loanRate,
  recordedInstead,
  rewardApy,
} from "./row-values.ts";

/** "full" writes every dollar, and a date instead of a span. */
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

/** Writes no rewards as a word, so that they do not look like a small rate. */
function rewardText(paid: Ratio | undefined): Formatted | string | undefined {
  return paid === 0 ? "none" : formatRate(paid);
}

/** "8.00–9.39 %", or "≥ 5.26 %" with an unknown upper end. */
export function loanRateText(row: MarketRow, size: Usd | undefined, basis: ApyBasis): Formatted | undefined {
  const rate = loanRate(row, size, basis);
  return formatRateRange(rate?.low, rate?.high);
}

/** The same for sentences. */
export function loanCostText(row: MarketRow, size: Usd | undefined, basis: ApyBasis): Formatted | undefined {
  const rate = loanRate(row, size, basis);
  return formatUsdRange(earnings({ size, apy: rate?.low }), earnings({ size, apy: rate?.high }), "short");
}

/** "$6.0 M", or "≤ $6.0 M" if only liquidity or only the borrow cap is known. */
export function leftToBorrowText(row: MarketRow, length: TextLength = "short"): Formatted | undefined {
  const write = length === "full" ? formatUsdRangeExact : formatUsdRange;
  const left = columns.leftToBorrow.read(row, {});
  return left === undefined ? undefined : write(leftToBorrow(row), left);
}

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
  shareOfPool: (row, { size }) => formatRate(columns.shareOfPool.read(row, { size })),
  leftToBorrow: (row, _inputs, length) => leftToBorrowText(row, length),
  // Venues quote chances in whole cents.
  chance: (row, inputs) => formatShare(columns.chance.read(row, inputs), "whole"),
  capacityLeft: (row, inputs, length) =>
    isClosedLoop(row, inputs.loops) ? "closed" : unitText(columns.capacityLeft, row, inputs, length),
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

export function columnText(
  id: ColumnId,
  row: MarketRow,
  inputs: ColumnInputs,
  length: TextLength = "short",
): Formatted | string | undefined {
  const own = ownTexts[id];
  return own === undefined ? unitText(columnOf(id), row, inputs, length) : own(row, inputs, length);
}

/** Below this, the coverage is shown next to the figure. */
export const fullCoverage = 0.995;

export function recordBehind(
  id: ColumnId,
  row: MarketRow,
  { record }: Pick<ColumnInputs, "record">,
): Recorded<unknown> | undefined {
  if (record === undefined) return undefined;
  if (id === "flow30d") {
    const flow = record.byMarket.get(row.id)?.flow30d;
    return flow === undefined || flow.coverage >= fullCoverage ? undefined : flow;
  }
  const field = columnOf(id).average?.(row);
  return field === undefined ? undefined : recordedInstead(row, field, record);
}

/** "Recorded here since 12 Sep 2026, coverage 97.2 %". */
export function recordedText({ since, coverage }: Recorded<unknown>): string {
  return `Recorded here since ${formatDay(since)}, coverage ${inWords(formatShare(coverage))}`;
}

export function columnRecord(
  id: ColumnId,
  row: MarketRow,
  inputs: Pick<ColumnInputs, "record">,
): string | undefined {
  const behind = recordBehind(id, row, inputs);
  return behind === undefined ? undefined : recordedText(behind);
}
