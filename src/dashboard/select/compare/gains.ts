// Shared by the sentence above the comparison and by its table.
import { groupBy } from "../../../finance/group-by.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import type { AssessContext } from "../../../domain/market/assess/assessment.ts";
import { isUnsecurable } from "../../../domain/market/loan-terms.ts";
import { borrowRateOfBasis, type SelectContext } from "../../../domain/market/column.ts";
import { ownYieldOf, type OwnYield, type OwnYields } from "../../../domain/market/loops/own-yield.ts";
import { effectiveRate, leadingRate, loanRate } from "../../../domain/market/row-values.ts";
import { ratio, usd, type Usd } from "../../../contract/units.ts";
import { formatPoints, formatUsd, inWords } from "../../../domain/format/number.ts";
import { significant } from "../../../domain/format/significant.ts";
import { assessReliability } from "../reliability.ts";

/** Yearly rates, at the user's size if given. For loans they are negative, at today's rate. */
export interface Gain {
  readonly low: number;
  readonly high: number;
  /** Lower than `low` for a loan or loop, which may raise its own borrow rate. −∞ if unknown. */
  readonly worst: number;
  /** If its APY is known, both ends include it. */
  readonly own: OwnYield | undefined;
}

export interface GainContext extends AssessContext {
  /** A token without an entry has an unknown yield. */
  readonly ownYields: OwnYields;
}

/**
 * Undefined if the rate is unknown, the market's figures contradict each other, or it is known to take or lend less
 * than the size, or a loan's collateral is not accepted or full. A loop has its quoted rate at any size that it
 * takes.
 */
export function gainOf(row: MarketRow, context: GainContext): Gain | undefined {
  const { size, basis, side, prices, loops, loans, ownYields } = context;
  if (assessReliability(side, row, size, prices, loops) !== "open") return undefined;
  if (side === "borrow") {
    if (isUnsecurable(row, loans)) return undefined;
    const quoted = row[borrowRateOfBasis[basis]];
    const range = size === undefined ? { low: quoted, high: quoted } : loanRate(row, size, basis);
    const cost: number | undefined = range?.low;
    const max: number = range?.high ?? Infinity;
    return cost === undefined ? undefined : { low: -cost, high: -cost, worst: -max, own: undefined };
  }
  const isLoop = row.kind === "loop";
  const quoted = leadingRate(row, basis);
  const asQuoted = quoted === undefined ? undefined : { low: quoted, high: quoted };
  const rate = size === undefined || isLoop ? asQuoted : effectiveRate(row, size, basis);
  if (rate === undefined) return undefined;
  const gain = withOwnYield(rate, ownYieldOf(row, ownYields));
  return isLoop && size !== undefined ? { ...gain, worst: -Infinity } : gain;
}

export function withOwnYield(
  { low, high }: { readonly low: number; readonly high: number },
  own: OwnYield | undefined,
): Gain {
  const added = own?.apy ?? 0;
  return { low: low + added, high: high + added, worst: low + added, own };
}

/** Rates at a size are not more precise than this. */
const minAtSize = 0.0001;
/** Smaller differences look the same. */
const minQuoted = 0.000_05;

/**
 * Compares the lower ends; for loans today's rates, as the list does. 0 if the ranges overlap or the difference is
 * too small to see.
 */
export function differenceOf(best: Gain, other: Gain, size: SelectContext["size"]): number {
  // A loop counts at its quoted rate, before its own size moves it. So a pool counts at its upper end.
  const isQuoted = best.worst < best.low;
  const apart = best.low - (isQuoted ? other.high : other.low);
  const min = size === undefined ? minQuoted : minAtSize;
  return other.high >= best.low || apart < min ? 0 : apart;
}

/**
 * Indexes, best first. A market whose own yield is unknown cannot be compared with another token. So this ranks the
 * markets without such a yield or, if they are fewer than two, the largest group of one token.
 */
export function orderOf(gains: readonly (Gain | undefined)[]): readonly number[] {
  const known = [...gains.keys()].filter((index) => gains[index] !== undefined);
  const groups = groupBy(known, (index) => {
    const own = gains[index]?.own;
    return own?.apy === undefined ? own?.mint : undefined;
  });
  const complete = groups.get(undefined) ?? [];
  const [largest = []] = [...groups.values()].toSorted((one, other) => other.length - one.length);
  const low = (index: number): number => gains[index]?.low ?? 0;
  return (complete.length >= 2 ? complete : largest).toSorted((one, other) => low(other) - low(one));
}

/** `behind` is 0 if about the same, and undefined without a rank. */
export function rankGains(gains: readonly (Gain | undefined)[], size: SelectContext["size"]) {
  const order = orderOf(gains);
  const best = gains[order[0] ?? -1];
  return {
    order,
    behind: gains.map((gain, index) =>
      best === undefined || gain === undefined || order.length < 2 || !order.includes(index)
        ? undefined
        : differenceOf(best, gain, size),
    ),
    /** A loan that is cheaper today may cost as much once it is taken. */
    isUnsure: (index: number | undefined): boolean => {
      const gain = gains[index ?? -1];
      return best !== undefined && gain !== undefined && gain !== best && best.worst <= gain.high;
    },
  };
}

export const aboutTheSame = "about the same";

const minYearlyUsd = 1;

/**
 * Two digits, because the ranges are not more precise: "$6.2k", "$73k". Undefined without a size, and under a dollar:
 * with a small size, that can be a large difference of rates.
 */
export function yearlyUsd(difference: number, size: Usd | undefined): string | undefined {
  const value = size === undefined ? 0 : difference * size;
  if (value < minYearlyUsd) return undefined;
  return inWords(formatUsd(usd(value < 10 ? Math.round(value) : significant(value, 2)), "short"));
}

/** "about $6.2k a year", or "1.25 pp" if that is unknown or under a dollar. */
export function differenceInWords(difference: number, size: Usd | undefined): string {
  const yearly = yearlyUsd(difference, size);
  return yearly === undefined
    ? inWords(formatPoints(ratio(difference), "distance"))
    : `about ${yearly} a year`;
}
