// Decodes the binary format of version 11, which is needed only for the migration.
import { figureNames, type MeanName } from "../../../domain/record/figures.ts";
import { StoreFault } from "../engine/database.ts";

export type OldBlock = ReturnType<typeof decodeBlock>;
type Columns = ReadonlyMap<MeanName, Float64Array>;

/** Predicts a value from other figures; a block stores only the difference. */
type Guess = (index: number) => number;

/** A field number in a block is a 1-based index into this list. */
const fields: readonly MeanName[] = [...figureNames.slice(0, 24), "coverage"];
const layouts: ReadonlySet<number> = new Set([1, 2]);
/** In place of the number of decimals: values are 64-bit floats. */
const floats = 127;
/** Added to the number of decimals: values are differences from a guess. */
const guessed = 128;
const maxGuess = 2 ** 51;
const maxRows = 100_000;
/** Codes for a run of equal values and a run of missing values. Higher codes are differences. */
const nothing = 1;
const firstDifference = 2;

/** Times are seconds since the epoch. NaN means missing. */
export function decodeBlock(bytes: Uint8Array) {
  const reader = new Reader(bytes);
  if (!layouts.has(reader.byte())) throw damaged("layout");
  const length = reader.integer();
  if (length > maxRows) throw damaged("length");
  let time = 0;
  const times = readColumn(reader, length, 0).map((pause) => (time += pause));
  if (Number.isNaN(time)) throw damaged("time");
  const columns = new Map<MeanName, Float64Array>();
  for (let number = reader.integer(); number !== 0; number = reader.integer()) {
    const field = fields[number - 1];
    if (field === undefined || columns.has(field)) throw damaged("column");
    const written = reader.byte();
    if (written === floats) columns.set(field, readFloats(reader, length));
    else if (written < floats) columns.set(field, readColumn(reader, length, written - 64));
    else columns.set(field, readColumn(reader, length, written - 64 - guessed, guessOf(field, columns)));
  }
  return { times, columns };
}

function guessOf(field: MeanName, columns: Columns): Guess {
  const figure = (name: MeanName, index: number): number => {
    const value = columns.get(name)?.[index];
    if (value === undefined) throw damaged("column");
    // The encoder also treated missing values as 0 here.
    return Number.isNaN(value) ? 0 : value;
  };
  const rewards = (name: MeanName, index: number): number => (columns.has(name) ? figure(name, index) : 0);
  return (index) => {
    if (field === "depositApy") return figure("baseDepositApy", index) + rewards("rewardApy", index);
    if (field === "borrowApy") return figure("baseBorrowApy", index) - rewards("borrowRewardApy", index);
    if (field !== "totalBorrowUsd") throw damaged("column");
    return (figure("totalBorrow", index) * figure("totalDepositUsd", index)) / figure("totalDeposit", index);
  };
}

/** Divides by exact powers of ten, which restores the decimal; multiplying by inverses would not. */
function fromUnits(units: number, decimals: number): number {
  return decimals >= 0 ? units / 10 ** decimals : units * 10 ** -decimals;
}

function toUnits(value: number, decimals: number): number {
  return Math.round(decimals >= 0 ? value * 10 ** decimals : value / 10 ** -decimals);
}

function readColumn(reader: Reader, length: number, decimals: number, guess?: Guess): Float64Array {
  const values = new Float64Array(length);
  let units = 0;
  const valueAt = (index: number): number => {
    const near = guess === undefined ? 0 : toUnits(guess(index), decimals);
    return fromUnits(units + (Math.abs(near) < maxGuess ? near : 0), decimals);
  };
  for (let index = 0; index < length;) {
    const code = reader.integer();
    const run = code < firstDifference ? reader.integer() : 1;
    if (code >= firstDifference) units += unzigzag(code - firstDifference);
    if (run === 0 || run > length - index) throw damaged("run");
    for (const end = index + run; index < end; index += 1)
      values[index] = code === nothing ? Number.NaN : valueAt(index);
  }
  return values;
}

function readFloats(reader: Reader, length: number): Float64Array {
  return new Float64Array(length).map(() => (reader.byte() === 0 ? Number.NaN : reader.float()));
}

function unzigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

function damaged(what: string): StoreFault {
  return new StoreFault("damaged", what);
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  byte(): number {
    const value = this.#bytes[this.#at];
    if (value === undefined) throw damaged("end");
    this.#at += 1;
    return value;
  }

  /** Variable length: seven bits per byte, lowest first. The eighth bit means that more follow. */
  integer(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      if (factor === 2 ** 56) throw damaged("integer");
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  float(): number {
    if (this.#at + 8 > this.#bytes.length) throw damaged("end");
    const value = this.#bytes.readDoubleLE(this.#at);
    this.#at += 8;
    return value;
  }
}
