// What a deposit does to the rate it came for: the same interest and the same rewards are shared by more money.
import { ratio, type Ratio, type Usd } from "../contract/units.ts";
import { fade } from "./fade.ts";
import { apyToApr, aprToApy } from "./rates.ts";

/** From this utilization on a rate curve may be past its kink, where it falls steeply. */
export const kinkUtilization = 0.8;
/** From this utilization on it is taken to be, whatever the size: there the smallest deposit may undo a spike. */
export const certainKinkUtilization = 0.9;
/** A strategy that spreads its deposits finds as much room elsewhere for at most this share of what it has. Own convention. */
export const elsewhereShare = 0.1;
/** How far a deposit must move utilization between the two to count: 0.2 percentage points. */
export const kinkShift = 0.002;

/** A rate after a deposit. Every edge is a yearly fraction and low ≤ high. */
interface Dilution {
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
 *     k = S / (S + d)       s = ln(1 + base APY)       b = ln(1 + base borrow APY)       U = utilization
 *     base after, at best:  e^(k·s) − 1                the borrow rate does not react, as in GlueX' diluted APY
 *     base after, at worst: e^x − 1                    x = min(k²·s, k·(s − (1 − k)·U·b)), at least 0
 *     rewards after:        k·rewards                  a fixed budget, shared by more money
 *
 * With borrows unchanged, utilization falls by k. At worst the borrow rate is proportional to utilization and falls by k as
 * well, together k². What a market keeps of the interest may be a fixed spread (Kamino's host rate) and not a share of it;
 * then supply falls further: s = U·(b − spread) gives x. Where the borrow side is not known, k² alone is the lower edge.
 *
 * Across the kink of a curve a rate falls further still, back to what it was before its spike: a base far above its own
 * 90-day average m (`fade`: spiking) has at worst k·ln(1 + m). `kinkRisk` says when that may happen without an average to
 * tell; k alone must never be shown as a forecast.
 *
 * Rewards are not reinvested, so they are scaled as they are and added. A strategy that spreads its deposits over other
 * markets (`allocates`) may find as much room elsewhere: its base stays at best, as long as d is at most a tenth of S.
 *
 * @param input.size d in US dollars, not negative
 * @param input.totalDepositUsd S in US dollars, above 0
 * @param input.baseApy fraction per year, not negative
 * @param input.rewardApy all deposit rewards, fraction per year; 0 when there are none
 * @param input.utilization U of the market, where it is known
 * @param input.baseBorrowApy what its borrowers pay before rewards, fraction per year, where it is known
 * @param input.baseApy90d the base rate's own average over 90 days, fraction per year, where it is known
 * @returns undefined when anything needed is missing or out of its domain: an empty pool has no rate to thin
 */
export function dilution(input: {
  size: Usd | undefined;
  totalDepositUsd: Usd | undefined;
  baseApy: Ratio | undefined;
  rewardApy: Ratio | undefined;
  utilization?: Ratio | undefined;
  baseBorrowApy?: Ratio | undefined;
  baseApy90d?: Ratio | undefined;
  allocates?: boolean;
}): Dilution | undefined {
  const { size, totalDepositUsd, baseApy, rewardApy, allocates = false } = input;
  if (size === undefined || totalDepositUsd === undefined || size < 0 || totalDepositUsd <= 0)
    return undefined;
  if (baseApy === undefined || rewardApy === undefined || baseApy < 0) return undefined;
  const factor = totalDepositUsd / (totalDepositUsd + size);
  const k = ratio(factor);
  const share = ratio(1 - factor);
  const reward = ratio(factor * rewardApy);
  const baseLow = lowerBase({ ...input, baseApy }, factor);
  const baseHigh = thinned(baseApy, allocates && size <= totalDepositUsd * elsewhereShare ? 1 : factor);
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

function lowerBase(
  input: {
    baseApy: Ratio;
    utilization?: Ratio | undefined;
    baseBorrowApy?: Ratio | undefined;
    baseApy90d?: Ratio | undefined;
  },
  k: number,
): Ratio | undefined {
  const { baseApy, utilization, baseBorrowApy, baseApy90d } = input;
  const edges = [thinned(baseApy, k * k)];
  const supply = apyToApr({ apy: baseApy });
  const borrow = apyToApr({ apy: baseBorrowApy });
  if (k < 1 && supply !== undefined && borrow !== undefined && utilization !== undefined)
    edges.push(aprToApy({ apr: ratio(Math.max(0, k * (supply - (1 - k) * utilization * borrow))) }));
  const spiking =
    fade({ now: baseApy, d30: undefined, d90: baseApy90d, d180: undefined })?.class === "spiking";
  if (spiking && baseApy90d !== undefined) edges.push(thinned(ratio(Math.max(0, baseApy90d)) ?? baseApy, k));
  const known = edges.filter((edge) => edge !== undefined);
  return known.length === 0 ? undefined : ratio(Math.min(...known));
}

/**
 * Whether a deposit could push a pool below the kink of its rate curve, where the rate falls further than the bracket of
 * `dilution` says: utilization above 90 %, or above 80 % with a size that moves it by more than 0.2 percentage points,
 * U·(1 − k). Above a kink it is the small deposit that undoes a spike: at 97 % of a Kamino USDC curve with its kink at 95 %,
 * a deposit of 2 % of the pool takes 13.84 % to 4.59 %.
 *
 * @returns undefined when it cannot be told, which is not the same as no risk
 */
export function kinkRisk(input: {
  utilization: Ratio | undefined;
  size: Usd | undefined;
  totalDepositUsd: Usd | undefined;
}): boolean | undefined {
  const { utilization, size, totalDepositUsd } = input;
  if (size === undefined || size <= 0 || utilization === undefined) return undefined;
  if (totalDepositUsd === undefined || totalDepositUsd <= 0) return undefined;
  if (utilization > certainKinkUtilization) return true;
  return utilization > kinkUtilization && utilization * (size / (totalDepositUsd + size)) > kinkShift;
}
