// Leverage is collateral / equity.
import { daysPerYear, ratio, usd, finite, type Maybe, type Ratio, type Usd } from "../../contract/units.ts";
import { isLeverage } from "./leverage.ts";

/** `supplyApy` includes staking yield, lending and rewards. `borrowApy` is after rewards. */
export type Legs = Maybe<Ratio, "supplyApy" | "borrowApy">;
type Leveraged = Maybe<number, "leverage">;

/** L·s − (L − 1)·b, per equity, as in Jupiter Lend's docs. Excludes entry and exit costs and price moves. */
export function loopNetApy({ supplyApy, borrowApy, leverage }: Legs & Leveraged): Ratio | undefined {
  if (supplyApy === undefined || borrowApy === undefined || !isLeverage(leverage)) return undefined;
  return ratio(supplyApy + (leverage - 1) * (supplyApy - borrowApy));
}

/** net − s = (L − 1)/L · (net − b), which needs no collateral rate. `borrow` is the cost after rewards. */
export function gainOverHolding({
  net,
  leverage,
  borrow,
}: Maybe<Ratio, "net" | "borrow"> & Leveraged): Ratio | undefined {
  if (net === undefined || borrow === undefined || !isLeverage(leverage)) return undefined;
  return ratio(((leverage - 1) / leverage) * (net - borrow));
}

/** b* = s·L / (L − 1): at this rate a loop earns nothing. It pays less than holding the collateral as soon as b > s. */
export function breakEvenBorrow({
  supplyApy,
  leverage,
}: Omit<Legs, "borrowApy"> & Leveraged): Ratio | undefined {
  if (supplyApy === undefined || !isLeverage(leverage)) return undefined;
  return ratio((supplyApy * leverage) / (leverage - 1));
}

/** b = (L·s − net) / (L − 1), for quotes that leave out the borrow rate. */
export function impliedBorrow({
  net,
  supplyApy,
  leverage,
}: Maybe<Ratio, "net" | "supplyApy"> & Leveraged): Ratio | undefined {
  if (net === undefined || supplyApy === undefined || !isLeverage(leverage)) return undefined;
  return ratio((leverage * supplyApy - net) / (leverage - 1));
}

/** s = (net + (L − 1)·b) / L */
export function impliedSupply({
  net,
  borrowApy,
  leverage,
}: Maybe<Ratio, "net" | "borrowApy"> & Leveraged): Ratio | undefined {
  if (net === undefined || borrowApy === undefined || !isLeverage(leverage)) return undefined;
  return ratio((net + (leverage - 1) * borrowApy) / leverage);
}

/** L = (net − b) / (s − b) */
export function impliedLeverage({
  net,
  supplyApy,
  borrowApy,
}: Legs & Maybe<Ratio, "net">): number | undefined {
  if (net === undefined || supplyApy === undefined || borrowApy === undefined) return undefined;
  const leverage = finite((net - borrowApy) / (supplyApy - borrowApy));
  return isLeverage(leverage) ? leverage : undefined;
}

export function loopPosition({ size, leverage }: Maybe<Usd, "size"> & Leveraged) {
  if (size === undefined || size < 0 || !isLeverage(leverage)) return undefined;
  const supplied = usd(size * leverage);
  const borrowed = usd(size * (leverage - 1));
  return supplied === undefined || borrowed === undefined ? undefined : { supplied, borrowed };
}

/**
 * Days until it beats holding: 365·c·L / ((L − 1)·(s − b)). `cost` c is entry and exit, as a fraction of the
 * position.
 */
export function loopBreakEvenDays({
  supplyApy,
  borrowApy,
  leverage,
  cost,
}: Legs & Leveraged & Maybe<Ratio, "cost">): number | "never" | undefined {
  if (supplyApy === undefined || borrowApy === undefined || !isLeverage(leverage)) return undefined;
  if (cost === undefined || cost < 0) return undefined;
  const gain = (leverage - 1) * (supplyApy - borrowApy);
  if (cost === 0 && gain >= 0) return 0;
  return gain <= 0 ? "never" : finite((daysPerYear * cost * leverage) / gain);
}
