// Times are milliseconds in requests and results, and seconds in SQL.
import { rollup } from "d3-array";
import { sql, type Kysely } from "kysely";
import type { Averages, FlowSums } from "../../domain/record/averages.ts";
import type { RecordedArrival } from "../../domain/record/events.ts";
import { averagedNames, type FigureName, type Reading } from "../../domain/record/figures.ts";
import { columnOf, figureColumns, type Tables } from "./sql/schema.ts";
import { figuresIn, recordedEvent } from "./read-rows.ts";
import { dialectOf, whole, isStorableId, type Dialect, type Sql } from "./sql/dialect.ts";
import {
  day,
  endReadings,
  flowColumns,
  flows,
  hour,
  list,
  meanRows,
  means,
  poolColumns,
  readings,
  utilization,
  weightedMeans,
  type Columns,
  type Window,
} from "./sql/windows.ts";

/** Includes both ends. */
export interface MarketsRange {
  readonly marketIds: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** All windows end at `until`. */
export interface Windows {
  readonly marketIds: readonly string[];
  /** Their start times. */
  readonly windows: readonly number[];
  readonly until: number;
}

export interface FlowRequest extends Windows {
  readonly from: number;
  /** "1h" uses hourly means plus the last reading. */
  readonly resolution: "raw" | "1h";
  readonly withStart: boolean;
}

export interface LineRequest extends Pick<FlowRequest, "marketIds" | "until" | "resolution"> {
  readonly name: FigureName;
  readonly steps: readonly number[];
  readonly stepMs: number;
}

const seconds = (time: number): number => Math.floor(time / 1000);
const hourLiteral = sql.lit(hour);
const dayLiteral = sql.lit(day);
const inflow = sql`sum(case when step.flow > 0 then step.flow else 0.0 end)`;
const outflow = sql`sum(case when step.flow < 0 then -step.flow else 0.0 end)`;

export function createAnalysis(db: Kysely<Tables>, hold: number) {
  const dialect = dialectOf(db);
  const { least, greatest } = dialect;

  return {
    /** What is valid at this time. Omits markets that are gone then. */
    readingsAt(time: number, marketIds: readonly string[], resolution: "raw" | "1h" = "raw") {
      const valid = resolution === "raw" ? hold : hour;
      const window = windowOf(dialect, marketIds, time - valid * 1000, time);
      const rows = rowsOf(dialect, resolution, window, figureColumns);
      return readingsIn(db, endReadings(rows, figureColumns, "desc"));
    },

    firstReadings({ marketIds, from, to }: MarketsRange, resolution: "raw" | "1h") {
      const rows = rowsOf(dialect, resolution, windowOf(dialect, marketIds, from, to), figureColumns);
      const known = sql`select * from (${rows}) as reading where is_known = 1`;
      return readingsIn(db, endReadings(known, figureColumns, "asc"));
    },

    /** Newest first. Excludes `until`. */
    async arrivals(since: number, until: number, limit: number): Promise<readonly RecordedArrival[]> {
      type Row = Parameters<typeof recordedEvent>[0] & Pick<Tables["market"], "type" | "provider" | "body">;
      const { rows } = await sql<Row>`select arrival.*, market.id, market.type, market.provider, market.body,
          snapshot.deposit_apy, snapshot.total_deposit_usd, snapshot.max_leverage
        from (
          select time, market, kind, field, before, after from event
          where kind in ('first-seen', 'gone', 'back') and time >= ${whole(seconds(since))} and time < ${whole(seconds(until))}
          order by time desc, market, kind limit ${limit}
        ) as arrival join market on market.key = arrival.market
        left join snapshot on snapshot.market = arrival.market and snapshot.time = case when arrival.kind = 'gone' then (
            select max(earlier.time) from snapshot as earlier where earlier.market = arrival.market and earlier.time < arrival.time
          ) else arrival.time end
        order by arrival.time desc, arrival.market, arrival.kind`.execute(db);
      return rows.map(({ type, provider, body, ...row }) => {
        return { event: recordedEvent(row), type, provider, figures: figuresIn(row), body };
      });
    },

    async flows(request: FlowRequest): Promise<ReadonlyMap<string, readonly FlowSums[]>> {
      const { rows } = await sql<Record<"start" | "since" | "inflow" | "outflow", number> & { id: string }>`
        select market.id, flow_window.value as start, min(step.since) as since, ${inflow} as inflow, ${outflow} as outflow
        from (${flows(amountsOf(dialect, hold, request))}) as step
        join ${startsOf(dialect, request.windows)} as flow_window on step.time > flow_window.value
        join market on market.key = step.market
        where step.time <= ${whole(seconds(request.until))}
        group by market.id, flow_window.value order by flow_window.value desc`.execute(db);
      return byMarket(rows, ({ start, since, ...sums }) => ({
        window: start * 1000,
        since: since * 1000,
        in: sums.inflow,
        out: sums.outflow,
      }));
    },

    /** Grouped by UTC day. A step counts towards the day in which it ends. */
    async dailyFlows({ marketIds, from, to }: MarketsRange) {
      const amounts = amountsOf(dialect, hold, {
        marketIds,
        from,
        until: to,
        resolution: "1h",
        withStart: false,
      });
      // A step that ends at midnight belongs to the day before.
      const { rows } = await sql<{ day: number; inflow: number; outflow: number }>`
        select (step.time - 1) / ${dayLiteral} as day, ${inflow} as inflow, ${outflow} as outflow
        from (${flows(amounts)}) as step where step.time > ${whole(seconds(from))}
        group by (step.time - 1) / ${dayLiteral} order by 1`.execute(db);
      return rows.map((row) => ({ day: row.day * day * 1000, in: row.inflow, out: row.outflow }));
    },

    /** How long each market's figures are known in each window, from hourly means. */
    async knownMs({ marketIds, windows, until }: Windows) {
      const hours = windowOf(dialect, marketIds, Math.min(...windows) - hour * 1000, until);
      const overlap = sql`${least(sql`known.time + ${hourLiteral}`, whole(seconds(until)))} - ${greatest(sql`known.time`, sql`flow_window.value`)}`;
      const known = least(sql`cast(${overlap} as double precision)`, sql`known.coverage * ${hourLiteral}.0`);
      const { rows } = await sql<{ id: string; start: number; known: number }>`
        select market.id, flow_window.value as start, sum(${greatest(sql`0.0`, known)}) as known
        from (${meanRows("hourly", hours, ["coverage"])}) as known
        join ${startsOf(dialect, windows)} as flow_window on known.time + ${hourLiteral} > flow_window.value
        join market on market.key = known.market group by market.id, flow_window.value`.execute(db);
      const found = byMarket(rows, (row) => [row.start * 1000, row.known * 1000] as const);
      return new Map([...found].map(([id, spans]) => [id, new Map(spans)]));
    },

    /** Averages of daily means, weighted by coverage. Omits windows without data. */
    async averages({ marketIds, windows, until }: Windows) {
      const columns = averagedNames.map(columnOf);
      const days = windowOf(dialect, marketIds, Math.min(...windows), until);
      const { rows } = await sql<{ id: string; start: number; known: number; utilization: number | null }>`
        select known.id, span.value as start, sum(known.coverage) as known, ${weightedMeans([...columns, "utilization"], sql`known.coverage`)}
        from (
          select market.id, day.time, day.coverage, ${list(columns, "day")}, ${utilization} as utilization
          from (${meanRows("daily", days, ["coverage", ...columns, ...poolColumns])}) as day
          join market on market.key = day.market where day.coverage > 0
        ) as known join ${startsOf(dialect, windows)} as span on known.time >= span.value
        group by known.id, span.value order by span.value desc`.execute(db);
      return byMarket(rows, (row): Averages => {
        const { start, known, utilization: used } = row;
        const averages = { ...figuresIn(row), ...(used === null ? {} : { utilization: used }) };
        return { window: start * 1000, knownMs: known * day * 1000, means: averages };
      });
    },

    async lines(request: LineRequest): Promise<ReadonlyMap<string, readonly (number | undefined)[]>> {
      const { marketIds, name, steps, stepMs, until, resolution } = request;
      const columns: Columns = [columnOf(name)];
      const holds = resolution === "raw" ? hold : hour;
      const window = windowOf(dialect, marketIds, Math.min(...steps) - holds * 1000, until);
      const parts = { steps: steps.map(seconds), size: seconds(stepMs), hold: holds, until: window.to };
      const made = means(dialect, rowsOf(dialect, resolution, window, columns), columns, parts);
      const { rows } = await sql<{ id: string; time: number; value: number | null }>`
        select market.id, made.time, ${list(columns, "made")} as value
        from (${made}) as made join market on market.key = made.market`.execute(db);
      const found = byMarket(rows, ({ time, value }) => [time * 1000, value ?? undefined] as const);
      const lineOf = (line: ReadonlyMap<number, number | undefined>) => steps.map((step) => line.get(step));
      return new Map([...found].map(([id, values]) => [id, lineOf(new Map(values))]));
    },

    /** Time covered by polls: each is valid until the next poll, but at most as long as a reading. */
    async polledMs(from: number, to: number): Promise<number> {
      const start = whole(seconds(from));
      const end = whole(seconds(to));
      const polled = least(sql`coalesce(polled.next_time, ${end})`, sql`polled.time + ${whole(hold)}`, end);
      const { rows } = await sql<{ known: number | null }>`
        select sum(${greatest(sql`0`, sql`${polled} - ${greatest(sql`polled.time`, start)}`)}) as known from (
          select time, lead(time) over (order by time) as next_time from poll
          where time >= ${start} - ${whole(hold)} and time <= ${end}
        ) as polled`.execute(db);
      return (rows[0]?.known ?? 0) * 1000;
    },
  };
}

function windowOf({ isOneOf }: Dialect, marketIds: readonly string[], from: number, to: number): Window {
  return {
    markets: sql`market in (select key from market where ${isOneOf("id", "text", marketIds.filter(isStorableId))})`,
    from: Math.ceil(from / 1000),
    to: seconds(to) + 1,
  };
}

function startsOf({ numbers }: Dialect, windows: readonly number[]): Sql {
  return numbers([...new Set(windows.map(seconds))]);
}

function rowsOf(dialect: Dialect, resolution: "raw" | "1h", window: Window, columns: Columns): Sql {
  return resolution === "raw" ? readings(dialect, window, columns) : meanRows("hourly", window, columns);
}

async function readingsIn(db: Kysely<Tables>, found: Sql): Promise<ReadonlyMap<string, Reading>> {
  const { rows } = await sql<{ id: string; time: number }>`select market.id, found.*
    from (${found}) as found join market on market.key = found.market`.execute(db);
  return new Map(rows.map((row) => [row.id, { time: row.time * 1000, figures: figuresIn(row) }]));
}

/** Single readings, or hourly means placed at the middle of their hour, with single readings at both ends. */
function amountsOf(dialect: Dialect, hold: number, request: Omit<FlowRequest, "windows">): Sql {
  const { marketIds, from, until, resolution, withStart } = request;
  const columns = list(["market", "time", ...flowColumns]);
  const at = (time: number): Sql => {
    const window = windowOf(dialect, marketIds, time - hold * 1000, time);
    return endReadings(readings(dialect, window, flowColumns), flowColumns, "desc");
  };
  if (resolution === "raw") {
    const after = readings(dialect, windowOf(dialect, marketIds, from + 1000, until), flowColumns);
    return sql`select ${columns} from (${after}) as after_start union all select ${columns} from (${at(from)}) as beginning`;
  }
  const ends = at(until);
  const starts = withStart ? at(from) : sql`select ${columns} from daily where 1 = 0`;
  const hours = meanRows("hourly", windowOf(dialect, marketIds, from, until), flowColumns);
  return sql`select hours.market, hours.time + ${sql.lit(hour / 2)} as time, ${list(flowColumns, "hours")} from (${hours}) as hours
      left join (${ends}) as ending on ending.market = hours.market
      left join (${starts}) as beginning on beginning.market = hours.market
      where (ending.time is null or hours.time + ${hourLiteral} <= ending.time)
        and (beginning.time is null or hours.time > beginning.time)
    union all select ${columns} from (${ends}) as ending
    union all select ${columns} from (${starts}) as beginning`;
}

function byMarket<Row extends { readonly id: string }, Item>(
  rows: readonly Row[],
  item: (row: Row) => Item,
): ReadonlyMap<string, Item[]> {
  return rollup(
    rows,
    (own) => own.map(item),
    ({ id }) => id,
  );
}
