// Leveraged loops: deposit, borrow against it, deposit again. Leverage is collateral / equity.
import { daysPerYear, ratio, usd, type Ratio, type Usd } from "../../contract/units.ts";
import { isLeverage, limitTolerance, multiple } from "../multiple.ts";
import { leverageOfLtv } from "./leverage.ts";

/** `supplyApy` holds everything the collateral earns: staking yield, lending and rewards. */
export interface Legs {
  readonly supplyApy: Ratio | undefined;
  /** After rewards. */
  readonly borrowApy: Ratio | undefined;
}

/**
 * Net yield of a loop on equity: net = L·s − (L − 1)·b = s + (L − 1)·(s − b).
 *
 * The same as Jupiter Lend's (Supply·s − Borrow·b) / (Supply − Borrow). Exact for a year without changes; entry and
 * exit costs and price moves are not included.
 */
export function loopNetApy(input: Legs & { leverage: number | undefined }): Ratio | undefined {
  const { supplyApy, borrowApy, leverage } = input;
  if (supplyApy === undefined || borrowApy === undefined || !isLeverage(leverage)) return undefined;
  return ratio(supplyApy + (leverage - 1) * (supplyApy - borrowApy));
}

/**
 * What a loop earns more than its collateral held without a loop: net − s. With net = L·s − (L − 1)·b that is
 * (L − 1)/L · (net − b), so the collateral's own rate need not be known.
 *
 * @param input.borrow what the debt costs, rewards already taken off
 * @returns percentage points as a fraction, negative where the loop earns less; undefined when something is missing or L is under 1
 */
export function gainOverHolding(input: {
  readonly net: Ratio | undefined;
  readonly leverage: number | undefined;
  readonly borrow: Ratio | undefined;
}): Ratio | undefined {
  const { net, leverage, borrow } = input;
  if (net === undefined || borrow === undefined || !isLeverage(leverage)) return undefined;
  return ratio(((leverage - 1) / leverage) * (net - borrow));
}

/** A contradiction in what a market says about itself. */
type LoopFlag =
  | "maximum LTV is not between 0 and 1"
  | "liquidation LTV is not between 0 and 1"
  | "liquidation LTV is not above maximum LTV"
  | "maximum leverage is under 1"
  | "maximum leverage is more than maximum LTV allows";

/**
 * Contradictions between a loop's limits: 0 < maxLtv < liquidationLtv ≤ 1 and 1 ≤ maxLeverage ≤ 1 / (1 − maxLtv), the
 * last within 1 % because sources round it. Missing limits contradict nothing.
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
 * The borrow APY at which a loop earns nothing: b* = s·L / (L − 1). It beats holding the collateral only while b < s.
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
 * The borrow APY implied by a quoted net rate: b = (L·s − net) / (L − 1). Only as good as the assumed leverage, which
 * quotes leave out.
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

/** The supply APY implied by a quoted net rate: s = (net + (L − 1)·b) / L. */
export function impliedSupply(input: {
  net: Ratio | undefined;
  borrowApy: Ratio | undefined;
  leverage: number | undefined;
}): Ratio | undefined {
  const { net, borrowApy, leverage } = input;
  if (net === undefined || borrowApy === undefined || !isLeverage(leverage)) return undefined;
  return ratio((net + (leverage - 1) * borrowApy) / leverage);
}

/** The leverage at which the legs make a quoted net rate: L = (net − b) / (s − b). */
export function impliedLeverage(input: Legs & { net: Ratio | undefined }): number | undefined {
  const { net, supplyApy, borrowApy } = input;
  if (net === undefined || supplyApy === undefined || borrowApy === undefined) return undefined;
  const leverage = multiple((net - borrowApy) / (supplyApy - borrowApy));
  return isLeverage(leverage) ? leverage : undefined;
}

/** supplied = E·L, borrowed = E·(L − 1), for equity E. */
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
 * Days until a loop has earned back opening and closing, against holding the collateral: 365·c·L / (net(L) − s),
 * where net(L) − s = (L − 1)·(s − b).
 *
 * @param input.cost c, entry and exit together as a fraction of the position, not of the equity
 * @returns "never" when the loop earns no more than holding
 */
export function loopBreakEvenDays(
  input: Legs & { leverage: number | undefined; cost: Ratio | undefined },
): number | "never" | undefined {
  const { supplyApy, borrowApy, leverage, cost } = input;
  if (supplyApy === undefined || borrowApy === undefined || !isLeverage(leverage)) return undefined;
  if (cost === undefined || cost < 0) return undefined;
  // net(L) − s, without the rest of a subtraction.
  const gain = (leverage - 1) * (supplyApy - borrowApy);
  if (cost === 0 && gain >= 0) return 0;
  return gain <= 0 ? "never" : multiple((daysPerYear * cost * leverage) / gain);
}
