import { createHash } from "node:crypto";
import { Pool, type PoolClient } from "pg";
import {
  StoreFault,
  type Database,
  type Dialect,
  type Part,
  type Row,
  type Step,
  type Table,
  type Value,
} from "./database.ts";

const dialect: Dialect = {
  now: "(extract(epoch from clock_timestamp()) * 1000)::bigint",
  lockRow: "for update",
  oneOf: (column, type, place) => `${column} = any($${place}::${type}[])`,
  list: (values) => values,
  unlogged: "unlogged",
  clustered: "",
  byMonth: (column) => `partition by range (${column})`,
  makePart: (table, part) =>
    `create table if not exists ${partName(table, part)} partition of ${table} for values from (${part.from}) to (${part.to})`,
  dropPart: (table, part) => `drop table if exists ${partName(table, part)}`,
};

const connections = 4;
const connectWithinMs = 5000;
const statementWithinMs = 30_000;
const migrationLock = 7_349_021;

/** Connects with the first statement. `url` is as libpq takes it. */
export function openPostgresDatabase(url: string): Database {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectWithinMs,
    statement_timeout: statementWithinMs,
    query_timeout: statementWithinMs + 5000,
    keepAlive: true,
    application_name: "yieldboard",
    allowExitOnIdle: true,
  });
  // Idle connections may break; the next statement opens another.
  pool.on("error", ignore);

  const within = async <T>(work: (client: PoolClient) => Promise<T>): Promise<T> => {
    let client: PoolClient | undefined;
    let broken = true;
    try {
      client = await pool.connect();
      // Without a listener a connection that breaks between statements would end the program.
      client.on("error", ignore);
      await client.query("begin");
      const result = await work(client);
      await client.query("commit");
      broken = false;
      return result;
    } catch (error) {
      if (error instanceof StoreFault || hasState(error))
        broken = await (client?.query("rollback").then(
          () => false,
          () => true,
        ) ?? true);
      throw faultOf(error);
    } finally {
      client?.off("error", ignore);
      client?.release(broken);
    }
  };

  return {
    kind: "postgres",
    dialect,
    query: (sql, values = []) =>
      run(pool, sql, values).catch((error: unknown) => {
        throw faultOf(error);
      }),
    async columns(sql, values, names) {
      // Binary in base64, because the driver would parse every number from text.
      const packed = names.map(
        (name) => `encode(array_send(array_agg(${name}::double precision)), 'base64') as ${name}`,
      );
      const [row] = await run(pool, `select ${packed.join(", ")} from (${sql}) as result`, values).catch(
        (error: unknown) => {
          throw faultOf(error);
        },
      );
      return names.map((name) => unpack(row?.[name]));
    },
    write: (steps) =>
      within(async (client) => {
        for await (const step of steps) await take(client, step);
      }),
    migrate: (next) =>
      within(async (client) => {
        await client.query(`select pg_advisory_xact_lock(${migrationLock})`);
        await client.query("create table if not exists schema_version (version bigint primary key)");
        for (;;) {
          const { rows } = await client.query<Row>("select max(version) as version from schema_version");
          const version = Number(rows[0]?.["version"] ?? 0);
          const statements = next(version);
          if (statements === undefined) return;
          for (const sql of statements) await client.query(sql);
          await client.query("insert into schema_version values ($1)", [version + 1]);
        }
      }),
    close: () => pool.end(),
  };
}

function ignore(): void {}

const rowsAtOnce = 500;

async function take(client: PoolClient, step: Step): Promise<void> {
  if (step.kind === "put") {
    for (let from = 0; from < step.rows.length; from += rowsAtOnce)
      await run(client, putInto(step.table), columnsOf(step.table, step.rows.slice(from, from + rowsAtOnce)));
    return;
  }
  const rows = await run(client, step.sql, step.values);
  if (step.kind === "expect" && rows.length === 0) throw new StoreFault("overtaken");
}

function putInto({ name, columns, key }: Table): string {
  const names = columns.map(([column]) => column);
  const lists = columns.map(([, type], index) => `$${index + 1}::${type}[]`);
  const others = names.filter((column) => !key.includes(column));
  const update = others.map((column) => `${column} = excluded.${column}`).join(", ");
  return `insert into ${name} (${names.join(", ")}) select * from unnest(${lists.join(", ")})
    on conflict (${key.join(", ")}) do ${others.length === 0 ? "nothing" : `update set ${update}`}`;
}

function columnsOf({ columns }: Table, rows: readonly (readonly Value[])[]): readonly Value[][] {
  return columns.map((_, index) => rows.map((row) => row[index] ?? null));
}

async function run(
  client: PoolClient | Pool,
  sql: string,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const { rows } = await client.query<Row>({ name: nameOf(sql), text: sql, values: [...values] });
  return rows;
}

/** Binary double[]: 20 bytes of head, then length (−1 is null) and bytes of each. */
function unpack(packed: unknown): Float64Array {
  if (typeof packed !== "string") return new Float64Array();
  const bytes = Buffer.from(packed, "base64");
  const values = new Float64Array(bytes.readInt32BE(12));
  let place = 20;
  for (let index = 0; index < values.length; index += 1) {
    const length = bytes.readInt32BE(place);
    values[index] = length === 8 ? bytes.readDoubleBE(place + 4) : Number.NaN;
    place += 4 + Math.max(0, length);
  }
  return values;
}

const names = new Map<string, string>();

function nameOf(sql: string): string {
  const known = names.get(sql);
  if (known !== undefined) return known;
  const name = createHash("sha256").update(sql).digest("base64url").slice(0, 24);
  names.set(sql, name);
  return name;
}

/** The server refused, so the connection is still good. */
function hasState(error: unknown): boolean {
  return /^[0-9A-Z]{5}$/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  const code: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "code") : undefined;
  return typeof code === "string" ? code : "";
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
function faultOf(error: unknown): StoreFault {
  if (error instanceof StoreFault) return error;
  const code = codeOf(error);
  const reason = /^[A-Z0-9_]{1,40}$/.test(code) ? code : "no answer";
  if (/^53[14]/.test(code)) return new StoreFault("full", reason);
  if (/^XX00[12]/.test(code)) return new StoreFault("damaged", reason);
  if (hasState(error) && !/^(?:08|53|57|58|28|3D)/.test(code)) return new StoreFault("refused", reason);
  return new StoreFault("unavailable", reason);
}

function partName(table: string, { from }: Part): string {
  return `${table}_y${new Date(from * 1000).toISOString().slice(0, 7).replace("-", "m")}`;
}
