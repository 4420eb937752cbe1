// How a deposit dilutes the rate: the same interest and rewards shared by more money.
import { ratio, type Ratio, type Usd } from "../contract/units.ts";
import { fade } from "./fade.ts";
import { apyToApr, aprToApy } from "./rates.ts";

/** Above this utilization a rate may be past the kink of its curve, where it falls steeply. */
export const kinkUtilization = 0.8;
/** Above this one it is assumed to be, whatever the size: even a small deposit may undo a spike. */
export const certainKinkUtilization = 0.9;
/**
 * A strategy that spreads deposits places up to this share of its total elsewhere without dilution. Own convention.
 */
export const elsewhereShare = 0.1;
/** Smaller shifts of utilization do not count between the two bounds above: 0.2 percentage points. */
export const kinkShift = 0.002;

/** Fractions per year, low ≤ high. */
interface Dilution {
  /** Base and rewards at the lower edge. */
  readonly low: Ratio;
  /** And at the upper edge. */
  readonly high: Ratio;
  /** The deposit's share of the pool afterwards: d / (S + d). */
  readonly share: Ratio;
  /** The factor of dilution: k = S / (S + d) = 1 − share. */
  readonly k: Ratio;
  /** Without rewards. */
  readonly baseLow: Ratio;
  readonly baseHigh: Ratio;
  readonly reward: Ratio;
}

/**
 * The rate after a deposit d into deposits S, as a range, because the rate curve is unknown.
 *
 *     k = S / (S + d)       s = ln(1 + base APY)       b = ln(1 + base borrow APY)       U = utilization
 *     base after, upper edge:  e^(k·s) − 1             the borrow rate does not react, as in GlueX' diluted APY
 *     base after, lower edge:  e^x − 1                 x = min(k²·s, k·(s − (1 − k)·U·b)), at least 0
 *     rewards after:           k·rewards               a fixed budget, shared by more money
 *
 * With borrows unchanged, utilization falls by k. At the lower edge the borrow rate is proportional to utilization
 * and falls by k too, together k². The protocol's cut may be a fixed spread (Kamino's host rate) rather than a share;
 * then s = U·(b − spread) gives x. With an unknown borrow side, k² alone is the lower edge.
 *
 * Past the kink a rate falls further, back to where it was before its spike: a base far above its 90-day average m
 * (`fade`: spiking) has the lower edge k·ln(1 + m). Without an average, `kinkRisk` says when that may happen.
 *
 * Rewards are not reinvested, so they are scaled and added. A strategy that spreads its deposits (`allocates`) keeps
 * the upper edge as long as d is at most a tenth of S.
 *
 * @param input.size d in US dollars
 * @param input.totalDepositUsd S in US dollars, above 0
 * @param input.rewardApy all deposit rewards, 0 without any
 * @returns undefined when a needed input is missing or out of range: an empty pool has no rate to dilute
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

// Exact for a factor of 1, so that a size of 0 shows today's rate.
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
 * Whether a deposit could push a pool below the kink of its rate curve, where the rate falls further than `dilution`
 * says: utilization above 90 %, or above 80 % when the deposit moves it by more than 0.2 percentage points. At 97 %
 * of a Kamino USDC curve with its kink at 95 %, a deposit of 2 % of the pool takes 13.84 % to 4.59 %.
 *
 * @returns undefined when unknown, which is not the same as no risk
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
