import type { Dialect, Part, Step, Table } from "../engine/database.ts";

/** The months of partitioned tables that exist. */
export class Months {
  readonly #dialect: Dialect;
  readonly #made = new Set<string>();

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** Makes the months that are missing. */
  steps({ name }: Pick<Table, "name">, months: readonly Part[]): Step[] {
    return months.flatMap((month): Step[] => {
      const key = `${name} ${String(month.from)}`;
      if (this.#made.has(key)) return [];
      this.#made.add(key);
      const sql = this.#dialect.makePart(name, month);
      return sql === undefined ? [] : [{ kind: "run", sql, values: [] }];
    });
  }

  /** Drops a month; undefined where tables have no parts. */
  drop(name: string, month: Part): Step | undefined {
    const sql = this.#dialect.dropPart(name, month);
    this.#made.delete(`${name} ${String(month.from)}`);
    return sql === undefined ? undefined : { kind: "run", sql, values: [] };
  }

  /** After a write has failed: the months it was to make may not exist. */
  clear(): void {
    this.#made.clear();
  }
}
