// The steps that bring the means of hours and days up to date after polls.
import { sql, type RawBuilder } from "kysely";
import { compilable, phrasesOf, runStep, whole, type Builder, type Compilable } from "./build.ts";
import type { Database, Step, Value } from "../engine/database.ts";
import { meanNames, roundFigures, type Figures, type Means } from "../figures.ts";
import { figureColumns, meanColumns } from "./schema.ts";
import { day, hour, list, means, readings } from "./windows.ts";

/** A statement for all of 100,000 markets would take Postgres longer than it may. */
const marketsAtOnce = 5000;

export interface MeansRequest {
  /** In seconds: polls whose means are new, and the one before them, in order. */
  readonly polls: readonly number[];
  /** Means before this time are final. Absent: the first poll. */
  readonly from?: number;
  readonly hold: number;
  readonly lastKey: number;
}

/** Makes the means of every hour and day that the polls reach, again where they were made before. */
export function* meansSteps(
  db: Builder,
  kind: Database["kind"],
  { polls, from: given, hold, lastKey }: MeansRequest,
): Generator<Step> {
  const first = given ?? polls[0];
  const last = polls.at(-1);
  if (first === undefined || last === undefined) return;
  const until = last + 1;
  const phrases = phrasesOf(kind);
  for (let from = floorTo(first, day); from < until; from += day) {
    const to = Math.min(from + day, until);
    // After a long time without polls most days have nothing to make.
    if (!polls.some((time) => time < to && time + hold > from)) continue;
    const start = Math.max(from, floorTo(first, hour));
    const hours = Array.from({ length: Math.ceil((to - start) / hour) }, (_, index) => start + index * hour);
    for (let key = 0; key < lastKey; key += marketsAtOnce) {
      const markets = sql`market in (select key from market where key > ${whole(key)} and key <= ${whole(key + marketsAtOnce)}
        and (gone_since is null or gone_since >= ${whole(from - hold)}))`;
      const rows = readings(phrases, { markets, from: start - hold, to }, figureColumns);
      const made = means(phrases, rows, figureColumns, { steps: hours, size: hour, hold, until });
      yield runStep(replaceInto(db, "hourly", made));
      yield runStep(replaceInto(db, "daily", daysOf(markets, from)));
    }
  }
}

/** Makes the means of days again from their hours. */
export function dailySteps(db: Builder, days: readonly number[], lastKey: number): Step[] {
  const markets = sql`market in (select key from market where key <= ${whole(lastKey)})`;
  return days.map((from) => runStep(replaceInto(db, "daily", daysOf(markets, from))));
}

/** A row of `hourly` that is known for the whole hour. */
export function hourlyRow(market: number, time: number, figures: Figures): Value[] {
  const row: Means = { ...roundFigures(figures), coverage: 1 };
  return [market, time, ...meanNames.map((name) => row[name] ?? null)];
}

/** The mean of a day: its hours, each weighed by its coverage. */
function daysOf(markets: RawBuilder<unknown>, from: number): RawBuilder<unknown> {
  const weighed = figureColumns.map((column) => {
    const value = sql.ref(column);
    return sql`sum(${value} * coverage) / sum(case when ${value} is not null then coverage end) as ${sql.id(column)}`;
  });
  return sql`select market, ${whole(from)} as time, ${sql.join(weighed)}, sum(coverage) / 24.0 as coverage
    from hourly where ${markets} and time >= ${whole(from)} and time < ${whole(from + day)} group by market`;
}

function replaceInto(db: Builder, table: "hourly" | "daily", rows: RawBuilder<unknown>): Compilable {
  const columns = ["market", "time", ...meanColumns];
  const updates = meanColumns.map((column) => sql`${sql.id(column)} = excluded.${sql.id(column)}`);
  const insert = sql`insert into ${sql.table(table)} (${list(columns)}) select ${list(columns)} from (${rows}) as made where true
    on conflict (market, time) do update set ${sql.join(updates)}`;
  return compilable(db, insert);
}

function floorTo(time: number, step: number): number {
  return Math.floor(time / step) * step;
}
