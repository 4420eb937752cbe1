// The blocks of bytes in which series lie: how they are read, and the steps that add to them.
import { setImmediate as nextTurn } from "node:timers/promises";
import {
  readBytes,
  readInteger,
  type Database,
  type Part,
  type Row,
  type Step,
  type Value,
} from "./engine/database.ts";
import { blockStart, monthOf, type BlockTable } from "./schema.ts";
import { decodeSeries, encodeSeries } from "./series-codec.ts";
import { Series } from "./series.ts";

/** So many markets are worked on before somebody else has a turn. */
export const marketsAtOnce = 250;
/** The blocks of so many are asked for in one query. */
const marketsAQuery = 5;
/** A block has as many points or less at the usual pace. */
const usualPoints = 96;

export class Blocks {
  readonly #database: Database;
  /** The months for which a table has a part. */
  readonly #madeParts = new Set<string>();

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * The steps that add series to what is kept of their markets. Made while they are taken: those of some markets at a time.
   * @param writtenUntil no later moment is in the table
   */
  async *steps(
    table: BlockTable,
    markets: readonly number[],
    seriesOf: (market: number) => Series,
    writtenUntil: number,
  ): AsyncGenerator<Step> {
    const sorted = markets.toSorted((left, right) => left - right);
    for (let index = 0; index < sorted.length; index += marketsAtOnce) {
      await nextTurn();
      const rows: Value[][] = [];
      const starts = new Set<number>();
      const chunk = sorted
        .slice(index, index + marketsAtOnce)
        .map((market) => [market, seriesOf(market)] as const);
      const before = await this.#before(table, chunk, writtenUntil);
      for (const [market, series] of chunk) {
        for (const start of startsOf(table, series)) {
          const part = series.between(start, start + table.span);
          const kept = before.get(`${market} ${start}`)?.between(0, part.times[0] ?? 0);
          const whole = kept === undefined ? part : joined(kept, part);
          rows.push([market, start, encodeSeries(whole)]);
          starts.add(start);
        }
      }
      if (table.byMonth)
        for (const start of starts) {
          const month = monthOf(start);
          const name = nameOf(table, month);
          const sql = this.#madeParts.has(name)
            ? undefined
            : this.#database.dialect.makePart(table.name, month);
          this.#madeParts.add(name);
          if (sql !== undefined) yield { kind: "run", sql, values: [] };
        }
      yield { kind: "put", table, rows };
    }
  }

  /** The blocks that are there already of those that series will be added to. */
  async #before(
    table: BlockTable,
    chunk: readonly (readonly [number, Series])[],
    writtenUntil: number,
  ): Promise<Map<string, Series>> {
    const found = new Map<string, Series>();
    const starts = new Set(chunk.flatMap(([, series]) => startsOf(table, series)));
    const keys = this.#database.dialect.list(chunk.map(([market]) => market));
    for (const start of starts) {
      if (start > writtenUntil) continue;
      const rows = await this.#database.query(
        `select market, bytes from ${table.name} where start = $1 and ${this.#database.dialect.oneOf("market", "bigint", 2)}`,
        [start, keys],
      );
      for (const row of rows)
        found.set(`${readInteger(row, "market")} ${start}`, decodeSeries(readBytes(row, "bytes")));
    }
    return found;
  }

  /** After a month of a table was dropped. */
  forgetPart(table: BlockTable, month: Part): void {
    this.#madeParts.delete(nameOf(table, month));
  }

  /** After a write has failed: the parts of tables that it was to make are not there either. */
  forgetParts(): void {
    this.#madeParts.clear();
  }

  /** The series of markets over a stretch of time, by their keys. */
  async of(
    table: BlockTable,
    keys: readonly number[],
    from: number,
    to: number,
  ): Promise<Map<number, Series>> {
    const { dialect } = this.#database;
    const found = new Map<number, Series>();
    for (let index = 0; index < keys.length; index += marketsAtOnce) {
      const chunk = keys.slice(index, index + marketsAtOnce);
      const portions = Array.from({ length: Math.ceil(chunk.length / marketsAQuery) }, (_, portion) =>
        chunk.slice(portion * marketsAQuery, (portion + 1) * marketsAQuery),
      );
      // While this thread reads the blocks of some, the engine looks for those of the next.
      await Promise.all(
        portions.map(async (portion) => {
          const rows = await this.#database.query(
            `select market, bytes from ${table.name} where ${dialect.oneOf("market", "bigint", 1)} and start >= $2 and start < $3
             order by market, start`,
            [dialect.list(portion), blockStart(table, from), to],
          );
          collect(rows, found);
        }),
      );
      if (keys.length > marketsAtOnce) await nextTurn();
    }
    for (const [market, series] of found) found.set(market, series.between(from, to));
    return found;
  }

  /** The blocks of the markets after one key, up to another, that begin from a moment on and before another. */
  async between(
    table: BlockTable,
    after: number,
    upTo: number,
    from: number,
    to: number,
  ): Promise<Map<number, Series>> {
    const rows = await this.#database.query(
      `select market, bytes from ${table.name} where market > $1 and market <= $2 and start >= $3 and start < $4
       order by market, start`,
      [after, upTo, from, to],
    );
    const found = new Map<number, Series>();
    collect(rows, found);
    return found;
  }
}

function nameOf(table: BlockTable, month: Part): string {
  return `${table.name} ${month.from}`;
}

/** Adds what blocks say to what is found of their markets, the older first. */
function collect(rows: readonly Row[], found: Map<number, Series>): void {
  const blocks = new Map<number, number>();
  for (const row of rows) {
    const market = readInteger(row, "market");
    blocks.set(market, (blocks.get(market) ?? 0) + 1);
  }
  for (const row of rows) {
    const market = readInteger(row, "market");
    const series = found.get(market) ?? new Series((blocks.get(market) ?? 1) * usualPoints);
    found.set(market, decodeSeries(readBytes(row, "bytes"), series));
  }
}

function joined(before: Series, after: Series): Series {
  const whole = new Series(before.length + after.length);
  whole.append(before);
  whole.append(after);
  return whole;
}

/** The starts of the blocks that a series reaches into. */
function startsOf(table: BlockTable, series: Series): number[] {
  const starts: number[] = [];
  let end = -Infinity;
  for (const time of series.times)
    if (time >= end) {
      const start = blockStart(table, time);
      starts.push(start);
      end = start + table.span;
    }
  return starts;
}
