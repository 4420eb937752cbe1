import { hash } from "node:crypto";
import {
  CompiledQuery,
  Kysely,
  PostgresDialect,
  type PostgresCursor,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from "kysely";
import { Pool, types, type PoolClient } from "pg";
import { fieldOf } from "../../../contract/names/field-of.ts";
import type { Tables } from "../sql/schema.ts";
import { StoreFault, type Database } from "./database.ts";

const connections = 4;
const connectWithinMs = 5000;
const statementWithinMs = 30_000;
/** The driver returns 64-bit integers and their sums as text. */
const numberTypes: ReadonlySet<number> = new Set([types.builtins.INT8, types.builtins.NUMERIC]);

/** Connects on the first statement. `url` has the format of libpq. */
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
    types: {
      getTypeParser: (type, format) => (numberTypes.has(type) ? Number : types.getTypeParser(type, format)),
    },
  });
  // Without a listener, a broken connection would end the program. The next statement opens a new one.
  pool.on("error", ignore);
  pool.on("connect", (client) => client.on("error", ignore));
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: {
        connect: () => pool.connect().then((client) => new ReportingClient(client), refuse),
        end: () => pool.end(),
      },
    }),
  });
  return {
    db,
    async columns({ sql, parameters }, names) {
      // Sent as binary in base64, because the driver would parse every number from text.
      const cells = names.map((name) => `float8send(coalesce(${name}::double precision, 'NaN'))`);
      const text = `select encode(string_agg(${cells.join(" || ")}, ''), 'base64') as packed from (${sql}) as result`;
      const { rows } = await db.executeQuery<{ packed: string | null }>(
        CompiledQuery.raw(text, [...parameters]),
      );
      return unpack(rows[0]?.packed ?? "", names.length);
    },
    close: () => pool.end(),
  };
}

function ignore(): void {}

function refuse(error: unknown): never {
  throw faultOf(error);
}

/** A pooled connection that prepares each statement once and fails with a StoreFault. */
class ReportingClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  #isBroken = false;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== "string") throw new StoreFault("refused", "rows are not streamed");
    const name = hash("sha256", text, "base64url").slice(0, 24);
    return this.#client.query({ name, text, values: [...values] }).catch((error: unknown) => {
      // If the server did not answer, the connection's state is unknown.
      this.#isBroken ||= !hasState(error);
      throw faultOf(error);
    });
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }
}

/** Splits rows of doubles into columns. */
function unpack(packed: string, count: number): readonly Float64Array[] {
  const { buffer, byteOffset, length } = Buffer.from(packed, "base64");
  const bytes = new DataView(buffer, byteOffset, length);
  return Array.from({ length: count }, (_, index) => {
    const column = new Float64Array(length / (8 * count));
    for (let row = 0; row < column.length; row += 1)
      column[row] = bytes.getFloat64(8 * (row * count + index));
    return column;
  });
}

/** Whether the server reported the error, so that the connection is still usable. */
function hasState(error: unknown): boolean {
  return /^[0-9A-Z]{5}$/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  const code = fieldOf(error, "code");
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
