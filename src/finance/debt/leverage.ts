// Leverage, which is collateral per own money, and the loan-to-value that goes with it.
import { ratio, type Ratio } from "../../contract/units.ts";
import { isLeverage, multiple } from "../multiple.ts";

/** Loan-to-value of a loop: ℓ = (L − 1) / L. @returns fraction in 0..1; undefined for L missing or under 1 */
export function ltvOfLeverage(input: { leverage: number | undefined }): Ratio | undefined {
  const { leverage } = input;
  return isLeverage(leverage) ? ratio((leverage - 1) / leverage) : undefined;
}

/** Leverage of a loan-to-value: L = 1 / (1 − ℓ), the inverse of `ltvOfLeverage`. @returns undefined outside 0 ≤ ℓ < 1 */
export function leverageOfLtv(input: { ltv: Ratio | undefined }): number | undefined {
  const { ltv } = input;
  return ltv === undefined || ltv < 0 || ltv >= 1 ? undefined : multiple(1 / (1 - ltv));
}

/**
 * The highest leverage that can be opened: min(maxLeverage, 1 / (1 − maxLtv)). The liquidation LTV must not be used for it:
 * a position opened there is liquidated at once.
 *
 * @returns a multiple of at least 1; the one limit that is known when the other is missing; undefined when both are, or
 *   when a limit is outside its domain (maxLtv in 0..1, maxLeverage at least 1)
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

/** The leverage to start from, half way between none and the limit: 1 + (limit − 1) / 2. @returns undefined for no limit */
export function halfwayLeverage(input: { limit: number | undefined }): number | undefined {
  return isLeverage(input.limit) ? multiple(1 + (input.limit - 1) / 2) : undefined;
}
