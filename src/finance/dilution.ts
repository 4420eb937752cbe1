// What a deposit does to the rate it came for: the same interest and the same rewards are shared by more money.
import { ratio, type Ratio, type Usd } from "../contract/units.ts";
import { apyToApr, aprToApy } from "./rates.ts";

/** From this utilization on a rate curve is likely to be past its kink, where it falls steeply. */
export const kinkUtilization = 0.8;
/** A deposit above this share of the deposits moves utilization enough to fall off the kink. */
export const kinkSizeShare = 0.05;

/** A rate after a deposit. Every edge is a yearly fraction and low ≤ high. */
export interface Dilution {
  /** Base and rewards after the deposit, at worst within the model. */
  readonly low: Ratio;
  /** Base and rewards after the deposit, at best. */
  readonly high: Ratio;
  /** The deposit's share of the pool it has entered: d / (S + d). */
  readonly share: Ratio;
  /** How much everything is thinned: k = S / (S + d) = 1 − share. */
  readonly k: Ratio;
  /** The base alone: what stays if the rewards stop. */
  readonly baseLow: Ratio;
  readonly baseHigh: Ratio;
  /** The rewards alone. */
  readonly reward: Ratio;
}

/**
 * The rate that is left for a deposit d into deposits S, as a bracket, because the rate curve is not known.
 *
 *     k = S / (S + d)       APR = ln(1 + APY)       base after = [e^(k²·APR) − 1, e^(k·APR) − 1]       rewards after = k·rewards
 *
 * With borrows unchanged, utilization falls by k, and supply APR = utilization · borrow APR · (1 − fee), as in Aave and
 * Kamino klend. If the borrow rate does not react, supply APR falls by k: the upper edge, which is GlueX' diluted APY. If
 * the borrow rate is proportional to utilization, it falls by k as well, together k²: the lower edge. Across the kink of a
 * curve it can fall further, which is what `kinkRisk` is about; k alone must never be shown as a forecast.
 *
 * Rewards are taken to be a fixed budget that is shared by the deposits, so they fall by k. They are not reinvested, so
 * they are scaled as they are and added.
 *
 * A strategy (`strategy: true`, markets of type yield) finds its base elsewhere and may have room there: its base stays at
 * best and falls by k at worst.
 *
 * @param input.size d in US dollars, not negative
 * @param input.totalDepositUsd S in US dollars, above 0
 * @param input.baseApy fraction per year, not negative
 * @param input.rewardApy all deposit rewards, fraction per year; 0 when there are none
 * @returns undefined when anything is missing or out of its domain: an empty pool has no rate to thin
 */
export function dilution(input: {
  size: Usd | undefined;
  totalDepositUsd: Usd | undefined;
  baseApy: Ratio | undefined;
  rewardApy: Ratio | undefined;
  strategy?: boolean;
}): Dilution | undefined {
  const { size, totalDepositUsd, baseApy, rewardApy, strategy = false } = input;
  if (size === undefined || totalDepositUsd === undefined || size < 0 || totalDepositUsd <= 0)
    return undefined;
  if (baseApy === undefined || rewardApy === undefined || baseApy < 0) return undefined;
  const factor = totalDepositUsd / (totalDepositUsd + size);
  const k = ratio(factor);
  const share = ratio(1 - factor);
  const reward = ratio(factor * rewardApy);
  const baseLow = thinned(baseApy, strategy ? factor : factor * factor);
  const baseHigh = thinned(baseApy, strategy ? 1 : factor);
  if (k === undefined || share === undefined || reward === undefined) return undefined;
  if (baseLow === undefined || baseHigh === undefined) return undefined;
  const low = ratio(baseLow + reward);
  const high = ratio(baseHigh + reward);
  return low === undefined || high === undefined
    ? undefined
    : { low, high, share, k, baseLow, baseHigh, reward };
}

// A factor of 1 gives the rate back untouched, so that a size of 0 shows exactly the rate of today.
function thinned(apy: Ratio, factor: number): Ratio | undefined {
  if (factor === 1) return apy;
  const apr = apyToApr({ apy });
  return apr === undefined ? undefined : aprToApy({ apr: ratio(apr * factor) });
}

/**
 * Whether a deposit could push a pool below the kink of its rate curve, where the rate falls further than the bracket of
 * `dilution` says: utilization above 80 % and size above 5 % of the deposits.
 *
 * @returns undefined when it cannot be told, which is not the same as safe; a small deposit is safe at any utilization
 */
export function kinkRisk(input: {
  utilization: Ratio | undefined;
  size: Usd | undefined;
  totalDepositUsd: Usd | undefined;
}): boolean | undefined {
  const { utilization, size, totalDepositUsd } = input;
  if (size === undefined || totalDepositUsd === undefined || totalDepositUsd <= 0) return undefined;
  if (size <= kinkSizeShare * totalDepositUsd) return false;
  return utilization === undefined ? undefined : utilization > kinkUtilization;
}
