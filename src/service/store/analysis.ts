// Times are milliseconds outside and seconds in SQL.
import { sql, type RawBuilder } from "kysely";
import { compilable, phrasesOf, runQuery, whole, type Builder, type Phrases } from "./sql/build.ts";
import {
  readInteger,
  readNumber,
  readOptionalNumber,
  readText,
  type Database,
  type Row,
} from "./engine/database.ts";
import { figureNames, type FigureName, type Figures } from "./figures.ts";
import type { RecordedEvent } from "./market-events.ts";
import { isStorableId } from "./storable-text.ts";
import { recordedEvent } from "./recorded-event.ts";
import { figureColumns, meanColumn } from "./sql/schema.ts";
import {
  averagedNames,
  day,
  firstReadings,
  flowColumns,
  flows,
  hour,
  lastReadings,
  list,
  meanRows,
  means,
  poolColumns,
  readings,
  utilization,
  type Columns,
  type Window,
} from "./sql/windows.ts";

export interface Reading {
  readonly time: number;
  readonly figures: Figures;
}

/** Both ends included. */
export interface Between {
  readonly marketIds: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** Windows share their end, `until`. */
export interface Windows {
  readonly marketIds: readonly string[];
  /** Start times. */
  readonly windows: readonly number[];
  readonly until: number;
}

export interface FlowRequest extends Windows {
  readonly from: number;
  /** "1h": hourly means and the last reading. */
  readonly resolution: "raw" | "1h";
  readonly withStart: boolean;
}

export interface FlowSums {
  readonly window: number;
  readonly since: number;
  readonly in: number;
  readonly out: number;
}

export type AveragedName = (typeof averagedNames)[number] | "utilization";

export interface Averages {
  readonly window: number;
  readonly knownMs: number;
  readonly means: { readonly [Name in AveragedName]?: number };
}

export interface RecordedArrival {
  readonly event: RecordedEvent;
  readonly type: string;
  readonly provider: string;
  readonly figures: Figures;
  readonly body: string;
}

export interface DayCounts {
  readonly days: number;
  /** Undefined if unknown on all days. */
  readonly overKink: number | undefined;
  readonly withRewards: number | undefined;
}

export interface LineRequest {
  readonly marketIds: readonly string[];
  readonly name: FigureName;
  readonly steps: readonly number[];
  readonly stepMs: number;
  readonly until: number;
  readonly resolution: "raw" | "1h";
}

export interface Analysis {
  /** Omits markets that are gone at the end. */
  lastReadings(between: Between): Promise<ReadonlyMap<string, Reading>>;
  firstReadings(between: Between, resolution: "raw" | "1h"): Promise<ReadonlyMap<string, Reading>>;
  /** Newest first, `until` exclusive. */
  arrivals(since: number, until: number, limit: number): Promise<readonly RecordedArrival[]>;
  flows(request: FlowRequest): Promise<ReadonlyMap<string, readonly FlowSums[]>>;
  /** By UTC day; a step counts for the day it ends in. */
  dailyFlows(
    between: Between,
  ): Promise<readonly { readonly day: number; readonly in: number; readonly out: number }[]>;
  /** Known time per market and window, from hourly means. */
  knownMs(windows: Windows): Promise<ReadonlyMap<string, ReadonlyMap<number, number>>>;
  /** Daily means weighted by coverage; omits windows without data. */
  averages(windows: Windows): Promise<ReadonlyMap<string, readonly Averages[]>>;
  countDays(between: Between, kink: number): Promise<DayCounts>;
  highestBorrow(between: Between): Promise<{ readonly apy: number; readonly time: number } | undefined>;
  lines(request: LineRequest): Promise<ReadonlyMap<string, readonly (number | undefined)[]>>;
  /** Time covered by polls, each valid until the next or as long as a reading holds. */
  polledMs(from: number, to: number): Promise<number>;
}

const seconds = (time: number): number => Math.floor(time / 1000);

export class SqlAnalysis implements Analysis {
  readonly #database: Database;
  readonly #db: Builder;
  readonly #phrases: Phrases;
  readonly #hold: number;

  constructor(database: Database, db: Builder, hold: number) {
    this.#database = database;
    this.#db = db;
    this.#phrases = phrasesOf(database.kind);
    this.#hold = hold;
  }

