// What a loan does to its market, what it costs then, and what it stands on. Amounts in US dollars.
import { ratio, usd, type Ratio, type Usd } from "../../contract/units.ts";
import { certainKinkUtilization, kinkShift, kinkUtilization } from "../dilution.ts";
import { aprToApy, apyToApr } from "../rates.ts";

/**
 * Utilization after another loan: (totalBorrowUsd + amount) / totalDepositUsd. The borrow rate does not fall with it, so
 * today's rate is the lower edge of what the loan will cost.
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

/**
 * What a loan costs at least once it is taken: b·U′/U, a borrow rate in proportion to utilization, the least that rate curves
 * rise by. Past the kink nothing can be said without the curve: BONK went from 0 to 29.7 % at 99 %. That is where U′ is above 90 %,
 * or above 80 % by a loan that moves it by more than 0.2 points, the bounds of `kinkRisk`: a small loan finds the rate of now.
 *
 * @param input.borrowApy base rate of now, fraction per year
 * @param input.utilization U now, above 0
 * @param input.after U′ with the loan, of `utilizationAfterBorrow`
 * @returns fraction per year, never under the rate of now; undefined when something is missing, U is 0 or U′ past the kink
 */
export function rateAfterBorrow(input: {
  borrowApy: Ratio | undefined;
  utilization: Ratio | undefined;
  after: Ratio | undefined;
}): Ratio | undefined {
  const { borrowApy, utilization, after } = input;
  if (borrowApy === undefined || utilization === undefined || after === undefined) return undefined;
  if (utilization <= 0 || after < utilization || after > certainKinkUtilization) return undefined;
  if (after > kinkUtilization && after - utilization > kinkShift) return undefined;
  const apr = apyToApr({ apy: borrowApy });
  return apr === undefined || apr < 0 ? borrowApy : aprToApy({ apr: ratio((apr * after) / utilization) });
}

/**
 * The LTV that a loan is told at, half way to the maximum: maxLtv / 2. At the maximum the first move of a price liquidates.
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
