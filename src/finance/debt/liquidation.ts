// How far a debt is from liquidation, what brings it there, and what it then costs. LTVs are fractions in 0..1.
import { ratio, type Ratio, type Usd } from "../../contract/units.ts";
import { multiple } from "../multiple.ts";
import { readStanding, type Standing } from "./drop-to-liquidation.ts";

/**
 * Health of a debt: liquidationLtv / ltv, Aave's health factor. Under 1 it can be liquidated.
 *
 * @returns a multiple; undefined when something is missing or outside 0..1, or without debt (ltv 0: nothing can be liquidated)
 */
export function health(standing: Standing): number | undefined {
  const read = readStanding(standing);
  return read === undefined || read.ltv === 0 ? undefined : multiple(read.limit / read.ltv);
}

/**
 * Time until the interest alone leads to liquidation, for pairs whose prices keep together:
 * t = ln(λ/ℓ) / ln((1 + b)/(1 + g)) years.
 *
 * @param input.borrowApy b, what the debt grows by per year
 * @param input.collateralApy g, what the collateral grows by per year
 * @returns years; 0 when already there; "never" when the collateral grows at least as fast, or there is no debt; undefined
 *   when something is missing or a rate is −1 and below
 */
export function carryYears(
  input: Standing & { borrowApy: Ratio | undefined; collateralApy: Ratio | undefined },
): number | "never" | undefined {
  const read = readStanding(input);
  const { borrowApy, collateralApy } = input;
  if (read === undefined || borrowApy === undefined || collateralApy === undefined) return undefined;
  if (borrowApy <= -1 || collateralApy <= -1) return undefined;
  if (read.ltv === 0) return "never";
  if (read.ltv >= read.limit) return 0;
  if (borrowApy <= collateralApy) return "never";
  return multiple(Math.log(read.limit / read.ltv) / (Math.log1p(borrowApy) - Math.log1p(collateralApy)));
}

/**
 * What the fall of the price has taken by the time of liquidation, of the money put in: L·(1 − ℓ/λ), with L = 1 / (1 − ℓ).
 *
 * @returns fraction of the own money, at most 1; undefined when something is missing or ltv is 1 and above
 */
export function lossAtLiquidation(standing: Standing): Ratio | undefined {
  const read = readStanding(standing);
  if (read === undefined || read.ltv >= 1) return undefined;
  return ratio(Math.min(1, Math.max(0, 1 - read.ltv / read.limit) / (1 - read.ltv)));
}

/**
 * What the penalty then takes, of the own money that is left at that moment: p·cf·λ / (1 − λ), at most all of it.
 *
 * @param input.penalty p, fraction of the debt repaid
 * @param input.closeFactor cf, the share of the debt that is liquidated at once; absent means all of it, the worst case.
 *   Markets do not say it (Kamino speaks of 10 %)
 * @returns fraction in 0..1; undefined when something is missing or out of its domain
 */
export function penaltyLoss(input: {
  penalty: Ratio | undefined;
  liquidationLtv: Ratio | undefined;
  closeFactor?: Ratio;
}): Ratio | undefined {
  const { penalty, liquidationLtv } = input;
  const closeFactor = input.closeFactor ?? 1;
  if (penalty === undefined || penalty < 0 || closeFactor < 0 || closeFactor > 1) return undefined;
  if (liquidationLtv === undefined || liquidationLtv <= 0 || liquidationLtv > 1) return undefined;
  const share = penalty * closeFactor;
  if (share === 0) return ratio(0);
  return ratio(liquidationLtv === 1 ? 1 : Math.min(1, (share * liquidationLtv) / (1 - liquidationLtv)));
}

/**
 * Price fall and penalty together, of the money put in: fall + (1 − fall)·penalty.
 *
 * @returns fraction in 0..1; undefined when a part is missing
 */
export function totalLossAtLiquidation(
  input: Standing & { penalty: Ratio | undefined; closeFactor?: Ratio },
): Ratio | undefined {
  const fall = lossAtLiquidation(input);
  const penalty = penaltyLoss(input);
  return fall === undefined || penalty === undefined ? undefined : ratio(fall + (1 - fall) * penalty);
}

/**
 * The liquidation LTV, or maximum LTV, of several collaterals together, each by its value: Σ usdᵢ·limitᵢ / Σ usdᵢ, as Aave and
 * Kamino klend weigh it.
 *
 * @returns fraction; undefined when a value or a limit is missing, or there is no collateral
 */
export function weightedLtv(
  collaterals: readonly { readonly usd: Usd | undefined; readonly limit: Ratio | undefined }[],
): Ratio | undefined {
  let whole = 0;
  let weighed = 0;
  for (const { usd: value, limit } of collaterals) {
    if (value === undefined || limit === undefined || value < 0) return undefined;
    whole += value;
    weighed += value * limit;
  }
  return whole > 0 ? ratio(weighed / whole) : undefined;
}

/**
 * How far a price has to fall to reach another: 1 − limit / price.
 *
 * @param input both prices in the same unit
 * @returns fraction, 0 for what is past it; undefined when one is missing or not above 0
 */
export function priceFall(input: {
  readonly price: number | undefined;
  readonly limit: number | undefined;
}): Ratio | undefined {
  const { price, limit } = input;
  if (price === undefined || limit === undefined || price <= 0 || limit <= 0) return undefined;
  return ratio(Math.max(0, 1 - limit / price));
}
