// Money split over the compared markets: what each part earns once it is in its pool, and the split that earns most.
import { usd, type Ratio, type Usd } from "../../../contract/units.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import type { ApyBasis } from "../../market/column.ts";
import { effectiveRate, leadingRate } from "../../market/row-values.ts";

interface PartRate {
  readonly low: Ratio;
  readonly high: Ratio;
}

/**
 * The rate of a part of my money: thinned by that part where the market is a pool, as quoted where it is none or where there is
 * no amount. Undefined where the market gives no rate.
 */
export function partRate(row: MarketRow, amount: Usd | undefined, basis: ApyBasis): PartRate | undefined {
  const quoted = leadingRate(row, basis);
  if (quoted === undefined) return undefined;
  return effectiveRate(row, amount, basis) ?? { low: quoted, high: quoted };
}

/** How finely the best split looks: twentieths of the money. */
const steps = 20;

/**
 * The split that earns most at the lower edges: each twentieth goes where it adds most to what a year earns, which is best for
 * rates that only fall with what is put in. Markets that are no pools take all at one rate.
 * @returns percent by market, in the order given; undefined where fewer than two give a rate
 */
export function bestSplit(
  rows: readonly MarketRow[],
  size: Usd,
  basis: ApyBasis,
): readonly number[] | undefined {
  const earned = (row: MarketRow, parts: number): number => {
    const amount = usd((size * parts) / steps);
    const rate = amount === undefined || amount <= 0 ? undefined : partRate(row, amount, basis);
    return rate === undefined ? 0 : (amount ?? 0) * rate.low;
  };
  const rated = rows.map((row) => partRate(row, undefined, basis) !== undefined);
  if (rated.filter(Boolean).length < 2) return undefined;
  const parts = rows.map(() => 0);
  for (let step = 0; step < steps; step += 1) {
    const gains = rows.map((row, at) => {
      const now = parts[at] ?? 0;
      return rated[at] === true ? earned(row, now + 1) - earned(row, now) : Number.NEGATIVE_INFINITY;
    });
    const at = gains.indexOf(Math.max(...gains));
    parts[at] = (parts[at] ?? 0) + 1;
  }
  return parts.map((part) => (part * 100) / steps);
}

/** Equal parts in percent, to the hundredth. */
export function equalSplit(count: number): readonly number[] {
  return Array.from({ length: count }, () => Math.round(10_000 / count) / 100);
}
