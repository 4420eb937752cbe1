// The only place that judges a market. Chips, notes, filters, compare and alerts all use its result.
import type { MarketRow } from "../market-row.ts";
import { failedCheckKind, failedChecks } from "./checks.ts";
import { judged, worstFirst, type AssessContext, type Assessment, type AssessmentId } from "./assessment.ts";
import { judgeOwnYield, judgeRewards, judgeShare, judgeSpread, judgeUtilization } from "./deposit.ts";
import { judgeBorrowRewards, judgeCollateral, judgeLoanUtilization } from "./loan.ts";
import { judgeDebt, judgeLeverage, judgeLiquidation, judgeSupply } from "./loop.ts";
import { judgeBorrowRate, judgeDepositRate } from "./rate-trend.ts";
import {
  blockedBy,
  judgeDepositCapacity,
  judgeExit,
  judgeLoanSize,
  judgeLoopCapacity,
  type Judgment,
} from "./capacity.ts";

const noRows: readonly MarketRow[] = [];

/**
 * Worst first. Missing figures become one `unknown` assessment at the end, never a good or bad one. Without `loops`,
 * a loop's capacity is unknown; without `prices`, the token's price is not checked.
 */
export function assess(row: MarketRow, context: AssessContext): readonly Assessment[] {
  const all = judge(row, context);
  const found = all.filter((one): one is Assessment => one !== undefined && one.id !== "missing");
  const unknown = all.flatMap((one) => (one?.id === "missing" ? [one] : []));
  if (unknown.length === 0) return worstFirst(found);
  const facts = unknown.map(({ fact }) => fact);
  const unpriced = unknown.filter(({ isUnpriced }) => isUnpriced).map(({ fact }) => fact);
  return worstFirst([...found, judged("unknown", { facts, provider: row.providerName, unpriced })]);
}

function judge(row: MarketRow, context: AssessContext): readonly Judgment[] {
  const checks = judgeChecks(row, context);
  const rows = context.loops?.rows ?? noRows;
  switch (row.kind) {
    case "lending":
    case "yield":
    case "other":
      return context.side === "borrow"
        ? [
            ...checks,
            judgeLoanSize(row, context),
            judgeCollateral(row, context),
            judgeLoanUtilization(row, context),
            judgeBorrowRate(row),
            judgeSpread(row),
            judgeBorrowRewards(row),
          ]
        : [
            ...checks,
            judgeDepositCapacity(row, context),
            judgeExit(row, context),
            judgeUtilization(row, context),
            judgeDepositRate(row, context),
            judgeRewards(row),
            judgeShare(row, context),
            judgeSpread(row),
            judgeOwnYield(row, rows),
          ];
    case "loop":
      return [
        ...checks,
        judgeLoopCapacity(row, context),
        judgeLeverage(row, rows),
        judgeSupply(row, rows, context),
        judgeDebt(row, rows, context),
        judgeDepositRate(row, context),
        judgeLiquidation(row, context),
      ];
    case "perpetual":
    case "prediction":
      return checks;
  }
}

function judgeChecks(row: MarketRow, { prices }: Pick<AssessContext, "prices">): readonly Judgment[] {
  const failed = failedChecks(row, prices);
  const checks = failed.filter((id) => id !== "links");
  return [
    checks.length === 0 ? undefined : judged("contradictoryFigures", { checks }),
    checks.length === failed.length ? undefined : judged("noLinks", { provider: row.providerName }),
  ];
}

const flagIds: ReadonlySet<AssessmentId> = new Set<AssessmentId>([
  "closed",
  "capReached",
  "nothingToBorrow",
  "collateralCapReached",
  "collateralDoesNotFit",
  "nothingWithdrawable",
  "leverageDoesNotPay",
  "collateralUnknown",
  "limitedExit",
  "nearFullUtilization",
  "kinkRisk",
  "mostlyRewards",
  "rateSpiking",
  "rateFading",
  "rewards",
  "shareOfPool",
  "rateRising",
]);

const flaggedPercent = 20;
const maxFlags = 2;

export function isFlag(assessment: Assessment): boolean {
  if (assessment.id === "rewards") return Math.round(assessment.values.share * 100) >= flaggedPercent;
  return flagIds.has(assessment.id);
}

export function flags(row: MarketRow, context: AssessContext): readonly Assessment[] {
  const max = blockedBy(row, context) === undefined ? maxFlags : 1;
  return assess(row, context).filter(isFlag).slice(0, max);
}

export function isContradictory(row: MarketRow, { prices }: Pick<AssessContext, "prices">): boolean {
  return failedCheckKind(row, prices) === "figures";
}
