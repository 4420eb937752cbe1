// What is judged of a loan: does the rate hold, and do rewards lower it.
import { usd } from "../../../contract/units.ts";
import type { MarketRow } from "../market-row.ts";
import { borrowRewardApy, loanUtilization, mayPassKink } from "../row-values.ts";
import { judged, type AssessContext } from "./assessment.ts";
import { missing, type Judgement } from "./room.ts";

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
