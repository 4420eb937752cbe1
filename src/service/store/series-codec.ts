// A series as bytes: a column after another, each value as its difference from the one before it, in as few bytes as that takes.
import { StoreFault } from "./engine/database.ts";
import { amountFields, pointFields, type PointField } from "./point.ts";
import { Column, Series } from "./series.ts";

/** A column as it is written: in whole units of its last decimal. */
type Units = readonly (number | undefined)[];

/**
 * The first byte, so that bytes written today can be told from those of a later layout. In the first one no column was written as
 * what it is beyond what it follows from; all else is the same.
 */
const layouts: ReadonlySet<number> = new Set([1, 2]);
const layout = 2;
/** Stands for a column's decimals where its values are written whole, as 64-bit floats. */
const whole = 127;
/** Is added to a column's decimals where what is written is how far it lies from what it follows from. */
const apart = 128;
const rateDecimals = 8;
const amountDigits = 9;
/** Integers up to here are exact, with room for their differences. */
const mostUnits = 2 ** 51;
const mostPoints = 100_000;

/** What follows in a column: a run of the same value, a run of nothing, or one difference (2 and above). */
const same = 0;
const nothing = 1;
const firstDifference = 2;

type Columns = ReadonlyMap<PointField, Column>;
/** What a figure would be at a place of the series, by others. Finite or not: it is only a guess. */
type Guess = (index: number) => number;

/**
 * Figures that follow from others: a rate is its base and its rewards, and what is borrowed has the price of what is deposited. What
 * is left then takes a byte or none. Undefined where the others are not there.
 */
const guesses: ReadonlyMap<PointField, (columns: Columns) => Guess | undefined> = new Map([
  ["depositApy", (columns: Columns) => sumOf(columns.get("baseDepositApy"), columns.get("rewardApy"), 1)],
  [
    "borrowApy",
    (columns: Columns) => sumOf(columns.get("baseBorrowApy"), columns.get("borrowRewardApy"), -1),
  ],
  [
    "totalBorrowUsd",
    (columns: Columns) => {
      const borrowed = columns.get("totalBorrow");
      const tokens = columns.get("totalDeposit");
      const dollars = columns.get("totalDepositUsd");
      if (borrowed === undefined || tokens === undefined || dollars === undefined) return undefined;
      return (index: number) =>
        ((borrowed.at(index) ?? 0) * (dollars.at(index) ?? 0)) / (tokens.at(index) ?? 0);
    },
  ],
]);

function sumOf(base: Column | undefined, rewards: Column | undefined, sign: 1 | -1): Guess | undefined {
  if (base === undefined) return undefined;
  if (rewards === undefined) return (index) => base.at(index) ?? 0;
  return (index) => (base.at(index) ?? 0) + sign * (rewards.at(index) ?? 0);
}

export function encodeSeries(series: Series): Uint8Array {
  const writer = new Writer();
  writer.byte(layout);
  writer.integer(series.length);
  // Points come at an even pace, so the pauses between them are one run.
  writeUnits(
    writer,
    series.times.map((time, index) => time - (series.times[index - 1] ?? 0)),
  );
  const columns = [...series.columns];
  /** As it will be read: what follows from it has to follow from that. */
  const rounded = new Series(series.length);
  // What others follow from comes before them.
  for (const [field, column] of [
    ...columns.filter(([name]) => !guesses.has(name)),
    ...columns.filter(([name]) => guesses.has(name)),
  ]) {
    writer.integer(pointFields.indexOf(field) + 1);
    const decimals = decimalsFor(field, column);
    if (decimals === undefined) {
      writer.byte(whole);
      writeWhole(writer, column);
      rounded.columns.set(field, column);
      continue;
    }
    const units = unitsOf(column, decimals);
    const guess = guesses.get(field)?.(rounded.columns);
    const left =
      guess &&
      units.map((value, index) =>
        value === undefined ? undefined : value - guessedUnits(guess, index, decimals),
      );
    const isShorter = left !== undefined && wayOf(left) < wayOf(units);
    writer.byte(decimals + 64 + (isShorter ? apart : 0));
    writeUnits(writer, isShorter ? left : units);
    if (guesses.has(field)) continue;
    const read = rounded.columnOf(field, 0);
    for (const value of units) read.push(value === undefined ? undefined : fromUnits(value, decimals));
  }
  writer.integer(0);
  return writer.finish();
}

/**
 * Reads what was written, and adds it to a series that ends before it.
 * @throws StoreFault damaged
 */
