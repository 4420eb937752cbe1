import { usd } from "../../../contract/units.ts";
import { collateralFor } from "../loan-terms.ts";
import type { MarketRow } from "../market-row.ts";
import { borrowRewardApy, isFull, loanUtilization, mayPassKink } from "../row-values.ts";
import { judged, type AssessContext } from "./assessment.ts";
import { missing, type Judgment } from "./capacity.ts";
import { judgeFullness } from "./deposit.ts";

export function judgeLoanUtilization(row: MarketRow, { size }: Pick<AssessContext, "size">): Judgment {
  const full = judgeFullness(row, "borrow");
  if (full !== undefined) return full;
  const after = usd(size ?? 0);
  const utilization = loanUtilization(row, after);
  return utilization !== undefined && utilization <= 1 && mayPassKink(row, after)
    ? judged("kinkRisk", { utilization, side: "borrow", size })
    : undefined;
}

/**
 * A loan against a token at its cap needs some that is already deposited. Without any collateral loaded, none is
 * missing; a chosen one may not be accepted.
 */
export function judgeCollateral(row: MarketRow, { loans }: Pick<AssessContext, "loans">): Judgment {
  if (loans === undefined) return undefined;
  const collateral = collateralFor(row, loans);
  if (collateral === undefined)
    return loans.mint === undefined && loans.byPlace.size > 0 ? missing("collateral") : undefined;
  return isFull(collateral)
    ? judged("collateralCapReached", { symbol: collateral.tokens[0]?.symbol })
    : undefined;
}

export function judgeBorrowRewards(row: MarketRow): Judgment {
  const apy = borrowRewardApy(row);
  if (apy === undefined) return missing("borrowRewards");
  return apy > 0 ? judged("borrowRewards", { apy }) : undefined;
}
