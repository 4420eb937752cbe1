// What is judged of a loan: is enough left, does the rate hold, and do rewards lower it.
import { usd } from "../../../contract/units.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import {
  borrowLimitLeft,
  borrowRewardApy,
  lendsTooLittle,
  loanRoom,
  loanUtilization,
  mayPassKink,
} from "../row-values.ts";
import { judged, type AssessContext } from "./assessment.ts";
import { missing, type Judgement } from "./deposit.ts";

export function judgeLoanSize(row: MarketRow, { size }: Pick<AssessContext, "size">): Judgement {
  const { left, sure } = loanRoom(row);
  if (left === 0) return judged("nothingToBorrow", { isLimitReached: borrowLimitLeft(row) === 0 });
  // One known limit may already be too little; enough is certain only when both are known.
  if (left !== undefined && size !== undefined && lendsTooLittle(row, size)) {
    const shortBy = usd(size - left);
    return shortBy === undefined ? undefined : judged("notEnoughToBorrow", { left, shortBy, size });
  }
  if (!sure || left === undefined) return missing("leftToBorrow");
  return size === undefined ? judged("borrowable", { left }) : judged("enoughToBorrow", { left, size });
}

/** Whether the loan takes utilization to where its rate may jump. */
export function judgeLoanUtilization(row: MarketRow, { size }: Pick<AssessContext, "size">): Judgement {
  const after = usd(size ?? 0);
  const utilization = loanUtilization(row, after);
  return utilization !== undefined && utilization <= 1 && mayPassKink(row, after)
    ? judged("nearFullUtilization", { utilization, side: "borrow", size })
    : undefined;
}

export function judgeBorrowRewards(row: MarketRow): Judgement {
  const apy = borrowRewardApy(row);
  if (apy === undefined) return missing("borrowRewards");
  return apy > 0 ? judged("borrowRewards", { apy }) : undefined;
}
