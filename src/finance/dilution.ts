import { ratio, type Maybe, type Ratio, type Usd } from "../contract/units.ts";
import { fade } from "./fade.ts";
import { apyToApr, aprToApy } from "./rates.ts";

/** Above this utilization, a rate may be past the kink of its curve, where it falls steeply. */
export const kinkUtilization = 0.8;
/** Above this utilization, it is assumed to be past the kink: even a small deposit may end a spike. */
export const certainKinkUtilization = 0.9;
/** Share of their total that strategies which spread deposits can place elsewhere undiluted. Our assumption. */
const elsewhereShare = 0.1;
/** Between the two bounds, smaller shifts of utilization are ignored. */
export const kinkShift = 0.002;

type Spiking = Partial<Maybe<Ratio, "utilization" | "baseBorrowApy" | "baseApy90d">>;

// The rate after a deposit d into deposits S, as a range, because the rate curve is unknown. k = S / (S + d), s = ln(1
// + base APY), b = ln(1 + base borrow APY), U = utilization.
//     base, upper: e^(k·s) − 1     the borrow rate does not react, as in GlueX' diluted APY
//     base, lower: e^x − 1         x = max(0, min(k²·s, k·(s − (1 − k)·U·b))); k²·s alone without a borrow side
//     rewards:     k·rewards       a fixed budget, paid out and not compounded
// Lower: the borrow rate falls with utilization by k; if the protocol's cut is a fixed spread (Kamino's host rate), s =
// U·(b − spread) gives the second term. A spiking base may fall back to its 90-day average m: k·ln(1 + m). `allocates`:
// a strategy that spreads deposits keeps the upper edge up to a tenth of S.
export function dilution(
  input: Maybe<Usd, "size" | "totalDepositUsd"> &
    Maybe<Ratio, "baseApy" | "rewardApy"> &
    Spiking & { readonly allocates?: boolean },
) {
  const { size, totalDepositUsd, baseApy, rewardApy, allocates = false } = input;
  if (size === undefined || totalDepositUsd === undefined || size < 0 || totalDepositUsd <= 0)
    return undefined;
  if (baseApy === undefined || rewardApy === undefined) return undefined;
  const factor = totalDepositUsd / (totalDepositUsd + size);
  const reward = ratio(factor * rewardApy);
  // Fees cause a loss, and larger deposits pay more of them.
  const kept = baseApy < 0 ? 1 : factor;
  const baseLow = lowerBase({ ...input, baseApy }, kept);
  const baseHigh = diluted(baseApy, allocates && size <= totalDepositUsd * elsewhereShare ? 1 : kept);
  if (reward === undefined || baseLow === undefined || baseHigh === undefined) return undefined;
  const low = ratio(baseLow + reward);
  const high = ratio(baseHigh + reward);
  return low === undefined || high === undefined ? undefined : { low, high, baseLow, baseHigh, reward };
}

// Exact for a factor of 1, so that size 0 shows today's rate.
function diluted(apy: Ratio, factor: number): Ratio | undefined {
  if (factor === 1) return apy;
  const apr = apyToApr({ apy });
  return apr === undefined ? undefined : aprToApy({ apr: ratio(apr * factor) });
}

function lowerBase(
  { baseApy, utilization, baseBorrowApy, baseApy90d }: Spiking & { readonly baseApy: Ratio },
  k: number,
): Ratio | undefined {
  const edges = [diluted(baseApy, k * k)];
  const supply = apyToApr({ apy: baseApy });
  const borrow = apyToApr({ apy: baseBorrowApy });
  if (k < 1 && supply !== undefined && borrow !== undefined && utilization !== undefined)
    edges.push(aprToApy({ apr: ratio(Math.max(0, k * (supply - (1 - k) * utilization * borrow))) }));
  const spiking = fade({ now: baseApy, d90: baseApy90d })?.class === "spiking";
  if (spiking && baseApy90d !== undefined) edges.push(diluted(ratio(Math.max(0, baseApy90d)) ?? baseApy, k));
  return ratio(Math.min(...edges.filter((edge) => edge !== undefined)));
}

// Whether a deposit may push a pool back below its kink, where the rate falls more than `dilution` says. On a Kamino
// USDC curve at 97 % utilization (kink 95 %), a deposit of 2 % of the pool takes 13.84 % to 4.59 %. Undefined means
// unknown, not safe.
export function kinkRisk({
  utilization,
  size,
  totalDepositUsd,
}: Maybe<Ratio, "utilization"> & Maybe<Usd, "size" | "totalDepositUsd">): boolean | undefined {
  if (size === undefined || size <= 0 || utilization === undefined) return undefined;
  if (totalDepositUsd === undefined || totalDepositUsd <= 0) return undefined;
  if (utilization > certainKinkUtilization) return true;
  return utilization > kinkUtilization && utilization * (size / (totalDepositUsd + size)) > kinkShift;
}
