// Leverage (collateral / equity) and its LTV.
import { ratio, type Ratio } from "../../contract/units.ts";
import { isLeverage, multiple } from "../multiple.ts";

/** LTV of a loop: ℓ = (L − 1) / L. Undefined for L under 1. */
export function ltvOfLeverage(input: { leverage: number | undefined }): Ratio | undefined {
  const { leverage } = input;
  return isLeverage(leverage) ? ratio((leverage - 1) / leverage) : undefined;
}

/** Leverage of an LTV: L = 1 / (1 − ℓ). Undefined outside 0 ≤ ℓ < 1. */
export function leverageOfLtv(input: { ltv: Ratio | undefined }): number | undefined {
  const { ltv } = input;
  return ltv === undefined || ltv < 0 || ltv >= 1 ? undefined : multiple(1 / (1 - ltv));
}

/**
 * The highest leverage that can be opened: min(maxLeverage, 1 / (1 − maxLtv)). Never from the liquidation LTV: a
 * position opened there is liquidated at once.
 *
 * @returns the known limit when the other is missing; undefined when both are, or one is out of range
 */
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

/** The leverage to start from, halfway to the limit: 1 + (limit − 1) / 2. */
export function halfwayLeverage(input: { limit: number | undefined }): number | undefined {
  return isLeverage(input.limit) ? multiple(1 + (input.limit - 1) / 2) : undefined;
}
