import { ratio, usd, type Maybe, type Ratio, type Usd } from "../contract/units.ts";
import { sumUsd } from "./portfolio/net-worth.ts";

/** Σ amountᵢ·valueᵢ / Σ amountᵢ. Undefined if an amount is unknown, or the value of an amount above 0. */
export function weightedMean(
  parts: readonly (Maybe<Usd, "amount"> & Maybe<Ratio, "value">)[],
): Ratio | undefined {
  let total = 0;
  let weightedSum = 0;
  for (const { amount, value } of parts) {
    if (amount === undefined || amount < 0) return undefined;
    if (amount === 0) continue;
    if (value === undefined) return undefined;
    total += amount;
    weightedSum += amount * value;
  }
  return ratio(weightedSum / total);
}

/** The mean rate is exact for a year without rebalancing. Undefined if a rate is unknown. */
export function blend(parts: readonly (Maybe<Usd, "amount"> & Maybe<Ratio, "apy">)[]) {
  const apy = weightedMean(parts.map(({ amount, apy: value }) => ({ amount, value })));
  const amount = sumUsd(parts.map((part) => part.amount));
  if (apy === undefined || amount === undefined) return undefined;
  const usdPerYear = usd(amount * apy);
  return usdPerYear === undefined ? undefined : { apy, amount, usdPerYear };
}

/** Σ yᵢ·depositsᵢ / Σ deposits, over markets with a rate and deposits above 0. */
export function weightedRate(
  markets: readonly (Maybe<Ratio, "apy"> & Maybe<Usd, "totalDepositUsd">)[],
): Ratio | undefined {
  const known = markets.filter(({ apy, totalDepositUsd }) => apy !== undefined && (totalDepositUsd ?? 0) > 0);
  return weightedMean(known.map(({ apy: value, totalDepositUsd: amount }) => ({ amount, value })));
}

/** Quantile with linear interpolation ("type 7"); `share` is a fraction: 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number | undefined {
  // Typed arrays sort ten times faster, because numbers need no comparator.
  const sorted = Float64Array.from(values).toSorted();
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)];
  const above = sorted[Math.ceil(position)];
  if (below === undefined || above === undefined) return undefined;
  return below + (above - below) * (position - Math.floor(position));
}
