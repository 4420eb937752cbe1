import { sum } from "d3-array";
import { LRUCache } from "lru-cache";
import { averagedDays } from "../../../contract/record/record-parts.ts";
import { hourMs } from "../../../contract/units.ts";

export type AverageWindow = (typeof averagedDays)[number];

const keptDays = 256;
/** Enough for lists that are being paged, which use the last few hours. */
const keptHours = 4;

type HourlyRates = ReturnType<typeof createHourlyRates>;

// Rates computed together. Sums run in a fixed order (hours, then days), so that a mean is the same to the last bit.
export function createHourlyRates(channels: number, evaluate: (time: number, out: Float64Array) => void) {
  const values = new Float64Array(channels);

  const addHours = (sums: Float64Array, from: number, to: number): Float64Array => {
    for (let hour = from; hour < to; hour += 1) {
      evaluate(hour * hourMs, values);
      add(sums, values);
    }
    return sums;
  };

  /** Sums by day. */
  const days = new LRUCache<number, Float64Array>({
    max: keptDays,
    memoMethod: (day) => addHours(new Float64Array(channels), day * 24, day * 24 + 24),
  });

  const meansOf = (start: number, end: number): Float64Array => {
    const [firstDay, lastDay] = [Math.ceil(start / 24), Math.floor(end / 24)];
    const sums = addHours(new Float64Array(channels), start, firstDay * 24);
    for (let day = firstDay; day < lastDay; day += 1) add(sums, days.memo(day));
    return addHours(sums, lastDay * 24, end).map((total) => total / (end - start));
  };

  /** By the hour at which the windows end. */
  const means = new LRUCache<number, readonly Float64Array[]>({
    max: keptHours,
    memoMethod: (end) => averagedDays.map((window) => meansOf(end - window * 24, end)),
  });

  return {
    at(channel: number, time: number): number {
      evaluate(time, values);
      return values[channel] ?? 0;
    },
    /** `day` counts from the epoch, in UTC. */
    dayMean: (channel: number, day: number): number => (days.memo(day)[channel] ?? 0) / 24,
    /** Mean over [time − days, time). */
    windowMean: (channel: number, window: AverageWindow, time: number): number =>
      means.memo(Math.ceil(time / hourMs))[averagedDays.indexOf(window)]?.[channel] ?? 0,
  };
}

function add(sums: Float64Array, values: Float64Array): void {
  for (let index = 0; index < sums.length; index += 1)
    sums[index] = (sums[index] ?? 0) + (values[index] ?? 0);
}

interface RateTerm {
  readonly rates: HourlyRates | undefined;
  readonly channel: number;
  readonly coefficient?: number;
}

export type RatePath = ReturnType<typeof ratePath>;

/** A sum of terms, so that means add up too: a loop is L · earned − (L − 1) · owed. */
export function ratePath(...terms: readonly RateTerm[]) {
  const total = (valueOf: (rates: HourlyRates, channel: number) => number): number =>
    sum(terms, ({ rates, channel, coefficient = 1 }) => rates && coefficient * valueOf(rates, channel));
  return {
    at: (time: number) => total((rates, channel) => rates.at(channel, time)),
    dayMean: (day: number) => total((rates, channel) => rates.dayMean(channel, day)),
    windowMean: (days: AverageWindow, time: number) =>
      total((rates, channel) => rates.windowMean(channel, days, time)),
  };
}
