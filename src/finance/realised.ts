// What a history of rates has paid. A mean of yearly rates overstates it: one day at 200 % is worth 0.3 %.
import { yearMs, ratio, type Millis, type Ratio } from "../contract/units.ts";
import { multiple } from "./multiple.ts";

/** With fewer observations, or less coverage, there is no result. */
export const enoughObservations = 14;
export const enoughCoverage = 0.8;

/** Undefined is a gap. */
export interface RatePoint {
  readonly time: Millis;
  readonly apy: Ratio | undefined;
}

/** Each rate holds for one step. `from` is included, `to` is not. */
export interface RateHistory {
  readonly points: readonly RatePoint[];
  readonly from: Millis;
  readonly to: Millis;
  /** 3,600,000 or 86,400,000. */
  readonly stepMs: number;
}

export interface Realised {
  /** The yearly yield that would have paid the same. */
  readonly apy: Ratio;
  /** What $1 became over the observed steps; gaps earn nothing here. */
  readonly growth: number;
  /** For comparison; for rates from 0 up never below `apy`. */
  readonly meanApy: Ratio;
  readonly observed: number;
  /** Observed steps of all steps. */
  readonly coverage: Ratio;
  /** Whether there are enough observations for a result. */
  readonly enough: boolean;
}

/**
 * ln of what $1 becomes in one step of h years:
 *
 *     y ≥ 0: (1 + y)^h        y < 0: 1 + y·h
 *
 * A rate from 0 up is an APY. A negative one is a loop whose debt costs more than its collateral earns; its net rate
 * L·s − (L − 1)·b is a sum of rates and no APY: at −156 % a year the loop loses 0.43 % in a day, while (1 + y)^h has
 * no value at −100 % and below. Both forms and their slopes agree at 0.
 *
 * @returns undefined where one step would lose everything (y ≤ −1/h)
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

// The later of two points in one step counts.
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
 * What a history has paid. Each observed rate grows $1 by g = (1 + y)^h, a negative one by 1 + y·h.
 *
 *     growth of $1 = Π gᵢ        realised APY = growth^(1 / (n·h)) − 1
 *
 * For rates from 0 up that is e^(mean of ln(1 + yᵢ)) − 1, as vaults.fyi and Creddit state yields, from share prices.
 * Gaps are left out; `coverage` says how many.
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

/** Undefined in a gap. */
interface GrowthPoint {
  readonly time: Millis;
  readonly growth: number | undefined;
}

/**
 * The growth of $1 along a history. A point shows what was earned before it; after a gap the line goes on where it
 * stopped.
 *
 * @param input.points in order of time
 * @param input.stepMs how long each rate holds
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
