// SQL that differs between the two engines.
import { CompiledQuery, PostgresAdapter, sql, type Kysely, type RawBuilder } from "kysely";
import type { Table, Tables } from "./schema.ts";

export type Sql = RawBuilder<unknown>;

const call =
  (name: string) =>
  (...values: readonly Sql[]): RawBuilder<number> =>
    sql`${sql.raw(name)}(${sql.join(values)})`;

type Values = readonly (number | string)[];

const dialects = {
  file: {
    /** Passes all values as one parameter, so that the statement is the same for any number of values. */
    isOneOf: (column: string, _type: "bigint" | "text", values: Values) =>
      sql<boolean>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`,
    /** A table with a single column, `value`. */
    numbers: (values: readonly number[]): Sql =>
      sql`(select value from json_each(${JSON.stringify(values)}))`,
    least: call("min"),
    greatest: call("max"),
    /** Milliseconds, by the engine's clock. */
    now: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
    tablesNamed: (name: string): Sql =>
      sql`select 1 from sqlite_schema where type = 'table' and name = ${name}`,
  },
  postgres: {
    isOneOf: (column: string, type: "bigint" | "text", values: Values) =>
      sql<boolean>`${sql.ref(column)} = any(${values}::${sql.raw(type)}[])`,
    numbers: (values: readonly number[]): Sql => sql`(select unnest(${values}::bigint[]) as value)`,
    least: call("least"),
    greatest: call("greatest"),
    now: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
    /** Only in this store's schema: another store may use the same database. */
    tablesNamed: (name: string): Sql =>
      sql`select 1 from pg_tables where schemaname = current_schema() and tablename = ${name}`,
  },
} as const;

export type Dialect = (typeof dialects)[keyof typeof dialects];

/** A transaction knows its engine, too. */
export function isPostgres(db: Kysely<Tables>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

export function dialectOf(db: Kysely<Tables>): Dialect {
  return isPostgres(db) ? dialects.postgres : dialects.file;
}

/** Without the cast, Postgres assumes 32 bits and SQLite a float. */
export function whole(value: number): RawBuilder<number> {
  return sql<number>`cast(${value} as bigint)`;
}

/** Makes transactions with the same number run one by one. A file has a single writer anyway. */
export async function acquireTransactionLock(trx: Kysely<Tables>, number: number): Promise<void> {
  if (isPostgres(trx)) await sql`select pg_advisory_xact_lock(${sql.lit(number)})`.execute(trx);
}

export type Value = number | string | Uint8Array | null;

const rowsAtOnce = 1000;

/** Upserts by key, in plain SQL, because Kysely would create a node for every value. */
export async function upsertRows(
  trx: Kysely<Tables>,
  { name, columns, key }: Table,
  rows: readonly (readonly Value[])[],
): Promise<void> {
  const names = columns.map(([column]) => column);
  const inColumns = isPostgres(trx);
  const values = inColumns
    ? `select * from unnest(${columns.map(([, type], index) => `$${index + 1}::${type.replace(" null", "")}[]`).join(", ")})`
    : `values (${names.map(() => "?").join(", ")})`;
  const updates = names
    .filter((column) => !key.includes(column))
    .map((column) => `${column} = excluded.${column}`);
  const text = `insert into ${name} (${names.join(", ")}) ${values}
    on conflict (${key.join(", ")}) do update set ${updates.join(", ")}`;
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const some = rows.slice(from, from + rowsAtOnce);
    const parameters = inColumns ? names.map((_, index) => some.map((row) => row[index] ?? null)) : some;
    await trx.executeQuery(CompiledQuery.raw(text, [...parameters]));
  }
}

/** A Postgres index entry holds 2700 bytes, and a character takes up to four. */
const maxIdLength = 300;

/** Postgres rejects zero bytes and lone surrogates. */
export function isStorableId(id: string): boolean {
  return id.length <= maxIdLength && isStorable(id);
}

export function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
