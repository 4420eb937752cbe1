import { ratio, usd, finite, type Maybe, type Ratio, type TokenAmount, type Usd } from "../contract/units.ts";

/**
 * Whether the market lends another token than it takes: deposits are then collateral, and borrows do not reduce them.
 * `tokens` begins with the deposited one.
 */
export function debtInOtherToken({
  tokens: [supplied, borrowed],
}: {
  readonly tokens: readonly { readonly address: string | undefined; readonly symbol: string }[];
}): boolean {
  return (
    supplied !== undefined &&
    borrowed !== undefined &&
    (supplied.address ?? supplied.symbol) !== (borrowed.address ?? borrowed.symbol)
  );
}

/** totalBorrow / totalDeposit, 0 for an empty pool. Undefined if borrowed from an empty pool. */
export function utilization({
  totalDeposit,
  totalBorrow,
}: Maybe<TokenAmount, "totalDeposit" | "totalBorrow">): Ratio | undefined {
  if (totalDeposit === undefined || totalBorrow === undefined) return undefined;
  if (totalDeposit < 0 || totalBorrow < 0) return undefined;
  if (totalDeposit === 0) return totalBorrow === 0 ? ratio(0) : undefined;
  return ratio(totalBorrow / totalDeposit);
}

/** What can be withdrawn now: max(0, totalDepositUsd − totalBorrowUsd). */
export function available({
  totalDepositUsd,
  totalBorrowUsd,
}: Maybe<Usd, "totalDepositUsd" | "totalBorrowUsd">): Usd | undefined {
  if (totalDepositUsd === undefined || totalBorrowUsd === undefined) return undefined;
  if (totalDepositUsd < 0 || totalBorrowUsd < 0) return undefined;
  return usd(Math.max(0, totalDepositUsd - totalBorrowUsd));
}

/** available / size. Below 1, part of the size has to wait. */
export function exitCover({ available: left, size }: Maybe<Usd, "available" | "size">): number | undefined {
  return left === undefined || size === undefined || size <= 0 ? undefined : finite(left / size);
}

type Priced = Maybe<TokenAmount, "totalDeposit"> & Maybe<Usd, "totalDepositUsd">;

/** totalDepositUsd / totalDeposit */
export function impliedPrice({ totalDeposit, totalDepositUsd }: Priced): Usd | undefined {
  if (totalDeposit === undefined || totalDepositUsd === undefined) return undefined;
  if (totalDeposit <= 0 || totalDepositUsd <= 0) return undefined;
  return usd(totalDepositUsd / totalDeposit);
}

/** Price of the debt token: totalBorrowUsd / totalBorrow. */
export function borrowPrice(row: Maybe<TokenAmount, "totalBorrow"> & Maybe<Usd, "totalBorrowUsd">) {
  return impliedPrice({ totalDeposit: row.totalBorrow, totalDepositUsd: row.totalBorrowUsd });
}

/** In USD: max(0, maxDeposit − totalDeposit) · implied price. */
export function capacityLeft(row: Priced & Maybe<TokenAmount, "maxDeposit">): Usd | undefined {
  return leftUnder(row.maxDeposit, row.totalDeposit, impliedPrice(row));
}

/** totalDeposit / maxDeposit. Above 1 after a cap was lowered; 1 for a cap of 0. */
export function capacityUsed({
  maxDeposit,
  totalDeposit,
}: Maybe<TokenAmount, "maxDeposit" | "totalDeposit">): Ratio | undefined {
  if (maxDeposit === 0) return ratio(1);
  if (maxDeposit === undefined || totalDeposit === undefined || maxDeposit < 0 || totalDeposit < 0)
    return undefined;
  return ratio(totalDeposit / maxDeposit);
}

/** max(0, size − capacityLeft) */
export function shortfall(input: Maybe<Usd, "size" | "capacityLeft">): Usd | undefined {
  if (input.size === undefined || input.capacityLeft === undefined || input.size < 0) return undefined;
  return usd(Math.max(0, input.size - input.capacityLeft));
}

/** In USD: max(0, maxBorrow − totalBorrow) · price of the debt token. */
export function borrowCapacityLeft(
  loan: Maybe<TokenAmount, "maxBorrow" | "totalBorrow"> & Maybe<Usd, "price">,
): Usd | undefined {
  return leftUnder(loan.maxBorrow, loan.totalBorrow, loan.price);
}

/** If the cap is reached or 0, nothing is left, whatever the price. */
function leftUnder(
  limit: TokenAmount | undefined,
  total: TokenAmount | undefined,
  price: Usd | undefined,
): Usd | undefined {
  if (limit === 0) return usd(0);
  if (limit === undefined || total === undefined || limit < 0 || total < 0) return undefined;
  if (limit <= total) return usd(0);
  return price === undefined || price <= 0 ? undefined : usd((limit - total) * price);
}