  async lastReadings({ marketIds, from, to }: Between): Promise<ReadonlyMap<string, Reading>> {
    const rows = readings(this.#phrases, this.#window(marketIds, from, to), figureColumns);
    return this.#readings(lastReadings(rows, figureColumns));
  }

  async firstReadings(
    { marketIds, from, to }: Between,
    resolution: "raw" | "1h",
  ): Promise<ReadonlyMap<string, Reading>> {
    const window = this.#window(marketIds, from, to);
    const rows =
      resolution === "raw"
        ? readings(this.#phrases, window, figureColumns)
        : meanRows("hourly", window, figureColumns);
    return this.#readings(firstReadings(rows, figureColumns));
  }

  async #readings(rows: RawBuilder<unknown>): Promise<ReadonlyMap<string, Reading>> {
    const found = await this.#query(
      sql`select market.id, found.* from (${rows}) as found join market on market.key = found.market`,
    );
    return new Map(
      found.map((row) => [
        readText(row, "id"),
        { time: readInteger(row, "time") * 1000, figures: figuresIn(row) },
      ]),
    );
  }

  async arrivals(since: number, until: number, limit: number): Promise<readonly RecordedArrival[]> {
    const rows = await this.#query(sql`select arrival.*, market.id, market.type, market.provider, market.body,
        snapshot.deposit_apy, snapshot.total_deposit_usd, snapshot.max_leverage
      from (
        select time, market, kind, field, before, after from event
        where kind in ('first-seen', 'gone', 'back') and time >= ${whole(seconds(since))} and time < ${whole(seconds(until))}
        order by time desc, market, kind limit ${limit}
      ) as arrival join market on market.key = arrival.market
      left join snapshot on snapshot.market = arrival.market and snapshot.time = case when arrival.kind = 'gone' then (
          select max(earlier.time) from snapshot as earlier where earlier.market = arrival.market and earlier.time < arrival.time
        ) else arrival.time end
      order by arrival.time desc, arrival.market, arrival.kind`);
    return rows.map((row) => ({
      event: recordedEvent(row),
      type: readText(row, "type"),
      provider: readText(row, "provider"),
      figures: figuresIn(row),
      body: readText(row, "body"),
    }));
  }

  async flows(request: FlowRequest): Promise<ReadonlyMap<string, readonly FlowSums[]>> {
    const { windows, until } = request;
    const rows = await this.#query(sql`select market.id, flow_window.value as start, min(step.since) as since,
        sum(case when step.flow > 0 then step.flow else 0.0 end) as came, sum(case when step.flow < 0 then -step.flow else 0.0 end) as went
      from (${flows(this.#amounts(request))}) as step
      join ${this.#starts(windows)} as flow_window on step.time > flow_window.value
      join market on market.key = step.market
      where step.time <= ${whole(seconds(until))} group by market.id, flow_window.value order by flow_window.value desc`);
    return byMarket(rows, (row) => ({
      window: readInteger(row, "start") * 1000,
      since: readInteger(row, "since") * 1000,
      in: readNumber(row, "came"),
      out: readNumber(row, "went"),
    }));
  }

  async dailyFlows({
    marketIds,
    from,
    to,
  }: Between): Promise<readonly { readonly day: number; readonly in: number; readonly out: number }[]> {
    const amounts = this.#amounts({ marketIds, from, until: to, resolution: "1h", withStart: false });
    // A step that ends at midnight belongs to the day before.
    const rows = await this.#query(sql`select (step.time - 1) / ${sql.raw(String(day))} as day,
        sum(case when step.flow > 0 then step.flow else 0.0 end) as came, sum(case when step.flow < 0 then -step.flow else 0.0 end) as went
      from (${flows(amounts)}) as step where step.time > ${whole(seconds(from))}
      group by (step.time - 1) / ${sql.raw(String(day))} order by 1`);
    return rows.map((row) => ({
      day: readInteger(row, "day") * day * 1000,
      in: readNumber(row, "came"),
      out: readNumber(row, "went"),
    }));
  }

  /** Readings, or hourly means at the middle of their hour with the readings at the ends. */
  #amounts({
    marketIds,
    from,
    until,
    resolution,
    withStart,
  }: Omit<FlowRequest, "windows">): RawBuilder<unknown> {
    const holdMs = this.#hold * 1000;
    const at = (time: number) =>
      lastReadings(
        readings(this.#phrases, this.#window(marketIds, time - holdMs, time), flowColumns),
        flowColumns,
      );
    if (resolution === "raw") {
      const after = readings(this.#phrases, this.#window(marketIds, from + 1000, until), flowColumns);
      return sql`select ${list(["market", "time", ...flowColumns])} from (${after}) as after_start
        union all select ${list(["market", "time", ...flowColumns])} from (${at(from)}) as beginning`;
    }
    const ends = at(until);
    const starts = withStart
      ? at(from)
      : sql`select ${list(["market", "time", ...flowColumns])} from daily where 1 = 0`;
    const hours = meanRows("hourly", this.#window(marketIds, from, until), flowColumns);
    return sql`select hours.market, hours.time + ${sql.raw(String(hour / 2))} as time, ${list(flowColumns, "hours")} from (${hours}) as hours
        left join (${ends}) as ending on ending.market = hours.market
        left join (${starts}) as beginning on beginning.market = hours.market
        where (ending.time is null or hours.time + ${sql.raw(String(hour))} <= ending.time)
          and (beginning.time is null or hours.time > beginning.time)
      union all select ${list(["market", "time", ...flowColumns])} from (${ends}) as ending
      union all select ${list(["market", "time", ...flowColumns])} from (${starts}) as beginning`;
  }

  async knownMs({
    marketIds,
    windows,
    until,
  }: Windows): Promise<ReadonlyMap<string, ReadonlyMap<number, number>>> {
    const { least, greatest } = this.#phrases;
    const hours = this.#window(marketIds, Math.min(...windows) - hour * 1000, until);
    const overlap = sql`${least(sql`known.time + ${sql.raw(String(hour))}`, whole(seconds(until)))} - ${greatest(sql`known.time`, sql`flow_window.value`)}`;
    const rows = await this.#query(sql`select market.id, flow_window.value as start,
        sum(${greatest(sql`0.0`, least(sql`cast(${overlap} as double precision)`, sql`known.coverage * ${sql.raw(String(hour))}.0`))}) as known
      from (select market, time, coverage from hourly where ${hours.markets} and time >= ${whole(hours.from)} and time < ${whole(hours.to)}) as known
      join ${this.#starts(windows)} as flow_window on known.time + ${sql.raw(String(hour))} > flow_window.value
      join market on market.key = known.market group by market.id, flow_window.value`);
    const found = new Map<string, Map<number, number>>();
    for (const row of rows) {
      const id = readText(row, "id");
      const own = found.get(id) ?? new Map<number, number>();
      own.set(readInteger(row, "start") * 1000, readNumber(row, "known") * 1000);
      found.set(id, own);
    }
    return found;
  }

  async averages({ marketIds, windows, until }: Windows): Promise<ReadonlyMap<string, readonly Averages[]>> {
    const columns = averagedNames.map(meanColumn);
    const days = this.#window(marketIds, Math.min(...windows), until);
    const weighed = [...columns, "utilization"].map((column) => {
      const value = sql.ref(`known.${column}`);
      return sql`sum(${value} * known.coverage) / sum(case when ${value} is not null then known.coverage end) as ${sql.id(column)}`;
    });
    const rows =
      await this.#query(sql`select known.id, span.value as start, sum(known.coverage) as known, ${sql.join(weighed)}
      from (
        select market.id, day.time, day.coverage, ${list(columns, "day")}, ${utilization} as utilization from (
          select market, time, coverage, ${list(columns)}, ${list(poolColumns)} from daily
          where ${days.markets} and time >= ${whole(days.from)} and time < ${whole(days.to)} and coverage > 0
        ) as day join market on market.key = day.market
      ) as known join ${this.#starts(windows)} as span on known.time >= span.value
      group by known.id, span.value order by span.value desc`);
    return byMarket(rows, (row) => {
      const found = [...averagedNames, "utilization" as const].flatMap((name) => {
        const value = readOptionalNumber(row, name === "utilization" ? name : meanColumn(name));
        return value === undefined ? [] : [[name, value] as const];
      });
      return {
        window: readInteger(row, "start") * 1000,
        knownMs: readNumber(row, "known") * day * 1000,
        means: Object.fromEntries(found),
      };
    });
  }

  async countDays({ marketIds, from, to }: Between, kink: number): Promise<DayCounts> {
    const window = this.#window(marketIds, from, to);
    const [row] =
      await this.#query(sql`select count(*) as days, count(known.utilization) as used, count(known.reward_apy) as rewarded,
        sum(case when known.utilization > ${kink} then 1 else 0 end) as over_kink,
        sum(case when known.reward_apy > 0 then 1 else 0 end) as with_rewards
      from (
        select day.reward_apy, ${utilization} as utilization from (
          select market, reward_apy, ${list(poolColumns)} from daily
          where ${window.markets} and time >= ${whole(window.from)} and time < ${whole(window.to)} and coverage >= 1.0 / 24
        ) as day join market on market.key = day.market
      ) as known`);
    if (row === undefined) return { days: 0, overKink: undefined, withRewards: undefined };
    const counted = (count: string, of: string): number | undefined =>
      readInteger(row, of) === 0 ? undefined : readNumber(row, count);
    return {
      days: readInteger(row, "days"),
      overKink: counted("over_kink", "used"),
      withRewards: counted("with_rewards", "rewarded"),
    };
  }

  async highestBorrow({
    marketIds,
    from,
    to,
  }: Between): Promise<{ readonly apy: number; readonly time: number } | undefined> {
    const rows = meanRows("hourly", this.#window(marketIds, from, to), ["borrow_apy"]);
    const [row] = await this.#query(
      sql`select time, borrow_apy from (${rows}) as hours where borrow_apy is not null order by borrow_apy desc, time limit 1`,
    );
    return row === undefined
      ? undefined
      : { apy: readNumber(row, "borrow_apy"), time: readInteger(row, "time") * 1000 };
  }

  async lines(request: LineRequest): Promise<ReadonlyMap<string, readonly (number | undefined)[]>> {
    const { marketIds, name, steps, stepMs, until, resolution } = request;
    const columns: Columns = [meanColumn(name)];
    const isRaw = resolution === "raw";
    const hold = isRaw ? this.#hold : hour;
    const window = this.#window(marketIds, Math.min(...steps) - hold * 1000, until);
    const rows = isRaw ? readings(this.#phrases, window, columns) : meanRows("hourly", window, columns);
    const made = means(this.#phrases, rows, columns, {
      steps: steps.map(seconds),
      size: seconds(stepMs),
      hold,
      until: seconds(until) + 1,
    });
    const found = await this.#query(
      sql`select market.id, made.time, ${list(columns, "made")} as value from (${made}) as made join market on market.key = made.market`,
    );
    const lines = new Map<string, (number | undefined)[]>();
    for (const row of found) {
      const id = readText(row, "id");
      const line = lines.get(id) ?? steps.map(() => undefined);
      line[steps.indexOf(readInteger(row, "time") * 1000)] = readOptionalNumber(row, "value");
      lines.set(id, line);
    }
    return lines;
  }

  async polledMs(from: number, to: number): Promise<number> {
    const { least, greatest } = this.#phrases;
    const start = whole(seconds(from));
    const end = whole(seconds(to));
    const [row] = await this.#query(sql`select sum(${greatest(
      sql`0`,
      sql`${least(sql`coalesce(polled.next_time, ${end})`, sql`polled.time + ${whole(this.#hold)}`, end)} - ${greatest(sql`polled.time`, start)}`,
    )}) as known from (
        select time, lead(time) over (order by time) as next_time from poll
        where time >= ${start} - ${whole(this.#hold)} and time <= ${end}
      ) as polled`);
    return ((row && readOptionalNumber(row, "known")) ?? 0) * 1000;
  }

  #window(marketIds: readonly string[], from: number, to: number): Window {
    const ids = this.#phrases.oneOf("id", "text", marketIds.filter(isStorableId));
    return {
      markets: sql`market in (select key from market where ${ids})`,
      from: Math.ceil(from / 1000),
      to: seconds(to) + 1,
    };
  }

  #starts(windows: readonly number[]): RawBuilder<unknown> {
    return this.#phrases.numbers([...new Set(windows.map(seconds))]);
  }

  #query(query: RawBuilder<unknown>): Promise<readonly Row[]> {
    return runQuery(this.#database, compilable(this.#db, query));
  }
}

function byMarket<Item>(rows: readonly Row[], item: (row: Row) => Item): Map<string, Item[]> {
  const found = new Map<string, Item[]>();
  for (const row of rows) {
    const id = readText(row, "id");
    found.set(id, [...(found.get(id) ?? []), item(row)]);
  }
  return found;
}

export function figuresIn(row: Row): Figures {
  const figures: { [Name in FigureName]?: number } = {};
  for (const [index, name] of figureNames.entries()) {
    const value = readOptionalNumber(row, figureColumns[index] ?? name);
    if (value !== undefined) figures[name] = value;
  }
  return figures;
}
