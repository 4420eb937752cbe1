// Rates as they are kept: one value per whole hour, means over days and over windows of whole hours.
import { hourMs } from "../../../contract/units.ts";

/** The windows of days that markets report averages for. */
export const averageWindows = [30, 90, 180] as const;
export type AverageWindow = (typeof averageWindows)[number];

/** The first whole hour at or after an instant, counted from the epoch. Windows end before it. */
function hourCeil(time: number): number {
  return Math.ceil(time / hourMs);
}

/** Sums of a day, kept per day in a ring so that memory stays the same however far the clock runs. */
const keptDays = 256;
/** Window means are kept for the hours that walks in progress may still ask for. */
const keptHours = 4;

/**
 * Several rates computed together (say what suppliers earn and what borrowers pay). Sums run in a fixed order: hours of
 * a day first, then days, so that a mean has the same bits whatever was asked before.
 */
export class HourlyRates {
  readonly #channels: number;
  readonly #evaluate: (time: number, out: Float64Array) => void;
  readonly #scratch: Float64Array;
  readonly #days = new Int32Array(keptDays).fill(-2_147_483_648);
  readonly #daySums: Float64Array;
  readonly #means = new Map<number, Float64Array>();

  /** `evaluate` writes one value per channel for any instant (milliseconds since the epoch). */
  constructor(channels: number, evaluate: (time: number, out: Float64Array) => void) {
    this.#channels = channels;
    this.#evaluate = evaluate;
    this.#scratch = new Float64Array(channels);
    this.#daySums = new Float64Array(keptDays * channels);
  }

  /** The value of a channel at an instant. */
  at(channel: number, time: number): number {
    this.#evaluate(time, this.#scratch);
    return this.#scratch[channel] ?? 0;
  }

  /** Mean of the 24 whole hours of a UTC day, counted from the epoch. */
  dayMean(channel: number, day: number): number {
    return (this.#daySums[this.#daySlot(day) + channel] ?? 0) / 24;
  }

  /** Mean over the whole hours in [time − days, time). */
  windowMean(channel: number, days: AverageWindow, time: number): number {
    const end = hourCeil(time);
    let means = this.#means.get(end);
    if (means === undefined) {
      means = this.#computeMeans(end);
      const oldest = this.#means.size >= keptHours ? this.#means.keys().next() : undefined;
      if (oldest?.done === false) this.#means.delete(oldest.value);
      this.#means.set(end, means);
    }
    return means[averageWindows.indexOf(days) * this.#channels + channel] ?? 0;
  }

  #computeMeans(end: number): Float64Array {
    const means = new Float64Array(averageWindows.length * this.#channels);
    averageWindows.forEach((days, index) => {
      const start = end - days * 24;
      const firstDay = Math.ceil(start / 24);
      const lastDay = Math.floor(end / 24);
      const sums = new Float64Array(this.#channels);
      this.#addHours(start, firstDay * 24, sums);
      for (let day = firstDay; day < lastDay; day += 1) {
        const slot = this.#daySlot(day);
        for (let channel = 0; channel < this.#channels; channel += 1)
          sums[channel] = (sums[channel] ?? 0) + (this.#daySums[slot + channel] ?? 0);
      }
      this.#addHours(lastDay * 24, end, sums);
      for (let channel = 0; channel < this.#channels; channel += 1)
        means[index * this.#channels + channel] = (sums[channel] ?? 0) / (days * 24);
    });
    return means;
  }

  #addHours(from: number, to: number, sums: Float64Array): void {
    for (let hour = from; hour < to; hour += 1) {
      this.#evaluate(hour * hourMs, this.#scratch);
      for (let channel = 0; channel < this.#channels; channel += 1)
        sums[channel] = (sums[channel] ?? 0) + (this.#scratch[channel] ?? 0);
    }
  }

  /** Where a day's sums lie, after computing them if they are not kept. */
  #daySlot(day: number): number {
    const ring = ((day % keptDays) + keptDays) % keptDays;
    const slot = ring * this.#channels;
    if (this.#days[ring] !== day) {
      const sums = new Float64Array(this.#channels);
      this.#addHours(day * 24, day * 24 + 24, sums);
      this.#daySums.set(sums, slot);
      this.#days[ring] = day;
    }
    return slot;
  }
}

/** One term of a rate: a channel of hourly rates with its coefficient. */
export interface RateTerm {
  readonly rates: HourlyRates;
  readonly channel: number;
  readonly coefficient: number;
}

/** A rate as a sum of terms, so that its means are the sums of their means: a loop is L · earned − (L − 1) · owed. */
export class RatePath {
  readonly #terms: readonly RateTerm[];

  constructor(terms: readonly RateTerm[]) {
    this.#terms = terms;
  }

  /** The rate at an instant, a fraction per year. */
  at(time: number): number {
    return this.#sum((term) => term.rates.at(term.channel, time));
  }

  /** Mean of the 24 whole hours of a UTC day. */
  dayMean(day: number): number {
    return this.#sum((term) => term.rates.dayMean(term.channel, day));
  }

  /** Mean over the whole hours in [time − days, time). */
  windowMean(days: AverageWindow, time: number): number {
    return this.#sum((term) => term.rates.windowMean(term.channel, days, time));
  }

  #sum(value: (term: RateTerm) => number): number {
    let sum = 0;
    for (const term of this.#terms) sum += term.coefficient * value(term);
    return sum;
  }
}
