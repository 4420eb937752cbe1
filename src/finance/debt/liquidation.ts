// LTVs are fractions in 0..1.
import { ratio, finite, type Maybe, type Ratio, type Usd } from "../../contract/units.ts";
import { weightedMean } from "../blend.ts";
import { readLtvs, type Ltvs } from "./drop-to-liquidation.ts";

/** liquidationLtv / ltv, as in Aave: below 1 the loan can be liquidated. Undefined without debt. */
export function health(ltvs: Ltvs): number | undefined {
  const read = readLtvs(ltvs);
  return read && finite(read.limit / read.ltv);
}

// Years until interest alone causes liquidation, if both prices move together: t = ln(λ/ℓ) / ln((1 + b)/(1 + g)),
// where b and g are the yearly growth of debt and collateral.
export function carryYears(
  input: Ltvs & Maybe<Ratio, "borrowApy" | "collateralApy">,
): number | "never" | undefined {
  const read = readLtvs(input);
  const { borrowApy, collateralApy } = input;
  if (read === undefined || borrowApy === undefined || collateralApy === undefined) return undefined;
  if (borrowApy <= -1 || collateralApy <= -1) return undefined;
  if (read.ltv === 0) return "never";
  if (read.ltv >= read.limit) return 0;
  if (borrowApy <= collateralApy) return "never";
  return finite(Math.log(read.limit / read.ltv) / (Math.log1p(borrowApy) - Math.log1p(collateralApy)));
}

/** Share of equity lost to the price drop at liquidation: L·(1 − ℓ/λ), with L = 1 / (1 − ℓ). */
export function lossAtLiquidation(ltvs: Ltvs): Ratio | undefined {
  const read = readLtvs(ltvs);
  if (read === undefined || read.ltv >= 1) return undefined;
  return ratio(Math.max(0, 1 - read.ltv / read.limit) / (1 - read.ltv));
}

// Share of the remaining equity taken by the penalty: min(1, p·λ / (1 − λ)). Markets publish no close factor (Kamino's
// docs say 10 %), so all of the debt is liquidated, the worst case.
export function penaltyLoss({
  penalty,
  liquidationLtv,
}: Maybe<Ratio, "penalty" | "liquidationLtv">): Ratio | undefined {
  if (penalty === undefined || penalty < 0) return undefined;
  if (liquidationLtv === undefined || liquidationLtv <= 0 || liquidationLtv > 1) return undefined;
  if (penalty === 0) return ratio(0);
  return ratio(Math.min(1, (penalty * liquidationLtv) / (1 - liquidationLtv)));
}

/** Share of equity: drop + (1 − drop)·penalty. */
export function totalLossAtLiquidation(input: Ltvs & Maybe<Ratio, "penalty">): Ratio | undefined {
  const fall = lossAtLiquidation(input);
  const penalty = penaltyLoss(input);
  return fall === undefined || penalty === undefined ? undefined : ratio(fall + (1 - fall) * penalty);
}

/** Σ usdᵢ·limitᵢ / Σ usdᵢ, as in Aave and Kamino klend. Collateral worth nothing needs no limit. */
export function weightedLtv(
  collaterals: readonly { readonly usd: Usd | undefined; readonly limit: Ratio | undefined }[],
): Ratio | undefined {
  return weightedMean(collaterals.map(({ usd: amount, limit: value }) => ({ amount, value })));
}

/** 1 − limit / price; 0 once the price is past the limit. */
export function priceFall({ price, limit }: Maybe<number, "price" | "limit">): Ratio | undefined {
  if (price === undefined || limit === undefined || price <= 0 || limit <= 0) return undefined;
  return ratio(Math.max(0, 1 - limit / price));
}
