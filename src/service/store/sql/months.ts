import type { Dialect, Part, Step, Table } from "../engine/database.ts";

export class Months {
  readonly #dialect: Dialect;
  readonly #made = new Set<string>();

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** Creates missing months. */
  steps({ name }: Pick<Table, "name">, months: readonly Part[]): Step[] {
    return months.flatMap((month): Step[] => {
      const key = `${name} ${String(month.from)}`;
      if (this.#made.has(key)) return [];
      this.#made.add(key);
      const sql = this.#dialect.makePart(name, month);
      return sql === undefined ? [] : [{ kind: "run", sql, values: [] }];
    });
  }

  /** Undefined where tables have no partitions. */
  drop(name: string, month: Part): Step | undefined {
    const sql = this.#dialect.dropPart(name, month);
    this.#made.delete(`${name} ${String(month.from)}`);
    return sql === undefined ? undefined : { kind: "run", sql, values: [] };
  }

  /** After a failed write, whose months may not exist. */
  clear(): void {
    this.#made.clear();
  }
}
