// Turns history points into one point per step, with "now" at the end.
import { nice } from "d3-array";
import type { HistoryPoint, HistoryResolution } from "../../contract/history.ts";
import { dayMs, millis, ratio, resolutionMs, tokenAmount, usd, type Ratio } from "../../contract/units.ts";
import { quantile } from "../../finance/blend.ts";
import { impliedPrice } from "../../finance/pool.ts";
import { averageWindows, type NestedAverages } from "../../finance/fade.ts";
import type { RatePoint } from "../../finance/realised.ts";
import { knownValues, type ChartLevel, type ChartSeries } from "../charts/chart-series.ts";
import { formatRate, inWords } from "../format/number.ts";

export interface SeriesPoint {
  readonly time: number;
  /** Deposit APY with rewards, a fraction. */
  readonly apy: number | undefined;
  readonly deposits: number | undefined;
  /** Whether this is the rate now rather than of a past step. */
  readonly live: boolean;
}

export interface Series {
  readonly points: readonly SeriesPoint[];
  /** Steps with a known rate, and all steps from the first to the last, both without the live point. */
  readonly observed: number;
  readonly expected: number;
}

/** Today's rate and deposits, from the market's row. */
export interface LivePoint {
  readonly time: number;
  readonly apy: number | undefined;
  readonly deposits: number | undefined;
}

/** How many steps after the last point today's rate still connects to it: points are made with some delay. */
const reachOfLast = 3;

/** Points by the start of their step, in milliseconds. Unreadable timestamps are left out; of two in one step the later wins. */
export function pointsByStep(
  points: readonly HistoryPoint[],
  resolution: HistoryResolution,
): ReadonlyMap<number, HistoryPoint> {
  const step = resolutionMs[resolution];
  return new Map(
    points.flatMap((point) => {
      const time = Date.parse(point.timestamp);
      return Number.isNaN(time) ? [] : [[Math.floor(time / step) * step, point] as const];
    }),
  );
}

/** Puts points onto a uniform grid. A step that was not sent is a gap like one sent as null. */
export function toSeries(
  points: readonly HistoryPoint[],
  resolution: HistoryResolution,
  live: LivePoint | undefined,
): Series {
  const step = resolutionMs[resolution];
  const byStep = pointsByStep(points, resolution);
  const steps = [...byStep.keys()].toSorted((a, b) => a - b);
  const first = steps[0];
  const last = steps.at(-1);
  const drawn: SeriesPoint[] = [];
  for (let time = first ?? 0; time <= (last ?? -1); time += step) {
    const { depositApy: apy, totalDepositUsd: deposits } = byStep.get(time) ?? {};
    drawn.push({ time, apy: apy ?? undefined, deposits: deposits ?? undefined, live: false });
  }
  const observed = drawn.filter(({ apy }) => apy !== undefined).length;
  const expected = drawn.length;
  const end = drawn.at(-1)?.time;
  if (live !== undefined && live.time > (end ?? 0)) {
    // A history that ends long before now is not connected to it: what lies between is unknown.
    if (end !== undefined && live.time - end > reachOfLast * step)
      drawn.push({ time: end + step, apy: undefined, deposits: undefined, live: false });
    drawn.push({ ...live, live: true });
  }
  return { points: drawn, observed, expected };
}

/**
 * How the price of a market's token has changed along its history, by its own totals.
 *
 * @param points in order of time
 * @returns fraction of the first price; undefined unless two points give one
 */
export function priceChange(points: readonly HistoryPoint[]): Ratio | undefined {
  const prices = points.flatMap(
    ({ totalDeposit, totalDepositUsd }) =>
      impliedPrice({
        totalDeposit: tokenAmount(totalDeposit),
        totalDepositUsd: usd(totalDepositUsd),
      }) ?? [],
  );
  const [first] = prices;
  const last = prices.at(-1);
  return first === undefined || last === undefined || prices.length < 2 ? undefined : ratio(last / first - 1);
}

/** Past rates with gaps, without today's, which is not earned yet. */
export function pastRates(series: Series): readonly RatePoint[] {
  return series.points.flatMap((point) => {
    const time = millis(point.time);
    return point.live || time === undefined ? [] : [{ time, apy: ratio(point.apy) }];
  });
}

/** The lowest and highest known rate with their times; undefined when none is known. */
export function extremes(series: Series): { low: SeriesPoint; high: SeriesPoint } | undefined {
  let low: SeriesPoint | undefined;
  let high: SeriesPoint | undefined;
  for (const point of series.points) {
    if (point.apy === undefined) continue;
    if (low === undefined || point.apy < (low.apy ?? Infinity)) low = point;
    if (high === undefined || point.apy > (high.apy ?? -Infinity)) high = point;
  }
  return low === undefined || high === undefined ? undefined : { low, high };
}

/** A smaller range of an axis shows nothing. */
const leastSpan = 0.001;

/** With fewer points nothing is usual; beyond this share nothing is an exception. */
const enoughPoints = 20;
const mostExceptions = 0.05;

/**
 * The values of a line without the few that would press all others flat: those farther than twice the span of the middle 90 %
 * outside of it. The last value is now, and always counts.
 */
function usual(known: readonly number[]): readonly number[] {
  const low = quantile(known, 0.05);
  const high = quantile(known, 0.95);
  if (known.length < enoughPoints || low === undefined || high === undefined) return known;
  const reach = 2 * Math.max(high - low, leastSpan);
  const kept = known.filter((value) => value >= low - reach && value <= high + reach);
  return known.length - kept.length > known.length * mostExceptions ? known : [...kept, ...known.slice(-1)];
}

/**
 * A quiet axis: from 0, or from below it when a rate is negative, to a round number above the highest of what is usual. Fractions.
 * @param marks what else is drawn and has to be seen
 */
export function rateDomain(
  lines: readonly ChartSeries[],
  marks: readonly (number | undefined)[] = [],
): readonly [number, number] {
  const known = [
    ...lines.flatMap((line) => usual(knownValues([line]))),
    ...marks.filter((mark) => mark !== undefined),
  ];
  return nice(Math.min(0, ...known) * 1.02, Math.max(leastSpan, ...known) * 1.02, 4);
}

/**
 * The averages of windows that are inside a chart, each as a step.
 *
 * @param from the chart's first moment and `now` the moment the averages end at, in milliseconds
 */
export function averageSteps(
  averages: NestedAverages,
  from: number,
  now: number,
  colour: string,
): readonly ChartLevel[] {
  return averageWindows(averages).flatMap(({ fromDay, toDay, value }): readonly ChartLevel[] => {
    const step = { from: now - toDay * dayMs, to: now - (fromDay - 1) * dayMs, value };
    // A window that hardly shows would leave a meaningless dash.
    if (step.to - Math.max(step.from, from) < dayMs) return [];
    const text = inWords(formatRate(value));
    return [{ ...step, label: `${fromDay}–${toDay} d: ${text}`, shortLabel: text, colour, width: 3 }];
  });
}
