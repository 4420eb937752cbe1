import { tokenAmount, usd } from "../../contract/units.ts";
import { impliedPrice, utilization } from "../../finance/pool.ts";
import type { KnownMarket } from "../store/market-store.ts";
import { roundAmount, roundRate, type Means } from "../store/figures.ts";

export type Pool = Pick<KnownMarket, "type" | "debtInOtherToken">;

export function figuresOf(row: Means, market: Pool) {
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

/** Same rule as `utilization` in service/store/sql/windows.ts. */
export function utilizationOf(row: Means, market: Pool): number | undefined {
  return utilization({
    totalDeposit: tokenAmount(row.totalDeposit),
    totalBorrow: tokenAmount(row.totalBorrow),
    debtInOtherToken: !isOnePool(row, market),
  });
}

export function priceOf(
  row: Readonly<Partial<Record<"totalDeposit" | "totalDepositUsd", number | undefined>>>,
): number | undefined {
  return impliedPrice({
    totalDeposit: tokenAmount(row.totalDeposit),
    totalDepositUsd: usd(row.totalDepositUsd),
  });
}

const samePrice = 0.05;

/** Loops and markets with two tokens never are; for others the prices implied by deposits and debt decide. */
function isOnePool(row: Means, { type, debtInOtherToken }: Pool): boolean {
  if (type === "loop" || debtInOtherToken === true) return false;
  const deposited = priceOf(row);
  const lent = priceOf({ totalDeposit: row.totalBorrow, totalDepositUsd: row.totalBorrowUsd });
  return deposited === undefined || lent === undefined || Math.abs(lent / deposited - 1) <= samePrice;
}

/** Eight decimals. */
export function rate(value: number | undefined): number | undefined {
  return value === undefined ? undefined : roundRate(value);
}

/** Nine significant digits. */
export function amount(value: number): number;
export function amount(value: number | undefined): number | undefined;
export function amount(value: number | undefined): number | undefined {
  return value === undefined ? undefined : roundAmount(value);
}

export function moment(time: number): string {
  return new Date(time).toISOString();
}
