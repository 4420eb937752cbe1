// What every column says about a row. The one accessor behind the cell, the sort, the filter and the export, so that all four
// hold the same value.
import { ratio, type Ratio, type Usd } from "../../contract/units.ts";
import { dilution, kinkRisk } from "../../finance/dilution.ts";
import { disjointWindows, fade, type DisjointWindows, type NestedAverages } from "../../finance/fade.ts";
import {
  available,
  capacityLeft,
  capacityUsed,
  exitCover,
  shortfall,
  utilization,
} from "../../finance/pool.ts";
import { earnings, rateSpread, rewardTotal, soberApy } from "../../finance/rates.ts";
import type { ApyBasis, SortableColumnId } from "./column-ids.ts";
import { debtInOtherToken, type MarketRow } from "../data/markets/market-row.ts";
import { doubtCount, type PeerPrices } from "./doubts.ts";

/** The market that every deposit rate is measured against. */
export interface Benchmark {
  readonly id: string;
  /** "USDC · Main Market"; undefined while it is not among the markets loaded. */
  readonly name: string | undefined;
  /** Its leading rate now; undefined where the market or that rate is not known. */
  readonly rate: Ratio | undefined;
}

/** What a value can depend on besides its row: my size, which rate leads, and the benchmark. */
export interface SelectContext {
  readonly size: Usd | undefined;
  readonly basis: ApyBasis;
  readonly benchmark: Benchmark | undefined;
  /** What tokens cost by the markets loaded; without it no market's price is judged. */
  readonly prices?: PeerPrices | undefined;
}

/** What a column's value measures: how it is written, aligned and named in an export. */
export type ColumnUnit =
  | "text"
  | "rate"
  | "share"
  | "change"
  | "usd"
  | "price"
  | "multiple"
  | "count"
  | "time";

type Reader<T> = (row: MarketRow, context: SelectContext) => T | undefined;

type Column =
  | { readonly unit: "text"; readonly read: Reader<string> }
  | { readonly unit: Exclude<ColumnUnit, "text">; readonly read: Reader<number> };

const field = {
  rate: (read: Reader<Ratio>): Column => ({ unit: "rate", read }),
  share: (read: Reader<Ratio>): Column => ({ unit: "share", read }),
  usd: (read: Reader<Usd>): Column => ({ unit: "usd", read }),
  price: (read: Reader<Ratio>): Column => ({ unit: "price", read }),
  text: (read: Reader<string>): Column => ({ unit: "text", read }),
};

// A record of every sortable column: a new column without a value does not compile.
const columns: Readonly<Record<SortableColumnId, Column>> = {
  market: field.text(marketText),
  type: field.text((row) => row.type),
  provider: field.text((row) => row.providerName),
  depositApy: field.rate((row) => row.depositApy),
  baseDepositApy: field.rate((row) => row.baseDepositApy),
  rewardApy: field.rate(rewardApy),
  vsBenchmark: field.rate((row, { basis, benchmark }) =>
    rateSpread({ rate: leadingRate(row, basis), benchmark: benchmark?.rate }),
  ),
  effectiveApy: field.rate((row, context) => effectiveRate(row, context)?.low),
  baseDepositApy30d: field.rate((row) => row.baseDepositApy30d),
  baseDepositApy90d: field.rate((row) => row.baseDepositApy90d),
  baseDepositApy180d: field.rate((row) => row.baseDepositApy180d),
  soberApy: field.rate((row) => soberApy({ baseAverage: row.baseDepositApy90d, rewards: rewardApy(row) })),
  trend: { unit: "change", read: (row) => baseFade(row)?.change },
  borrowApy: field.rate((row) => row.borrowApy),
  baseBorrowApy: field.rate((row) => row.baseBorrowApy),
  baseBorrowApy30d: field.rate((row) => row.baseBorrowApy30d),
  baseBorrowApy90d: field.rate((row) => row.baseBorrowApy90d),
  baseBorrowApy180d: field.rate((row) => row.baseBorrowApy180d),
  totalDepositUsd: field.usd((row) => row.totalDepositUsd),
  totalBorrowUsd: field.usd((row) => row.totalBorrowUsd),
  utilization: field.share(poolUtilization),
  available: field.usd(poolAvailable),
  capacityLeft: field.usd((row) => capacityLeft(row)),
  shareOfPool: field.share((row, { size }) => poolShare(row, size)),
  exitCover: {
    unit: "multiple",
    read: (row, { size }) => sizeCover(row, size),
  },
  usdPerYear: field.usd((row, context) =>
    earnings({ size: context.size, apy: effectiveRate(row, context)?.low }),
  ),
  maxLtv: field.share((row) => row.maxLtv),
  liquidationLtv: field.share((row) => row.liquidationLtv),
  liquidationPenalty: field.share((row) => row.liquidationPenalty),
  maxLeverage: { unit: "multiple", read: (row) => row.maxLeverage },
  depositApy30d: field.rate((row) => row.depositApy30d),
  depositApy90d: field.rate((row) => row.depositApy90d),
  depositApy180d: field.rate((row) => row.depositApy180d),
  longUsd: field.usd((row) => row.longUsd),
  shortUsd: field.usd((row) => row.shortUsd),
  yesBid: field.price((row) => row.yesBid),
  yesAsk: field.price((row) => row.yesAsk),
  noBid: field.price((row) => row.noBid),
  noAsk: field.price((row) => row.noAsk),
  spread: field.price(yesSpread),
  volume: { unit: "count", read: (row) => row.volume },
  openInterest: { unit: "count", read: (row) => row.openInterest },
  closeTime: { unit: "time", read: (row) => row.closeTime },
  status: field.text((row) => row.status),
  doubts: { unit: "count", read: (row, { prices }) => doubtCount(row, prices) },
};

