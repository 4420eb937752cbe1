// Borrowing against collateral: how much, how safely, and what liquidation costs. Amounts in US dollars.
import { ratio, usd, type Ratio, type Usd } from "../../contract/units.ts";
import { dropToLiquidation } from "./drop-to-liquidation.ts";
import { health } from "./liquidation.ts";

export type BorrowLimit = "loan-to-value" | "borrow limit" | "liquidity";

interface BorrowRoom {
  readonly room: Usd;
  /** The limit that binds. */
  readonly limit: BorrowLimit;
  /** Limits that are unknown; the room may be less. */
  readonly unknown: readonly BorrowLimit[];
}

/**
 * How much may be borrowed: the least of collateral·maxLtv, the room under the market's borrow limit, and the
 * available liquidity. Unknown limits are named, not taken as 0 or infinite.
 *
 * @returns undefined when the collateral or its LTV is missing or out of range
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

interface Loan {
  readonly collateralUsd: Usd | undefined;
  readonly debtUsd: Usd | undefined;
}

/** debt / collateral. */
export function loanToValue({ collateralUsd, debtUsd }: Loan): Ratio | undefined {
  if (collateralUsd === undefined || debtUsd === undefined || collateralUsd <= 0 || debtUsd < 0)
    return undefined;
  return ratio(debtUsd / collateralUsd);
}

/** Health factor: liquidationLtv·collateral / debt. Under 1 it can be liquidated. Undefined without debt. */
export function loanHealth(input: Loan & { liquidationLtv: Ratio | undefined }): number | undefined {
  return health({ ltv: loanToValue(input), liquidationLtv: input.liquidationLtv });
}

/**
 * The collateral's price at liquidation, with the debt's value unchanged: price·ltv / liquidationLtv. Above `price`
 * when the loan is past it.
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

/** 1 − liquidation price / price. */
export function distanceToLiquidation(
  input: Loan & { liquidationLtv: Ratio | undefined },
): Ratio | undefined {
  return dropToLiquidation({ ltv: loanToValue(input), liquidationLtv: input.liquidationLtv });
}

/**
 * What a liquidation takes beyond the debt: debt·penalty·closeFactor. Without a close factor the whole debt, the
 * worst case.
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
 * What a gap between two rates adds per dollar of collateral: gap · LTV. The collateral's own yield is not included.
 */
export function gapOnCollateral(input: {
  gap: Ratio | undefined;
  ltv: Ratio | undefined;
}): Ratio | undefined {
  const { gap, ltv } = input;
  return gap === undefined || ltv === undefined || ltv < 0 || ltv > 1 ? undefined : ratio(gap * ltv);
}

/**
 * How far the debt's price may rise before liquidation: liquidationLtv / ltv − 1. Under 0 when the loan is past it.
 */
export function riseToLiquidation(input: Loan & { liquidationLtv: Ratio | undefined }): Ratio | undefined {
  const multiple = loanHealth(input);
  return multiple === undefined ? undefined : ratio(multiple - 1);
}

/**
 * Net interest of a loan per year: collateral·deposit rate − debt·borrow rate. What the borrowed money earns
 * elsewhere is not included.
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
