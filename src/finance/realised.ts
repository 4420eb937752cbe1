// What a history of rates has really paid. A mean of yearly rates overstates it: one day at 200 % is worth 0.3 %.
import { yearMs, ratio, type Millis, type Ratio } from "../contract/units.ts";
import { multiple } from "./multiple.ts";

/** Fewer observations than this, or less of the window covered than `enoughCoverage`, are too few to call a result. */
export const enoughObservations = 14;
export const enoughCoverage = 0.8;

/** A rate at a moment; undefined is a gap. */
export interface RatePoint {
  readonly time: Millis;
  readonly apy: Ratio | undefined;
}

/** A history on a grid: each rate holds for one step from its moment. `from` is included, `to` is not. */
export interface RateHistory {
  readonly points: readonly RatePoint[];
  readonly from: Millis;
  readonly to: Millis;
  /** Milliseconds between two moments of the grid: 3,600,000 or 86,400,000. */
  readonly stepMs: number;
}

export interface Realised {
  /** e^(mean of ln(1 + APY)) − 1: the yearly yield that would have paid the same. */
  readonly apy: Ratio;
  /** What $1 has become over the observed steps alone. Gaps earn nothing here, because nobody knows what they earned. */
  readonly growth: number;
  /** The arithmetic mean of the observed rates, for comparison. Never under `apy`. */
  readonly meanApy: Ratio;
  readonly observed: number;
  /** Observed steps of all steps of the window, 0..1. */
  readonly coverage: Ratio;
  /** Whether there is enough of it to be called a result. */
  readonly enough: boolean;
}

// A rate of −1 and below is no rate anyone can have earned, so it counts as a gap. Two points in one step count once, the
// later one; points outside the window do not count.
function observedRates({
  points,
  from,
  to,
  stepMs,
}: RateHistory): { rates: number[]; steps: number } | undefined {
  if (!(stepMs > 0) || !(to > from)) return undefined;
  const steps = Math.ceil((to - from) / stepMs);
  const byStep = new Map<number, number>();
  for (const { time, apy } of points) {
    if (time >= from && time < to && apy !== undefined && apy > -1)
      byStep.set(Math.floor((time - from) / stepMs), apy);
  }
  return { rates: [...byStep.values()], steps };
}

/**
 * What a history has paid, by geometric accrual: each observed rate y pays (1 + y)^(step / year).
 *
 *     realised APY = e^(mean of ln(1 + yᵢ)) − 1        growth of $1 = Π (1 + yᵢ)^(step / year)
 *
 * Gaps are left out of both and told by `coverage`. vaults.fyi and Creddit state yields so, from share prices.
 *
 * @returns undefined when the window is empty or nothing in it was observed
 */
export function realised(history: RateHistory): Realised | undefined {
  const read = observedRates(history);
  if (read === undefined || read.rates.length === 0) return undefined;
  const { rates, steps } = read;
  const logSum = rates.reduce((sum, rate) => sum + Math.log1p(rate), 0);
  const apy = ratio(Math.expm1(logSum / rates.length));
  const growth = multiple(Math.exp((logSum * history.stepMs) / yearMs));
  const meanApy = ratio(rates.reduce((sum, rate) => sum + rate, 0) / rates.length);
  const coverage = ratio(rates.length / steps);
  if (apy === undefined || growth === undefined || meanApy === undefined || coverage === undefined)
    return undefined;
  const enough = rates.length >= enoughObservations && coverage >= enoughCoverage;
  return { apy, growth, meanApy, observed: rates.length, coverage, enough };
}

/** What $1 put in at the start of a history has become by a moment; undefined in a gap. */
interface GrowthPoint {
  readonly time: Millis;
  readonly growth: number | undefined;
}

/**
 * The growth of $1 along a history, one point per point of it. A point shows what has been earned before it; a gap shows
 * nothing and earns nothing, so the line goes on after it where it stopped.
 *
 * @param input.points in order of time
 * @param input.stepMs how long each rate holds, in milliseconds
 */
export function growthSeries(input: {
  points: readonly RatePoint[];
  stepMs: number;
}): readonly GrowthPoint[] {
  const years = input.stepMs / yearMs;
  let logGrowth = 0;
  return input.points.map(({ time, apy }) => {
    if (apy === undefined || apy <= -1) return { time, growth: undefined };
    const growth = multiple(Math.exp(logGrowth));
    logGrowth += Math.log1p(apy) * years;
    return { time, growth };
  });
}
