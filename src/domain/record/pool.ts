import { tokenAmount, usd } from "../../contract/units.ts";
import { impliedPrice, utilization } from "../../finance/pool.ts";
import { roundAmount, roundFigures, roundRate, type Means } from "./figures.ts";
import type { KnownMarket } from "./market-record.ts";

export type Pool = Pick<KnownMarket, "type" | "debtInOtherToken">;

export function figuresOf(row: Means, market: Pool) {
  const { totalDeposit, totalBorrow } = row;
  const isOne = isOnePool(row, market) && totalDeposit !== undefined && totalBorrow !== undefined;
  return {
    ...roundFigures(row),
    utilization: roundRate(utilizationOf(row, market)),
    available: roundAmount(isOne ? Math.max(0, totalDeposit - totalBorrow) : undefined),
    coverage: roundRate(row.coverage),
  };
}

/** Same rule as `utilization` in service/store/sql/windows.ts. */
export function utilizationOf(row: Means, market: Pool): number | undefined {
  const { totalDeposit, totalBorrow } = row;
  return isOnePool(row, market)
    ? utilization({ totalDeposit: tokenAmount(totalDeposit), totalBorrow: tokenAmount(totalBorrow) })
    : undefined;
}

export function priceOf(
  row: Readonly<Partial<Record<"totalDeposit" | "totalDepositUsd", number | undefined>>> = {},
): number | undefined {
  return impliedPrice({
    totalDeposit: tokenAmount(row.totalDeposit),
    totalDepositUsd: usd(row.totalDepositUsd),
  });
}

const samePrice = 0.05;

/** False for loops and markets with two tokens. For others, whether deposits and debt imply about the same price. */
function isOnePool(row: Means, { type, debtInOtherToken }: Pool): boolean {
  if (type === "loop" || debtInOtherToken === true) return false;
  const deposited = priceOf(row);
  const lent = priceOf({ totalDeposit: row.totalBorrow, totalDepositUsd: row.totalBorrowUsd });
  return deposited === undefined || lent === undefined || Math.abs(lent / deposited - 1) <= samePrice;
}
