// SQLite is synchronous: in its own thread a slow disk cannot block the program.
import type LibsqlDatabase from "libsql";
import type { MessagePort } from "node:worker_threads";
import type { Value } from "./database.ts";

export interface Statement {
  readonly sql: string;
  readonly rows: readonly (readonly Value[])[];
  /** Rolls back if a run returns no row. */
  readonly expectsRow?: boolean;
}

export type Order =
  | { readonly id: number; readonly kind: "query"; readonly sql: string; readonly values: readonly Value[] }
  /** Answered with one typed array per column. */
  | { readonly id: number; readonly kind: "columns"; readonly sql: string; readonly values: readonly Value[] }
  | { readonly id: number; readonly kind: "write"; readonly statements: readonly Statement[] }
  /** Part of a write with the same id, which is answered at its end. */
  | { readonly id: number; readonly kind: "part"; readonly statements: readonly Statement[] }
  | { readonly id: number; readonly kind: "drop" }
  | { readonly id: number; readonly kind: "close" };

export type Reply =
  | {
      readonly id: number;
      readonly ok: true;
      readonly columns: readonly (string | Float64Array<ArrayBuffer>)[];
      readonly rows: readonly unknown[];
    }
  | { readonly id: number; readonly ok: false; readonly code: string };

export interface FileSettings {
  /** Resolved outside, because the thread's code has no path. */
  readonly libsql: string;
  readonly path: string;
}

/** Sent to the thread as text, so it can use only its parameters. */
export function serveFile(Libsql: typeof LibsqlDatabase, settings: FileSettings, port: MessagePort): void {
  const kept = new Map<string, LibsqlDatabase.Statement>();
  const parts = new Map<number, readonly Statement[]>();
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
      opened.exec("pragma busy_timeout = 5000");
      opened.exec("pragma page_size = 8192");
      // WAL: readers and the writer do not block each other, and commits survive a killed program.
      for (let tries = 1, isWal = false; !isWal; tries += 1)
        try {
          opened.exec("pragma journal_mode = wal");
          isWal = true;
        } catch (error) {
          // Concurrent switches to WAL fail at once, whatever the timeout.
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
  const columnsIn = (rows: readonly unknown[], count: number): Float64Array<ArrayBuffer>[] => {
    const columns = Array.from({ length: count }, () => new Float64Array(rows.length));
    // A million values: counted loops take half the time of iterators.
    for (let place = 0; place < rows.length; place += 1) {
      const row = rows[place];
      if (!Array.isArray(row)) continue;
      for (let index = 0; index < count; index += 1) {
        const value: unknown = row[index];
        const column = columns[index];
        if (column !== undefined) column[place] = typeof value === "number" ? value : Number.NaN;
      }
    }
    return columns;
  };
  const write = (statements: readonly Statement[]): void => {
    open().exec("begin immediate");
    try {
      for (const { sql, rows, expectsRow } of statements) {
        const statement = prepare(sql);
        // As an array, because libsql takes single bytes or null for the list of parameters.
        for (const row of rows)
          if (expectsRow !== true) statement.run(row);
          else if (statement.all(row).length === 0)
            throw Object.assign(new Error("expected a row"), { code: "OVERTAKEN" });
      }
      open().exec("commit");
    } catch (error) {
      try {
        open().exec("rollback");
      } catch {
        // The engine has already rolled back.
      }
      throw error;
    }
  };
  const answer = (order: Exclude<Order, { kind: "part" | "drop" }>): Extract<Reply, { ok: true }> => {
    const done: Extract<Reply, { ok: true }> = { id: order.id, ok: true, columns: [], rows: [] };
    if (order.kind === "write") {
      const first = parts.get(order.id) ?? [];
      parts.delete(order.id);
      write([...first, ...order.statements]);
    } else if (order.kind === "close") database?.close();
    else {
      const statement = prepare(order.sql);
      const names = statement.columns().map((column) => column.name);
      const rows: readonly unknown[] = statement.raw(true).all(order.values);
      return order.kind === "query"
        ? { ...done, columns: names, rows }
        : { ...done, columns: columnsIn(rows, names.length) };
    }
    return done;
  };
  port.on("message", (order: Order) => {
    if (order.kind === "part") {
      parts.set(order.id, [...(parts.get(order.id) ?? []), ...order.statements]);
      return;
    }
    if (order.kind === "drop") {
      parts.delete(order.id);
      return;
    }
    try {
      const reply = answer(order);
      const buffers = reply.columns.flatMap((column) => (typeof column === "string" ? [] : [column.buffer]));
      port.postMessage(reply, buffers);
    } catch (error) {
      port.postMessage({ id: order.id, ok: false, code: codeOf(error) }, []);
    }
  });
}
