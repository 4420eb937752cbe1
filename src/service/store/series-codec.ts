// A series as bytes: a column after another, each value as its difference from the one before it, in as few bytes as that takes.
import { StoreFault } from "./engine/database.ts";
import { amountFields, pointFields, type PointField } from "./point.ts";
import { Series, type Column } from "./series.ts";

/** The first byte, so that bytes written today can be told from those of a later layout. */
const layout = 1;
/** Stands for a column's decimals where its values are written whole, as 64-bit floats. */
const whole = 127;
const rateDecimals = 8;
const amountDigits = 9;
/** Integers up to here are exact, with room for their differences. */
const mostUnits = 2 ** 51;
const mostPoints = 100_000;

/** What follows in a column: a run of the same value, a run of nothing, or one difference (2 and above). */
const same = 0;
const nothing = 1;
const firstDifference = 2;

export function encodeSeries(series: Series): Uint8Array {
  const writer = new Writer();
  writer.byte(layout);
  writer.integer(series.length);
  // Points come at an even pace, so the pauses between them are one run.
  const pauses = series.times.map((time, index) => time - (series.times[index - 1] ?? 0));
  writeColumn(writer, pauses, 0);
  for (const [field, column] of series.columns) {
    writer.integer(pointFields.indexOf(field) + 1);
    const decimals = decimalsFor(field, column);
    writer.byte(decimals === undefined ? whole : decimals + 64);
    if (decimals === undefined) writeWhole(writer, column);
    else writeColumn(writer, column, decimals);
  }
  writer.integer(0);
  return writer.finish();
}

/** @throws StoreFault damaged */
export function decodeSeries(bytes: Uint8Array, wanted?: ReadonlySet<PointField>): Series {
  const reader = new Reader(bytes);
  if (reader.byte() !== layout) throw new StoreFault("damaged", "layout");
  const length = reader.integer();
  if (length > mostPoints) throw new StoreFault("damaged", "length");
  const series = new Series();
  let time = 0;
  for (const pause of readColumn(reader, length, 0)) {
    if (pause === undefined) throw new StoreFault("damaged", "time");
    time += pause;
    series.times.push(time);
  }
  for (let number = reader.integer(); number !== 0; number = reader.integer()) {
    const decimals = reader.byte();
    const column = decimals === whole ? readWhole(reader, length) : readColumn(reader, length, decimals - 64);
    // A field this version does not know yet is left where it is.
    const field = pointFields[number - 1];
    if (field !== undefined && wanted?.has(field) !== false) series.columns.set(field, column);
  }
  return series;
}

/** How many decimals keep all values of a column as exactly as is promised; undefined where that takes too many digits. */
function decimalsFor(field: PointField, column: Column): number | undefined {
  let least = Infinity;
  let most = 0;
  for (const value of column) {
    if (value === undefined || value === 0) continue;
    const size = Math.abs(value);
    if (size < least) least = size;
    if (size > most) most = size;
  }
  if (most === 0) return 0;
  const wantedDecimals = amountFields.has(field)
    ? amountDigits - 1 - Math.floor(Math.log10(least))
    : rateDecimals;
  const decimals = Math.min(20, Math.max(-20, wantedDecimals));
  return decimals === wantedDecimals && most * 10 ** decimals < mostUnits ? decimals : undefined;
}

/** Powers of ten that are exact: dividing by them, and not multiplying by their inverses, gives the decimal back that was written. */
const powers = Array.from({ length: 21 }, (_, exponent) => 10 ** exponent);

function toUnits(value: number, decimals: number): number {
  const power = powers[Math.abs(decimals)] ?? Number.NaN;
  return Math.round(decimals >= 0 ? value * power : value / power);
}

function fromUnits(units: number, decimals: number): number {
  const power = powers[Math.abs(decimals)] ?? Number.NaN;
  return decimals >= 0 ? units / power : units * power;
}

function writeColumn(writer: Writer, column: readonly (number | undefined)[], decimals: number): void {
  let last = 0;
  for (let index = 0; index < column.length;) {
    const value = column[index];
    const units = value === undefined ? undefined : toUnits(value, decimals);
    if (units !== undefined && units !== last) {
      writer.integer(firstDifference + zigzag(units - last));
      last = units;
      index += 1;
      continue;
    }
    let run = 1;
    while (index + run < column.length && isRun(column[index + run], units, decimals)) run += 1;
    writer.integer(units === undefined ? nothing : same);
    writer.integer(run);
    index += run;
  }
}

function isRun(value: number | undefined, units: number | undefined, decimals: number): boolean {
  return value === undefined
    ? units === undefined
    : units !== undefined && toUnits(value, decimals) === units;
}

function readColumn(reader: Reader, length: number, decimals: number): Column {
  const column: Column = [];
  let units = 0;
  let value: number | undefined = 0;
  while (column.length < length) {
    const code = reader.integer();
    if (code >= firstDifference) {
      units += unzigzag(code - firstDifference);
      value = fromUnits(units, decimals);
      column.push(value);
      continue;
    }
    const run = reader.integer();
    if (run === 0 || run > length - column.length) throw new StoreFault("damaged", "run");
    const repeated = code === same ? fromUnits(units, decimals) : undefined;
    for (let count = 0; count < run; count += 1) column.push(repeated);
  }
  return column;
}

function writeWhole(writer: Writer, column: Column): void {
  for (const value of column) {
    writer.byte(value === undefined ? 0 : 1);
    if (value !== undefined) writer.float(value);
  }
}

function readWhole(reader: Reader, length: number): Column {
  return Array.from({ length }, () => (reader.byte() === 0 ? undefined : reader.float()));
}

/** Small numbers of either sign as small ones of none. */
function zigzag(value: number): number {
  return value < 0 ? -value * 2 - 1 : value * 2;
}

function unzigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

let scratch = Buffer.allocUnsafe(65_536);

/** Only one writes at a time, so all share their room. */
class Writer {
  #length = 0;

  byte(value: number): void {
    this.#makeRoom();
    scratch[this.#length] = value;
    this.#length += 1;
  }

  /** Seven bits in a byte, the lowest first; the eighth says that more follow. */
  integer(value: number): void {
    this.#makeRoom();
    let rest = value;
    while (rest >= 128) {
      scratch[this.#length] = (rest % 128) + 128;
      this.#length += 1;
      rest = Math.floor(rest / 128);
    }
    scratch[this.#length] = rest;
    this.#length += 1;
  }

  float(value: number): void {
    this.#makeRoom();
    this.#length = scratch.writeDoubleLE(value, this.#length);
  }

  finish(): Uint8Array {
    return Buffer.from(scratch.subarray(0, this.#length));
  }

  #makeRoom(): void {
    if (this.#length + 16 <= scratch.length) return;
    const larger = Buffer.allocUnsafe(scratch.length * 2);
    scratch.copy(larger);
    scratch = larger;
  }
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  byte(): number {
    const value = this.#bytes[this.#at];
    if (value === undefined) throw new StoreFault("damaged", "end");
    this.#at += 1;
    return value;
  }

  integer(): number {
    let value = 0;
    for (let factor = 1; factor < 2 ** 56; factor *= 128) {
      const byte = this.byte();
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
    throw new StoreFault("damaged", "integer");
  }

  float(): number {
    if (this.#at + 8 > this.#bytes.length) throw new StoreFault("damaged", "end");
    const value = this.#bytes.readDoubleLE(this.#at);
    this.#at += 8;
    return value;
  }
}
