import { usd } from "../../../contract/units.ts";
import { collateralNeeded } from "../../../finance/debt/loan-cost.ts";
import { capacityLeft, shortfall } from "../../../finance/pool.ts";
import { collateralFor, loanTerms } from "../loan-terms.ts";
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
 * missing.
 */
export function judgeCollateral(
  row: MarketRow,
  { loans, size }: Pick<AssessContext, "loans" | "size">,
): Judgment {
  if (loans === undefined) return undefined;
  const collateral = collateralFor(row, loans);
  if (collateral === undefined)
    return loans.byPlace.size > 0
      ? judged("collateralUnknown", { provider: row.providerName, chosen: loans.symbol })
      : undefined;
  const symbol = collateral.tokens[0]?.symbol;
  if (isFull(collateral)) return judged("collateralCapReached", { symbol });
  const left = loans.mint === undefined ? undefined : capacityLeft(collateral);
  const needed = collateralNeeded({ debtUsd: size, ltv: loanTerms(row, loans)?.ltv });
  const shortBy = shortfall({ size: needed, capacityLeft: left });
  return left === undefined || shortBy === undefined || shortBy === 0
    ? undefined
    : judged("collateralDoesNotFit", { symbol, left, shortBy });
}

export function judgeBorrowRewards(row: MarketRow): Judgment {
  const apy = borrowRewardApy(row);
  if (apy === undefined) return missing("borrowRewards");
  return apy > 0 ? judged("borrowRewards", { apy }) : undefined;
}
