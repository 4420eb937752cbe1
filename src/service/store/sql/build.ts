// The only place that uses Kysely's compiler; the engines run the queries.
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  type CompiledQuery,
  type RawBuilder,
} from "kysely";
import { StoreFault, type Database, type List, type Row, type Step, type Value } from "../engine/database.ts";
import type { Tables } from "./schema.ts";

export type Builder = Kysely<Tables>;

export function createBuilder(kind: Database["kind"]): Builder {
  const isFile = kind === "file";
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => (isFile ? new SqliteAdapter() : new PostgresAdapter()),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => (isFile ? new SqliteIntrospector(db) : new PostgresIntrospector(db)),
      createQueryCompiler: () => (isFile ? new SqliteQueryCompiler() : new PostgresQueryCompiler()),
    },
  });
}

export interface Compilable {
  compile(): CompiledQuery;
}

export function runQuery(database: Database, query: Compilable): Promise<readonly Row[]> {
  const compiled = query.compile();
  return database.query(compiled.sql, valuesOf(compiled));
}

export function compilable(db: Builder, query: RawBuilder<unknown>): Compilable {
  return { compile: () => query.compile(db) };
}

export function runStep(query: Compilable): Step {
  const compiled = query.compile();
  return { kind: "run", sql: compiled.sql, values: valuesOf(compiled) };
}

export function valuesOf({ parameters }: CompiledQuery): readonly (Value | List)[] {
  return parameters.map((value) => {
    if (value === null || typeof value === "string" || typeof value === "number") return value;
    if (value instanceof Uint8Array) return value;
    if (Array.isArray(value) && value.every((item) => typeof item === "number")) return value;
    if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
    throw new StoreFault("refused", "a parameter");
  });
}

function call(name: string, values: readonly RawBuilder<unknown>[]): RawBuilder<number> {
  return sql<number>`${sql.raw(name)}(${sql.join(values)})`;
}

export interface Phrases {
  /** One parameter, so that the statement is the same for any number of values. */
  readonly oneOf: (column: string, type: "bigint" | "text", values: List) => RawBuilder<boolean>;
  /** A table with the column `value`. */
  readonly numbers: (values: readonly number[]) => RawBuilder<unknown>;
  readonly least: (...values: readonly RawBuilder<unknown>[]) => RawBuilder<number>;
  readonly greatest: (...values: readonly RawBuilder<unknown>[]) => RawBuilder<number>;
}

export function phrasesOf(kind: Database["kind"]): Phrases {
  if (kind === "file")
    return {
      oneOf: (column, _type, values) =>
        sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`,
      numbers: (values) => sql`(select value from json_each(${JSON.stringify(values)}))`,
      least: (...values) => call("min", values),
      greatest: (...values) => call("max", values),
    };
  return {
    oneOf: (column, type, values) => sql`${sql.ref(column)} = any(${values}::${sql.raw(type)}[])`,
    numbers: (values) => sql`(select unnest(${values}::bigint[]) as value)`,
    least: (...values) => call("least", values),
    greatest: (...values) => call("greatest", values),
  };
}

/** Without a cast, Postgres assumes 32 bits and SQLite a float. */
export function whole(value: number): RawBuilder<number> {
  return sql<number>`cast(${value} as bigint)`;
}
