// Both engines behind one interface: a statement reads rows, and a list of steps writes in one transaction. SQL is written once, in what
// both engines understand, with parameters as $1, $2; `Dialect` holds the differences.

/** What a column may hold. */
export type Value = number | string | Uint8Array | null;
/** A row as the engine returns it, to be read with `readInteger`, `readText` and the like. */
export type Row = Readonly<Record<string, unknown>>;

/** A table that is written row by row: its columns, in the order of a row's values, and its key. */
export interface Table {
  readonly name: string;
  readonly columns: readonly (readonly [
    name: string,
    type: "bigint" | "text" | "bytea" | "double precision",
  ])[];
  readonly key: readonly string[];
}

/** One thing a transaction does. */
export type Step =
  /** Adds rows, or replaces rows with the same key. */
  | { readonly kind: "put"; readonly table: Table; readonly rows: readonly (readonly Value[])[] }
  | { readonly kind: "run"; readonly sql: string; readonly values: readonly (Value | List)[] }
  /** Rolls the transaction back where the statement returns no row. */
  | { readonly kind: "expect"; readonly sql: string; readonly values: readonly (Value | List)[] };

/** An async iterable is read while earlier steps run. */
export type Steps = Iterable<Step> | AsyncIterable<Step>;

export type List = readonly number[] | readonly string[];

/** A month of a table, in seconds since the epoch; `to` is not included. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

export interface Dialect {
  /** Milliseconds since the epoch by the engine's clock. */
  readonly now: string;
  /** After a select whose rows no other transaction may lock before this one ends. */
  readonly lockRow: string;
  /** Whether a column is one of the values that `list` passes as parameter `place`. */
  oneOf(column: string, type: "bigint" | "text", place: number): string;
  list(values: List): Value | List;
  /** Before the word table, for one that may be lost in a crash. */
  readonly unlogged: string;
  /** After the columns of a table that is stored in the order of its key. */
  readonly clustered: string;
  /** After the columns of a table that is cut into months by a column of times. */
  byMonth(column: string): string;
  /** Makes a month of such a table; undefined where tables have no parts. */
  makePart(table: string, part: Part): string | undefined;
  /** Drops a month with all its rows. */
  dropPart(table: string, part: Part): string | undefined;
}

export interface Database {
  readonly kind: "file" | "postgres";
  readonly dialect: Dialect;
  /** @throws StoreFault */
  query(sql: string, values?: readonly (Value | List)[]): Promise<readonly Row[]>;
  /**
   * Reads a long result as one typed array per column, which is several times faster than rows. NaN is null.
   * @param names the columns, all numbers, in the order of the statement
   * @throws StoreFault
   */
  columns(
    sql: string,
    values: readonly (Value | List)[],
    names: readonly string[],
  ): Promise<readonly Float64Array[]>;
  /**
   * Runs all steps in one transaction, in their order.
   * @throws StoreFault; of kind "overtaken" where an expected row was missing
   */
  write(steps: Steps): Promise<void>;
  /**
   * Runs migrations under a lock.
   * @param next returns the statements that follow a version, 0 at first; undefined ends it
   * @throws StoreFault
   */
  migrate(next: (version: number) => readonly string[] | undefined): Promise<void>;
  close(): Promise<void>;
}

export type StoreFaultKind =
  /** It cannot be reached or opened, or took too long. */
  | "unavailable"
  /** The disk is full. */
  | "full"
  /** Its content cannot be read. */
  | "damaged"
  /** Another instance writes now. */
  | "overtaken"
  /** A newer version of this program has written it. */
  | "newer"
  /** It holds the record of another source. */
  | "other-source"
  /** The last poll lies in the future. */
  | "clock"
  /** Any other refusal. */
  | "refused";

/** Why the store failed. `reason` is a code of the engine; never a value, an address or a password. */
export class StoreFault extends Error {
  override readonly name = "StoreFault";
  readonly kind: StoreFaultKind;
  readonly reason: string | undefined;

  constructor(kind: StoreFaultKind, reason?: string) {
    super(reason === undefined ? `store: ${kind}` : `store: ${kind} (${reason})`);
    this.kind = kind;
    this.reason = reason;
  }
}

/** @throws StoreFault damaged */
export function readInteger(row: Row, column: string): number {
  const value = row[column];
  // The driver of Postgres gives numbers of 64 bits as text.
  const number = typeof value === "string" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isSafeInteger(number)) throw new StoreFault("damaged", column);
  return number;
}

/** @throws StoreFault damaged */
export function readOptionalInteger(row: Row, column: string): number | undefined {
  return row[column] === null || row[column] === undefined ? undefined : readInteger(row, column);
}

/** @throws StoreFault damaged */
export function readNumber(row: Row, column: string): number {
  const value = row[column];
  // Postgres sums integers to a numeric, which its driver returns as text.
  const number = typeof value === "string" ? Number(value) : value;
  if (typeof number !== "number" || Number.isNaN(number)) throw new StoreFault("damaged", column);
  return number;
}

/** @throws StoreFault damaged */
export function readOptionalNumber(row: Row, column: string): number | undefined {
  return row[column] === null || row[column] === undefined ? undefined : readNumber(row, column);
}

/** @throws StoreFault damaged */
export function readText(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== "string") throw new StoreFault("damaged", column);
  return value;
}

/** @throws StoreFault damaged */
export function readBytes(row: Row, column: string): Uint8Array {
  const value = row[column];
  if (!(value instanceof Uint8Array)) throw new StoreFault("damaged", column);
  return value;
}
