// A market's past in memory: moments, and for each figure its value at every moment.
import { pointFields, type Point, type PointField } from "./point.ts";

export type Column = (number | undefined)[];

export class Series {
  /** Whole seconds since the epoch, each after the one before. */
  readonly times: number[] = [];
  /** As long as `times`. A figure that was never told has no column. */
  readonly columns = new Map<PointField, Column>();

  get length(): number {
    return this.times.length;
  }

  push(time: number, point: Point): void {
    const index = this.times.length;
    this.times.push(time);
    for (const field of pointFields) {
      const value = point[field];
      let column = this.columns.get(field);
      if (column === undefined) {
        if (value === undefined) continue;
        column = Array.from({ length: index });
        this.columns.set(field, column);
      }
      column.push(value);
    }
  }

  /** Adds what another has to say, all of it later. */
  append(later: Series): void {
    const length = this.length;
    for (const field of later.columns.keys())
      if (!this.columns.has(field)) this.columns.set(field, Array.from({ length }));
    this.times.push(...later.times);
    for (const [field, column] of this.columns) {
      const added = later.columns.get(field);
      if (added === undefined) column.length = this.length;
      else column.push(...added);
    }
  }

  pointAt(index: number): Point {
    const point: { [Field in PointField]?: number } = {};
    for (const [field, column] of this.columns) {
      const value = column[index];
      if (value !== undefined) point[field] = value;
    }
    return point;
  }

  /** The part from a moment on and before another. */
  between(from: number, to: number): Series {
    const first = this.#firstAtOrAfter(from);
    const last = this.#firstAtOrAfter(to);
    if (first === 0 && last === this.length) return this;
    const part = new Series();
    part.times.push(...this.times.slice(first, last));
    for (const [field, column] of this.columns) {
      const values = column.slice(first, last);
      if (values.some((value) => value !== undefined)) part.columns.set(field, values);
    }
    return part;
  }

  #firstAtOrAfter(time: number): number {
    let low = 0;
    let high = this.times.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.times[middle] ?? Infinity) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
