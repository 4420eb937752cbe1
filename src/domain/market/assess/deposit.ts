import { certainKinkUtilization, kinkRisk } from "../../../finance/dilution.ts";
import { debtInOtherToken } from "../../../finance/pool.ts";
import { rewardShare } from "../../../finance/rates.ts";
import type { MarketRow } from "../market-row.ts";
import { isYieldBearing } from "../loops/own-yield.ts";
import { poolShare, poolUtilization, rewardApy } from "../row-values.ts";
import { judged, type AssessContext, type Side } from "./assessment.ts";
import { rewardTokens } from "./reward-tokens.ts";
import { missing, type Judgment } from "./capacity.ts";

/** The same for every size, because it is about the market. */
export function judgeFullness(row: MarketRow, side: Side, supplied?: string): Judgment {
  const utilization = poolUtilization(row);
  return utilization !== undefined && utilization > certainKinkUtilization
    ? judged("nearFullUtilization", { utilization, side, supplied })
    : undefined;
}

/** `supplied` is the token's symbol if a loop supplies this pool. */
export function judgeUtilization(
  row: MarketRow,
  { size }: Pick<AssessContext, "size">,
  supplied?: string,
): Judgment {
  const full = judgeFullness(row, "deposit", supplied);
  if (full !== undefined) return full;
  const utilization = poolUtilization(row);
  const { totalDepositUsd } = row;
  return utilization !== undefined && kinkRisk({ utilization, size, totalDepositUsd }) === true
    ? judged("kinkRisk", { utilization, side: "deposit", size, supplied })
    : undefined;
}

const mostlyRewardsShare = 0.5;

export function judgeRewards(row: MarketRow): Judgment {
  const rewards = rewardApy(row);
  const { depositApy, baseDepositApy: base } = row;
  if (rewards === 0) return depositApy === undefined ? undefined : judged("noRewards", { apy: depositApy });
  const share = rewardShare({ rewards, total: depositApy });
  // Rewards have no share of a rate that is not above zero.
  if (rewards === undefined || share === undefined)
    return rewards !== undefined && rewards > 0 && depositApy !== undefined ? undefined : missing("rewards");
  const values = { share, rewards, base, tokens: rewardTokens(row) };
  return share > mostlyRewardsShare ? judged("mostlyRewards", values) : judged("rewards", values);
}

const largeShare = 0.05;

export function judgeShare(row: MarketRow, { size }: Pick<AssessContext, "size">): Judgment {
  const share = poolShare(row, size);
  return size === undefined || share === undefined || share < largeShare
    ? undefined
    : judged("shareOfPool", { share, size });
}

/**
 * Depositors are paid from borrowers' interest, so a borrow rate below the deposit rate is odd. Not checked for
 * pairs, whose rates belong to two tokens.
 */
export function judgeSpread(row: MarketRow): Judgment {
  const { kind, borrowApy: borrow, baseDepositApy: deposit } = row;
  if (kind !== "lending" || debtInOtherToken(row)) return undefined;
  if (borrow === undefined || deposit === undefined || borrow < 0 || !isBelow(borrow, deposit))
    return undefined;
  return judged("borrowBelowDeposit", { borrow, deposit });
}

const minVisible = 0.000_05;

export function isBelow(rate: number, other: number): boolean {
  return other - rate >= minVisible;
}

/**
 * Per year. Tokens that earn by being held earn several percent, so a vault that exceeds lending by more than this
 * may include that yield.
 */
const lendingMargin = 0.005;

/** A vault that pays more than lending may include what the token earns by being held. */
function paysLendingRate(
  { tokens: [token], baseDepositApy }: MarketRow,
  rows: readonly MarketRow[],
): boolean {
  return (
    baseDepositApy !== undefined &&
    rows.some(
      (pool) =>
        pool.kind === "lending" &&
        !debtInOtherToken(pool) &&
        pool.tokens[0]?.address === token?.address &&
        pool.baseDepositApy !== undefined &&
        baseDepositApy <= pool.baseDepositApy + lendingMargin,
    )
  );
}

/** Whether the rate leaves out what the token itself earns. Vaults are compared with the lending markets in `rows`. */
export function judgeOwnYield(row: MarketRow, rows: readonly MarketRow[]): Judgment {
  const [token] = row.tokens;
  if (token === undefined || !isYieldBearing(token.address)) return undefined;
  const lends = row.kind === "lending" || (row.kind === "yield" && paysLendingRate(row, rows));
  return lends ? judged("ownYieldExcluded", { symbol: token.symbol }) : undefined;
}
