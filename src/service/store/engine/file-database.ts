import { unwatchFile, watchFile, type Stats } from "node:fs";
import { chmod, mkdir, open, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { Worker } from "node:worker_threads";
import {
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from "kysely";
import type { Tables } from "../sql/schema.ts";
import { StoreFault, type Database } from "./database.ts";
import { serveFile, type FileSettings, type Order, type Reply } from "./file-thread.ts";

/** One may write while the others read; a long history uses two. */
const threads = 3;
const checkEveryMs = 1000;

/** @throws StoreFault */
export async function openFileDatabase(path: string): Promise<Database> {
  const file = resolve(path);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 }).catch(() => {
    throw new StoreFault("unavailable", "its folder cannot be made");
  });
  await makePrivate(file);
  const driver = new FileDriver({ libsql: findLibsql(), path: file });
  // The engine would go on writing to a deleted file.
  const look = (now: Stats, before: Stats): void => {
    if (now.ino !== before.ino) void close(new StoreFault("unavailable", "its file was deleted or replaced"));
  };
  const close = (fault = new StoreFault("unavailable", "closed")): Promise<void> => {
    unwatchFile(file, look);
    return driver.end(fault);
  };
  watchFile(file, { interval: checkEveryMs, persistent: false }, look);
  return {
    kind: "file",
    db: new Kysely<Tables>({
      dialect: {
        createAdapter: () => new SqliteAdapter(),
        createDriver: () => driver,
        createIntrospector: (db) => new SqliteIntrospector(db),
        createQueryCompiler: () => new SqliteQueryCompiler(),
      },
    }),
    columns: (query) => driver.columns(query),
    close: () => close(),
  };
}

/**
 * MiB. Enough for a list of 60,000 markets, kept and read; without it the thread takes as much as the program, and both
 * together more than a container has.
 */
const threadMemory = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

class FileDriver implements Driver {
  readonly #connections: readonly FileConnection[];
  readonly #idle: FileConnection[];
  readonly #waiting: ((connection: FileConnection) => void)[] = [];

  constructor(settings: FileSettings) {
    this.#connections = Array.from({ length: threads }, () => new FileConnection(settings));
    this.#idle = [...this.#connections];
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<FileConnection> {
    return this.#idle.pop() ?? new Promise((take) => this.#waiting.push(take));
  }

  async releaseConnection(connection: FileConnection): Promise<void> {
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(connection);
    else next(connection);
  }

  async beginTransaction(connection: FileConnection): Promise<void> {
    await connection.ask("rows", "begin immediate");
  }

  async commitTransaction(connection: FileConnection): Promise<void> {
    await connection.ask("rows", "commit");
  }

  async rollbackTransaction(connection: FileConnection): Promise<void> {
    // The engine may have rolled back already.
    await connection.ask("rows", "rollback").catch(() => {});
  }

  async columns({ sql, parameters }: CompiledQuery): Promise<readonly Float64Array[]> {
    const connection = await this.acquireConnection();
    try {
      const reply = await connection.ask("columns", sql, parameters);
      return "columns" in reply ? reply.columns : [];
    } finally {
      await this.releaseConnection(connection);
    }
  }

  async end(fault: StoreFault): Promise<void> {
    await Promise.all(this.#connections.map((connection) => connection.end(fault)));
  }

  destroy(): Promise<void> {
    return this.end(new StoreFault("unavailable", "closed"));
  }
}

class FileConnection implements DatabaseConnection {
  readonly #settings: FileSettings;
  readonly #waiting = new Map<
    number,
    { readonly done: (reply: Reply) => void; readonly failed: (fault: StoreFault) => void }
  >();
  #lastId = 0;
  #worker: Worker | undefined;
  #ended: StoreFault | undefined;

  constructor(settings: FileSettings) {
    this.#settings = settings;
  }

  #start(): Worker {
    const worker = new Worker(
      `const { parentPort, workerData } = require("node:worker_threads");
       (${serveFile.toString()})(require(workerData.libsql), workerData, parentPort);`,
      { eval: true, workerData: this.#settings, resourceLimits: threadMemory },
    );
    worker.on("message", (reply: Reply) => {
      const asked = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      if (this.#waiting.size === 0) worker.unref();
      if ("code" in reply) asked?.failed(faultOfFile(reply.code));
      else asked?.done(reply);
    });
    worker.on("error", () => this.#leave(new StoreFault("unavailable", "its thread has ended")));
    worker.on("exit", () => this.#leave(this.#ended ?? new StoreFault("unavailable", "closed")));
    return worker;
  }

  ask(kind: Order["kind"], sql = "", values: readonly unknown[] = []): Promise<Reply> {
    return new Promise((done, failed) => {
      if (this.#ended !== undefined) {
        failed(this.#ended);
        return;
      }
      this.#lastId += 1;
      this.#waiting.set(this.#lastId, { done, failed });
      this.#worker ??= this.#start();
      this.#worker.ref();
      this.#worker.postMessage({ id: this.#lastId, kind, sql, values } satisfies Order, []);
    });
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>>;
  async executeQuery({ sql, parameters }: CompiledQuery): Promise<QueryResult<unknown>> {
    const isMany = Array.isArray(parameters[0]);
    const reply = await this.ask(isMany ? "many" : "rows", sql, parameters);
    return { rows: "rows" in reply ? [...reply.rows] : [] };
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncGenerator<never> {
    throw new StoreFault("refused", "rows are not streamed");
  }

  async end(fault: StoreFault): Promise<void> {
    if (this.#ended !== undefined) return;
    const closed = this.#worker === undefined ? undefined : this.ask("close").catch(() => {});
    this.#ended = fault;
    await closed;
    this.#leave(fault);
    await this.#worker?.terminate();
  }

  #leave(fault: StoreFault): void {
    this.#ended = fault;
    for (const { failed } of this.#waiting.values()) failed(fault);
    this.#waiting.clear();
  }
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

/** https://www.sqlite.org/rescode.html: libsql has only numbers for extended codes. */
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