/**
 * The value of a column in a row: a fraction for rates and shares, US dollars, a plain factor or count, milliseconds since
 * the epoch, or text. Undefined is missing; a number is always finite.
 */
export function columnValue(
  id: SortableColumnId,
  row: MarketRow,
  context: SelectContext,
): number | string | undefined {
  return columns[id].read(row, context);
}

/** What a column measures. */
export function columnUnit(id: SortableColumnId): ColumnUnit {
  return columns[id].unit;
}

/**
 * What a column's values depend on besides the rows, as a text: with the same text, values that were read still hold. Empty
 * where they depend on the rows alone.
 */
export function columnDependence(
  id: SortableColumnId,
  { size, basis, benchmark, prices }: SelectContext,
): string {
  if (id === "doubts") return prices?.offText ?? "";
  if (id === "effectiveApy" || id === "usdPerYear" || id === "shareOfPool" || id === "exitCover")
    return `${size ?? ""}/${basis}`;
  return id === "vsBenchmark" ? `${benchmark?.rate ?? ""}/${basis}` : "";
}

/** What a market is called, label first: "USDC · Main Market". Markets of one label sort by product. */
export function marketText(row: MarketRow): string {
  return row.productName === undefined || row.productName === row.label
    ? row.label
    : `${row.label} · ${row.productName}`;
}

/** All deposit rewards together; 0 when it is known that there are none. */
export function rewardApy(row: MarketRow): Ratio | undefined {
  return rewardTotal({
    rewards: row.rewardsGiven ? row.rewards : undefined,
    total: row.depositApy,
    base: row.baseDepositApy,
  });
}

/** The base rate now against its own averages: class and change against 90 days. */
export function baseFade(row: MarketRow): ReturnType<typeof fade> {
  return fade({ now: row.baseDepositApy, ...baseAverages(row) });
}

/** The same of the rate that a market is quoted by: of a loop its net rate, which has averages of its own. */
export function rateFade(row: MarketRow): ReturnType<typeof fade> {
  if (row.kind !== "loop") return baseFade(row);
  const { depositApy: now, depositApy30d: d30, depositApy90d: d90, depositApy180d: d180 } = row;
  return fade({ now, d30, d90, d180 });
}

/** The base rate over the past half year, in averages that do not overlap, each undefined when it cannot be worked out. */
export function basePast(row: MarketRow): DisjointWindows {
  return disjointWindows(baseAverages(row));
}

function baseAverages(row: MarketRow): NestedAverages {
  return { d30: row.baseDepositApy30d, d90: row.baseDepositApy90d, d180: row.baseDepositApy180d };
}

/** The rate that leads: total or base. It is what the minimum filters by and the bar is scaled by. */
export function leadingRate(row: MarketRow, basis: ApyBasis): Ratio | undefined {
  return basis === "base" ? row.baseDepositApy : row.depositApy;
}

function poolUtilization(row: MarketRow): Ratio | undefined {
  return utilization({
    totalDeposit: row.totalDeposit,
    totalBorrow: row.totalBorrow,
    debtInOtherToken: debtInOtherToken(row),
  });
}

/** What depositors could take out now, all together. */
export function poolAvailable(row: MarketRow): Usd | undefined {
  return available({
    totalDepositUsd: row.totalDepositUsd,
    totalBorrowUsd: row.totalBorrowUsd,
    debtInOtherToken: debtInOtherToken(row),
  });
}

/** How many times a size could leave at once; undefined without one, or where what is free is not known. */
export function sizeCover(row: MarketRow, size: Usd | undefined): number | undefined {
  return exitCover({ available: poolAvailable(row), size });
}

