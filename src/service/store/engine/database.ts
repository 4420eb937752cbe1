// One interface for both engines. SQL is written once in their common subset with $1, $2; `Dialect` holds the
// differences.

export type Value = number | string | Uint8Array | null;
export type Row = Readonly<Record<string, unknown>>;

/** Columns in the order of a row's values. */
export interface Table {
  readonly name: string;
  readonly columns: readonly (readonly [
    name: string,
    type: "bigint" | "text" | "bytea" | "double precision",
  ])[];
  readonly key: readonly string[];
}

export type Step =
  /** Upserts by key. */
  | { readonly kind: "put"; readonly table: Table; readonly rows: readonly (readonly Value[])[] }
  | { readonly kind: "run"; readonly sql: string; readonly values: readonly (Value | List)[] }
  /** Rolls back if the statement returns no row. */
  | { readonly kind: "expect"; readonly sql: string; readonly values: readonly (Value | List)[] };

export type Steps = Iterable<Step> | AsyncIterable<Step>;

export type List = readonly number[] | readonly string[];

export interface Part {
  readonly from: number;
  readonly to: number;
}

export interface Dialect {
  /** Milliseconds by the engine's clock. */
  readonly now: string;
  /** Suffix of a select that locks its rows. */
  readonly lockRow: string;
  oneOf(column: string, type: "bigint" | "text", place: number): string;
  list(values: List): Value | List;
  /** Prefix of `table` for data that may be lost in a crash. */
  readonly unlogged: string;
  /** Suffix for tables stored in key order. */
  readonly clustered: string;
  /** Suffix for tables partitioned by month. */
  byMonth(column: string): string;
  /** Undefined where tables have no partitions; so in `dropPart`. */
  makePart(table: string, part: Part): string | undefined;
  dropPart(table: string, part: Part): string | undefined;
}

export interface Database {
  readonly kind: "file" | "postgres";
  readonly dialect: Dialect;
  query(sql: string, values?: readonly (Value | List)[]): Promise<readonly Row[]>;
  /** One typed array per numeric column, several times faster than rows. NaN is null. */
  columns(
    sql: string,
    values: readonly (Value | List)[],
    names: readonly string[],
  ): Promise<readonly Float64Array[]>;
  /** One transaction. @throws StoreFault "overtaken" if an expected row is missing */
  write(steps: Steps): Promise<void>;
  /** Runs under a lock. `next` returns the statements after a version (first 0), or undefined at the end. */
  migrate(next: (version: number) => readonly string[] | undefined): Promise<void>;
  close(): Promise<void>;
}

export type StoreFaultKind =
  | "unavailable"
  | "full"
  | "damaged"
  | "overtaken"
  /** Written by a newer version. */
  | "newer"
  /** Holds another source's record. */
  | "other-source"
  /** The last poll is in the future. */
  | "clock"
  | "refused";

/** `reason` is the engine's code; never a value, an address or a password. */
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

/** @throws StoreFault damaged; so in the functions below */
export function readInteger(row: Row, column: string): number {
  const value = row[column];
  // The Postgres driver returns 64-bit integers as text.
  const number = typeof value === "string" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isSafeInteger(number)) throw new StoreFault("damaged", column);
  return number;
}

export function readOptionalInteger(row: Row, column: string): number | undefined {
  return row[column] === null || row[column] === undefined ? undefined : readInteger(row, column);
}

export function readNumber(row: Row, column: string): number {
  const value = row[column];
  // Postgres sums integers to numeric, which arrives as text.
  const number = typeof value === "string" ? Number(value) : value;
  if (typeof number !== "number" || Number.isNaN(number)) throw new StoreFault("damaged", column);
  return number;
}

export function readOptionalNumber(row: Row, column: string): number | undefined {
  return row[column] === null || row[column] === undefined ? undefined : readNumber(row, column);
}

export function readText(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== "string") throw new StoreFault("damaged", column);
  return value;
}

export function readBytes(row: Row, column: string): Uint8Array {
  const value = row[column];
  if (!(value instanceof Uint8Array)) throw new StoreFault("damaged", column);
  return value;
}
