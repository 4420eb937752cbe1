// Leveraged loops: deposit, borrow against it, deposit again. Rates are per year, leverage is collateral per own money.
import { daysPerYear, ratio, usd, type Ratio, type Usd } from "../../contract/units.ts";
import { isLeverage, limitTolerance, multiple } from "../multiple.ts";
import { leverageOfLtv } from "./leverage.ts";

/** The two legs of a loop. `supplyApy` holds everything the collateral earns: its own staking yield, lending and rewards. */
export interface Legs {
  readonly supplyApy: Ratio | undefined;
  /** What the debt costs, rewards already taken off. */
  readonly borrowApy: Ratio | undefined;
}

/**
 * Yearly yield of a loop on the money put in: net = L·s − (L − 1)·b = s + (L − 1)·(s − b).
 *
 * The same as Jupiter Lend's (Supply·s − Borrow·b) / (Supply − Borrow). Exact for a year in which the position is left
 * alone; entry and exit costs and price moves are not in it.
 *
 * @param input.leverage L, at least 1 (1 is no loop)
 * @returns fraction per year, often negative; undefined when something is missing or L is under 1
 */
export function loopNetApy(input: Legs & { leverage: number | undefined }): Ratio | undefined {
  const { supplyApy, borrowApy, leverage } = input;
  if (supplyApy === undefined || borrowApy === undefined || !isLeverage(leverage)) return undefined;
  return ratio(supplyApy + (leverage - 1) * (supplyApy - borrowApy));
}

/** A contradiction in what a market says about itself. */
type LoopFlag =
  | "maximum LTV is not between 0 and 1"
  | "liquidation LTV is not between 0 and 1"
  | "liquidation LTV is not above maximum LTV"
  | "maximum leverage is under 1"
  | "maximum leverage is more than maximum LTV allows";

/**
 * Holds the limits of a loop against each other: 0 < maxLtv < liquidationLtv ≤ 1 and 1 ≤ maxLeverage ≤ 1 / (1 − maxLtv),
 * the last within 1 % because sources round it. A missing limit contradicts nothing.
 */
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

/**
 * The borrow cost at which a loop earns nothing: b* = s·L / (L − 1). Against holding the collateral without a loop the
 * bound is lower: a loop beats that only while b < s.
 *
 * @returns fraction per year; undefined when something is missing or L is not above 1 (without debt no cost can matter)
 */
export function breakEvenBorrow(input: {
  supplyApy: Ratio | undefined;
  leverage: number | undefined;
}): Ratio | undefined {
  const { supplyApy, leverage } = input;
  if (supplyApy === undefined || !isLeverage(leverage) || leverage === 1) return undefined;
  return ratio((supplyApy * leverage) / (leverage - 1));
}

/**
 * The borrow cost that a quoted net rate implies: b = (L·s − net) / (L − 1). Only as good as the leverage it is asked for,
 * because a quote does not say at which leverage it holds.
 *
 * @returns fraction per year; undefined when something is missing or L is not above 1
 */
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

/** The supply yield that a quoted net rate implies: s = (net + (L − 1)·b) / L. @returns undefined as `impliedBorrow` */
export function impliedSupply(input: {
  net: Ratio | undefined;
  borrowApy: Ratio | undefined;
  leverage: number | undefined;
}): Ratio | undefined {
  const { net, borrowApy, leverage } = input;
  if (net === undefined || borrowApy === undefined || !isLeverage(leverage)) return undefined;
  return ratio((net + (leverage - 1) * borrowApy) / leverage);
}

/**
 * The leverage at which given legs make a quoted net rate: L = (net − b) / (s − b), the inverse of `loopNetApy`.
 *
 * @returns a multiple; undefined when something is missing, the legs are equal or the result is under 1
 */
export function impliedLeverage(input: Legs & { net: Ratio | undefined }): number | undefined {
  const { net, supplyApy, borrowApy } = input;
  if (net === undefined || supplyApy === undefined || borrowApy === undefined) return undefined;
  const leverage = multiple((net - borrowApy) / (supplyApy - borrowApy));
  return isLeverage(leverage) ? leverage : undefined;
}

/** What a loop holds: supplied = E·L, borrowed = E·(L − 1), for own money E. @returns US dollars; undefined when missing */
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

/**
 * Days until a loop has earned back what opening and closing it costs, against holding the collateral without a loop:
 * 365·c·L / (net(L) − s), where net(L) − s = (L − 1)·(s − b).
 *
 * @param input.cost c, entry and exit together as a fraction of the position (not of the own money)
 * @returns days, or "never" when the loop earns no more than holding does; undefined when something is missing or negative
 */
export function loopBreakEvenDays(
  input: Legs & { leverage: number | undefined; cost: Ratio | undefined },
): number | "never" | undefined {
  const { supplyApy, borrowApy, leverage, cost } = input;
  if (supplyApy === undefined || borrowApy === undefined || !isLeverage(leverage)) return undefined;
  if (cost === undefined || cost < 0) return undefined;
  // net(L) − s, without the rest that subtracting two rounded rates would leave of equal legs.
  const gain = (leverage - 1) * (supplyApy - borrowApy);
  if (cost === 0 && gain >= 0) return 0;
  return gain <= 0 ? "never" : multiple((daysPerYear * cost * leverage) / gain);
}
