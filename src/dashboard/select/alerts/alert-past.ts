import { mean } from "d3-array";
import type { AlertMeasure, AlertTarget, ThresholdCondition } from "../../../contract/alerts/rule.ts";
import type { HistoryPoint } from "../../../contract/history.ts";
import { dayMs, dayOf, ratio, startOfDay, tokenAmount, usd } from "../../../contract/units.ts";
import { firingIndexes, type TargetFacts } from "../../../domain/alerts/judge.ts";
import { groupLoans } from "../../../domain/position/loan-group.ts";
import { marketsOfAsset } from "../../../domain/alerts/market-figures.ts";
import { compareSize, type MarketRow } from "../../../domain/market/market-row.ts";
import type { PositionPast } from "../../queries/positions.ts";
import type { PositionRow } from "../../../domain/position/position-row.ts";
import { targetFacts } from "./alert-facts.ts";

export const pastDays = 90;
const averagedDays = 90;
const minAveragedDays = 60;
/** A request may name no more. */
const maxMarkets = 20;

/** Ratios, or health factors. Oldest first. */
export interface FigurePast {
  readonly days: readonly (number | undefined)[];
  /** Uses only markets that have a history, because any other would look like a rise. */
  readonly now: number | undefined;
  /** Series that fire separately, ending with today: one per market for a token's price. */
  readonly each: readonly (readonly (number | undefined)[])[];
}

export function firstDay(now: number): number {
  return startOfDay(now) - pastDays * dayMs;
}

/** An average also needs the days before it. */
export function historyStart(measure: AlertMeasure, now: number): number {
  return firstDay(now) - (measure === "fade" ? averagedDays * dayMs : 0);
}

/**
 * Markets whose history is shown: the target; for a price, also others of its token; for a token, its largest ones, or
 * for its best rate those that pay the most today.
 */
export function pastMarkets(
  target: AlertTarget,
  measure: AlertMeasure,
  rows: readonly MarketRow[],
): readonly MarketRow[] {
  if (target.kind === "asset") {
    const deposits = marketsOfAsset(target.mint, rows);
    return largest(measure === "depositApy" ? deposits.toSorted(compareRate).slice(0, maxMarkets) : deposits);
  }
  const own = target.kind === "market" ? rows.find(({ id }) => id === target.id) : undefined;
  if (own === undefined) return [];
  const mint = own.tokens[0]?.address;
  if (measure !== "offPeg" || mint === undefined) return [own];
  return [own, ...largest(marketsOfAsset(mint, rows).filter(({ id }) => id !== own.id))].slice(0, maxMarkets);
}

function compareRate(one: MarketRow, other: MarketRow): number {
  return (other.depositApy ?? -Infinity) - (one.depositApy ?? -Infinity) || compareSize(one, other);
}

function largest(rows: readonly MarketRow[]): readonly MarketRow[] {
  return rows.toSorted(compareSize).slice(0, maxMarkets);
}

export function marketsPast(
  target: AlertTarget,
  measure: AlertMeasure,
  rows: readonly MarketRow[],
  histories: ReadonlyMap<string, readonly HistoryPoint[]>,
  now: number,
): FigurePast {
  const known = rows.filter(({ id }) => (histories.get(id) ?? []).length > 0);
  const days = new Map(
    known.map(({ id }) => [id, byDay(histories.get(id) ?? [], ({ timestamp }) => Date.parse(timestamp))]),
  );
  const past = eachDay(now, (day) =>
    targetFacts(
      target,
      known.map((row) => rowOf(row, days.get(row.id) ?? new Map(), day, measure === "fade")),
    ),
  );
  const present = targetFacts(target, known);
  const valueOf = (facts: TargetFacts | undefined): number | undefined => facts?.[measure]?.value;
  const all = [...past, present];
  return {
    days: past.map(valueOf),
    now: valueOf(present),
    each:
      target.kind === "asset" && measure === "offPeg"
        ? known.map(({ id }) =>
            all.map((facts) => facts?.prices?.find(({ market }) => market.id === id)?.value),
          )
        : [all.map(valueOf)],
  };
}

/** Computed from past values and today's liquidation LTV. */
export function loanPast(
  target: Extract<AlertTarget, { readonly kind: "position" }>,
  rows: readonly PositionRow[],
  pasts: readonly PositionPast[],
  now: number,
): FigurePast {
  const healthOf = (held: readonly PositionRow[]): number | undefined =>
    groupLoans(held).find(({ key }) => key === target.id)?.health;
  const days = new Map(pasts.map(({ id, points }) => [id, byDay(points, ({ time }) => time)]));
  const past = eachDay(now, (day) => {
    const held = rows.map((row): PositionRow => {
      const point = days.get(row.id)?.get(day);
      const value = point?.usd === undefined ? undefined : Math.abs(point.usd);
      return {
        ...row,
        ltv: undefined,
        assetsUsd: usd(row.side === "deposit" ? value : row.assetsUsd),
        debtsUsd: usd(row.side === "borrow" ? value : row.debtsUsd),
        supplied: point === undefined ? undefined : { token: undefined, ...point.supplied },
        borrowed: point === undefined ? undefined : { token: undefined, ...point.borrowed },
      };
    });
    return healthOf(held);
  });
  const present = healthOf(rows);
  return { days: past, now: present, each: [[...past, present]] };
}

export function pastFirings(condition: ThresholdCondition, each: FigurePast["each"]): readonly number[] {
  return [...new Set(each.flatMap((values) => firingIndexes(condition, values)))].toSorted((a, b) => a - b);
}

function eachDay<Value>(now: number, valueOf: (day: number) => Value): readonly Value[] {
  const first = firstDay(now) / dayMs;
  return Array.from({ length: pastDays }, (_, index) => valueOf(first + index));
}

type Days<Point> = ReadonlyMap<number, Point>;

function byDay<Point>(points: readonly Point[], time: (point: Point) => number): Days<Point> {
  return new Map(points.map((point) => [dayOf(time(point)), point]));
}

/** `averaged`: the rate is compared with the average of the days before. */
function rowOf(row: MarketRow, days: Days<HistoryPoint>, day: number, averaged: boolean): MarketRow {
  const point = days.get(day);
  const rateOf = (past: HistoryPoint | undefined): number | undefined =>
    (row.kind === "loop" ? past?.depositApy : past?.baseDepositApy) ?? undefined;
  const rates = Array.from({ length: averaged ? averagedDays : 0 }, (_, before) =>
    rateOf(days.get(day - before)),
  ).filter((rate) => rate !== undefined);
  const average = rates.length < minAveragedDays ? undefined : ratio(mean(rates));
  return {
    ...row,
    depositApy: ratio(point?.depositApy),
    baseDepositApy: ratio(point?.baseDepositApy),
    borrowApy: ratio(point?.borrowApy),
    baseBorrowApy: ratio(point?.baseBorrowApy),
    totalDeposit: tokenAmount(point?.totalDeposit),
    totalDepositUsd: usd(point?.totalDepositUsd),
    totalBorrow: tokenAmount(point?.totalBorrow),
    totalBorrowUsd: usd(point?.totalBorrowUsd),
    // Today's limits say nothing about a past day.
    maxDeposit: undefined,
    rewards: [],
    rewardsGiven: false,
    baseDepositApy30d: undefined,
    baseDepositApy90d: row.kind === "loop" ? undefined : average,
    baseDepositApy180d: undefined,
    depositApy30d: undefined,
    depositApy90d: row.kind === "loop" ? average : undefined,
    depositApy180d: undefined,
  };
}
