import { sum } from "d3-array";
import { LRUCache } from "lru-cache";
import { averagedDays } from "../../../contract/record/record-parts.ts";
import { hourMs } from "../../../contract/units.ts";

export type AverageWindow = (typeof averagedDays)[number];

const keptDays = 256;
/** Enough for lists that are being paged, which use the last few hours. */
const keptHours = 4;

// Rates computed together. Sums run in a fixed order (hours, then days), so that a mean is the same to the last bit.
export class HourlyRates {
  readonly #evaluate: (time: number, out: Float64Array) => void;
  readonly #values: Float64Array;
  /** Sums by day. */
  readonly #days = new LRUCache<number, Float64Array>({
    max: keptDays,
    memoMethod: (day) => this.#addHours(new Float64Array(this.#values.length), day * 24, day * 24 + 24),
  });
  /** By the hour at which the windows end. */
  readonly #means = new LRUCache<number, readonly Float64Array[]>({
    max: keptHours,
    memoMethod: (end) => averagedDays.map((window) => this.#meansOf(end - window * 24, end)),
  });

  constructor(channels: number, evaluate: (time: number, out: Float64Array) => void) {
    this.#evaluate = evaluate;
    this.#values = new Float64Array(channels);
  }

  at(channel: number, time: number): number {
    this.#evaluate(time, this.#values);
    return this.#values[channel] ?? 0;
  }

  /** `day` counts from the epoch, in UTC. */
  dayMean(channel: number, day: number): number {
    return (this.#days.memo(day)[channel] ?? 0) / 24;
  }

  /** Mean over [time − days, time). */
  windowMean(channel: number, days: AverageWindow, time: number): number {
    const means = this.#means.memo(Math.ceil(time / hourMs));
    return means[averagedDays.indexOf(days)]?.[channel] ?? 0;
  }

  #meansOf(start: number, end: number): Float64Array {
    const [firstDay, lastDay] = [Math.ceil(start / 24), Math.floor(end / 24)];
    const sums = this.#addHours(new Float64Array(this.#values.length), start, firstDay * 24);
    for (let day = firstDay; day < lastDay; day += 1) add(sums, this.#days.memo(day));
    return this.#addHours(sums, lastDay * 24, end).map((total) => total / (end - start));
  }

  #addHours(sums: Float64Array, from: number, to: number): Float64Array {
    for (let hour = from; hour < to; hour += 1) {
      this.#evaluate(hour * hourMs, this.#values);
      add(sums, this.#values);
    }
    return sums;
  }
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
