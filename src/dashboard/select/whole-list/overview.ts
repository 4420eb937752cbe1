// Covers exactly the rows of a list. Missing figures are left out and counted.
import { nice, sum } from "d3-array";
import { ratio, usd, type Ratio, type Usd } from "../../../contract/units.ts";
import { knownSum } from "../../../finance/portfolio/net-worth.ts";
import { quantile, weightedRate } from "../../../finance/blend.ts";
import { averageWindows } from "../../../finance/fade.ts";
import { debtInOtherToken } from "../../../finance/pool.ts";
import { formatUsd, inWords } from "../../../domain/format/number.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { rateOfBasis, type ApyBasis } from "../../../domain/market/column.ts";
import { averagesOf, effectiveRate } from "../../../domain/market/row-values.ts";
import type { ViewState } from "../../../domain/view-state/view-state.ts";
import type { Reliability } from "../reliability.ts";
import { scaleEnd } from "../select.ts";
import type { MarketGroup } from "./market-groups.ts";

/** No one borrows the token, and deposits earn nothing, now and in the known past. */
export function isCollateralOnly(row: MarketRow): boolean {
  if (row.kind !== "lending") return false;
  const isLent = !debtInOtherToken(row) && (row.totalBorrowUsd ?? row.totalBorrow) !== 0;
  const averages = [row.baseDepositApy30d, row.baseDepositApy90d, row.baseDepositApy180d];
  return !isLent && row.depositApy === 0 && averages.every((average) => (average ?? 0) === 0);
}

/**
 * Leaves out deposits that serve only as collateral, because otherwise half of all rates would be 0, and loops on the
 * base basis, because a net rate includes rewards.
 */
function ratedRows(rows: readonly MarketRow[], basis: ApyBasis) {
  return rows.flatMap((row) => {
    const rate = row[rateOfBasis[basis]];
    return rate === undefined || isCollateralOnly(row) ? [] : [{ row, rate, deposits: depositsOf(row) }];
  });
}

function depositsOf(row: MarketRow): Usd | undefined {
  return row.totalDepositUsd !== undefined && row.totalDepositUsd >= 0 ? row.totalDepositUsd : undefined;
}

function holdingOf(rows: readonly MarketRow[]) {
  const { sum: deposits, unknown: unpublished } = knownSum(rows.map(depositsOf));
  return { deposits, unpublished };
}

type HeldGroup = ReturnType<typeof holdingOf> & { readonly group: MarketGroup };

/** Largest first, unknown last, then by name. */
function byDeposits(a: HeldGroup, b: HeldGroup): number {
  return (
    (b.deposits ?? -1) - (a.deposits ?? -1) ||
    b.group.rows.length - a.group.rows.length ||
    (a.group.label < b.group.label ? -1 : 1)
  );
}

export type GroupRates = ReturnType<typeof ratesOf>;

/**
 * Rates leave out contradictory markets. The best rate is that of an open market, with a size the one at it; loops, which
 * have none, come after the others, as in the list.
 */
export function groupRates(
  groups: readonly MarketGroup[],
  basis: ApyBasis,
  reliabilityOf: (row: MarketRow) => Reliability,
  size?: Usd,
): readonly GroupRates[] {
  return groups.map((group) => ratesOf(group, basis, reliabilityOf, size)).toSorted(byDeposits);
}

function ratesOf(
  group: MarketGroup,
  basis: ApyBasis,
  reliabilityOf: (row: MarketRow) => Reliability,
  size?: Usd,
) {
  const known = ratedRows(group.rows, basis);
  const atSize = (row: MarketRow): number => effectiveRate(row, size, basis)?.low ?? -1;
  const rated = known.filter(({ row }) => reliabilityOf(row) !== "contradictory");
  const best = rated
    .toSorted(
      (a, b) => atSize(b.row) - atSize(a.row) || b.rate - a.rate || (b.deposits ?? -1) - (a.deposits ?? -1),
    )
    .find(({ row }) => reliabilityOf(row) === "open");
  return {
    group,
    ...holdingOf(group.rows),
    weighted: weightedRate(rated.map(({ row, rate }) => ({ ...row, apy: rate }))),
    median: medianOf(rated.map(({ rate }) => rate)),
    contradictory: known.length - rated.length,
    best: best?.row,
  };
}

function medianOf(rates: readonly number[]): Ratio | undefined {
  return ratio(quantile(rates, 0.5));
}

export type RateScale = NonNullable<ReturnType<typeof rateScale>>;

