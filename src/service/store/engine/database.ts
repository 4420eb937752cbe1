// The two engines as one: rows are read by a statement, and written by steps that happen together or not at all. SQL is written once,
// in what both engines understand, with parameters as $1, $2; what differs is in `Dialect`.

/** What a column may hold. Times are whole seconds since the epoch where a column's name does not say otherwise. */
export type Value = number | string | Uint8Array | null;
/** A row as an engine gives it; `readInteger` and its kin say what is in it. */
export type Row = Readonly<Record<string, unknown>>;

/** A table that is written to row by row: its columns in the order in which they are given, and which of them are its key. */
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
  /** Rows are added, or take the place of those with the same key. */
  | { readonly kind: "put"; readonly table: Table; readonly rows: readonly (readonly Value[])[] }
  | { readonly kind: "run"; readonly sql: string; readonly values: readonly Value[] }
  /** Ends the transaction without a trace where the statement gives no row. */
  | { readonly kind: "expect"; readonly sql: string; readonly values: readonly Value[] };

/** Those that come one after another are made while those before them are taken. */
export type Steps = Iterable<Step> | AsyncIterable<Step>;

export type List = readonly number[] | readonly string[];

/** A month of a table: from a moment on and before another, in whole seconds. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

export interface Dialect {
  /** Milliseconds since the epoch by the engine's clock. */
  readonly now: string;
  /** Comes after a select that nobody else may run in the same way before the transaction ends. */
  readonly lockRow: string;
  /** Whether a column is one of the values that `list` gives for parameter `place`. */
  oneOf(column: string, type: "bigint" | "text", place: number): string;
  list(values: List): Value | List;
  /** Comes before the word table of one that need not survive a crash. */
  readonly unlogged: string;
  /** Comes after the columns of a table that is cut into months by its column `start`. */
  readonly byMonth: string;
  /** Makes the part of such a table for a month; undefined where tables have no parts. Both moments are whole seconds. */
  makePart(table: string, part: Part): string | undefined;
  /** Takes it away with all that is in it. */
  dropPart(table: string, part: Part): string | undefined;
}

export interface Database {
  readonly kind: "file" | "postgres";
  readonly dialect: Dialect;
  /** @throws StoreFault */
  query(sql: string, values?: readonly (Value | List)[]): Promise<readonly Row[]>;
  /**
   * All steps, in their order, or none.
   * @throws StoreFault; of kind "overtaken" where a step expected a row and there was none
   */
  write(steps: Steps): Promise<void>;
  /**
   * Runs migrations while no other program does.
   * @param next given the number of the last one that has run, 0 at first, gives the statements of the next; undefined ends it
   * @throws StoreFault
   */
  migrate(next: (version: number) => readonly string[] | undefined): Promise<void>;
  close(): Promise<void>;
}

export type StoreFaultKind =
  /** It cannot be reached or opened, or took too long. */
  | "unavailable"
  /** There is no room left to write. */
  | "full"
  /** What is in it is not what was written. */
  | "damaged"
  /** Another instance writes now. */
  | "overtaken"
  /** A newer version of this program has written it. */
  | "newer"
  /** It holds the record of another source. */
  | "other-source"
  /** Time did not go on since the last tick. */
  | "clock"
  /** It refused for another reason. */
  | "refused";

/** Why the store did not do what it was asked. `reason` is a word or code of the engine; never a value, an address or a password. */
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
