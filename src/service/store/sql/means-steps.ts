import { sql, type RawBuilder } from "kysely";
import { compilable, phrasesOf, runStep, whole, type Builder, type Compilable } from "./build.ts";
import type { Database, Step, Value } from "../engine/database.ts";
import { meanNames, roundFigures, type Figures, type Means } from "../figures.ts";
import { figureColumns, meanColumns } from "./schema.ts";
import { day, hour, list, means, readings } from "./windows.ts";

/** One statement for 100,000 markets would exceed Postgres' timeout. */
const marketsAtOnce = 5000;

export interface MeansRequest {
  /** Seconds, ascending: polls with new means and the one before. */
  readonly polls: readonly number[];
  /** Earlier means are final. */
  readonly from?: number;
  readonly hold: number;
  readonly lastKey: number;
}

/** Recomputes the hours and days the polls touch. */
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
    // Skips days without data after a long pause.
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

export function dailySteps(db: Builder, days: readonly number[], lastKey: number): Step[] {
  const markets = sql`market in (select key from market where key <= ${whole(lastKey)})`;
  return days.map((from) => runStep(replaceInto(db, "daily", daysOf(markets, from))));
}

/** Covers the whole hour. */
export function hourlyRow(market: number, time: number, figures: Figures): Value[] {
  const row: Means = { ...roundFigures(figures), coverage: 1 };
  return [market, time, ...meanNames.map((name) => row[name] ?? null)];
}

/** Weights hours by coverage. */
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
