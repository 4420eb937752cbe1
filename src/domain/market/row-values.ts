import { ratio, usd, type Ratio, type Usd } from "../../contract/units.ts";
import { rateAfterBorrow, utilizationAfterBorrow, type LoanRate } from "../../finance/debt/loan-cost.ts";
import { dilution, kinkUtilization } from "../../finance/dilution.ts";
import { fade } from "../../finance/fade.ts";
import {
  available,
  borrowCapacityLeft,
  borrowPrice,
  capacityLeft,
  exitCover,
  impliedPrice,
  shortfall,
  utilization,
  debtInOtherToken,
} from "../../finance/pool.ts";
import { earnings, rewardTotal } from "../../finance/rates.ts";
import { sentParts, type MarketRow } from "./market-row.ts";
import type { AverageField, Recorded, RecordFigures } from "./record-figures.ts";
import { rateOfBasis, type ApyBasis, type LoopCapacities, type SelectContext } from "./column.ts";

/** "USDC · Main Market": markets of the same token sort by product. */
export function marketText(row: MarketRow): string {
  return row.productName === undefined || row.productName === row.label
    ? row.label
    : `${row.label} · ${row.productName}`;
}

/** 0 if the market is known to pay no rewards. */
export function rewardApy(row: MarketRow): Ratio | undefined {
  return rewardTotal(sentParts(row, "deposit"));
}

/** Loops have averages of their net rate, pools of their base rate. */
export function recordedInstead(
  row: MarketRow,
  field: AverageField,
  record: RecordFigures | undefined,
): Recorded<Ratio> | undefined {
  if (row[field] !== undefined || field.startsWith("deposit") !== (row.kind === "loop")) return undefined;
  return record?.byMarket.get(row.id)?.averages.get(field);
}

export function lacksAverage(row: MarketRow): boolean {
  const { d30, d90, d180 } = ownAverages(row);
  return [d30, d90, d180].includes(undefined);
}

export function averageOf(
  row: MarketRow,
  field: AverageField,
  record: RecordFigures | undefined,
): Ratio | undefined {
  return row[field] ?? recordedInstead(row, field, record)?.value;
}

/** The rate compared with its 90-day average. The record supplies averages that were not sent. */
export function rateFade(row: MarketRow, record?: RecordFigures): ReturnType<typeof fade> {
  return fade(ownAverages(row, record));
}

/** Loops average their net rate, which includes rewards and the cost of debt; other markets average their base rate. */
export function ownAverages(row: MarketRow, record?: RecordFigures) {
  return averagesOf(row, row.kind === "loop" ? "depositApy" : "baseDepositApy", record);
}

export function averagesOf(
  row: MarketRow,
  name: "depositApy" | "baseDepositApy" | "baseBorrowApy",
  record?: RecordFigures,
) {
  return {
    now: row[name],
    d30: averageOf(row, `${name}30d`, record),
    d90: averageOf(row, `${name}90d`, record),
    d180: averageOf(row, `${name}180d`, record),
  };
}

/** A loop has only a net rate, which includes rewards, on either basis. */
export function leadingRate(row: MarketRow, basis: ApyBasis): Ratio | undefined {
  return hasOnlyNetRate(row, basis) ? row.depositApy : row[rateOfBasis[basis]];
}

/** Whether the rate on this basis includes rewards all the same. */
export function hasOnlyNetRate({ kind }: MarketRow, basis: ApyBasis): boolean {
  return kind === "loop" && basis === "base";
}

/** What follows the benchmark's rate: " base" or " net" on the base basis. */
export function benchmarkBasis({ benchmark, basis }: Pick<SelectContext, "benchmark" | "basis">): string {
  if (basis === "total") return "";
  return benchmark?.isNet === true ? " net" : " base";
}

/** On the base basis, the market as it would be without rewards, which a loop's net rate includes. */
export function onBasis(row: MarketRow, basis: ApyBasis): MarketRow {
  if (basis === "total" || row.kind === "loop") return row;
  const { baseDepositApy: depositApy, baseBorrowApy: borrowApy } = row;
  return { ...row, depositApy, borrowApy, rewards: [], rewardsGiven: true };
}

export function poolUtilization(row: MarketRow): Ratio | undefined {
  return debtInOtherToken(row) ? undefined : utilization(row);
}

export function poolAvailable(row: MarketRow): Usd | undefined {
  return debtInOtherToken(row) ? undefined : available(row);
}

