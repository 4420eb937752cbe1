// A row of the record in the API's fields, and what follows from its figures. Unknown is undefined.
import { tokenAmount, usd } from "../../contract/units.ts";
import { impliedPrice, utilization } from "../../finance/pool.ts";
import type { KnownMarket } from "../store/market-store.ts";
import { roundAmount, roundRate, type Means } from "../store/figures.ts";

type FigureName =
  | "depositApy"
  | "baseDepositApy"
  | "borrowApy"
  | "baseBorrowApy"
  | "rewardApy"
  | "totalDeposit"
  | "totalDepositUsd"
  | "totalBorrow"
  | "totalBorrowUsd"
  | "utilization"
  | "available"
  | "coverage";
type Figures = { readonly [Name in FigureName]: number | undefined };

/** What decides whether a market's deposits and debt are the same token. */
export type Pool = Pick<KnownMarket, "type" | "debtInOtherToken">;

export function figuresOf(row: Means, market: Pool): Figures {
  const { totalDeposit, totalBorrow } = row;
  const isOne = isOnePool(row, market) && totalDeposit !== undefined && totalBorrow !== undefined;
  return {
    depositApy: rate(row.depositApy),
    baseDepositApy: rate(row.baseDepositApy),
    borrowApy: rate(row.borrowApy),
    baseBorrowApy: rate(row.baseBorrowApy),
    rewardApy: rate(row.rewardApy),
    totalDeposit: amount(totalDeposit),
    totalDepositUsd: amount(row.totalDepositUsd),
    totalBorrow: amount(totalBorrow),
    totalBorrowUsd: amount(row.totalBorrowUsd),
    utilization: rate(utilizationOf(row, market)),
    available: amount(isOne ? Math.max(0, totalDeposit - totalBorrow) : undefined),
    coverage: rate(row.coverage),
  };
}

/** The share of the deposits that is lent out: the same rule as `utilization` of service/store/windows.ts. */
export function utilizationOf(row: Means, market: Pool): number | undefined {
  return utilization({
    totalDeposit: tokenAmount(row.totalDeposit),
    totalBorrow: tokenAmount(row.totalBorrow),
    debtInOtherToken: !isOnePool(row, market),
  });
}

/** US dollars for one token of the deposits. */
export function priceOf(
  row: Readonly<Partial<Record<"totalDeposit" | "totalDepositUsd", number | undefined>>>,
): number | undefined {
  return impliedPrice({
    totalDeposit: tokenAmount(row.totalDeposit),
    totalDepositUsd: usd(row.totalDepositUsd),
  });
}

/** Two prices of the same token are never this far apart, as a share of the first. */
const samePrice = 0.05;

/**
 * Whether deposits and debt are the same token. They never are in a loop, nor in a market that names two tokens; elsewhere the two prices
 * that its amounts imply decide. Where a price is unknown they count as the same.
 */
function isOnePool(row: Means, { type, debtInOtherToken }: Pool): boolean {
  if (type === "loop" || debtInOtherToken === true) return false;
  const deposited = priceOf(row);
  const lent = priceOf({ totalDeposit: row.totalBorrow, totalDepositUsd: row.totalBorrowUsd });
  return deposited === undefined || lent === undefined || Math.abs(lent / deposited - 1) <= samePrice;
}

/** A rate or share as the API sends it: to eight decimals. */
export function rate(value: number | undefined): number | undefined {
  return value === undefined ? undefined : roundRate(value);
}

/** An amount as the API sends it: to nine significant digits. */
export function amount(value: number): number;
export function amount(value: number | undefined): number | undefined;
export function amount(value: number | undefined): number | undefined {
  return value === undefined ? undefined : roundAmount(value);
}

/** A moment as the API sends it. */
export function moment(time: number): string {
  return new Date(time).toISOString();
}
