// Leverage L is collateral / equity.
import { ratio, type Ratio } from "../../contract/units.ts";
import { isLeverage, multiple } from "../multiple.ts";

/** ℓ = (L − 1) / L */
export function ltvOfLeverage(input: { leverage: number | undefined }): Ratio | undefined {
  const { leverage } = input;
  return isLeverage(leverage) ? ratio((leverage - 1) / leverage) : undefined;
}

/** L = 1 / (1 − ℓ) */
export function leverageOfLtv(input: { ltv: Ratio | undefined }): number | undefined {
  const { ltv } = input;
  return ltv === undefined || ltv < 0 || ltv >= 1 ? undefined : multiple(1 / (1 - ltv));
}

/** min(maxLeverage, 1 / (1 − maxLtv)). Not the liquidation LTV: a position opened there is liquidated at once. */
export function leverageLimit(input: {
  maxLtv: Ratio | undefined;
  maxLeverage: number | undefined;
}): number | undefined {
  const { maxLtv, maxLeverage } = input;
  const byLtv = leverageOfLtv({ ltv: maxLtv });
  if (maxLtv !== undefined && byLtv === undefined) return undefined;
  if (maxLeverage === undefined) return byLtv;
  if (!isLeverage(maxLeverage)) return undefined;
  return byLtv === undefined ? maxLeverage : Math.min(byLtv, maxLeverage);
}

export function halfwayLeverage(input: { limit: number | undefined }): number | undefined {
  return isLeverage(input.limit) ? multiple(1 + (input.limit - 1) / 2) : undefined;
}
