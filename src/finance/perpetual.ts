// Perpetual markets publish no rate, only the liquidity of each side.
import { ratio, usd, finite, type Maybe, type Ratio, type Usd } from "../contract/units.ts";

/** A position with leverage L borrows (L − 1)·size from its side: longUsd or shortUsd. */
export function depth({ liquidityUsd, loan }: Maybe<Usd, "liquidityUsd" | "loan">) {
  if (liquidityUsd === undefined || loan === undefined || liquidityUsd < 0 || loan <= 0) return undefined;
  const cover = finite(liquidityUsd / loan);
  const short = usd(Math.max(0, loan - liquidityUsd));
  return cover === undefined || short === undefined
    ? undefined
    : { cover, fits: liquidityUsd >= loan, short };
}

/** long / (long + short). Undefined if both are 0. */
export function longShare({ longUsd, shortUsd }: Maybe<Usd, "longUsd" | "shortUsd">): Ratio | undefined {
  if (longUsd === undefined || shortUsd === undefined || longUsd < 0 || shortUsd < 0) return undefined;
  return ratio(longUsd / (longUsd + shortUsd));
}
