// A pool of one token from which others borrow: how much is lent out, what can leave, and how much more fits in.
import { ratio, usd, type Ratio, type TokenAmount, type Usd } from "../contract/units.ts";
import { multiple } from "./multiple.ts";

/**
 * `debtInOtherToken` is true where the market lends another token than the one deposited (its borrowToken differs from its
 * token). Deposits there are collateral that stays in place: their borrows do not come out of them.
 */
interface DebtToken {
  readonly debtInOtherToken?: boolean;
}

/** Whether a market of these tokens, what is deposited first, lends another one: then the two amounts say nothing of each other. */
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

/**
 * Share of a pool that is lent out: U = totalBorrow / totalDeposit, both in the same token. Aave and Kamino klend take the
 * borrow rate from it.
 *
 * @returns fraction; 0 for an empty pool; above 1 only if the source says so. Undefined when an amount is missing or
 *   negative, when something is borrowed from nothing, or when debt and deposits are different tokens
 */
export function utilization(
  input: { totalDeposit: TokenAmount | undefined; totalBorrow: TokenAmount | undefined } & DebtToken,
): Ratio | undefined {
  const { totalDeposit, totalBorrow } = input;
  if (input.debtInOtherToken === true || totalDeposit === undefined || totalBorrow === undefined)
    return undefined;
  if (totalDeposit < 0 || totalBorrow < 0) return undefined;
  if (totalDeposit === 0) return totalBorrow === 0 ? ratio(0) : undefined;
  return ratio(totalBorrow / totalDeposit);
}

/**
 * What depositors could take out now, all together: max(0, totalDepositUsd − totalBorrowUsd).
 *
 * @returns US dollars; undefined when a total is missing or negative, or debt and deposits are different tokens
 */
export function available(
  input: { totalDepositUsd: Usd | undefined; totalBorrowUsd: Usd | undefined } & DebtToken,
): Usd | undefined {
  const { totalDepositUsd, totalBorrowUsd } = input;
  if (input.debtInOtherToken === true || totalDepositUsd === undefined || totalBorrowUsd === undefined)
    return undefined;
  if (totalDepositUsd < 0 || totalBorrowUsd < 0) return undefined;
  return usd(Math.max(0, totalDepositUsd - totalBorrowUsd));
}

/**
 * How many times over a deposit could leave at once: available / size. Under 1 a part of it would have to wait.
 *
 * @returns a multiple; undefined when something is missing or the size is not above 0
 */
export function exitCover(input: { available: Usd | undefined; size: Usd | undefined }): number | undefined {
  if (input.available === undefined || input.size === undefined || input.size <= 0) return undefined;
  return multiple(input.available / input.size);
}

/**
 * The price of one token that a market's own totals imply: totalDepositUsd / totalDeposit.
 *
 * @returns US dollars per whole token; undefined when a total is missing or not above 0
 */
export function impliedPrice(input: {
  totalDeposit: TokenAmount | undefined;
  totalDepositUsd: Usd | undefined;
}): Usd | undefined {
  const { totalDeposit, totalDepositUsd } = input;
  if (totalDeposit === undefined || totalDepositUsd === undefined) return undefined;
  if (totalDeposit <= 0 || totalDepositUsd <= 0) return undefined;
  return usd(totalDepositUsd / totalDeposit);
}

/**
 * How much more may be deposited: max(0, maxDeposit − totalDeposit) · price. `maxDeposit` is a limit on the total, and the
 * price is the one the totals imply. A full market has 0 left, whatever the price.
 *
 * @returns US dollars; undefined when the limit or the deposits are missing or negative, or there is room but no price
 */
export function capacityLeft(input: {
  maxDeposit: TokenAmount | undefined;
  totalDeposit: TokenAmount | undefined;
  totalDepositUsd: Usd | undefined;
}): Usd | undefined {
  const { maxDeposit, totalDeposit } = input;
  if (maxDeposit === undefined || totalDeposit === undefined || maxDeposit < 0 || totalDeposit < 0)
    return undefined;
  if (maxDeposit <= totalDeposit) return usd(0);
  const price = impliedPrice(input);
  return price === undefined ? undefined : usd((maxDeposit - totalDeposit) * price);
}

/**
 * How much of the deposit limit is used: totalDeposit / maxDeposit.
 *
 * @returns fraction, above 1 when a limit was lowered under what is there; 1 for a limit of 0, which lets nothing in;
 *   undefined when an amount is missing or negative
 */
export function capacityUsed(input: {
  maxDeposit: TokenAmount | undefined;
  totalDeposit: TokenAmount | undefined;
}): Ratio | undefined {
  const { maxDeposit, totalDeposit } = input;
  if (maxDeposit === undefined || totalDeposit === undefined || maxDeposit < 0 || totalDeposit < 0)
    return undefined;
  return maxDeposit === 0 ? ratio(1) : ratio(totalDeposit / maxDeposit);
}

/**
 * The part of a deposit that the limit keeps out: max(0, size − capacityLeft). 0 means that it fits.
 *
 * @returns US dollars; undefined when something is missing or the size is negative
 */
export function shortfall(input: { size: Usd | undefined; capacityLeft: Usd | undefined }): Usd | undefined {
  if (input.size === undefined || input.capacityLeft === undefined || input.size < 0) return undefined;
  return usd(Math.max(0, input.size - input.capacityLeft));
}

/**
 * How much more may be borrowed under the market's own limit: max(0, maxBorrow − totalBorrow) · price. `maxBorrow` is a
 * limit on the total.
 *
 * @param input.price US dollars per token of the debt; `impliedPrice` gives it where debt and deposits are the same token
 * @returns US dollars; 0 when the limit is reached, whatever the price; undefined when something is missing or negative
 */
export function borrowCapacityLeft(input: {
  maxBorrow: TokenAmount | undefined;
  totalBorrow: TokenAmount | undefined;
  price: Usd | undefined;
}): Usd | undefined {
  const { maxBorrow, totalBorrow, price } = input;
  if (maxBorrow === undefined || totalBorrow === undefined || maxBorrow < 0 || totalBorrow < 0)
    return undefined;
  if (maxBorrow <= totalBorrow) return usd(0);
  return price === undefined || price <= 0 ? undefined : usd((maxBorrow - totalBorrow) * price);
}

/** Of fewer prices than this none can be said to be the odd one. */
export const fewestPrices = 3;

/** The middle one of some prices, or the mean of the middle two. @returns US dollars; undefined of none */
export function medianPrice(prices: readonly number[]): Usd | undefined {
  if (prices.length === 0) return undefined;
  // Typed arrays sort numbers without a comparator, ten times faster.
  const sorted = Float64Array.from(prices).toSorted();
  const half = (sorted.length - 1) / 2;
  return usd(((sorted[Math.floor(half)] ?? 0) + (sorted[Math.ceil(half)] ?? 0)) / 2);
}
