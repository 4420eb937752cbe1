// SQLite is synchronous. It runs in a thread of its own, so that a slow disk cannot block the program.
import type LibsqlDatabase from "libsql";
import type { MessagePort } from "node:worker_threads";

export interface Order {
  /** "many" runs the statement once per row in `values`. "columns" is answered with one typed array per column. */
  readonly kind: "rows" | "columns" | "many" | "close";
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Replies are sent in the order of the requests. */
export type Reply =
  | { readonly rows: readonly unknown[] }
  | { readonly columns: readonly Float64Array<ArrayBuffer>[] }
  | { readonly code: string };

export interface FileSettings {
  /** Resolved by the caller, because the thread's code has no path of its own. */
  readonly libsql: string;
  readonly path: string;
}

/** Sent to the thread as source text, so it can use nothing but its parameters. */
export function serveFile(Libsql: typeof LibsqlDatabase, settings: FileSettings, port: MessagePort): void {
  const kept = new Map<string, LibsqlDatabase.Statement>();
  let database: LibsqlDatabase.Database | undefined;

  // oxlint-disable-next-line unicorn/consistent-function-scoping -- nothing outside of this function is in the thread
  const codeOf = (error: unknown): string => {
    const code: unknown =
      typeof error === "object" && error !== null ? Reflect.get(error, "code") : undefined;
    if (typeof code === "string" && code !== "") return code;
    return error instanceof Error ? error.message : "";
  };
  const open = (): LibsqlDatabase.Database => {
    if (database !== undefined) return database;
    const opened = new Libsql(settings.path);
    try {
      opened.exec("pragma busy_timeout = 10000");
      opened.exec("pragma page_size = 8192");
      // With WAL, readers and the writer do not block each other, and commits survive if the program is killed.
      for (let tries = 1, isWal = false; !isWal; tries += 1)
        try {
          opened.exec("pragma journal_mode = wal");
          isWal = true;
        } catch (error) {
          // If two programs switch to WAL at once, one fails immediately, whatever the timeout.
          if (tries >= 100 || codeOf(error) !== "SQLITE_BUSY") throw error;
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
        }
      opened.exec("pragma synchronous = normal");
      opened.exec("pragma cache_size = -32768");
    } catch (error) {
      opened.close();
      throw error;
    }
    database = opened;
    return opened;
  };
  const prepare = (sql: string): LibsqlDatabase.Statement => {
    const known = kept.get(sql);
    if (known !== undefined) return known;
    const statement = open().prepare(sql);
    kept.set(sql, statement);
    return statement;
  };
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- nothing outside of this function is in the thread
  const cellsOf = (row: unknown): readonly unknown[] => (Array.isArray(row) ? row : []);
  /** Reads row by row: the garbage collector would copy a whole list of rows. */
  const columnsIn = (rows: Iterable<unknown>, count: number): Float64Array<ArrayBuffer>[] => {
    let columns = Array.from({ length: count }, () => new Float64Array(1024));
    let rowIndex = 0;
    for (const row of rows) {
      const cells = cellsOf(row);
      if (rowIndex === columns[0]?.length)
        columns = columns.map((column) => {
          const longer = new Float64Array(2 * rowIndex);
          longer.set(column);
          return longer;
        });
      // A loop with an index takes half the time of an iterator, which matters for a million values.
      for (let index = 0; index < count; index += 1) {
        const column = columns[index];
        const value = cells[index];
        if (column !== undefined) column[rowIndex] = typeof value === "number" ? value : Number.NaN;
      }
      rowIndex += 1;
    }
    return columns.map((column) => column.slice(0, rowIndex));
  };
  const replyTo = ({ kind, sql, values }: Order): Reply => {
    if (kind === "close") {
      database?.close();
      return { rows: [] };
    }
    const statement = prepare(sql);
    if (kind === "many") for (const row of values) statement.run(row);
    else if (statement.reader) {
      const names = statement.columns().map(({ name }) => name);
      // In object rows libsql would return bytes as another type.
      statement.raw(true);
      if (kind === "columns") return { columns: columnsIn(statement.iterate(values), names.length) };
      const objects = statement.all(values).map((row) => {
        const cells = cellsOf(row);
        return Object.fromEntries(names.map((name, index) => [name, cells[index]]));
      });
      return { rows: objects };
    } else statement.run(values);
    return { rows: [] };
  };
  port.on("message", (order: Order) => {
    try {
      const reply = replyTo(order);
      port.postMessage(reply, "columns" in reply ? reply.columns.map(({ buffer }) => buffer) : []);
    } catch (error) {
      port.postMessage({ code: codeOf(error) }, []);
    }
  });
}
