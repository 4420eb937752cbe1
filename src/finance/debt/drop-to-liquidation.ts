// How far a price may fall before a loan is liquidated: by itself, because the list tells it. LTVs are fractions in 0..1.
import { ratio, type Ratio } from "../../contract/units.ts";

/** Where a position stands: ltv is its own, liquidationLtv the one at which it is liquidated. */
export interface Standing {
  readonly ltv: Ratio | undefined;
  readonly liquidationLtv: Ratio | undefined;
}

/** Undefined when something is missing or outside 0..1. */
export function readStanding({ ltv, liquidationLtv }: Standing): { ltv: number; limit: number } | undefined {
  if (ltv === undefined || liquidationLtv === undefined || ltv < 0) return undefined;
  return liquidationLtv <= 0 || liquidationLtv > 1 ? undefined : { ltv, limit: liquidationLtv };
}

/**
 * How far the price of the collateral, measured in the debt, may fall before liquidation: max(0, 1 − ltv / liquidationLtv).
 *
 * @returns fraction in 0..1, 1 without debt, 0 for what is already past it; undefined when something is missing
 */
export function dropToLiquidation(standing: Standing): Ratio | undefined {
  const read = readStanding(standing);
  return read === undefined ? undefined : ratio(Math.max(0, 1 - read.ltv / read.limit));
}