/** Undefined without a limit or a price. */
export function borrowLimitLeft(row: MarketRow): Usd | undefined {
  return borrowCapacityLeft({
    maxBorrow: row.maxBorrow,
    totalBorrow: row.totalBorrow,
    // The totals of a pair imply only the deposited token's price.
    price: debtInOtherToken(row) ? borrowPrice(row) : impliedPrice(row),
  });
}

export type LoanCapacity = ReturnType<typeof loanCapacity>;

/** The lower of liquidity and what the borrow cap leaves. If one is `unknown`, less may be left, unless that is 0. */
export function loanCapacity(row: MarketRow) {
  const unlent = poolAvailable(row);
  const limit = borrowLimitLeft(row);
  const left = unlent === undefined || limit === undefined ? (unlent ?? limit) : Math.min(unlent, limit);
  const missing = unlent === undefined ? "liquidity" : limit === undefined ? "borrowLimit" : undefined;
  return {
    left: left === undefined ? undefined : usd(left),
    unknown: left === 0 ? undefined : missing,
  } as const;
}

export function leftToBorrow(row: MarketRow): Usd | undefined {
  const { left, unknown } = loanCapacity(row);
  return unknown === undefined ? left : undefined;
}

/** A market without borrowers and with a borrow APY below this makes no real offer. */
const minCost = 0.0005;

/** Nothing is left to borrow, or no one ever borrowed and the rate is the lowest of its curve. */
export function isUnborrowable(row: MarketRow): boolean {
  if (row.kind !== "lending") return false;
  const untouched = row.totalBorrow === 0 && Math.abs(row.borrowApy ?? 0) < minCost;
  return untouched || loanCapacity(row).left === 0;
}

export function borrowRewardApy(row: MarketRow): Ratio | undefined {
  return row.borrowApy === undefined ? undefined : rewardTotal(sentParts(row, "borrow"));
}

export function givesLoans(row: MarketRow): boolean {
  return row.kind === "lending" && row.borrowApy !== undefined && !isUnborrowable(row);
}

export function lendsTooLittle(row: MarketRow, size: Usd | undefined): boolean {
  const { left } = loanCapacity(row);
  return size !== undefined && left !== undefined && left < size;
}

/** Undefined for a pair, whose deposits are in another token. */
export function loanUtilization(row: MarketRow, size: Usd | undefined): Ratio | undefined {
  return utilizationAfterBorrow({
    totalDepositUsd: debtInOtherToken(row) ? undefined : row.totalDepositUsd,
    totalBorrowUsd: row.totalBorrowUsd,
    amount: size,
  });
}

/** Whether utilization exceeds 80 %, above which the kink may lie. */
export function mayPassKink(row: MarketRow, size: Usd | undefined): boolean {
  return (loanUtilization(row, size) ?? 0) > kinkUtilization;
}

/**
 * A range: the base rate after the loan, less today's rewards, which are a fixed budget shared with earlier loans:
 * rewards·B/(B + size). A loan never lowers a rate, so today's rate is the minimum; if rewards are unknown, it is all
 * that is known.
 */
export function loanRate(row: MarketRow, size: Usd | undefined, basis: ApyBasis): LoanRate | undefined {
  if (size === undefined) return undefined;
  const base = rateAfterBorrow({
    borrowApy: row.baseBorrowApy,
    utilization: loanUtilization(row, usd(0)),
    after: loanUtilization(row, size),
  });
  if (basis === "base") return base;
  const rewards = borrowRewardApy(row);
  const paid = rewards === undefined ? undefined : dilutedRewards(rewards, row.totalBorrowUsd, size);
  const { borrowApy } = row;
  if (borrowApy === undefined) return undefined;
  if (base === undefined || paid === undefined) return { low: borrowApy, high: undefined };
  const costOf = (rate: Ratio): Ratio => ratio(Math.max(borrowApy, rate - paid)) ?? borrowApy;
  return { low: costOf(base.low), high: base.high === undefined ? undefined : costOf(base.high) };
}

function dilutedRewards(rewards: Ratio, lent: Usd | undefined, size: Usd): number | undefined {
  if (rewards === 0 || size === 0) return rewards;
  return lent === undefined || lent < 0 ? undefined : (rewards * lent) / (lent + size);
}

export function sizeCover(row: MarketRow, size: Usd | undefined): number | undefined {
  return exitCover({ available: poolAvailable(row), size });
}

