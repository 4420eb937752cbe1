// The binary format of stores up to version 11, needed only for the migration.
import { StoreFault } from "../engine/database.ts";
import { figureNames, type MeanName } from "../figures.ts";

/** Seconds since the epoch; NaN is missing. */
export interface OldBlock {
  readonly times: readonly number[];
  readonly columns: ReadonlyMap<MeanName, Float64Array>;
}

type Columns = ReadonlyMap<MeanName, Float64Array>;
/** Prediction from other figures; only the difference was stored. */
type Guess = (index: number) => number;

/** A block's field numbers are 1-based indexes of this list. */
const fields: readonly MeanName[] = [...figureNames.slice(0, 24), "coverage"];
const layouts: ReadonlySet<number> = new Set([1, 2]);
/** In place of the decimals: 64-bit floats. */
const floats = 127;
/** Added to the decimals: differences from a guess. */
const guessed = 128;
const largestGuess = 2 ** 51;
const mostRows = 100_000;
/** Codes: a run of one value, a run of missing ones; higher codes are differences. */
const nothing = 1;
const firstDifference = 2;

const guesses: ReadonlyMap<MeanName, (columns: Columns) => Guess | undefined> = new Map([
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
      return (index: number) => (at(borrowed, index) * at(dollars, index)) / at(tokens, index);
    },
  ],
]);

function sumOf(
  base: Float64Array | undefined,
  rewards: Float64Array | undefined,
  sign: 1 | -1,
): Guess | undefined {
  if (base === undefined) return undefined;
  if (rewards === undefined) return (index) => at(base, index);
  return (index) => at(base, index) + sign * at(rewards, index);
}

/** The encoder took missing values as 0 too. */
function at(column: Float64Array, index: number): number {
  const value = column[index] ?? 0;
  return Number.isNaN(value) ? 0 : value;
}

export function decodeBlock(bytes: Uint8Array): OldBlock {
  const reader = new Reader(bytes);
  if (!layouts.has(reader.byte())) throw new StoreFault("damaged", "layout");
  const length = reader.integer();
  if (length > mostRows) throw new StoreFault("damaged", "length");
  const times: number[] = [];
  for (const pause of readColumn(reader, length, 0)) {
    if (Number.isNaN(pause)) throw new StoreFault("damaged", "time");
    times.push((times.at(-1) ?? 0) + pause);
  }
  const columns = new Map<MeanName, Float64Array>();
  for (let number = reader.integer(); number !== 0; number = reader.integer()) {
    const field = fields[number - 1];
    if (field === undefined || columns.has(field)) throw new StoreFault("damaged", "column");
    const written = reader.byte();
    if (written === floats) columns.set(field, readFloats(reader, length));
    else if (written < floats) columns.set(field, readColumn(reader, length, written - 64));
    else {
      const guess = guesses.get(field)?.(columns);
      if (guess === undefined) throw new StoreFault("damaged", "column");
      columns.set(field, readColumn(reader, length, written - 64 - guessed, guess));
    }
  }
  return { times, columns };
}

/** Dividing by exact powers, unlike multiplying by inverses, restores the decimal. */
const powers = Array.from({ length: 21 }, (_, exponent) => 10 ** exponent);

function toUnits(value: number, decimals: number): number {
  const power = powers[Math.abs(decimals)] ?? Number.NaN;
  return Math.round(decimals >= 0 ? value * power : value / power);
}

function fromUnits(units: number, decimals: number): number {
  const power = powers[Math.abs(decimals)] ?? Number.NaN;
  return decimals >= 0 ? units / power : units * power;
}

function readColumn(reader: Reader, length: number, decimals: number, guess?: Guess): Float64Array {
  const values = new Float64Array(length);
  let units = 0;
  const valueAt = (index: number): number => {
    if (guess === undefined) return fromUnits(units, decimals);
    const near = toUnits(guess(index), decimals);
    return fromUnits(units + (Math.abs(near) < largestGuess ? near : 0), decimals);
  };
  for (let index = 0; index < length;) {
    const code = reader.integer();
    if (code >= firstDifference) {
      units += unzigzag(code - firstDifference);
      values[index] = valueAt(index);
      index += 1;
      continue;
    }
    const run = reader.integer();
    if (run === 0 || run > length - index) throw new StoreFault("damaged", "run");
    for (const end = index + run; index < end; index += 1)
      values[index] = code === nothing ? Number.NaN : valueAt(index);
  }
  return values;
}

function readFloats(reader: Reader, length: number): Float64Array {
  const values = new Float64Array(length);
  for (let index = 0; index < length; index += 1)
    values[index] = reader.byte() === 0 ? Number.NaN : reader.float();
  return values;
}

function unzigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
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

  /** Seven bits a byte, lowest first; the eighth means more follow. */
  integer(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      if (factor === 2 ** 56) throw new StoreFault("damaged", "integer");
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  float(): number {
    if (this.#at + 8 > this.#bytes.length) throw new StoreFault("damaged", "end");
    const value = this.#bytes.readDoubleLE(this.#at);
    this.#at += 8;
    return value;
  }
}
