// A mean of yearly rates overstates what a history paid: one day at 200 % is worth only 0.3 %.
import { yearMs, ratio, finite, type Millis, type Ratio } from "../contract/units.ts";

/** With fewer observations there is no result. */
export const enoughObservations = 14;
export const enoughCoverage = 0.8;

export interface RatePoint {
  readonly time: Millis;
  readonly apy: Ratio | undefined;
}

/** Each rate is valid for one step. `to` is exclusive. */
export interface RateHistory {
  readonly points: readonly RatePoint[];
  readonly from: Millis;
  readonly to: Millis;
  /** An hour or a day. */
  readonly stepMs: number;
}

export type Realized = NonNullable<ReturnType<typeof realized>>;

// ln of what $1 becomes in a step of h years: (1 + y)^h, or 1 + y·h for y < 0. Negative rates are loops, whose net
// L·s − (L − 1)·b is a sum of rates and no APY; (1 + y)^h is undefined at −100 %. Both agree in value and slope at 0.
function logGrowth(apy: Ratio, years: number): number | undefined {
  if (apy >= 0) return Math.log1p(apy) * years;
  const lost = apy * years;
  return lost > -1 ? Math.log1p(lost) : undefined;
}

// If a step has two points, the later one counts.
function observedSteps({ points, from, to, stepMs }: RateHistory) {
  const byStep = new Map<number, { readonly apy: Ratio; readonly logGrowth: number }>();
  for (const { time, apy } of points) {
    const grown = apy === undefined ? undefined : logGrowth(apy, stepMs / yearMs);
    if (time >= from && time < to && apy !== undefined && grown !== undefined)
      byStep.set(Math.floor((time - from) / stepMs), { apy, logGrowth: grown });
  }
  return [...byStep.values()];
}

// Π gᵢ^(1 / (n·h)) − 1 over observed steps: the constant yield that would have paid the same, as vaults.fyi and
// Creddit state yields from share prices. `growth` is what $1 became. Gaps are left out; `coverage` is the observed
// share.
export function realized(history: RateHistory) {
  const { from, to, stepMs } = history;
  if (!(stepMs > 0) || !(to > from)) return undefined;
  const rates = observedSteps(history);
  const logSum = rates.reduce((sum, step) => sum + step.logGrowth, 0);
  const apy = ratio(Math.expm1(logSum / (rates.length * (stepMs / yearMs))));
  const growth = finite(Math.exp(logSum));
  const meanApy = ratio(rates.reduce((sum, step) => sum + step.apy, 0) / rates.length);
  const coverage = ratio(rates.length / Math.ceil((to - from) / stepMs));
  if (apy === undefined || growth === undefined || meanApy === undefined || coverage === undefined)
    return undefined;
  const enough = rates.length >= enoughObservations && coverage >= enoughCoverage;
  return { apy, growth, meanApy, observed: rates.length, coverage, enough };
}

/** Growth of $1. A point shows what was earned before it. After a gap, the line continues from the value before it. */
export function growthSeries(input: { points: readonly RatePoint[]; stepMs: number }) {
  const years = input.stepMs / yearMs;
  let logSum = 0;
  return input.points.map(({ time, apy }) => {
    const grown = apy === undefined ? undefined : logGrowth(apy, years);
    if (grown === undefined) return { time, growth: undefined };
    const growth = finite(Math.exp(logSum));
    logSum += grown;
    return { time, growth };
  });
}
