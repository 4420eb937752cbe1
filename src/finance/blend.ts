// Several rates as one: money split over markets, and a group of markets as a whole.
import { ratio, usd, type Ratio, type Usd } from "../contract/units.ts";

/** Money put into one market. */
interface Part {
  readonly amount: Usd | undefined;
  readonly apy: Ratio | undefined;
}

interface Blend {
  /** Yearly rate of the whole. */
  readonly apy: Ratio;
  readonly amount: Usd;
  /** What the whole earns in a year. */
  readonly usdPerYear: Usd;
  /** The part of the money in each market, in the order given. */
  readonly shares: readonly Ratio[];
}

/**
 * The rate of money split over markets: Σ wᵢ·yᵢ with wᵢ = amountᵢ / Σ amount. Exact for one year without rebalancing.
 *
 * @returns undefined when there is no money, an amount is missing or negative, or a market that gets some has no rate
 */
export function blend(parts: readonly Part[]): Blend | undefined {
  let total = 0;
  let earned = 0;
  for (const { amount, apy } of parts) {
    if (amount === undefined || amount < 0) return undefined;
    if (amount === 0) continue;
    if (apy === undefined) return undefined;
    total += amount;
    earned += amount * apy;
  }
  if (total <= 0) return undefined;
  const shares = parts.flatMap(({ amount }) => ratio((amount ?? 0) / total) ?? []);
  const apy = ratio(earned / total);
  const amount = usd(total);
  const usdPerYear = usd(earned);
  if (apy === undefined || amount === undefined || usdPerYear === undefined || shares.length < parts.length)
    return undefined;
  return { apy, amount, usdPerYear, shares };
}

/** The rate of a group of markets. */
interface GroupRate {
  /** Σ yᵢ·depositsᵢ / Σ deposits. */
  readonly weighted: Ratio;
  readonly median: Ratio;
  /** How many markets had both a rate and deposits above 0; the others are in neither figure. */
  readonly counted: number;
}

/** The rate of a group of markets, weighted by deposits, with its median. @returns undefined when no market has both */
export function groupRate(
  markets: readonly { readonly apy: Ratio | undefined; readonly totalDepositUsd: Usd | undefined }[],
): GroupRate | undefined {
  const rates: number[] = [];
  let deposits = 0;
  let sum = 0;
  for (const { apy, totalDepositUsd } of markets) {
    if (apy === undefined || totalDepositUsd === undefined || totalDepositUsd <= 0) continue;
    rates.push(apy);
    deposits += totalDepositUsd;
    sum += apy * totalDepositUsd;
  }
  const weighted = ratio(sum / deposits);
  const middle = ratio(quantile(rates, 0.5));
  return weighted === undefined || middle === undefined
    ? undefined
    : { weighted, median: middle, counted: rates.length };
}

/**
 * The value below which a share of the values lies, between two of them in proportion (the common "type 7").
 *
 * @param share fraction in 0..1: 0.5 is the median
 * @returns undefined for no values
 */
export function quantile(values: readonly number[], share: number): number | undefined {
  const sorted = values.toSorted((first, second) => first - second);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) return undefined;
  return below + (above - below) * (place - Math.floor(place));
}