/** My part of the pool once I am in it: d / (S + d). */
function poolShare(row: MarketRow, size: Usd | undefined): Ratio | undefined {
  const deposits = row.totalDepositUsd;
  if (size === undefined || deposits === undefined || size <= 0 || deposits < 0) return undefined;
  return ratio(size / (deposits + size));
}

// Prices are cents written in binary: 0.62 − 0.6 leaves a rest that would order two equal spreads.
function yesSpread(row: MarketRow): Ratio | undefined {
  return row.yesAsk === undefined || row.yesBid === undefined
    ? undefined
    : ratio(Math.round((row.yesAsk - row.yesBid) * 1e9) / 1e9);
}

/** The deposit limit of a market. `used` is a fraction, above 1 when the limit was lowered under what is there. */
export interface Capacity {
  readonly left: Usd | undefined;
  readonly used: Ratio | undefined;
  readonly full: boolean;
}

/** How much more may be deposited; undefined when the market states no limit. */
export function capacity(row: MarketRow): Capacity | undefined {
  const used = capacityUsed(row);
  if (used === undefined) return undefined;
  const left = capacityLeft(row);
  return { left, used, full: left === 0 };
}

interface EffectiveRate {
  readonly low: Ratio;
  readonly high: Ratio;
}

/**
 * What the leading rate becomes once my size is in the pool. Only pools are thinned by a deposit: a loop, a perpetual or a
 * prediction is not one.
 */
function effectiveRate(
  row: MarketRow,
  { size, basis }: Pick<SelectContext, "size" | "basis">,
): EffectiveRate | undefined {
  if (size === undefined || size <= 0) return undefined;
  if (row.kind === "loop" || row.kind === "perpetual" || row.kind === "prediction") return undefined;
  const parts = rateParts(row, basis);
  return dilution({
    size,
    totalDepositUsd: row.totalDepositUsd,
    baseApy: parts.base,
    rewardApy: parts.rewards,
    strategy: row.kind === "yield",
  });
}

interface RatePartsOfRow {
  readonly base: Ratio | undefined;
  readonly rewards: Ratio | undefined;
}

const none = ratio(0);

// When a market does not say what its total is made of, all of it is taken as base, which falls at least as far as rewards do:
// the bracket stays true, only wider.
function rateParts(row: MarketRow, basis: ApyBasis): RatePartsOfRow {
  const rewards = rewardApy(row);
  const base =
    row.baseDepositApy ??
    (row.depositApy === undefined || rewards === undefined ? undefined : ratio(row.depositApy - rewards));
  if (basis === "base") return { base, rewards: none };
  if (base !== undefined && rewards !== undefined) return { base, rewards };
  return { base: row.depositApy, rewards: none };
}

/** What my size does to a market and what the market does to my size. Everything that is not known is undefined. */
export interface SizeEffect {
  /** The bracket of the leading rate after my deposit; the lower edge is what sorts. */
  readonly low: Ratio | undefined;
  readonly high: Ratio | undefined;
  readonly usdPerYearLow: Usd | undefined;
  readonly usdPerYearHigh: Usd | undefined;
  readonly shareOfPool: Ratio | undefined;
  /** How many times my size could leave at once. */
  readonly exitCover: number | undefined;
  /** Whether the deposit limit lets all of it in; undefined when no limit is stated. */
  readonly fits: boolean | undefined;
  /** How much stays outside the limit; 0 when it fits. */
  readonly shortBy: Usd | undefined;
  /** Whether the rate may fall further than the bracket says. Undefined when utilization is not known. */
  readonly kinkRisk: boolean | undefined;
}

/** The effect of a size; undefined without one. */
export function sizeEffect(
  row: MarketRow,
  size: Usd | undefined,
  basis: ApyBasis = "total",
): SizeEffect | undefined {
  if (size === undefined || size <= 0) return undefined;
  const rate = effectiveRate(row, { size, basis });
  const shortBy = fitShortfall(row, size);
  return {
    low: rate?.low,
    high: rate?.high,
    usdPerYearLow: earnings({ size, apy: rate?.low }),
    usdPerYearHigh: earnings({ size, apy: rate?.high }),
    shareOfPool: poolShare(row, size),
    exitCover: sizeCover(row, size),
    fits: shortBy === undefined ? undefined : shortBy === 0,
    shortBy,
    kinkRisk: kinkRisk({ utilization: poolUtilization(row), size, totalDepositUsd: row.totalDepositUsd }),
  };
}

/** How much of a size a market's limit keeps out, in US dollars; 0 when it fits, undefined when no limit is stated. */
export function fitShortfall(row: MarketRow, size: Usd | undefined): Usd | undefined {
  return shortfall({ size, capacityLeft: capacityLeft(row) });
}
