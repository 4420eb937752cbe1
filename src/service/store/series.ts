// A market's past in memory: moments, and for each figure its value at every moment.
import { pointFields, type Point, type PointField } from "./point.ts";

/**
 * The values of one figure, each as a number of eight bytes in one piece of memory: a past of hundreds of thousands of values is
 * read without an object for any of them. What is missing is kept as what is no number, which leaves here as undefined.
 */
export class Column {
  #values: Float64Array<ArrayBuffer>;
  #length = 0;

  /** @param room for so many values it needs no more memory */
  constructor(room = 8) {
    this.#values = new Float64Array(room);
  }

  get length(): number {
    return this.#length;
  }

  at(index: number): number | undefined {
    if (index >= this.#length) return undefined;
    const value = this.#values[index];
    return value === undefined || Number.isNaN(value) ? undefined : value;
  }

  push(value: number | undefined): void {
    if (this.#length === this.#values.length) this.#makeRoom(1);
    this.#values[this.#length] = value ?? Number.NaN;
    this.#length += 1;
  }

  /** Says nothing from here up to a length. */
  padTo(length: number): void {
    if (length > this.#length) this.extend(length - this.#length).fill(Number.NaN);
  }

  append(later: Column): void {
    this.extend(later.#length).set(later.#values.subarray(0, later.#length));
  }

  /** Room for so many values more, which are to be written there: what is missing as what is no number. */
  extend(more: number): Float64Array<ArrayBuffer> {
    const start = this.#length;
    this.#makeRoom(more);
    this.#length += more;
    return this.#values.subarray(start, this.#length);
  }

  /** The values from one place on and before another; undefined where there are none. */
  between(first: number, last: number): Column | undefined {
    const values = this.#values.subarray(first, Math.min(last, this.#length));
    if (values.every((value) => Number.isNaN(value))) return undefined;
    const part = new Column(values.length);
    part.extend(values.length).set(values);
    return part;
  }

  #makeRoom(more: number): void {
    const wanted = this.#length + more;
    if (wanted <= this.#values.length) return;
    const larger = new Float64Array(Math.max(wanted, this.#values.length * 2));
    larger.set(this.#values);
    this.#values = larger;
  }
}

export class Series {
  readonly #room: number | undefined;
  /** Whole seconds since the epoch, each after the one before. */
  readonly times: number[] = [];
  /** As long as `times`. A figure that was never told has no column. */
  readonly columns = new Map<PointField, Column>();

  /** @param room for so many moments it needs no more memory */
  constructor(room?: number) {
    this.#room = room;
  }

  get length(): number {
    return this.times.length;
  }

  push(time: number, point: Point): void {
    const index = this.times.length;
    this.times.push(time);
    for (const field of pointFields) {
      const value = point[field];
      if (value !== undefined || this.columns.has(field)) this.columnOf(field, index).push(value);
    }
  }

  /** The column of a figure, with nothing said of it up to a length where it is new. */
  columnOf(field: PointField, length: number): Column {
    let column = this.columns.get(field);
    if (column === undefined) {
      column = new Column(this.#room);
      column.padTo(length);
      this.columns.set(field, column);
    }
    return column;
  }

  /** Adds what another has to say, all of it later. */
  append(later: Series): void {
    const { length } = this;
    for (const time of later.times) this.times.push(time);
    for (const [field, column] of later.columns) this.columnOf(field, length).append(column);
    this.padColumns();
  }

  /** Says nothing at the last moments of the figures that nothing was told of there. */
  padColumns(): void {
    for (const column of this.columns.values()) column.padTo(this.length);
  }

  pointAt(index: number): Point {
    const point: { [Field in PointField]?: number } = {};
    for (const [field, column] of this.columns) {
      const value = column.at(index);
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
    for (let index = first; index < last; index += 1) part.times.push(this.times[index] ?? 0);
    for (const [field, column] of this.columns) {
      const values = column.between(first, last);
      if (values !== undefined) part.columns.set(field, values);
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
