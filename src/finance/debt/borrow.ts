// Borrowing against collateral: how much, how safely, and what liquidation would cost. Amounts in US dollars.
import { ratio, usd, type Ratio, type Usd } from "../../contract/units.ts";
import { dropToLiquidation } from "./drop-to-liquidation.ts";
import { health } from "./liquidation.ts";

export type BorrowLimit = "loan-to-value" | "borrow limit" | "liquidity";

interface BorrowRoom {
  readonly room: Usd;
  /** What sets the room. */
  readonly limit: BorrowLimit;
  /** Limits the market does not give. The room may be less than it says. */
  readonly unknown: readonly BorrowLimit[];
}

/**
 * How much may be borrowed against collateral: the least of collateral·maxLtv, what the market's borrow limit leaves, and
 * what is there to lend. Limits that are not known are named, not taken as 0 or as endless.
 *
 * @param input.collateralUsd not negative
 * @param input.maxLtv fraction in 0..1
 * @param input.capacityLeft of `borrowCapacityLeft`
 * @param input.available of `available`
 * @returns undefined when the collateral or its LTV is missing or out of its domain
 */
export function borrowCapacity(input: {
  collateralUsd: Usd | undefined;
  maxLtv: Ratio | undefined;
  capacityLeft: Usd | undefined;
  available: Usd | undefined;
}): BorrowRoom | undefined {
  const { collateralUsd, maxLtv } = input;
  if (collateralUsd === undefined || collateralUsd < 0) return undefined;
  if (maxLtv === undefined || maxLtv < 0 || maxLtv > 1) return undefined;
  let room = usd(collateralUsd * maxLtv);
  if (room === undefined) return undefined;
  let limit: BorrowLimit = "loan-to-value";
  const unknown: BorrowLimit[] = [];
  const others = [
    ["borrow limit", input.capacityLeft],
    ["liquidity", input.available],
  ] as const;
  for (const [name, bound] of others) {
    if (bound === undefined) unknown.push(name);
    else if (bound < room) {
      room = usd(Math.max(0, bound)) ?? room;
      limit = name;
    }
  }
  return { room, limit, unknown };
}

/** A debt against collateral. */
interface Loan {
  readonly collateralUsd: Usd | undefined;
  readonly debtUsd: Usd | undefined;
}

/** Loan-to-value of a debt: debt / collateral. @returns fraction; undefined when missing, negative or without collateral */
export function loanToValue({ collateralUsd, debtUsd }: Loan): Ratio | undefined {
  if (collateralUsd === undefined || debtUsd === undefined || collateralUsd <= 0 || debtUsd < 0)
    return undefined;
  return ratio(debtUsd / collateralUsd);
}

/**
 * Health of a loan: liquidationLtv·collateral / debt. Under 1 it can be liquidated.
 *
 * @returns a multiple; undefined when something is missing, or without debt
 */
export function loanHealth(input: Loan & { liquidationLtv: Ratio | undefined }): number | undefined {
  return health({ ltv: loanToValue(input), liquidationLtv: input.liquidationLtv });
}

/**
 * The collateral's price at which the loan is liquidated, the debt's value unchanged: price·ltv / liquidationLtv.
 *
 * @param input.price of the collateral now, US dollars per token
 * @returns US dollars per token, above `price` when the loan is past it; undefined when something is missing
 */
export function liquidationPrice(
  input: Loan & { liquidationLtv: Ratio | undefined; price: Usd | undefined },
): Usd | undefined {
  const { liquidationLtv, price } = input;
  const ltv = loanToValue(input);
  if (ltv === undefined || price === undefined || price <= 0) return undefined;
  if (liquidationLtv === undefined || liquidationLtv <= 0 || liquidationLtv > 1) return undefined;
  return usd((price * ltv) / liquidationLtv);
}

/** How far the collateral may fall: 1 − liquidation price / price. @returns fraction in 0..1; undefined when missing */
export function distanceToLiquidation(
  input: Loan & { liquidationLtv: Ratio | undefined },
): Ratio | undefined {
  return dropToLiquidation({ ltv: loanToValue(input), liquidationLtv: input.liquidationLtv });
}

/**
 * What a liquidation takes beyond the debt: debt·penalty·closeFactor. Without a close factor the whole debt, the worst case.
 *
 * @returns US dollars; undefined when something is missing or out of its domain
 */
export function penaltyUsd(input: {
  debtUsd: Usd | undefined;
  penalty: Ratio | undefined;
  closeFactor?: Ratio;
}): Usd | undefined {
  const { debtUsd, penalty } = input;
  const closeFactor = input.closeFactor ?? 1;
  if (debtUsd === undefined || penalty === undefined || debtUsd < 0 || penalty < 0) return undefined;
  return closeFactor < 0 || closeFactor > 1 ? undefined : usd(debtUsd * penalty * closeFactor);
}

/**
 * What a gap between two rates brings on one's own money: gap · LTV, because a dollar of collateral carries only its LTV of the
 * loan. What the collateral itself earns is not in it.
 *
 * @param input.gap what the borrowed money earns less what it costs, a fraction per year
 * @param input.ltv of the loan: at its maximum this is the most
 * @returns fraction per year of the collateral; undefined when something is missing or the LTV is not in 0..1
 */
export function gapOnCollateral(input: {
  gap: Ratio | undefined;
  ltv: Ratio | undefined;
}): Ratio | undefined {
  const { gap, ltv } = input;
  return gap === undefined || ltv === undefined || ltv < 0 || ltv > 1 ? undefined : ratio(gap * ltv);
}

/**
 * How far the debt's price may rise before liquidation, the collateral's unchanged: liquidationLtv / ltv − 1. It is the fall of
 * the collateral seen from the other side.
 *
 * @returns fraction, under 0 when the loan is past it; undefined when something is missing, or without debt
 */
export function riseToLiquidation(input: Loan & { liquidationLtv: Ratio | undefined }): Ratio | undefined {
  const multiple = loanHealth(input);
  return multiple === undefined ? undefined : ratio(multiple - 1);
}

/**
 * What a loan carries in a year: collateral·deposit rate − debt·borrow rate. What the borrowed money earns elsewhere, and what
 * the collateral earns by itself, is not in it.
 *
 * @returns US dollars a year, under 0 when the loan costs; undefined when something is missing or negative
 */
export function loanCarry(
  input: Loan & { depositApy: Ratio | undefined; borrowApy: Ratio | undefined },
): Usd | undefined {
  const { collateralUsd, debtUsd, depositApy, borrowApy } = input;
  if (collateralUsd === undefined || debtUsd === undefined || collateralUsd < 0 || debtUsd < 0)
    return undefined;
  if (depositApy === undefined || borrowApy === undefined) return undefined;
  return usd(collateralUsd * depositApy - debtUsd * borrowApy);
}
