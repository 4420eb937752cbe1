// Perpetual (leverage) markets give no rate: what they give is how much can be opened on each side.
import { ratio, usd, type Ratio, type Usd } from "../contract/units.ts";
import { multiple } from "./multiple.ts";

/** The value of a position: own money × leverage. @returns US dollars; undefined when missing, negative or L not above 0 */
export function notional(input: { size: Usd | undefined; leverage: number | undefined }): Usd | undefined {
  const { size, leverage } = input;
  return size === undefined || leverage === undefined || size < 0 || !(leverage > 0)
    ? undefined
    : usd(size * leverage);
}

/** One side of a perpetual market against a position. */
export interface Depth {
  /** liquidity / notional: how many times over the position fits. */
  readonly cover: number;
  readonly fits: boolean;
  /** What is missing: max(0, notional − liquidity). */
  readonly short: Usd;
}

/**
 * Whether one side has the liquidity for a position.
 *
 * @param input.liquidityUsd longUsd for a long position, shortUsd for a short one
 * @param input.notional above 0
 * @returns undefined when something is missing or out of its domain
 */
export function depth(input: {
  liquidityUsd: Usd | undefined;
  notional: Usd | undefined;
}): Depth | undefined {
  const { liquidityUsd, notional: value } = input;
  if (liquidityUsd === undefined || value === undefined || liquidityUsd < 0 || value <= 0) return undefined;
  const cover = multiple(liquidityUsd / value);
  const short = usd(Math.max(0, value - liquidityUsd));
  return cover === undefined || short === undefined
    ? undefined
    : { cover, fits: liquidityUsd >= value, short };
}

/**
 * Which side has more liquidity: (long − short) / (long + short).
 *
 * @returns fraction in −1..1, positive when there is more for longs; undefined when a side is missing or both are empty
 */
export function depthSkew(input: { longUsd: Usd | undefined; shortUsd: Usd | undefined }): Ratio | undefined {
  const { longUsd, shortUsd } = input;
  if (longUsd === undefined || shortUsd === undefined || longUsd < 0 || shortUsd < 0) return undefined;
  return longUsd + shortUsd === 0 ? undefined : ratio((longUsd - shortUsd) / (longUsd + shortUsd));
}
