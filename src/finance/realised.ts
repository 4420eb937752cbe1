// A mean of yearly rates overstates what a history paid: one day at 200 % is worth 0.3 %.
import { yearMs, ratio, type Millis, type Ratio } from "../contract/units.ts";
import { multiple } from "./multiple.ts";

/** Fewer observations give no result. */
export const enoughObservations = 14;
export const enoughCoverage = 0.8;

export interface RatePoint {
  readonly time: Millis;
  readonly apy: Ratio | undefined;
}

/** Each rate holds for one step. `to` is exclusive. */
export interface RateHistory {
  readonly points: readonly RatePoint[];
  readonly from: Millis;
  readonly to: Millis;
  /** An hour or a day. */
  readonly stepMs: number;
}

export interface Realised {
  /** The constant yield that would have paid the same. */
  readonly apy: Ratio;
  /** What $1 became; gaps earn nothing. */
  readonly growth: number;
  /** Never below `apy` for rates from 0 up. */
  readonly meanApy: Ratio;
  readonly observed: number;
  /** Observed share of the steps. */
  readonly coverage: Ratio;
  readonly enough: boolean;
}

// ln of what $1 becomes in a step of h years: (1 + y)^h, or 1 + y·h for y < 0. Negative rates are loops, whose net L·s
// − (L − 1)·b is a sum of rates and no APY; (1 + y)^h has no value at −100 %. Both agree in value and slope at 0.
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

// Π gᵢ^(1 / (n·h)) − 1 over observed steps, as vaults.fyi and Creddit state yields from share prices. Gaps are left
// out.
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

interface GrowthPoint {
  readonly time: Millis;
  readonly growth: number | undefined;
}

/** Growth of $1. A point shows what was earned before it; after a gap the line continues where it stopped. */
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
