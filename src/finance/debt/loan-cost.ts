// What a loan does to its market, what it costs then, and what it stands on. Amounts in US dollars.
import { ratio, usd, type Ratio, type Usd } from "../../contract/units.ts";
import { certainKinkUtilization, kinkShift, kinkUtilization } from "../dilution.ts";
import { aprToApy, apyToApr } from "../rates.ts";

/**
 * Utilization after another loan: (totalBorrowUsd + amount) / totalDepositUsd.
 *
 * @returns fraction; undefined when something is missing or negative, or nothing is deposited
 */
export function utilizationAfterBorrow(input: {
  totalDepositUsd: Usd | undefined;
  totalBorrowUsd: Usd | undefined;
  amount: Usd | undefined;
}): Ratio | undefined {
  const { totalDepositUsd, totalBorrowUsd, amount } = input;
  if (totalDepositUsd === undefined || totalBorrowUsd === undefined || amount === undefined) return undefined;
  if (totalDepositUsd <= 0 || totalBorrowUsd < 0 || amount < 0) return undefined;
  return ratio((totalBorrowUsd + amount) / totalDepositUsd);
}

/** A borrow rate after a loan, fractions per year. */
export interface LoanRate {
  /** The loan costs at least this. */
  readonly low: Ratio;
  /** And at most this, never under `low`. Undefined where no limit is known. */
  readonly high: Ratio | undefined;
}

/**
 * A loan that multiplies utilization by more than this has no upper bound worth showing: b·U′/U grows with U′/U while the floor
 * of a curve does not. Of 1,366 cases on the demo's Kamino curves with U′/U over 10 the true rate lay, in the median, 0.05 % of
 * the way from b to the bound; from 3 to 5 it lay 88 % of the way, from 5 to 10 it lay 3 %.
 */
const greatestRise = 5;

/**
 * The borrow rate after a loan takes utilization from U to U′, as a range, because the rate curve is unknown.
 *
 *     b ≤ rate after ≤ b·U′/U       in simple rates (APR)
 *
 * Holds on the first stretch of a curve, c + m·U from U = 0 to its first kink, with a floor c ≥ 0 and a slope m ≥ 0: the rate is
 * b where m = 0 and b·U′/U where c = 0. The lower bound holds for every curve that does not fall. The upper one is passed where
 * a curve bends earlier: Kamino's curve of staking tokens bends at 45 %, and from 30 % to 70 % the rate rises to 5.0 %, not 4.2 %.
 * It is left out where the kink may be before U′, and where it says nothing:
 *
 * - past the kink, or perhaps: U′ above 90 %, or above 80 % after a loan that moves it by more than 0.2 points, the bounds of
 *   `kinkRisk` (BONK went from 0 to 29.7 % at 99 %);
 * - U′ above 5·U, which includes U = 0;
 * - a rate of now under 0, which no floor c ≥ 0 explains.
 *
 * @param input.borrowApy base rate of now, fraction per year
 * @param input.utilization U now
 * @param input.after U′ with the loan, of `utilizationAfterBorrow`
 * @returns undefined without a rate of now
 */
export function rateAfterBorrow(input: {
  borrowApy: Ratio | undefined;
  utilization: Ratio | undefined;
  after: Ratio | undefined;
}): LoanRate | undefined {
  const { borrowApy: low, utilization, after } = input;
  return low === undefined ? undefined : { low, high: highestAfter(low, utilization, after) };
}

function highestAfter(now: Ratio, used: Ratio | undefined, after: Ratio | undefined): Ratio | undefined {
  if (used === undefined || after === undefined || used < 0 || after < used) return undefined;
  if (after === used) return now;
  if (after > certainKinkUtilization || after > greatestRise * used) return undefined;
  if (after > kinkUtilization && after - used > kinkShift) return undefined;
  const apr = apyToApr({ apy: now });
  if (apr === undefined || apr < 0) return undefined;
  const high = aprToApy({ apr: ratio((apr * after) / used) });
  // There and back through logarithms a rate may lose its last bit.
  return high === undefined ? undefined : ratio(Math.max(now, high));
}

/**
 * The LTV assumed for a loan, half way to the maximum: maxLtv / 2. At the maximum the first move of a price liquidates.
 *
 * @returns fraction; undefined where none is known or nothing can be borrowed
 */
export function halfwayLtv({ maxLtv }: { maxLtv: Ratio | undefined }): Ratio | undefined {
  return maxLtv === undefined || maxLtv <= 0 ? undefined : ratio(maxLtv / 2);
}

/**
 * What a debt of an LTV stands on: debt / LTV, `loanToValue` solved for the collateral.
 *
 * @param input.ltv fraction above 0, at most 1
 * @returns US dollars; undefined when something is missing or out of its domain
 */
export function collateralNeeded(input: {
  debtUsd: Usd | undefined;
  ltv: Ratio | undefined;
}): Usd | undefined {
  const { debtUsd, ltv } = input;
  if (debtUsd === undefined || ltv === undefined || debtUsd < 0 || ltv <= 0 || ltv > 1) return undefined;
  return usd(debtUsd / ltv);
}
