// How far apart two compared markets are. The sentence above the comparison and its table both read the difference here.
import type { MarketRow } from "../../../domain/market/market-row.ts";
import type { SelectContext } from "../../../domain/market/column.ts";
import { ownYieldOf, type OwnYield, type OwnYields } from "../../../domain/market/loops/own-yield.ts";
import { effectiveRate, leadingRate, lendsTooLittle, loanRate } from "../../../domain/market/row-values.ts";

/** What a market pays on my size, or without a size on any: fractions per year. What a loan costs is below 0, at today's rate. */
export interface Gain {
  readonly low: number;
  readonly high: number;
  /** What it pays at worst: less than `low` for a loan, which may raise its own rate; −∞ where it is unknown by how much. */
  readonly worst: number;
  /** What the market's token earns by itself: in both edges where it is known. */
  readonly own: OwnYield | undefined;
}

export interface GainContext extends Pick<SelectContext, "size" | "basis"> {
  /** Whether my size is a loan. */
  readonly borrows: boolean;
  readonly ownYields: OwnYields;
}

/** @returns undefined where the market publishes no rate, or where what it pays at my size is unknown */
export function gainOf(row: MarketRow, { size, basis, borrows, ownYields }: GainContext): Gain | undefined {
  if (borrows) {
    const quoted = basis === "base" ? row.baseBorrowApy : row.borrowApy;
    if (lendsTooLittle(row, size)) return undefined;
    const range = size === undefined ? { low: quoted, high: quoted } : loanRate(row, size, basis);
    const cost: number | undefined = range?.low;
    const most: number = range?.high ?? Infinity;
    return cost === undefined ? undefined : { low: -cost, high: -cost, worst: -most, own: undefined };
  }
  const quoted = leadingRate(row, basis);
  const rate =
    size === undefined
      ? quoted === undefined
        ? undefined
        : { low: quoted, high: quoted }
      : effectiveRate(row, size, basis);
  return rate === undefined ? undefined : withOwnYield(rate, ownYieldOf(row, ownYields));
}

/** The same rates with the own yield of the token in them, where it is known. */
export function withOwnYield(
  { low, high }: { readonly low: number; readonly high: number },
  own: OwnYield | undefined,
): Gain {
  const added = own?.apy ?? 0;
  return { low: low + added, high: high + added, worst: low + added, own };
}

/** Rates at a size are ranges, and no sharper than this: a hundredth of a percentage point. */
const leastAtSize = 0.0001;
/** Quoted rates that differ by less read alike. */
const leastQuoted = 0.000_05;
/** US dollars a year. */
const leastUsd = 1;

/**
 * How much more `best` pays than `other`, by the lower edges of what they pay; of loans by today's rates, as the list sorts them.
 *
 * @param best the one with the higher lower edge
 * @returns a fraction per year; 0 where they are about the same: their ranges overlap, or the difference is too small to read
 */
export function differenceOf(best: Gain, other: Gain, size: SelectContext["size"]): number {
  const apart = best.low - other.low;
  const least = size === undefined ? leastQuoted : Math.max(leastAtSize, leastUsd / size);
  return other.high >= best.low || apart < least ? 0 : apart;
}

/** Whether the one that is ahead may pay no more: a loan that is cheaper today may cost as much once it is taken. */
export function mayPayLess(best: Gain, other: Gain): boolean {
  return best.worst <= other.high;
}

/**
 * The gains that can be put in one order, the highest first: the unknown own yield of a token allows none against another token.
 * Of several groups it is the one without such a token, else the largest.
 *
 * @returns places of gains; fewer than two where no two can be compared
 */
export function orderOf(gains: readonly (Gain | undefined)[]): readonly number[] {
  const groups = new Map<string | undefined, number[]>();
  for (const [place, gain] of gains.entries()) {
    if (gain === undefined) continue;
    const unknown = gain.own?.apy === undefined ? gain.own?.mint : undefined;
    const group = groups.get(unknown);
    if (group === undefined) groups.set(unknown, [place]);
    else group.push(place);
  }
  const complete = groups.get(undefined) ?? [];
  const [largest = []] = [...groups.values()].toSorted((one, other) => other.length - one.length);
  const low = (place: number): number => gains[place]?.low ?? 0;
  return (complete.length >= 2 ? complete : largest).toSorted((one, other) => low(other) - low(one));
}

export interface Ranking {
  /** Places of gains, the best first. */
  readonly order: readonly number[];
  /** How far each gain is behind the best: 0 for what is about the same, undefined for what has no place in the order. */
  readonly behind: readonly (number | undefined)[];
  /** Whether this one may turn out as good as the best of today. */
  readonly isUnsure: (place: number | undefined) => boolean;
}

export function rankGains(gains: readonly (Gain | undefined)[], size: SelectContext["size"]): Ranking {
  const order = orderOf(gains);
  const best = gains[order[0] ?? -1];
  return {
    order,
    behind: gains.map((gain, place) =>
      best === undefined || gain === undefined || order.length < 2 || !order.includes(place)
        ? undefined
        : differenceOf(best, gain, size),
    ),
    isUnsure: (place) => {
      const gain = gains[place ?? -1];
      return best !== undefined && gain !== undefined && gain !== best && mayPayLess(best, gain);
    },
  };
}