/** From 0 at the low end to 1 at the high end, clamped. */
export function shareOnScale(rate: number, { low, high }: RateScale): number {
  return (Math.min(high, Math.max(low, rate)) - low) / (high - low);
}

/** Rates above 1,000 % are not written exactly. */
function axisEnd(rates: readonly number[]): number {
  return Math.min(10, scaleEnd(rates) ?? 0);
}

/** Round figures: `low` is at most 0, and `high` above it. */
export function rateScale(rates: readonly number[]) {
  const [low, high] = nice(0 - axisEnd(rates.map((rate) => 0 - rate)), axisEnd(rates), 5).map(ratio);
  if (high === undefined || low === undefined || high <= low) return undefined;
  return {
    low,
    high,
    above: rates.filter((rate) => rate > high).length,
    below: rates.filter((rate) => rate < low).length,
  };
}

export type SizedMarkets = ReturnType<typeof sizedMarkets>;
export type SizedMarket = SizedMarkets["markets"][number];

export function sizedMarkets(rows: readonly MarketRow[], basis: ApyBasis) {
  const rated = ratedRows(rows, basis);
  const markets = rated
    .flatMap(({ row, rate, deposits }) =>
      deposits === undefined || deposits === 0 ? [] : { row, rate, deposits },
    )
    .toSorted((a, b) => a.deposits - b.deposits || (a.row.id < b.row.id ? -1 : 1));
  return {
    markets,
    scale: rateScale(markets.map(({ rate }) => rate)),
    withoutDeposits: rated.length - markets.length,
    withoutRate: rows.length - rated.length,
  };
}

const classBounds = [100_000, 1_000_000, 10_000_000, 100_000_000] as const;
/** The URL holds six decimals, so the next class starts this much higher. */
const minStep = 0.000001;

/** The smallest deposits first. */
export function sizeClasses(
  rows: readonly MarketRow[],
  state: ViewState,
  basis: ApyBasis,
  reliabilityOf: (row: MarketRow) => Reliability,
): readonly GroupRates[] {
  const edges = [undefined, ...classBounds.map((bound) => usd(bound)), undefined];
  return edges.slice(0, -1).flatMap((from, at) => {
    const to = edges[at + 1];
    const own = rows.filter((row) => {
      const deposits = depositsOf(row);
      return deposits !== undefined && deposits >= (from ?? 0) && deposits < (to ?? Infinity);
    });
    if (own.length === 0) return [];
    const min = Math.max(from ?? 0, state.minDeposits ?? 0);
    const max = Math.min(to === undefined ? Infinity : to - minStep, state.maxDeposits ?? Infinity);
    const label = classText(from, to);
    const narrow = { minDeposits: min === 0 ? undefined : usd(min), maxDeposits: usd(max) };
    return ratesOf({ key: label, label, rows: own, narrow }, basis, reliabilityOf);
  });
}

function classText(from: Usd | undefined, to: Usd | undefined): string {
  const start = inWords(formatUsd(from, "round"));
  const end = inWords(formatUsd(to, "round"));
  if (from === undefined) return `under ${end}`;
  return to === undefined ? `from ${start}` : `${start} to ${end}`;
}

export type RatesOverTime = ReturnType<typeof thenAndNow>[number];

/**
 * Median rates 91 to 180 days ago, 31 to 90, 1 to 30, and now. Every period has the same markets: those with a base
 * rate and all three averages.
 */
export function thenAndNow(groups: readonly MarketGroup[]) {
  return groups.map((group) => {
    const known = group.rows.flatMap((row) => {
      const averages = averagesOf(row, "baseDepositApy");
      const past = averageWindows(averages).map(({ value }) => value);
      const { now } = averages;
      if (isCollateralOnly(row) || past.length < 3 || now === undefined) return [];
      return [[...past.toReversed(), now]];
    });
    const rates = [0, 1, 2, 3].map((period) => medianOf(known.flatMap((own) => own[period] ?? [])));
    const [before, , , now] = rates;
    const change = before === undefined || now === undefined ? undefined : ratio(now - before);
    return { group, counted: known.length, rates, change };
  });
}

export type DepositShare = ReturnType<typeof depositShares>[number];

/** Largest first. Leaves out unknown deposits. */
export function depositShares(groups: readonly MarketGroup[]) {
  const parts = groups.map((group) => ({ group, ...holdingOf(group.rows) })).toSorted(byDeposits);
  const total = sum(parts, ({ deposits }) => deposits);
  return parts.map(({ group, deposits, unpublished }) => {
    const share = deposits === undefined || total <= 0 ? undefined : ratio(deposits / total);
    return { group, deposits, unpublished, share };
  });
}
