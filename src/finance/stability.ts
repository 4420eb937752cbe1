import { ratio, finite, type Maybe, type Ratio } from "../contract/units.ts";
import { quantile } from "./blend.ts";
import { materialDifference } from "./fade.ts";
import { enoughCoverage, enoughObservations } from "./realized.ts";

/** Bounds for the coefficient of variation, σ/μ. */
const steadyUpTo = 0.15;
const movingUpTo = 0.4;

export type Stability = NonNullable<ReturnType<typeof stability>>;

// Classifies by σ/μ with the sample deviation (n − 1): steady up to 0.15 (or σ of 0.05 percentage points), moving up
// to 0.4, else swinging. Short or patchy histories get no class, or new markets would look steadiest.
export function stability(rates: readonly (Ratio | undefined)[]) {
  const seen = rates.filter((rate) => rate !== undefined);
  const count = seen.length;
  const average = seen.reduce((sum, rate) => sum + rate, 0) / count;
  const squares = seen.reduce((sum, rate) => sum + (rate - average) ** 2, 0);
  const deviation = ratio(count > 1 ? Math.sqrt(squares / (count - 1)) : 0);
  const lowTenth = ratio(quantile(seen, 0.1));
  if (deviation === undefined || lowTenth === undefined) return undefined;
  const variation = average > 0 ? finite(deviation / average) : undefined;
  const enough = count >= enoughObservations && count / rates.length >= enoughCoverage;
  return {
    class: enough ? classOf(variation, deviation) : ("too few observations" as const),
    lowTenth,
    worstWeek: worstWeek(rates),
    observed: count,
  };
}

function classOf(variation: number | undefined, deviation: Ratio): "steady" | "moving" | "swinging" {
  if (deviation <= materialDifference) return "steady";
  if (variation === undefined || variation > movingUpTo) return "swinging";
  return variation <= steadyUpTo ? "steady" : "moving";
}

const daysOfWeek = 7;

function worstWeek(rates: readonly (Ratio | undefined)[]): Ratio | undefined {
  const means = rates.flatMap((_, first) => {
    const week = rates.slice(first, first + daysOfWeek).filter((rate) => rate !== undefined);
    return week.length < daysOfWeek ? [] : week.reduce((sum, rate) => sum + rate, 0) / daysOfWeek;
  });
  return ratio(Math.min(...means));
}

export function targetRecord({
  rates,
  target,
}: Maybe<Ratio, "target"> & { readonly rates: readonly (Ratio | undefined)[] }) {
  const seen = rates.filter((rate) => rate !== undefined);
  if (target === undefined || seen.length === 0) return undefined;
  return { reached: seen.filter((rate) => rate >= target).length, observed: seen.length };
}

/** An outlier is at least this many interquartile ranges beyond the quartiles. */
const farOut = 10;
/** It is also at least this far beyond them, per year. */
const minFarOut = 0.02;

/** Indexes of rates so extreme that an axis which includes them would flatten all others. */
export function offScale(rates: readonly (Ratio | undefined)[]): readonly number[] {
  const seen = rates.filter((rate) => rate !== undefined);
  const first = quantile(seen, 0.25) ?? Number.NaN;
  const last = quantile(seen, 0.75) ?? Number.NaN;
  const maxDistance = Math.max(farOut * (last - first), minFarOut);
  return rates.flatMap((rate, at) =>
    rate !== undefined && (rate < first - maxDistance || rate > last + maxDistance) ? [at] : [],
  );
}
