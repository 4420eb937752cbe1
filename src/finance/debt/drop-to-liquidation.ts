// A file of its own, because the list needs only this of loans. LTVs are fractions in 0..1.
import { ratio, type Ratio } from "../../contract/units.ts";

/** `ltv` is the position's own, `liquidationLtv` the one at which it is liquidated. */
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
 * How far the collateral's price, measured in the debt, may fall before liquidation: max(0, 1 − ltv /
 * liquidationLtv). 1 without debt.
 */
export function dropToLiquidation(standing: Standing): Ratio | undefined {
  const read = readStanding(standing);
  return read === undefined ? undefined : ratio(Math.max(0, 1 - read.ltv / read.limit));
}
