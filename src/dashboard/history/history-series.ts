import { extent, greatest, least, nice, range, sort } from "d3-array";
import type { HistoryPoint, HistoryResolution } from "../../contract/history.ts";
import type { MarketChanges } from "../../contract/record/market-changes.ts";
import {
  millis,
  ratio,
  resolutionMs,
  startOfDay,
  tokenAmount,
  usd,
  type Ratio,
} from "../../contract/units.ts";
import { impliedPrice } from "../../finance/pool.ts";
import type { RatePoint } from "../../finance/realized.ts";
import { knownValues, type ChartSeries } from "../charts/chart-series.ts";
import type { PricePoint } from "../queries/assets.ts";

export interface SeriesPoint {
  readonly time: number;
  readonly apy: number | undefined;
  readonly base: number | undefined;
  readonly borrow: number | undefined;
  readonly deposits: number | undefined;
  readonly live: boolean;
}

export type Series = Readonly<ReturnType<typeof toSeries>>;

export type LivePoint = Omit<SeriesPoint, "live">;

/** In steps. Points arrive late, so the line still connects a recent one to now. */
const maxGapSteps = 3;

/** Skips unreadable timestamps. If a step has two points, the later one counts. */
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

/** Tokens that came in minus tokens that left, by the start of the day. */
export function flowsByDay(
  record: Pick<MarketChanges, "dailyFlows"> | undefined,
): ReadonlyMap<number, number> {
  return new Map(
    (record?.dailyFlows ?? []).map((flow) => [startOfDay(Date.parse(flow.timestamp)), flow.in - flow.out]),
  );
}

/** A missing step is a gap, like one that was sent as null. */
export function toSeries(
  points: readonly HistoryPoint[],
  resolution: HistoryResolution,
  live: LivePoint | undefined,
) {
  const step = resolutionMs[resolution];
  const byStep = pointsByStep(points, resolution);
  const [first = 0, last = -1] = extent(byStep.keys());
  const pointAt = (time: number): SeriesPoint => {
    const point = byStep.get(time);
    return {
      time,
      apy: point?.depositApy ?? undefined,
      base: point?.baseDepositApy ?? undefined,
      borrow: point?.borrowApy ?? undefined,
      deposits: point?.totalDepositUsd ?? undefined,
      live: false,
    };
  };
  const drawn = range(first, last + 1, step).map(pointAt);
  const observed = drawn.filter(({ apy }) => apy !== undefined).length;
  const expected = drawn.length;
  const end = drawn.at(-1)?.time;
  if (live !== undefined && live.time > (end ?? 0)) {
    // If the history ends long ago, the time until now is unknown.
    if (end !== undefined && live.time - end > maxGapSteps * step) drawn.push(pointAt(end + step));
    drawn.push({ ...live, live: true });
  }
  return { points: drawn, observed, expected };
}

/** From prices that the market's own totals imply, in any order. Undefined with fewer than two prices. */
export function priceChange(points: readonly HistoryPoint[]): Ratio | undefined {
  const inOrder = sort(points, ({ timestamp }) => Date.parse(timestamp));
  const prices = inOrder.flatMap(
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

export function changeOver(
  points: readonly PricePoint[],
  from: number,
  to: number,
  resolution: HistoryResolution,
): Ratio | undefined {
  const maxGapMs = 2 * resolutionMs[resolution];
  const first = points.find(({ time }) => time >= from);
  const last = points.findLast(({ time }) => time <= to);
  if (first === undefined || last === undefined || last.time <= first.time) return undefined;
  if (first.time - from > maxGapMs || to - last.time > maxGapMs) return undefined;
  return ratio(last.price / first.price - 1);
}

/** Of the steps that ended by `until`: the live rate and an unfinished step are not earned yet. */
export function paidRates(series: Series, until = Infinity): readonly RatePoint[] {
  return pastRates(series).filter(({ time }) => time < until);
}

/** Excludes the live rate. The last step may be unfinished. */
export function pastRates(series: Series): readonly RatePoint[] {
  return series.points.flatMap((point) => {
    const time = millis(point.time);
    return point.live || time === undefined ? [] : [{ time, apy: ratio(point.apy) }];
  });
}

export function extremes({ points }: Series): { low: SeriesPoint; high: SeriesPoint } | undefined {
  const low = least(points, ({ apy }) => apy);
  const high = greatest(points, ({ apy }) => apy);
  return low?.apy === undefined || high === undefined ? undefined : { low, high };
}

const minSpan = 0.001;

/** With fewer points, or if they exceed this share, no values count as outliers. */
const enoughPoints = 20;
const maxExceptions = 0.05;

/** Drops the few values over twice the largest other one, which would flatten the line. Keeps the last value. */
function usual(known: readonly number[]): readonly number[] {
  if (known.length < enoughPoints) return known;
  const byAmount = known.toSorted((one, other) => Math.abs(other) - Math.abs(one));
  const exceptions = byAmount
    .slice(0, Math.floor(known.length * maxExceptions))
    .findLastIndex((value, at) => Math.abs(value) > Math.max(minSpan, 2 * Math.abs(byAmount[at + 1] ?? 0)));
  return exceptions < 0 ? known : [...byAmount.slice(exceptions + 1), ...known.slice(-1)];
}

/** From 0, or the lowest negative rate, to a round number above the highest usual rate. `marks` stay in view. */
export function rateDomain(
  lines: readonly ChartSeries[],
  marks: readonly (number | undefined)[] = [],
): readonly [number, number] {
  const known = [
    ...lines.flatMap((line) => usual(knownValues([line]))),
    ...marks.filter((mark) => mark !== undefined),
  ];
  return nice(Math.min(0, ...known) * 1.02, Math.max(minSpan, ...known) * 1.02, 4);
}
