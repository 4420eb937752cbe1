// What follows from the recorded points of one market: means, flows, gaps. Moments in milliseconds, weights in time.
import {
  averagedDays,
  type Flow,
  type Gap,
  type RecordedAverage,
} from "../../contract/record/record-parts.ts";
import { dayMs, hourMs, millis, ratio, startOfDay, tokenAmount } from "../../contract/units.ts";
import { flowSteps, inAndOut, type FlowStep, type PoolAmount } from "../../finance/flows/flow-steps.ts";
import type { KnownMarket } from "../store/market-store.ts";
import type { Point, PointField } from "../store/point.ts";
import type { Series } from "../store/series.ts";
import { amount, growthRateOf, moment, rate, utilizationOf, type Pool } from "./figures.ts";

/** The last moment at which a market was seen, with what it was then. */
export interface LastPoint {
  readonly time: number;
  readonly point: Point;
}

/** The last point of a series that says anything, up to a moment and not before another. */
export function lastPointOf(series: Series, from: number, to: number): LastPoint | undefined {
  for (let index = series.length - 1; index >= 0; index -= 1) {
    const time = (series.times[index] ?? 0) * 1000;
    if (time > to) continue;
    if (time < from) return undefined;
    const point = series.pointAt(index);
    // What says nothing is the end of what was said before.
    return Object.keys(point).length === 0 ? undefined : { time, point };
  }
  return undefined;
}

/** The first point of a series that says anything, from a moment on. */
export function firstPointOf(series: Series, from: number): LastPoint | undefined {
  for (const [index, seconds] of series.times.entries()) {
    if (seconds * 1000 < from) continue;
    const point = series.pointAt(index);
    if (Object.keys(point).length > 0) return { time: seconds * 1000, point };
  }
  return undefined;
}

/** Where so many days of UTC begin, the one of `until` included. Milliseconds since the epoch. */
export function firstDay(days: number, until: number): number {
  return startOfDay(until) - (days - 1) * dayMs;
}

const averaged = ["depositApy", "baseDepositApy", "borrowApy", "baseBorrowApy", "rewardApy"] as const;

/**
 * The means of the last days, the one of `until` included, from means of days: each counts for the time that it covers.
 * @returns those of which anything is known
 */
export function averagesOf(
  daily: Series,
  market: Pool & Pick<KnownMarket, "firstSeen">,
  until: number,
): RecordedAverage[] {
  return averagedDays.flatMap((days) => {
    const from = firstDay(days, until);
    const sums = new Map<string, { sum: number; weight: number }>();
    let known = 0;
    const count = (name: string, value: number | undefined, weight: number): void => {
      if (value === undefined) return;
      const sum = sums.get(name) ?? { sum: 0, weight: 0 };
      sum.sum += value * weight;
      sum.weight += weight;
      sums.set(name, sum);
    };
    for (const [index, seconds] of daily.times.entries()) {
      if (seconds * 1000 < from || seconds * 1000 > until) continue;
      const weight = (daily.columns.get("coverage")?.at(index) ?? 0) * dayMs;
      if (weight <= 0) continue;
      known += weight;
      for (const field of averaged) count(field, daily.columns.get(field)?.at(index), weight);
      count("utilization", utilizationOf(poolAt(daily, index), market), weight);
    }
    if (sums.size === 0) return [];
    const means = Object.fromEntries(
      [...sums].map(([name, { sum, weight }]) => [name, rate(sum / weight)] as const),
    );
    return [
      {
        days,
        since: moment(Math.max(from, market.firstSeen)),
        coverage: share(known, until - from),
        ...means,
      },
    ];
  });
}

function poolAt(series: Series, index: number): Point {
  const point: { [Field in PointField]?: number } = {};
  for (const field of ["totalDeposit", "totalDepositUsd", "totalBorrow", "totalBorrowUsd"] as const) {
    const value = series.columns.get(field)?.at(index);
    if (value !== undefined) point[field] = value;
  }
  return point;
}

const flowFields = ["totalDeposit", "baseDepositApy", "depositApy", "rewardApy"] as const;

/**
 * The flows of a market between two moments, or from the first step on. Means of steps stand for the middle of their step; only
 * what is seen at an end is told of the step that the end lies in.
 * @param steps means of steps of `stepMs`, or points of moments where it is 0
 */
