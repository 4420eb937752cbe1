import { ratio, usd, type Maybe, type Ratio, type Usd } from "../contract/units.ts";

/** Σ wᵢ·yᵢ with wᵢ = amountᵢ / Σ amount, exact for a year without rebalancing. Undefined if money has no known rate. */
export function blend(parts: readonly (Maybe<Usd, "amount"> & Maybe<Ratio, "apy">)[]) {
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

/** Of markets with a rate and deposits above 0: Σ yᵢ·depositsᵢ / Σ deposits, and the median. */
export function groupRate(markets: readonly (Maybe<Ratio, "apy"> & Maybe<Usd, "totalDepositUsd">)[]) {
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

/** Quantile with linear interpolation ("type 7"); `share` is a fraction: 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number | undefined {
  const sorted = values.toSorted((first, second) => first - second);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) return undefined;
  return below + (above - below) * (place - Math.floor(place));
}
