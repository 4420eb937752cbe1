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
  /** The yearly yield that would have paid the same. */
  readonly apy: Ratio;
  /** What $1 has become over the observed steps alone. Gaps earn nothing here, because nobody knows what they earned. */
  readonly growth: number;
  /** The arithmetic mean of the observed rates, for comparison. Of rates from 0 up it is never under `apy`. */
  readonly meanApy: Ratio;
  readonly observed: number;
  /** Observed steps of all steps of the window, 0..1. */
  readonly coverage: Ratio;
  /** Whether there is enough of it to be called a result. */
  readonly enough: boolean;
}

/**
 * ln of what $1 becomes in one step, h the step in years:
 *
 *     y ≥ 0: (1 + y)^h        y < 0: 1 + y·h
 *
 * A rate from 0 up is an APY, which compounds. A negative one is a loop's whose debt costs more than its collateral earns. Its net
 * rate L·s − (L − 1)·b is a sum of rates and no APY: at −156 % a year the loop loses 0.43 % in a day, while (1 + y)^h has no
 * value at −100 % and below. Both forms and their slopes agree at 0.
 *
 * @returns undefined where a single step would lose everything (y ≤ −1/h, a day at −36,500 %): no loop outlives that
 */
function logGrowth(apy: Ratio, years: number): number | undefined {
  if (apy >= 0) return Math.log1p(apy) * years;
  const lost = apy * years;
  return lost > -1 ? Math.log1p(lost) : undefined;
}

interface Observed {
  readonly apy: Ratio;
  readonly logGrowth: number;
}

// Two points in one step count once, the later one; points outside the window do not count.
function observedSteps({
  points,
  from,
  to,
  stepMs,
}: RateHistory): { observed: Observed[]; steps: number } | undefined {
  if (!(stepMs > 0) || !(to > from)) return undefined;
  const steps = Math.ceil((to - from) / stepMs);
  const byStep = new Map<number, Observed>();
  for (const { time, apy } of points) {
    const grown = apy === undefined ? undefined : logGrowth(apy, stepMs / yearMs);
    if (time >= from && time < to && apy !== undefined && grown !== undefined)
      byStep.set(Math.floor((time - from) / stepMs), { apy, logGrowth: grown });
  }
  return { observed: [...byStep.values()], steps };
}

/**
 * What a history has paid. Each observed rate makes $1 grow by g = (1 + y)^h, h the step in years, a negative one by 1 + y·h.
 *
 *     growth of $1 = Π gᵢ        realised APY = growth^(1 / (n·h)) − 1
 *
 * For rates from 0 up that is e^(mean of ln(1 + yᵢ)) − 1, as vaults.fyi and Creddit state yields, from share prices. Gaps are left
 * out of both and told by `coverage`.
 *
 * @returns undefined when the window is empty or nothing in it was observed
 */
export function realised(history: RateHistory): Realised | undefined {
  const read = observedSteps(history);
  if (read === undefined || read.observed.length === 0) return undefined;
  const { observed: rates, steps } = read;
  const logSum = rates.reduce((sum, step) => sum + step.logGrowth, 0);
  const apy = ratio(Math.expm1(logSum / (rates.length * (history.stepMs / yearMs))));
  const growth = multiple(Math.exp(logSum));
  const meanApy = ratio(rates.reduce((sum, step) => sum + step.apy, 0) / rates.length);
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
  let logSum = 0;
  return input.points.map(({ time, apy }) => {
    const grown = apy === undefined ? undefined : logGrowth(apy, years);
    if (grown === undefined) return { time, growth: undefined };
    const growth = multiple(Math.exp(logSum));
    logSum += grown;
    return { time, growth };
  });
}
