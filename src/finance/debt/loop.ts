// Leverage is collateral / equity.
import { daysPerYear, ratio, usd, type Ratio, type Usd } from "../../contract/units.ts";
import { isLeverage, limitTolerance, multiple } from "../multiple.ts";
import { leverageOfLtv } from "./leverage.ts";

/** `supplyApy` includes staking yield, lending and rewards. */
export interface Legs {
  readonly supplyApy: Ratio | undefined;
  /** After rewards. */
  readonly borrowApy: Ratio | undefined;
}

/** L·s − (L − 1)·b, on equity, as in Jupiter Lend's docs. Excludes entry and exit costs and price moves. */
export function loopNetApy(input: Legs & { leverage: number | undefined }): Ratio | undefined {
  const { supplyApy, borrowApy, leverage } = input;
  if (supplyApy === undefined || borrowApy === undefined || !isLeverage(leverage)) return undefined;
  return ratio(supplyApy + (leverage - 1) * (supplyApy - borrowApy));
}

/** net − s = (L − 1)/L · (net − b), which needs no collateral rate. `borrow` is the cost after rewards. */
export function gainOverHolding(input: {
  readonly net: Ratio | undefined;
  readonly leverage: number | undefined;
  readonly borrow: Ratio | undefined;
}): Ratio | undefined {
  const { net, leverage, borrow } = input;
  if (net === undefined || borrow === undefined || !isLeverage(leverage)) return undefined;
  return ratio(((leverage - 1) / leverage) * (net - borrow));
}

type LoopFlag =
  | "maximum LTV is not between 0 and 1"
  | "liquidation LTV is not between 0 and 1"
  | "liquidation LTV is not above maximum LTV"
  | "maximum leverage is under 1"
  | "maximum leverage is more than maximum LTV allows";

/** Expects 0 < maxLtv < liquidationLtv ≤ 1 and 1 ≤ maxLeverage ≤ 1 / (1 − maxLtv), within 1 % because sources round. */
export function loopFlags(input: {
  maxLtv: Ratio | undefined;
  liquidationLtv: Ratio | undefined;
  maxLeverage: number | undefined;
}): readonly LoopFlag[] {
  const { maxLtv, liquidationLtv, maxLeverage } = input;
  const flags: LoopFlag[] = [];
  if (maxLtv !== undefined && (maxLtv <= 0 || maxLtv >= 1)) flags.push("maximum LTV is not between 0 and 1");
  if (liquidationLtv !== undefined && (liquidationLtv <= 0 || liquidationLtv > 1))
    flags.push("liquidation LTV is not between 0 and 1");
  if (maxLtv !== undefined && liquidationLtv !== undefined && liquidationLtv <= maxLtv)
    flags.push("liquidation LTV is not above maximum LTV");
  if (maxLeverage !== undefined && maxLeverage < 1) flags.push("maximum leverage is under 1");
  const byLtv = leverageOfLtv({ ltv: maxLtv });
  if (maxLeverage !== undefined && byLtv !== undefined && maxLeverage > byLtv * (1 + limitTolerance))
    flags.push("maximum leverage is more than maximum LTV allows");
  return flags;
}

/** b* = s·L / (L − 1): a loop earns nothing. It already pays less than holding the collateral once b > s. */
export function breakEvenBorrow(input: {
  supplyApy: Ratio | undefined;
  leverage: number | undefined;
}): Ratio | undefined {
  const { supplyApy, leverage } = input;
  if (supplyApy === undefined || !isLeverage(leverage) || leverage === 1) return undefined;
  return ratio((supplyApy * leverage) / (leverage - 1));
}

/** b = (L·s − net) / (L − 1), for quotes that leave out the borrow rate. */
export function impliedBorrow(input: {
  net: Ratio | undefined;
  supplyApy: Ratio | undefined;
  leverage: number | undefined;
}): Ratio | undefined {
  const { net, supplyApy, leverage } = input;
  if (net === undefined || supplyApy === undefined || !isLeverage(leverage) || leverage === 1)
    return undefined;
  return ratio((leverage * supplyApy - net) / (leverage - 1));
}

/** s = (net + (L − 1)·b) / L */
export function impliedSupply(input: {
  net: Ratio | undefined;
  borrowApy: Ratio | undefined;
  leverage: number | undefined;
}): Ratio | undefined {
  const { net, borrowApy, leverage } = input;
  if (net === undefined || borrowApy === undefined || !isLeverage(leverage)) return undefined;
  return ratio((net + (leverage - 1) * borrowApy) / leverage);
}

/** L = (net − b) / (s − b) */
export function impliedLeverage(input: Legs & { net: Ratio | undefined }): number | undefined {
  const { net, supplyApy, borrowApy } = input;
  if (net === undefined || supplyApy === undefined || borrowApy === undefined) return undefined;
  const leverage = multiple((net - borrowApy) / (supplyApy - borrowApy));
  return isLeverage(leverage) ? leverage : undefined;
}

export function loopPosition(input: {
  size: Usd | undefined;
  leverage: number | undefined;
}): { readonly supplied: Usd; readonly borrowed: Usd } | undefined {
  const { size, leverage } = input;
  if (size === undefined || size < 0 || !isLeverage(leverage)) return undefined;
  const supplied = usd(size * leverage);
  const borrowed = usd(size * (leverage - 1));
  return supplied === undefined || borrowed === undefined ? undefined : { supplied, borrowed };
}

/** Compared with holding: 365·c·L / ((L − 1)·(s − b)). `cost` c is entry and exit, as a fraction of the position. */
export function loopBreakEvenDays(
  input: Legs & { leverage: number | undefined; cost: Ratio | undefined },
): number | "never" | undefined {
  const { supplyApy, borrowApy, leverage, cost } = input;
  if (supplyApy === undefined || borrowApy === undefined || !isLeverage(leverage)) return undefined;
  if (cost === undefined || cost < 0) return undefined;
  const gain = (leverage - 1) * (supplyApy - borrowApy);
  if (cost === 0 && gain >= 0) return 0;
  return gain <= 0 ? "never" : multiple((daysPerYear * cost * leverage) / gain);
}
