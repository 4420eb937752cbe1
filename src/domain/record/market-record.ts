import type { MeanName } from "./figures.ts";

/** Milliseconds since the epoch. */
export interface KnownMarket {
  readonly id: string;
  readonly type: string;
  readonly provider: string;
  readonly firstSeen: number;
  readonly debtInOtherToken?: boolean;
  readonly goneSince?: number | undefined;
}

export interface MarketRecord extends KnownMarket {
  readonly series: TimeSeries;
}

/** Uses typed arrays instead of row objects, for histories of 86,000 rows. They hold NaN for undefined. */
export class TimeSeries {
  /** Milliseconds since the epoch. */
  readonly times: Float64Array;
  readonly #columns: ReadonlyMap<MeanName, Float64Array>;

  constructor(times = new Float64Array(), columns: ReadonlyMap<MeanName, Float64Array> = new Map()) {
    this.times = times;
    this.#columns = columns;
  }

  /** `last` is exclusive. */
  readings(first = 0, last = this.times.length) {
    return Array.from(this.times.subarray(first, last), (time, index) => {
      const figures: { [Name in MeanName]?: number } = {};
      for (const [name, column] of this.#columns) {
        const value = column[first + index];
        if (value !== undefined && !Number.isNaN(value)) figures[name] = value;
      }
      return { time, figures };
    });
  }
}
