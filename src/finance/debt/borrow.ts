import { ratio, usd, type Maybe, type Ratio, type Usd } from "../../contract/units.ts";
import { readLtvs, type Ltvs } from "./drop-to-liquidation.ts";

export type BorrowLimit = "loan-to-value" | "borrow cap" | "liquidity";

// The least of collateral·maxLtv, capacity under the borrow cap and available liquidity. `limit` names the one that
// binds. Unknown limits are listed rather than taken as 0, so the true capacity may be less.
export function borrowCapacity({
  collateralUsd,
  maxLtv,
  capacityLeft,
  available,
}: Maybe<Usd, "collateralUsd" | "capacityLeft" | "available"> & Maybe<Ratio, "maxLtv">) {
  if (collateralUsd === undefined || collateralUsd < 0) return undefined;
  if (maxLtv === undefined || maxLtv < 0 || maxLtv > 1) return undefined;
  let amount = usd(collateralUsd * maxLtv);
  if (amount === undefined) return undefined;
  let limit: BorrowLimit = "loan-to-value";
  const unknown: BorrowLimit[] = [];
  const others = [
    ["borrow cap", capacityLeft],
    ["liquidity", available],
  ] as const;
  for (const [name, bound] of others) {
    if (bound === undefined) unknown.push(name);
    else if (bound < amount) {
      amount = usd(Math.max(0, bound)) ?? amount;
      limit = name;
    }
  }
  return { amount, limit, unknown };
}

type LoanValues = Maybe<Usd, "collateralUsd" | "debtUsd">;

export function loanToValue({ collateralUsd, debtUsd }: LoanValues): Ratio | undefined {
  if (collateralUsd === undefined || debtUsd === undefined || collateralUsd <= 0 || debtUsd < 0)
    return undefined;
  return ratio(debtUsd / collateralUsd);
}

/** price·ltv / liquidationLtv, if the debt's value does not change. */
export function liquidationPrice({ price, ...ltvs }: Ltvs & Maybe<Usd, "price">): Usd | undefined {
  const read = readLtvs(ltvs);
  return read === undefined || price === undefined || price <= 0
    ? undefined
    : usd((price * read.ltv) / read.limit);
}

/** Charged on the whole debt, the worst case, because markets publish no close factor. */
export function penaltyUsd({ debtUsd, penalty }: Maybe<Usd, "debtUsd"> & Maybe<Ratio, "penalty">) {
  if (debtUsd === undefined || penalty === undefined || debtUsd < 0 || penalty < 0) return undefined;
  return usd(debtUsd * penalty);
}

/** gap · LTV: per dollar of collateral, without the collateral's own yield. */
export function gapOnCollateral({ gap, ltv }: Maybe<Ratio, "gap" | "ltv">): Ratio | undefined {
  return gap === undefined || ltv === undefined || ltv < 0 || ltv > 1 ? undefined : ratio(gap * ltv);
}

/** collateral·deposit rate − debt·borrow rate, per year. Excludes what the borrowed money earns. */
export function loanCarry({
  collateralUsd,
  debtUsd,
  depositApy,
  borrowApy,
}: LoanValues & Maybe<Ratio, "depositApy" | "borrowApy">): Usd | undefined {
  if (collateralUsd === undefined || debtUsd === undefined || collateralUsd < 0 || debtUsd < 0)
    return undefined;
  if (depositApy === undefined || borrowApy === undefined) return undefined;
  return usd(collateralUsd * depositApy - debtUsd * borrowApy);
}
