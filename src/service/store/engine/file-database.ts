import { unwatchFile, watchFile, type Stats } from "node:fs";
import { chmod, mkdir, open, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import {
  StoreFault,
  type Database,
  type Dialect,
  type List,
  type Row,
  type Step,
  type Table,
  type Value,
} from "./database.ts";
import { serveFile, type FileSettings, type Order, type Reply, type Statement } from "./sqlite-worker.ts";

const dialect: Dialect = {
  now: "cast(unixepoch('subsec') * 1000 as integer)",
  lockRow: "",
  oneOf: (column, _type, place) => `${column} in (select value from json_each($${place}))`,
  list: (values) => JSON.stringify(values),
  unlogged: "",
  clustered: "without rowid",
  byMonth: () => "",
  makePart: () => undefined,
  dropPart: () => undefined,
};

type OrderWithoutId =
  | Omit<Extract<Order, { kind: "query" }>, "id">
  | Omit<Extract<Order, { kind: "columns" }>, "id">
  | Omit<Extract<Order, { kind: "write" }>, "id">
  | { readonly kind: "close" };
type Done = Extract<Reply, { ok: true }>;

interface Thread {
  readonly worker: Worker;
  orders: number;
}

/** Per turn, because rows are copied to the thread. */
const rowsATurn = 1000;
const checkEveryMs = 1000;

export async function openFileDatabase(path: string): Promise<Database> {
  const file = resolve(path);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 }).catch(() => {
    throw new StoreFault("unavailable", "its folder cannot be made");
  });
  await makePrivate(file);
  const settings: FileSettings = { libsql: findLibsql(), path: file };
  const waiting = new Map<
    number,
    { readonly done: (reply: Done) => void; readonly failed: (fault: StoreFault) => void }
  >();
  let lastId = 0;
  let gone: StoreFault | undefined;
  const leave = (fault: StoreFault): void => {
    gone = fault;
    for (const { failed } of waiting.values()) failed(fault);
    waiting.clear();
  };
  const startThread = (): Thread => {
    const worker = new Worker(
      `const { parentPort, workerData } = require("node:worker_threads");
       (${serveFile.toString()})(require(workerData.libsql), workerData, parentPort);`,
      { eval: true, workerData: settings },
    );
    const thread = { worker, orders: 0 };
    worker.on("message", (reply: Reply) => {
      const asked = waiting.get(reply.id);
      waiting.delete(reply.id);
      thread.orders -= 1;
      if (thread.orders === 0) worker.unref();
      if (reply.ok) asked?.done(reply);
      else asked?.failed(faultOfFile(reply.code));
    });
    worker.on("error", () => leave(new StoreFault("unavailable", "its thread has ended")));
    worker.on("exit", () => leave(gone ?? new StoreFault("unavailable", "closed")));
    worker.unref();
    return thread;
  };
  const writer = startThread();
  // The second thread reads while the first writes; long histories use both.
  const reader = startThread();

  const nextId = (): number => {
    lastId += 1;
    return lastId;
  };
  const send = (order: OrderWithoutId, thread = writer, id = nextId()): Promise<Done> =>
    new Promise((done, failed) => {
      if (gone !== undefined) {
        failed(gone);
        return;
      }
      waiting.set(id, { done, failed });
      thread.orders += 1;
      thread.worker.ref();
      thread.worker.postMessage({ ...order, id }, []);
    });
  const ask = (order: OrderWithoutId): Promise<Done> =>
    send(order, writer.orders < reader.orders ? writer : reader);
  const end = async (fault: StoreFault): Promise<void> => {
    if (gone !== undefined) return;
    unwatchFile(file, look);
    const closed = [writer, reader].map((thread) => send({ kind: "close" }, thread));
    gone = fault;
    await Promise.allSettled(closed);
    leave(fault);
    await Promise.all([writer, reader].map(({ worker }) => worker.terminate()));
  };
  // The engine would go on writing to a deleted file.
  const look = (now: Stats, before: Stats): void => {
    if (now.ino !== before.ino) void end(new StoreFault("unavailable", "its file was deleted or replaced"));
  };
  watchFile(file, { interval: checkEveryMs, persistent: false }, look);
  const query = async (sql: string, values: readonly Value[] = []): Promise<readonly Row[]> => {
    const { columns, rows } = await ask({ kind: "query", sql: numbered(sql), values });
    return rows.map((row) => {
      const cells: readonly unknown[] = Array.isArray(row) ? row : [];
      return Object.fromEntries(columns.map((name, index) => [name, cells[index]]));
    });
  };

  return {
    kind: "file",
    dialect,
    query: (sql, values = []) => query(sql, values.map(toCell)),
    async columns(sql, values) {
      const { columns } = await ask({ kind: "columns", sql: numbered(sql), values: values.map(toCell) });
      return columns.filter((column) => column instanceof Float64Array);
    },
    async write(steps) {
      const id = nextId();
      let statements: Statement[] = [];
      let rows = 0;
      try {
        for await (const step of steps)
          for (const statement of statementsOf(step)) {
            statements.push(statement);
            rows += statement.rows.length;
            if (rows < rowsATurn) continue;
            writer.worker.postMessage({ kind: "part", id, statements }, []);
            statements = [];
            rows = 0;
            await nextTurn();
          }
      } catch (error) {
        writer.worker.postMessage({ kind: "drop", id }, []);
        throw error;
      }
      await send({ kind: "write", statements }, writer, id);
    },
    async migrate(next) {
      await send({
        kind: "write",
        statements: [plain("create table if not exists schema_version (version bigint primary key)")],
      });
      for (;;) {
        const [row] = await query("select max(version) as version from schema_version");
        const version = Number(row?.["version"] ?? 0);
        const statements = next(version);
        if (statements === undefined) return;
        // If two programs start at once, the second fails on the version number and goes on with the next.
        await send({
          kind: "write",
          statements: [plain(`insert into schema_version values (${version + 1})`), ...statements.map(plain)],
        }).catch((error: unknown) => {
          if (!(error instanceof StoreFault) || !/CONSTRAINT/.test(error.reason ?? "")) throw error;
        });
      }
    },
    close: () => end(new StoreFault("unavailable", "closed")),
  };
}

