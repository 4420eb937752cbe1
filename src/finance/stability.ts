// How steady a rate has been: from its history, or roughly from its averages alone.
import { ratio, type Ratio } from "../contract/units.ts";
import { quantile } from "./blend.ts";
import type { NestedAverages } from "./fade.ts";
import { multiple } from "./multiple.ts";
import { enoughCoverage, enoughObservations } from "./realised.ts";

/** Bounds of the coefficient of variation, as DefiLlama's yield score draws them. */
export const stableBelow = 0.5;
export const volatileAbove = 2;

export type StabilityClass = "stable" | "mixed" | "volatile" | "too few observations";

export interface Stability {
  readonly class: StabilityClass;
  readonly mean: Ratio;
  /** Standard deviation of the observed rates (n − 1). */
  readonly deviation: Ratio;
  /** deviation / mean; undefined when the mean is not above 0. */
  readonly variation: number | undefined;
  readonly lowest: Ratio;
  readonly highest: Ratio;
  /** The rate that nine of ten observations were above. */
  readonly lowTenth: Ratio;
  /** The deepest fall from a peak to a later trough, in rate: 0.03 is three percentage points. */
  readonly deepestFall: Ratio;
  /** Observations outside Q1 − 1.5·IQR … Q3 + 1.5·IQR: they are counted, never dropped. */
  readonly outliers: number;
  readonly observed: number;
  /** Observed of all, 0..1. */
  readonly coverage: Ratio;
}

/**
 * The spread of a history of rates, in order of time, undefined for gaps.
 *
 * Class by coefficient of variation σ/μ: stable under 0.5, mixed up to 2, volatile above or with a mean of 0 and below. With
 * fewer than 14 observations, or less than 80 % of the moments observed, there is no class: a new market without a spread
 * would look like the safest of all.
 *
 * @returns undefined when nothing was observed
 */
export function stability(rates: readonly (Ratio | undefined)[]): Stability | undefined {
  const seen = rates.filter((rate) => rate !== undefined);
  const count = seen.length;
  const average = seen.reduce((sum, rate) => sum + rate, 0) / count;
  const squares = seen.reduce((sum, rate) => sum + (rate - average) ** 2, 0);
  const spread = count > 1 ? Math.sqrt(squares / (count - 1)) : 0;
  const firstQuarter = quantile(seen, 0.25) ?? Number.NaN;
  const lastQuarter = quantile(seen, 0.75) ?? Number.NaN;
  const reach = 1.5 * (lastQuarter - firstQuarter);
  let peak = -Infinity;
  let fall = 0;
  for (const rate of seen) {
    peak = Math.max(peak, rate);
    fall = Math.max(fall, peak - rate);
  }
  const mean = ratio(average);
  const deviation = ratio(spread);
  const lowest = ratio(quantile(seen, 0));
  const highest = ratio(quantile(seen, 1));
  const lowTenth = ratio(quantile(seen, 0.1));
  const deepestFall = ratio(fall);
  const coverage = ratio(count / rates.length);
  if (mean === undefined || deviation === undefined || lowest === undefined || highest === undefined)
    return undefined;
  if (lowTenth === undefined || deepestFall === undefined || coverage === undefined) return undefined;
  const variation = mean > 0 ? multiple(deviation / mean) : undefined;
  return {
    class: classOf(variation, count >= enoughObservations && coverage >= enoughCoverage),
    mean,
    deviation,
    variation,
    lowest,
    highest,
    lowTenth,
    deepestFall,
    outliers: seen.filter((rate) => rate < firstQuarter - reach || rate > lastQuarter + reach).length,
    observed: count,
    coverage,
  };
}

function classOf(variation: number | undefined, enough: boolean): StabilityClass {
  if (!enough) return "too few observations";
  if (variation === undefined || variation > volatileAbove) return "volatile";
  return variation < stableBelow ? "stable" : "mixed";
}

/** How often a rate reached a target. */
export interface TargetRecord {
  /** Observations at or above the target. */
  readonly reached: number;
  readonly observed: number;
  /** The most observations in a row under the target. A gap ends a row: nobody knows what was in it. */
  readonly longestUnder: number;
}

/** Counts how often a history reached a target rate. @returns undefined when the target is missing or nothing was observed */
export function targetRecord(input: {
  rates: readonly (Ratio | undefined)[];
  target: Ratio | undefined;
}): TargetRecord | undefined {
  const { rates, target } = input;
  if (target === undefined) return undefined;
  let reached = 0;
  let observed = 0;
  let under = 0;
  let longestUnder = 0;
  for (const rate of rates) {
    if (rate !== undefined) observed += 1;
    if (rate !== undefined && rate >= target) reached += 1;
    under = rate !== undefined && rate < target ? under + 1 : 0;
    longestUnder = Math.max(longestUnder, under);
  }
  return observed === 0 ? undefined : { reached, observed, longestUnder };
}

/**
 * How far the rate now and its three averages lie apart: (highest − lowest) / mean of the four. Rough, but every market that
 * gives its averages has it.
 *
 * @returns fraction of the mean; undefined when one of the four is missing or their mean is not above 0
 */
export function averageRange(input: NestedAverages & { now: Ratio | undefined }): Ratio | undefined {
  const { now, d30, d90, d180 } = input;
  if (now === undefined || d30 === undefined || d90 === undefined || d180 === undefined) return undefined;
  const average = (now + d30 + d90 + d180) / 4;
  return average > 0
    ? ratio((Math.max(now, d30, d90, d180) - Math.min(now, d30, d90, d180)) / average)
    : undefined;
}

/**
 * A yield above a reference per unit of its own spread: (y − reference) / σ.
 *
 * @returns a multiple, negative under the reference; undefined when something is missing or σ is not above 0
 */
export function excessPerDeviation(input: {
  apy: Ratio | undefined;
  referenceApy: Ratio | undefined;
  deviation: Ratio | undefined;
}): number | undefined {
  const { apy, referenceApy, deviation } = input;
  if (apy === undefined || referenceApy === undefined || deviation === undefined || deviation <= 0)
    return undefined;
  return multiple((apy - referenceApy) / deviation);
}
