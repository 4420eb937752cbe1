// A point of the record in the words of the wire, and what follows from it. What is not known is undefined.
import { tokenAmount, usd } from "../../contract/units.ts";
import { impliedPrice, utilization } from "../../finance/pool.ts";
import type { KnownMarket } from "../store/market-store.ts";
import type { Point } from "../store/point.ts";

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

/** What tells whether deposits and debt of a market are one token. */
export type Pool = Pick<KnownMarket, "type" | "debtInOtherToken">;

/** The figures of a market. */
export function figuresOf(point: Point, market: Pool): Figures {
  const { totalDeposit, totalBorrow } = point;
  const isOne = isOnePool(point, market) && totalDeposit !== undefined && totalBorrow !== undefined;
  return {
    depositApy: point.depositApy,
    baseDepositApy: point.baseDepositApy,
    borrowApy: point.borrowApy,
    baseBorrowApy: point.baseBorrowApy,
    rewardApy: point.rewardApy,
    totalDeposit,
    totalDepositUsd: point.totalDepositUsd,
    totalBorrow,
    totalBorrowUsd: point.totalBorrowUsd,
    utilization: utilizationOf(point, market),
    available: isOne ? Math.max(0, totalDeposit - totalBorrow) : undefined,
    coverage: point.coverage,
  };
}

/** The share of the deposits that is lent out. */
export function utilizationOf(point: Point, market: Pool): number | undefined {
  return utilization({
    totalDeposit: tokenAmount(point.totalDeposit),
    totalBorrow: tokenAmount(point.totalBorrow),
    debtInOtherToken: !isOnePool(point, market),
  });
}

/** US dollars for one token of the deposits. */
export function priceOf(
  point: Readonly<Partial<Record<"totalDeposit" | "totalDepositUsd", number | undefined>>>,
): number | undefined {
  return impliedPrice({
    totalDeposit: tokenAmount(point.totalDeposit),
    totalDepositUsd: usd(point.totalDepositUsd),
  });
}

/**
 * The rate by which the deposits of a market grow on their own: its base rate, or what is left of its rate without the rewards,
 * which are paid beside it. The collateral of a loop stays what it is: its rate comes out of two prices and the debt.
 */
export function growthRateOf(
  type: string,
  baseDepositApy: number | undefined,
  depositApy: number | undefined,
  rewardApy: number | undefined,
): number | undefined {
  if (type === "loop") return 0;
  if (baseDepositApy !== undefined) return baseDepositApy;
  return depositApy === undefined ? undefined : depositApy - (rewardApy ?? 0);
}

/** Two prices of one token never lie this far apart: a share of the first. */
const samePrice = 0.05;

/**
 * Whether what is lent out is the token of the deposits. Of a loop it never is, nor of a market that names two tokens; where it does
 * not, two prices tell so that its amounts imply. Where one is not known the amounts are taken to be of one token.
 */
function isOnePool(point: Point, { type, debtInOtherToken }: Pool): boolean {
  if (type === "loop" || debtInOtherToken === true) return false;
  const paidIn = priceOf(point);
  const lent = priceOf({ totalDeposit: point.totalBorrow, totalDepositUsd: point.totalBorrowUsd });
  return paidIn === undefined || lent === undefined || Math.abs(lent / paidIn - 1) <= samePrice;
}

/** From here on a double has no decimals that could be cut, and eight more digits may be too many for it. */
const wholeFrom = 2 ** 53;

/** A rate or share as it is sent: to eight decimals, as it was kept. */
export function rate(value: number | undefined): number | undefined {
  if (value === undefined || Math.abs(value) >= wholeFrom) return value;
  return Math.round(value * 1e8) / 1e8 + 0;
}

/** An amount as it is sent: to nine digits, as it was kept. */
export function amount(value: number): number;
export function amount(value: number | undefined): number | undefined;
export function amount(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Number(value.toPrecision(9)) + 0;
}

/** A moment as it is sent. */
export function moment(time: number): string {
  return new Date(time).toISOString();
}
