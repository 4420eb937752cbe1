// Perpetual markets publish no rate, only how much can be opened on each side.
import { ratio, usd, type Ratio, type Usd } from "../contract/units.ts";
import { multiple } from "./multiple.ts";

interface Depth {
  /** liquidity / loan. */
  readonly cover: number;
  readonly fits: boolean;
  /** max(0, loan − liquidity). */
  readonly short: Usd;
}

/**
 * Whether one side has the liquidity for a position: it lends (L − 1)·size.
 *
 * @param input.liquidityUsd longUsd for a long position, shortUsd for a short one
 * @returns undefined when something is missing or out of range
 */
export function depth(input: { liquidityUsd: Usd | undefined; loan: Usd | undefined }): Depth | undefined {
  const { liquidityUsd, loan } = input;
  if (liquidityUsd === undefined || loan === undefined || liquidityUsd < 0 || loan <= 0) return undefined;
  const cover = multiple(liquidityUsd / loan);
  const short = usd(Math.max(0, loan - liquidityUsd));
  return cover === undefined || short === undefined
    ? undefined
    : { cover, fits: liquidityUsd >= loan, short };
}

/**
 * Share of the liquidity that is for longs: long / (long + short). Undefined when a side is missing or both are
 * empty.
 */
export function longShare(input: { longUsd: Usd | undefined; shortUsd: Usd | undefined }): Ratio | undefined {
  const { longUsd, shortUsd } = input;
  if (longUsd === undefined || shortUsd === undefined || longUsd < 0 || shortUsd < 0) return undefined;
  return longUsd + shortUsd === 0 ? undefined : ratio(longUsd / (longUsd + shortUsd));
}
