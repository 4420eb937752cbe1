import { ratio, usd, type Maybe, type Ratio, type Usd } from "../../contract/units.ts";
import { certainKinkUtilization, kinkShift, kinkUtilization } from "../dilution.ts";
import { aprToApy, apyToApr } from "../rates.ts";

export function utilizationAfterBorrow({
  totalDepositUsd,
  totalBorrowUsd,
  amount,
}: Maybe<Usd, "totalDepositUsd" | "totalBorrowUsd" | "amount">): Ratio | undefined {
  if (totalDepositUsd === undefined || totalBorrowUsd === undefined || amount === undefined) return undefined;
  if (totalDepositUsd <= 0 || totalBorrowUsd < 0 || amount < 0) return undefined;
  return ratio((totalBorrowUsd + amount) / totalDepositUsd);
}

export interface LoanRate {
  readonly low: Ratio;
  /** Undefined if there is no upper bound. */
  readonly high: Ratio | undefined;
}

// Beyond this, the bound is useless: on the demo's Kamino curves the true rate was 88 % of the way to the bound for
// U′/U of 3 to 5, and 3 % for 5 to 10.
const maxRise = 5;

// The rate curve is unknown, so the rate after a loan is a range in simple rates (APR): b ≤ rate after ≤ b·U′/U. It
// holds up to the curve's first kink (c + m·U with c, m ≥ 0); a curve that bends earlier can exceed the upper bound.
// `high` is missing if the kink may be passed (as in `kinkRisk`), for U′ above 5·U, and for a negative rate today.
export function rateAfterBorrow({
  borrowApy: low,
  utilization,
  after,
}: Maybe<Ratio, "borrowApy" | "utilization" | "after">): LoanRate | undefined {
  return low === undefined ? undefined : { low, high: highestAfter(low, utilization, after) };
}

function highestAfter(now: Ratio, used: Ratio | undefined, after: Ratio | undefined): Ratio | undefined {
  if (used === undefined || after === undefined || after < used) return undefined;
  if (after === used) return now;
  if (after > certainKinkUtilization || after > maxRise * used) return undefined;
  if (after > kinkUtilization && after - used > kinkShift) return undefined;
  const apr = apyToApr({ apy: now });
  if (apr === undefined || apr < 0) return undefined;
  const high = aprToApy({ apr: ratio((apr * after) / used) });
  // Converting through logarithms may lose the last bit.
  return high === undefined ? undefined : ratio(Math.max(now, high));
}

/** maxLtv · share of the limit. */
export function ltvAtShare({
  maxLtv,
  share,
}: Maybe<Ratio, "maxLtv"> & Maybe<number, "share">): Ratio | undefined {
  if (maxLtv === undefined || share === undefined || share <= 0) return undefined;
  if (maxLtv <= 0 || maxLtv > 1) return undefined;
  return ratio(maxLtv * share);
}

export function collateralNeeded({
  debtUsd,
  ltv,
}: Maybe<Usd, "debtUsd"> & Maybe<Ratio, "ltv">): Usd | undefined {
  if (debtUsd === undefined || ltv === undefined || debtUsd < 0 || ltv <= 0 || ltv > 1) return undefined;
  return usd(debtUsd / ltv);
}
