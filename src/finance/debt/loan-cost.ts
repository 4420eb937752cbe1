// How a loan changes its market and what it then costs. Amounts in US dollars.
import { ratio, usd, type Ratio, type Usd } from "../../contract/units.ts";
import { certainKinkUtilization, kinkShift, kinkUtilization } from "../dilution.ts";
import { aprToApy, apyToApr } from "../rates.ts";

/** (totalBorrowUsd + amount) / totalDepositUsd. */
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

/** Fractions per year. */
export interface LoanRate {
  readonly low: Ratio;
  /** Undefined where there is no upper bound. */
  readonly high: Ratio | undefined;
}

/**
 * Above this rise of utilization an upper bound says nothing: b·U′/U grows with U′/U, a curve's floor does not. Of
 * 1,366 cases on the demo's Kamino curves with U′/U over 10 the true rate was, in the median, 0.05 % of the way from
 * b to the bound; from 3 to 5 it was 88 % of the way, from 5 to 10 it was 3 %.
 */
const greatestRise = 5;

/**
 * The borrow rate after a loan takes utilization from U to U′, as a range, because the rate curve is unknown.
 *
 *     b ≤ rate after ≤ b·U′/U       in simple rates (APR)
 *
 * Holds on the first stretch of a curve, c + m·U up to its first kink, with c ≥ 0 and m ≥ 0: the rate is b where m =
 * 0 and b·U′/U where c = 0. The lower bound holds for every curve that does not fall. Curves that bend earlier pass
 * the upper one: Kamino's curve of staking tokens bends at 45 %, and from 30 % to 70 % the rate rises to 5.0 %, not
 * 4.2 %. There is no upper bound
 *
 * - past the kink, or possibly past it: U′ above 90 %, or above 80 % after a loan that moves it by more than 0.2
 * points, as in `kinkRisk` (BONK went from 0 to 29.7 % at 99 %);
 * - for U′ above 5·U, which includes U = 0;
 * - for a current rate under 0, which no c ≥ 0 explains.
 *
 * @param input.borrowApy current base rate, per year
 * @returns undefined without a current rate
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
  // Through logarithms and back a rate may lose its last bit.
  return high === undefined ? undefined : ratio(Math.max(now, high));
}

/** The assumed LTV of a loan: maxLtv / 2. At the maximum the first price move liquidates. */
export function halfwayLtv({ maxLtv }: { maxLtv: Ratio | undefined }): Ratio | undefined {
  return maxLtv === undefined || maxLtv <= 0 ? undefined : ratio(maxLtv / 2);
}

/** The collateral for a debt at an LTV: debt / LTV. */
export function collateralNeeded(input: {
  debtUsd: Usd | undefined;
  ltv: Ratio | undefined;
}): Usd | undefined {
  const { debtUsd, ltv } = input;
  if (debtUsd === undefined || ltv === undefined || debtUsd < 0 || ltv <= 0 || ltv > 1) return undefined;
  return usd(debtUsd / ltv);
}
