// Leverage L is collateral / equity.
import { ratio, type Maybe, type Ratio } from "../../contract/units.ts";
import { isLeverage, multiple } from "../multiple.ts";

/** ℓ = (L − 1) / L */
export function ltvOfLeverage({ leverage }: Maybe<number, "leverage">): Ratio | undefined {
  return isLeverage(leverage) ? ratio((leverage - 1) / leverage) : undefined;
}

/** L = 1 / (1 − ℓ) */
export function leverageOfLtv({ ltv }: Maybe<Ratio, "ltv">): number | undefined {
  return ltv === undefined || ltv < 0 || ltv >= 1 ? undefined : multiple(1 / (1 - ltv));
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
  return isLeverage(limit) ? multiple(1 + (limit - 1) / 2) : undefined;
}
