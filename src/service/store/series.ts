import type { MeanName, Means } from "./figures.ts";

/** Typed arrays instead of row objects, for histories of 86,000 rows. NaN inside is undefined outside. */
export class Series {
  /** Milliseconds since the epoch. */
  readonly times: Float64Array;
  readonly #columns: ReadonlyMap<MeanName, Float64Array>;

  constructor(times = new Float64Array(), columns: ReadonlyMap<MeanName, Float64Array> = new Map()) {
    this.times = times;
    this.#columns = columns;
  }

  figuresAt(index: number): Means {
    const figures: { [Name in MeanName]?: number } = {};
    for (const [name, column] of this.#columns) {
      const value = column[index];
      if (value !== undefined && !Number.isNaN(value)) figures[name] = value;
    }
    return figures;
  }
}

/** From columns in the order of market and time. */
export function seriesByMarket(
  [markets = new Float64Array(), times = new Float64Array(), ...columns]: readonly Float64Array[],
  names: readonly MeanName[],
): ReadonlyMap<number, Series> {
  const found = new Map<number, Series>();
  for (let from = 0; from < markets.length;) {
    const key = markets[from] ?? 0;
    let to = from + 1;
    while (markets[to] === key) to += 1;
    const own = names.flatMap((name, index) => {
      const column = columns[index]?.subarray(from, to);
      return column === undefined || column.every(Number.isNaN) ? [] : [[name, column] as const];
    });
    const moments = times.subarray(from, to).map((time) => time * 1000);
    found.set(key, new Series(moments, new Map(own)));
    from = to;
  }
  return found;
}
