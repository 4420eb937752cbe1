// A file of its own, because the list needs nothing else about loans. LTVs are fractions from 0 to 1.
import { ratio, type Maybe, type Ratio } from "../../contract/units.ts";

export type Ltvs = Maybe<Ratio, "ltv" | "liquidationLtv">;

export function readLtvs({ ltv, liquidationLtv }: Ltvs): { ltv: number; limit: number } | undefined {
  if (ltv === undefined || liquidationLtv === undefined || ltv < 0) return undefined;
  return liquidationLtv <= 0 || liquidationLtv > 1 ? undefined : { ltv, limit: liquidationLtv };
}

/** Price drop of the collateral, measured in the debt token: max(0, 1 − ltv / liquidationLtv). 1 without debt. */
export function dropToLiquidation(ltvs: Ltvs): Ratio | undefined {
  const read = readLtvs(ltvs);
  return read === undefined ? undefined : ratio(Math.max(0, 1 - read.ltv / read.limit));
}