/** The user's share of the pool once `size` is deposited. `held` is already in it. */
export function poolShare(row: MarketRow, size: Usd | undefined, held = 0): Ratio | undefined {
  const deposits = row.totalDepositUsd;
  if (size === undefined || deposits === undefined || size <= 0 || deposits < 0) return undefined;
  return ratio((held + size) / (deposits + size));
}

/** Unknown caps do not count as full. */
export function isFull(row: MarketRow): boolean {
  return capacityLeft(row) === 0;
}

/** Providers whose strategies spread deposits over other markets, so that a large deposit may find capacity there. */
const allocators: ReadonlySet<string> = new Set(["kamino", "lulo", "carrot"]);

/** False for Jupiter Earn and DefiTuna, which lend deposits themselves. */
export function allocates(row: MarketRow): boolean {
  return row.kind === "yield" && allocators.has(row.providerId);
}

/** A deposit dilutes only pools. It never raises a rate, so the published rate is the maximum. */
export function effectiveRate(
  row: MarketRow,
  size: Usd | undefined,
  basis: ApyBasis,
): { readonly low: Ratio; readonly high: Ratio } | undefined {
  if (size === undefined || size <= 0) return undefined;
  if (row.kind === "loop" || row.kind === "perpetual" || row.kind === "prediction") return undefined;
  const parts = rateParts(row, basis);
  const left = dilution({
    size,
    totalDepositUsd: row.totalDepositUsd,
    baseApy: parts.base,
    rewardApy: parts.rewards,
    utilization: poolUtilization(row),
    baseBorrowApy: debtInOtherToken(row) ? undefined : row.baseBorrowApy,
    baseApy90d: parts.isBase ? row.baseDepositApy90d : undefined,
    allocates: allocates(row),
  });
  const quoted = leadingRate(row, basis);
  if (left === undefined || quoted === undefined || left.high <= quoted) return left;
  return { low: left.low < quoted ? left.low : quoted, high: quoted };
}

const none = ratio(0);

// If the split is unknown, all counts as base, which dilutes at least as fast as rewards. Averages of the base rate are
// used only if `isBase`.
function rateParts(row: MarketRow, basis: ApyBasis) {
  const rewards = rewardApy(row);
  const base =
    row.baseDepositApy ??
    (row.depositApy === undefined || rewards === undefined ? undefined : ratio(row.depositApy - rewards));
  if (basis === "base") return { base, rewards: none, isBase: true };
  if (base !== undefined && rewards !== undefined) return { base, rewards, isBase: true };
  return { base: row.depositApy, rewards: none, isBase: false };
}

export type SizeEffect = NonNullable<ReturnType<typeof sizeEffect>>;

export function sizeEffect(row: MarketRow, size: Usd | undefined, basis: ApyBasis) {
  if (size === undefined || size <= 0) return undefined;
  const rate = effectiveRate(row, size, basis);
  const shortBy = shortfall({ size, capacityLeft: capacityLeft(row) });
  return {
    low: rate?.low,
    high: rate?.high,
    usdPerYearLow: earnings({ size, apy: rate?.low }),
    usdPerYearHigh: earnings({ size, apy: rate?.high }),
    shareOfPool: poolShare(row, size),
    fits: shortBy === undefined ? undefined : shortBy === 0,
    shortBy,
  };
}

export function capacityOf(row: MarketRow, loops: LoopCapacities | undefined): Usd | undefined {
  return row.kind === "loop" ? loops?.byLoop.get(row.id)?.left : capacityLeft(row);
}

export function isClosedLoop({ id, kind }: MarketRow, loops: LoopCapacities | undefined): boolean {
  return kind === "loop" && loops?.byLoop.get(id)?.closed !== undefined;
}

export function fitShortfall(
  row: MarketRow,
  size: Usd | undefined,
  loops: LoopCapacities | undefined,
): Usd | undefined {
  return shortfall({ size, capacityLeft: capacityOf(row, loops) });
}

type FitInputs = Partial<Pick<SelectContext, "size" | "loops">>;

/** Whether the market is known not to take the whole size. */
export function isTooSmall(row: MarketRow, { size, loops }: FitInputs): boolean {
  return (fitShortfall(row, size, loops) ?? 0) > 0;
}

/** Whether the loop is closed or too small. A loop's rate is only for what it takes. */
export function isShortLoop(row: MarketRow, inputs: FitInputs): boolean {
  return isClosedLoop(row, inputs.loops) || (row.kind === "loop" && isTooSmall(row, inputs));
}
