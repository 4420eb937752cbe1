import { unwatchFile, watchFile, type Stats } from "node:fs";
import { chmod, mkdir, open, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { Worker } from "node:worker_threads";
import {
  CompiledQuery,
  Kysely,
  PostgresDriver,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type PostgresCursor,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from "kysely";
import type { Tables } from "../sql/schema.ts";
import { StoreFault, type Database } from "./database.ts";
import { serveFile, type FileSettings, type Order, type Reply } from "./file-thread.ts";

/** One may write while the others read. A long history is read by two. */
const threads = 3;
const checkEveryMs = 1000;

/** @throws StoreFault */
export async function openFileDatabase(path: string): Promise<Database> {
  const file = resolve(path);
  await makeFolder(dirname(file)).catch(() => {
    throw new StoreFault("unavailable", "its folder cannot be made");
  });
  await makePrivate(file);
  const pool = new ThreadPool({ libsql: findLibsql(), path: file });
  // Without this check, the engine would go on writing to a deleted file.
  const checkFile = (now: Stats, before: Stats): void => {
    if (now.ino !== before.ino) void close(new StoreFault("unavailable", "its file was deleted or replaced"));
  };
  const close = (fault?: StoreFault): Promise<void> => {
    unwatchFile(file, checkFile);
    return pool.end(fault);
  };
  watchFile(file, { interval: checkEveryMs, persistent: false }, checkFile);
  return {
    db: new Kysely<Tables>({
      dialect: {
        createAdapter: () => new SqliteAdapter(),
        createDriver: () => new FileDriver({ pool }),
        createIntrospector: (db) => new SqliteIntrospector(db),
        createQueryCompiler: () => new SqliteQueryCompiler(),
      },
    }),
    async columns({ sql, parameters }) {
      const thread = await pool.connect();
      const reply = await thread.ask("columns", sql, parameters).finally(() => thread.release());
      return "columns" in reply ? reply.columns : [];
    },
    close: () => close(),
  };
}

/** Kysely's only driver for a connection pool. Nothing in it is specific to Postgres. */
class FileDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // Ignores errors, because the engine may have rolled back already.
    await connection.executeQuery(CompiledQuery.raw("rollback")).catch(() => {});
  }
}

class ThreadPool {
  readonly #threads: readonly FileThread[];
  readonly #idle: FileThread[];
  readonly #waiting: ((thread: FileThread) => void)[] = [];

  constructor(settings: FileSettings) {
    this.#threads = Array.from({ length: threads }, () => new FileThread(settings, this));
    this.#idle = [...this.#threads];
  }

  async connect(): Promise<FileThread> {
    return this.#idle.pop() ?? new Promise((take) => this.#waiting.push(take));
  }

  take(thread: FileThread): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(thread);
    else next(thread);
  }

  async end(fault = new StoreFault("unavailable", "closed")): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.end(fault)));
  }
}

/**
 * MiB, enough for a list of 60,000 markets. Without a limit, the threads may use more than a container has.
 * Idle threads keep their garbage: 30 MiB each, or 48 with a young generation of 16.
 */
const threadMemory = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 4 };

class FileThread implements PostgresPoolClient {
  readonly #settings: FileSettings;
  readonly #pool: ThreadPool;
  /** In the order in which they were sent, which is also the order of the replies. */
  readonly #queue: { readonly done: (reply: Reply) => void; readonly failed: (fault: StoreFault) => void }[] =
    [];
  #worker: Worker | undefined;
  #ended: StoreFault | undefined;

  constructor(settings: FileSettings, pool: ThreadPool) {
    this.#settings = settings;
    this.#pool = pool;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(sql: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof sql !== "string") throw new StoreFault("refused", "rows are not streamed");
    return this.ask(Array.isArray(parameters[0]) ? "many" : "rows", sql, parameters);
  }

  release(): void {
    this.#pool.take(this);
  }

  ask(kind: Order["kind"], sql = "", values: readonly unknown[] = []): Promise<Reply> {
    return new Promise((done, failed) => {
      if (this.#ended !== undefined) {
        failed(this.#ended);
        return;
      }
      this.#queue.push({ done, failed });
      this.#worker ??= this.#start();
      this.#worker.ref();
      this.#worker.postMessage({ kind, sql, values } satisfies Order, []);
    });
  }

  /** Closes the thread after it has answered all earlier requests. */
  async end(fault: StoreFault): Promise<void> {
    if (this.#ended !== undefined) return;
    const closed = this.#worker === undefined ? undefined : this.ask("close").catch(() => {});
    this.#ended = fault;
    await closed;
    this.#leave(fault);
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(
      `const { parentPort, workerData } = require("node:worker_threads");
       (${serveFile.toString()})(require(workerData.libsql), workerData, parentPort);`,
      { eval: true, workerData: this.#settings, resourceLimits: threadMemory },
    );
    worker.on("message", (reply: Reply) => {
      const next = this.#queue.shift();
      if (this.#queue.length === 0) worker.unref();
      if ("code" in reply) next?.failed(faultOfFile(reply.code));
      else next?.done(reply);
    });
    worker.on("error", () => {
      const fault = new StoreFault("unavailable", "its thread has ended");
      this.#leave(fault);
      // A thread that runs out of memory ends all, so that the recorder reports it and reopens the store.
      void this.#pool.end(fault);
    });
    worker.on("exit", () => this.#leave(this.#ended ?? new StoreFault("unavailable", "closed")));
    return worker;
  }

  #leave(fault: StoreFault): void {
    this.#ended = fault;
    for (const { failed } of this.#queue.splice(0)) failed(fault);
  }
}

/** Node's recursive mkdir never ends in /proc, where no folder can be made. */
async function makeFolder(path: string): Promise<void> {
  const isFolder = async (): Promise<boolean> =>
    (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
  if (await isFolder()) return;
  await makeFolder(dirname(path));
  await mkdir(path, 0o700).catch(async (error: unknown) => {
    // Another instance may have made it.
    if (!(await isFolder())) throw error;
  });
}

/** The file contains wallets from alert rules, so only its owner may read it. */
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

/** libsql gives extended codes only as numbers: https://www.sqlite.org/rescode.html */
const primaryCodes: ReadonlyMap<number, string> = new Map([
  [5, "SQLITE_BUSY"],
  [8, "SQLITE_READONLY"],
  [10, "SQLITE_IOERR"],
  [11, "SQLITE_CORRUPT"],
  [14, "SQLITE_CANTOPEN"],
]);

export function faultOfFile(given: string): StoreFault {
  const extended = /^UNKNOWN_SQLITE_ERROR_(\d+)$/.exec(given)?.[1];
  const code = primaryCodes.get(Number(extended) & 255) ?? given;
  // A failure to open has no code, only a message, which contains the path.
  if (/unable to open/i.test(code)) return new StoreFault("unavailable", "SQLITE_CANTOPEN");
  const reason = /^[A-Z_]{1,60}$/.test(code) ? code : "unknown";
  if (/FULL/.test(code) || /database or disk is full/.test(code)) return new StoreFault("full", reason);
  if (/NOTADB|CORRUPT/.test(code) || /not a database|malformed/.test(code))
    return new StoreFault("damaged", reason);
  if (/BUSY|LOCKED|CANTOPEN|IOERR|READONLY|PERM|AUTH/.test(code))
    return new StoreFault("unavailable", reason);
  return new StoreFault("refused", reason);
}
