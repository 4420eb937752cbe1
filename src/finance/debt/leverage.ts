// Leverage L is collateral / equity.
import { ratio, finite, type Maybe, type Ratio } from "../../contract/units.ts";

/** Sources round their limits, so leverage and LTV count as contradictory only beyond this share. */
export const limitTolerance = 0.01;

/** A leverage of 1 is not a loop, but it is valid. */
export function isLeverage(leverage: number | undefined): leverage is number {
  return leverage !== undefined && Number.isFinite(leverage) && leverage >= 1;
}

/** ℓ = (L − 1) / L */
export function ltvOfLeverage({ leverage }: Maybe<number, "leverage">): Ratio | undefined {
  return isLeverage(leverage) ? ratio((leverage - 1) / leverage) : undefined;
}

/** L = 1 / (1 − ℓ) */
export function leverageOfLtv({ ltv }: Maybe<Ratio, "ltv">): number | undefined {
  return ltv === undefined || ltv < 0 || ltv >= 1 ? undefined : finite(1 / (1 - ltv));
}

/** min(maxLeverage, 1 / (1 − maxLtv)). Not the liquidation LTV: a position opened there is liquidated at once. */
export function leverageLimit({
  maxLtv,
  maxLeverage,
}: Maybe<Ratio, "maxLtv"> & Maybe<number, "maxLeverage">): number | undefined {
  const byLtv = leverageOfLtv({ ltv: maxLtv });
  if (maxLtv !== undefined && byLtv === undefined) return undefined;
  if (maxLeverage === undefined) return byLtv;
  if (!isLeverage(maxLeverage)) return undefined;
  return byLtv === undefined ? maxLeverage : Math.min(byLtv, maxLeverage);
}

export function halfwayLeverage({ limit }: Maybe<number, "limit">): number | undefined {
  return isLeverage(limit) ? finite(1 + (limit - 1) / 2) : undefined;
}