export function decodeSeries(bytes: Uint8Array, earlier?: Series): Series {
  const reader = new Reader(bytes);
  if (!layouts.has(reader.byte())) throw new StoreFault("damaged", "layout");
  const length = reader.integer();
  if (length > mostPoints) throw new StoreFault("damaged", "length");
  const series = earlier ?? new Series(length);
  const first = series.length;
  const pauses = new Column(length);
  readColumn(reader, length, 0, pauses);
  for (let index = 0, time = 0; index < length; index += 1) {
    const pause = pauses.at(index);
    if (pause === undefined) throw new StoreFault("damaged", "time");
    time += pause;
    series.times.push(time);
  }
  for (let number = reader.integer(); number !== 0; number = reader.integer()) {
    // A field this version does not know yet is read, and left where it is.
    const field = pointFields[number - 1];
    const column = field === undefined ? new Column() : series.columnOf(field, first);
    if (field !== undefined && column.length !== first) throw new StoreFault("damaged", "column");
    const written = reader.byte();
    if (written === whole) readWhole(reader, length, column);
    else if (written < whole) readColumn(reader, length, written - 64, column);
    else {
      const guess = field === undefined ? undefined : guesses.get(field)?.(series.columns);
      if (guess === undefined) throw new StoreFault("damaged", "column");
      readColumn(reader, length, written - 64 - apart, column, guess);
    }
  }
  series.padColumns();
  return series;
}

/** How many decimals keep all values of a column as exactly as is promised; undefined where that takes too many digits. */
function decimalsFor(field: PointField, column: Column): number | undefined {
  let least = Infinity;
  let most = 0;
  for (let index = 0; index < column.length; index += 1) {
    const value = column.at(index);
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

function unitsOf(column: Column, decimals: number): Units {
  const units: (number | undefined)[] = [];
  for (let index = 0; index < column.length; index += 1) {
    const value = column.at(index);
    units.push(value === undefined ? undefined : toUnits(value, decimals));
  }
  return units;
}

function guessedUnits(guess: Guess, index: number, decimals: number): number {
  const units = toUnits(guess(index), decimals);
  return Math.abs(units) < mostUnits ? units : 0;
}

/** How far a column goes up and down in all; Infinity where its differences would not be exact. */
function wayOf(units: Units): number {
  let way = 0;
  let last = 0;
  for (const value of units) {
    if (value === undefined) continue;
    if (Math.abs(value) >= mostUnits) return Infinity;
    way += Math.abs(value - last);
    last = value;
  }
  return way;
}

function writeUnits(writer: Writer, units: Units): void {
  let last = 0;
  for (let index = 0; index < units.length;) {
    const value = units[index];
    let run = 1;
    if (value === undefined || value === last)
      while (index + run < units.length && units[index + run] === value) run += 1;
    if (value === undefined || run > 1) {
      writer.integer(value === undefined ? nothing : same);
      writer.integer(run);
    } else {
      writer.integer(firstDifference + zigzag(value - last));
      last = value;
    }
    index += run;
  }
}

/**
 * Adds what follows to a column.
 * @param guess what it follows from, where what is written is how far it lies from that
 */
function readColumn(reader: Reader, length: number, decimals: number, column: Column, guess?: Guess): void {
  const start = column.length;
  const values = column.extend(length);
  let units = 0;
  let at = 0;
  while (at < length) {
    const code = reader.integer();
    if (code >= firstDifference) {
      units += unzigzag(code - firstDifference);
      const moved = guess === undefined ? units : units + guessedUnits(guess, start + at, decimals);
      values[at] = fromUnits(moved, decimals);
      at += 1;
      continue;
    }
    const run = reader.integer();
    if (run === 0 || run > length - at) throw new StoreFault("damaged", "run");
    const end = at + run;
    if (code === nothing) values.fill(Number.NaN, at, end);
    else if (guess === undefined) values.fill(fromUnits(units, decimals), at, end);
    else
      for (let index = at; index < end; index += 1)
        values[index] = fromUnits(units + guessedUnits(guess, start + index, decimals), decimals);
    at = end;
  }
}

function writeWhole(writer: Writer, column: Column): void {
  for (let index = 0; index < column.length; index += 1) {
    const value = column.at(index);
    writer.byte(value === undefined ? 0 : 1);
    if (value !== undefined) writer.float(value);
  }
}

function readWhole(reader: Reader, length: number, column: Column): void {
  const values = column.extend(length);
  for (let index = 0; index < length; index += 1)
    values[index] = reader.byte() === 0 ? Number.NaN : reader.float();
}

/** Small numbers of either sign as small ones of none. */
function zigzag(value: number): number {
  return value < 0 ? -value * 2 - 1 : value * 2;
}

function unzigzag(value: number): number {
  // What fits 31 bits, which is nearly all of it, in whole numbers.
  if (value < 2 ** 31) return (value & 1) === 0 ? value >> 1 : -(value >> 1) - 1;
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
    let byte = this.byte();
    let value = byte & 127;
    // In whole numbers as long as they fit 28 bits, which nearly all of them do.
    for (let shift = 7; byte >= 128 && shift < 28; shift += 7) {
      byte = this.byte();
      value |= (byte & 127) << shift;
    }
    for (let factor = 2 ** 28; byte >= 128; factor *= 128) {
      if (factor === 2 ** 56) throw new StoreFault("damaged", "integer");
      byte = this.byte();
      value += (byte & 127) * factor;
    }
    return value;
  }

  float(): number {
    if (this.#at + 8 > this.#bytes.length) throw new StoreFault("damaged", "end");
    const value = this.#bytes.readDoubleLE(this.#at);
    this.#at += 8;
    return value;
  }
}