/** The file holds wallets of alert rules: only its owner may read it. */
async function makePrivate(file: string): Promise<void> {
  // If this fails, the engine reports what is wrong with the file.
  await open(file, "a", 0o600).then(
    (made) => made.close(),
    () => {},
  );
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile() === true && (found.mode & 0o077) !== 0)
      await chmod(path, found.mode & 0o700).catch(() => {});
  }
}

function findLibsql(): string {
  try {
    return createRequire(import.meta.url).resolve("libsql");
  } catch {
    throw new StoreFault("unavailable", "libsql is not installed");
  }
}

function plain(sql: string): Statement {
  return { sql, rows: [[]] };
}

function statementsOf(step: Step): Statement[] {
  if (step.kind === "put") {
    const { table, rows } = step;
    return Array.from({ length: Math.ceil(rows.length / rowsATurn) }, (_, part) => ({
      sql: putInto(table),
      rows: rows.slice(part * rowsATurn, (part + 1) * rowsATurn),
    }));
  }
  const { sql, values } = step;
  return [{ sql: numbered(sql), rows: [values.map(toCell)], expectsRow: step.kind === "expect" }];
}

function putInto({ name, columns }: Table): string {
  const names = columns.map(([column]) => column);
  return `insert or replace into ${name} (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`;
}

function numbered(sql: string): string {
  return sql.replaceAll(/\$(\d+)/g, "?$1");
}

function toCell(value: Value | List): Value {
  if (value === null || typeof value !== "object" || value instanceof Uint8Array) return value;
  throw new StoreFault("refused", "a list has to be made by the dialect");
}

/** https://www.sqlite.org/rescode.html: libsql has only numbers for extended codes. */
const primaryCodes: ReadonlyMap<number, string> = new Map([
  [5, "SQLITE_BUSY"],
  [8, "SQLITE_READONLY"],
  [10, "SQLITE_IOERR"],
  [11, "SQLITE_CORRUPT"],
  [14, "SQLITE_CANTOPEN"],
]);

export function faultOfFile(given: string): StoreFault {
  if (given === "OVERTAKEN") return new StoreFault("overtaken");
  const extended = /^UNKNOWN_SQLITE_ERROR_(\d+)$/.exec(given)?.[1];
  const code = primaryCodes.get(Number(extended) & 255) ?? given;
  // Failing to open has no code, and its message contains the path.
  if (/unable to open/i.test(code)) return new StoreFault("unavailable", "SQLITE_CANTOPEN");
  const reason = /^[A-Z_]{1,60}$/.test(code) ? code : "unknown";
  if (/FULL/.test(code) || /database or disk is full/.test(code)) return new StoreFault("full", reason);
  if (/NOTADB|CORRUPT/.test(code) || /not a database|malformed/.test(code))
    return new StoreFault("damaged", reason);
  if (/BUSY|LOCKED|CANTOPEN|IOERR|READONLY|PERM|AUTH/.test(code))
    return new StoreFault("unavailable", reason);
  return new StoreFault("refused", reason);
}
