import { range } from "d3-array";
import { sql, type RawBuilder } from "kysely";
import type { Writing } from "../engine/database.ts";
import { dialectOf, whole, type Sql } from "./dialect.ts";
import { figureColumns, meanColumns } from "./schema.ts";
import { day, hour, list, means, readings, weightedMeans } from "./windows.ts";

/** One statement for 100,000 markets would exceed Postgres' timeout. */
const marketsAtOnce = 5000;

interface MeansRequest {
  /** In seconds, ascending: the polls whose means are new, and the one before. */
  readonly polls: readonly number[];
  /** Means before this time are final. */
  readonly from?: number | undefined;
  readonly hold: number;
  readonly lastKey: number;
}

/** Recomputes the hours and days that the polls fall into. */
export async function writeMeans(
  trx: Writing,
  { polls, from: given, hold, lastKey }: MeansRequest,
): Promise<void> {
  const first = given ?? polls[0];
  const last = polls.at(-1);
  if (first === undefined || last === undefined) return;
  const dialect = dialectOf(trx);
  const until = last + 1;
  for (let from = floorTo(first, day); from < until; from += day) {
    const to = Math.min(from + day, until);
    // Skips days without data, which a long pause may leave.
    if (!polls.some((time) => time < to && time + hold > from)) continue;
    const start = Math.max(from, floorTo(first, hour));
    const steps = range(start, to, hour);
    for (let key = 0; key < lastKey; key += marketsAtOnce) {
      const markets = marketsBetween(key, key + marketsAtOnce, from - hold);
      const rows = readings(dialect, { markets, from: start - hold, to }, figureColumns);
      await replace(trx, "hourly", means(dialect, rows, figureColumns, { steps, size: hour, hold, until }));
      await writeDays(trx, from, key, key + marketsAtOnce, from - hold);
    }
  }
}

/** Averages the hours of a day, weighted by coverage. */
export async function writeDays(
  trx: Writing,
  from: number,
  after: number,
  lastKey: number,
  notGoneBefore?: number,
): Promise<void> {
  const rows = sql`select market, ${whole(from)} as time, ${weightedMeans(figureColumns, sql`coverage`)}, sum(coverage) / 24.0 as coverage
    from hourly where ${marketsBetween(after, lastKey, notGoneBefore)} and time >= ${whole(from)} and time < ${whole(from + day)} group by market`;
  await replace(trx, "daily", rows);
}

export function marketsBetween(after: number, last: number, notGoneBefore = 0): RawBuilder<boolean> {
  return sql`market in (select key from market where key > ${whole(after)} and key <= ${whole(last)}
    and (gone_since is null or gone_since >= ${whole(notGoneBefore)}))`;
}

async function replace(trx: Writing, table: "hourly" | "daily", rows: Sql): Promise<void> {
  const columns = list(["market", "time", ...meanColumns]);
  const updates = meanColumns.map((column) => sql`${sql.id(column)} = excluded.${sql.id(column)}`);
  await sql`insert into ${sql.table(table)} (${columns}) select ${columns} from (${rows}) as made where true
    on conflict (market, time) do update set ${sql.join(updates)}`.execute(trx);
}

function floorTo(time: number, step: number): number {
  return Math.floor(time / step) * step;
}