export function flowStepsOf(
  steps: Series,
  type: string,
  stepMs: number,
  { start, end }: { readonly start?: LastPoint | undefined; readonly end: LastPoint | undefined },
): FlowStep[] {
  const points: PoolAmount[] = [];
  const add = (time: number, totalDeposit: number | undefined, apy: number | undefined): void => {
    const at = millis(time);
    if (at !== undefined) points.push({ time: at, amount: tokenAmount(totalDeposit), apy: ratio(apy) });
  };
  const addSeen = ({ time, point }: LastPoint): void => {
    const { totalDeposit, baseDepositApy, depositApy, rewardApy } = point;
    add(time, totalDeposit, growthRateOf(type, baseDepositApy, depositApy, rewardApy));
  };
  if (start !== undefined) addSeen(start);
  const [deposits, base, total, rewards] = flowFields.map((field) => steps.columns.get(field));
  for (const [index, seconds] of steps.times.entries()) {
    const time = seconds * 1000;
    if (start !== undefined && time <= start.time) continue;
    if (end !== undefined && time + Math.max(stepMs, 1) > end.time) break;
    const apy = growthRateOf(type, base?.at(index), total?.at(index), rewards?.at(index));
    add(time + stepMs / 2, deposits?.at(index), apy);
  }
  if (end !== undefined) addSeen(end);
  return flowSteps(points);
}

/**
 * What went in and out over the last days, from the flows of steps that end in them.
 * @param hourly the means of hours behind the steps
 * @returns undefined where no flow is known
 */
export function flowOf(
  steps: readonly FlowStep[],
  hourly: Series,
  days: number,
  until: number,
  priceUsd: number | undefined,
): Flow | undefined {
  const from = until - days * dayMs;
  const counted = steps.filter((step) => step.to > from && step.to <= until);
  const [first] = counted;
  if (first === undefined) return undefined;
  const sums = inAndOut(counted);
  const dollars = (tokens: number): number | undefined =>
    priceUsd === undefined ? undefined : amount(tokens * priceUsd);
  const net = sums.in - sums.out;
  return {
    days,
    since: moment(Math.max(from, first.from)),
    coverage: share(knownMs(hourly, from, until), until - from),
    in: amount(sums.in),
    out: amount(sums.out),
    net: amount(net),
    inUsd: dollars(sums.in),
    outUsd: dollars(sums.out),
    netUsd: dollars(net),
  };
}

/** For how long something is known, from means of hours. The first hour counts by the part of it that lies in the time asked for. */
export function knownMs(hourly: Series, from: number, to: number): number {
  let known = 0;
  const coverage = hourly.columns.get("coverage");
  for (const [index, seconds] of hourly.times.entries()) {
    const start = seconds * 1000;
    const overlap = Math.min(start + hourMs, to) - Math.max(start, from);
    if (overlap > 0) known += Math.min(overlap, (coverage?.at(index) ?? 0) * hourMs);
  }
  return known;
}

/** A stretch of time, in milliseconds since the epoch; `to` is not included. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The whole hours of a time of which nothing is known, the newest first. Those in a stretch of `excused` are no gap. */
export function gapsOf(hourly: Series, { from, to }: Stretch, excused: readonly Stretch[]): Gap[] {
  const known = new Set(hourly.times);
  const gaps: { from: number; to: number }[] = [];
  for (let hour = Math.ceil(from / hourMs) * hourMs; hour + hourMs <= to; hour += hourMs) {
    if (known.has(hour / 1000)) continue;
    if (excused.some((away) => hour < away.to && away.from < hour + hourMs)) continue;
    const last = gaps.at(-1);
    if (last?.to === hour) last.to = hour + hourMs;
    else gaps.push({ from: hour, to: hour + hourMs });
  }
  return gaps.toReversed().map((gap) => ({ from: moment(gap.from), to: moment(gap.to) }));
}

/** A part of a whole, 0..1; 1 where there is nothing to be known. */
export function share(part: number, whole: number): number {
  return whole <= 0 ? 1 : Math.round(Math.min(1, Math.max(0, part / whole)) * 1e4) / 1e4;
}
