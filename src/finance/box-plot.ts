// How a group of rates is spread, in the five figures of a box plot, and where rates stand in the past half year.
import { ratio, type Ratio } from "../contract/units.ts";
import { quantile } from "./blend.ts";
import { materialDifference } from "./fade.ts";

/** How far a whisker reaches at most, in heights of the box. */
const reach = 1.5;

export interface BoxPlot {
  /** A quarter of the values lies below it. */
  readonly lowerQuartile: Ratio;
  readonly median: Ratio;
  /** A quarter of the values lies above it. */
  readonly upperQuartile: Ratio;
  /** The least value that is no outlier. */
  readonly lowWhisker: Ratio;
  /** The greatest value that is no outlier. */
  readonly highWhisker: Ratio;
  /** Values under Q1 − 1.5·IQR. */
  readonly outliersBelow: number;
  /** Values over Q3 + 1.5·IQR. */
  readonly outliersAbove: number;
  readonly counted: number;
}

/**
 * The figures of a box plot after Tukey: quartiles, and whiskers to the farthest values within Q1 − 1.5·IQR … Q3 + 1.5·IQR.
 * What is farther is counted and never dropped from the quartiles.
 *
 * @returns undefined for no values
 */
export function boxPlot(values: readonly Ratio[]): BoxPlot | undefined {
  const sorted = values.toSorted((first, second) => first - second);
  const lowerQuartile = ratio(quantile(sorted, 0.25));
  const median = ratio(quantile(sorted, 0.5));
  const upperQuartile = ratio(quantile(sorted, 0.75));
  if (lowerQuartile === undefined || median === undefined || upperQuartile === undefined) return undefined;
  const range = reach * (upperQuartile - lowerQuartile);
  const below = sorted.filter((value) => value < lowerQuartile - range).length;
  const above = sorted.filter((value) => value > upperQuartile + range).length;
  return {
    lowerQuartile,
    median,
    upperQuartile,
    // Between two values, a quartile can lie beyond the last one that is no outlier: a whisker never begins inside the box.
    lowWhisker: least(sorted[below], lowerQuartile),
    highWhisker: most(sorted[sorted.length - 1 - above], upperQuartile),
    outliersBelow: below,
    outliersAbove: above,
    counted: sorted.length,
  };
}

function least(value: Ratio | undefined, edge: Ratio): Ratio {
  return value === undefined || value > edge ? edge : value;
}

function most(value: Ratio | undefined, edge: Ratio): Ratio {
  return value === undefined || value < edge ? edge : value;
}

export type Direction = "rising" | "falling" | "steady";

/**
 * Whether a rate is higher or lower than it was.
 *
 * @returns steady within 0.05 percentage points; undefined when either is missing
 */
export function direction(before: Ratio | undefined, now: Ratio | undefined): Direction | undefined {
  if (before === undefined || now === undefined) return undefined;
  if (Math.abs(now - before) <= materialDifference) return "steady";
  return now > before ? "rising" : "falling";
}
