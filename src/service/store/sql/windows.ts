import { sql } from "kysely";
import { poolNames } from "../../../domain/record/figures.ts";
import { whole, type Dialect, type Sql } from "./dialect.ts";
import { figureColumns, columnOf } from "./schema.ts";

export const hour = 3600;
export const day = 86_400;
const year = 365 * day;
const never = sql.lit(Number.MAX_SAFE_INTEGER);

export type Columns = readonly string[];

export function list(columns: Columns, table?: string): Sql {
  return sql.join(columns.map((column) => sql.ref(table === undefined ? column : `${table}.${column}`)));
}

/** A row without figures means that the market is gone or publishes nothing. */
const isKnown = sql.raw(`coalesce(${figureColumns.join(", ")}) is not null`);

export interface Window {
  readonly markets: Sql;
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** One row per poll that read the market. Each such hour has its own snapshot, so earlier hours are not needed. */
export function readings({ least }: Dialect, { markets, from, to }: Window, columns: Columns): Sql {
  const next = least(
    sql`coalesce(lead(time) over (partition by market order by time), ${never})`,
    sql`coalesce(until, ${never})`,
    sql`(time / ${sql.lit(hour)} + 1) * ${sql.lit(hour)}`,
  );
  return sql`select run.market, poll.time, ${list(columns, "run")}, run.is_known from (
      select market, time, ${list(columns)}, case when ${isKnown} then 1 else 0 end as is_known, ${next} as next_time
      from snapshot where ${markets} and time >= ${whole(Math.floor(from / hour) * hour)} and time < ${whole(to)}
    ) as run join poll on poll.time >= run.time and poll.time < run.next_time
    where poll.time >= ${whole(from)} and poll.time < ${whole(to)}`;
}

/** Means in the form of readings that are valid for one step. */
export function meanRows(table: "hourly" | "daily", { markets, from, to }: Window, columns: Columns): Sql {
  return sql`select market, time, ${list(columns)}, 1 as is_known from ${sql.table(table)}
    where ${markets} and time >= ${whole(from)} and time < ${whole(to)}`;
}

/** The last reading of each market, or the first. Omits markets whose reading has no figures. */
export function endReadings(rows: Sql, columns: Columns, order: "asc" | "desc"): Sql {
  return sql`select market, time, ${list(columns)} from (
      select reading.*, row_number() over (partition by market order by time ${sql.raw(order)}) as rank from (${rows}) as reading
    ) as ranked where rank = 1 and is_known = 1`;
}

/** Each column's weighted average over the time in which it is known. */
export function weightedMeans(columns: Columns, weight: Sql): Sql {
  return sql.join(
    columns.map((column) => {
      const value = sql.ref(column);
      return sql`sum(${value} * ${weight}) / sum(case when ${value} is not null then ${weight} end) as ${sql.id(column)}`;
    }),
  );
}

// Averages weighted by time: a reading is valid until the market's next one, at most `hold`. Figures are weighted by
// their known time; `coverage` is the share of the step with a known market. `rows` must begin `hold` before the
// first step.
export function means(
  { least, greatest, numbers }: Dialect,
  rows: Sql,
  columns: Columns,
  { steps, size, hold, until }: { steps: readonly number[]; size: number; hold: number; until: number },
): Sql {
  const end = sql`step.value + ${whole(size)}`;
  const seconds = sql`cast(${least(sql`held.until`, end)} - ${greatest(sql`held.time`, sql`step.value`)} as double precision)`;
  return sql`select market, step as time, ${weightedMeans(columns, sql`seconds`)}, ${least(sql`1.0`, sql`sum(seconds) / ${sql.lit(size)}.0`)} as coverage
    from (
      select held.market, step.value as step, ${list(columns, "held")}, ${seconds} as seconds from (
        select market, time, ${list(columns)}, is_known, ${least(
          sql`coalesce(lead(time) over (partition by market order by time), ${never})`,
          sql`time + ${whole(hold)}`,
          whole(until),
        )} as until from (${rows}) as reading
      ) as held join ${numbers(steps)} as step on step.value < held.until and ${end} > held.time
      where held.is_known = 1
    ) as piece group by market, step`;
}

/** Loops do not grow at their rate, which follows from two prices and the debt. */
function growth(type: Sql): Sql {
  return sql`case when ${type} = 'loop' then 0.0
    else coalesce(base_deposit_apy, deposit_apy - coalesce(reward_apy, 0.0)) end`;
}

export const flowColumns: Columns = (
  ["totalDeposit", "baseDepositApy", "depositApy", "rewardApy"] as const
).map(columnOf);

// Net flow between two known amounts: T₁ − T₀·(1 + y)^(Δt / 365 d), where y is the last known rate. `points` needs
// `flowColumns`.
export function flows(points: Sql): Sql {
  const order = sql`over (partition by market order by time)`;
  return sql`select market, since, time, amount - before * power(1.0 + rate, (time - since) / ${sql.lit(year)}.0) as flow from (
      select market, time, amount, lag(time) ${order} as since, lag(amount) ${order} as before, lag(rate) ${order} as rate from (
        select market, time, amount, max(rate) over (partition by market, rates) as rate from (
          select market, time, amount, rate, count(rate) ${order} as rates from (
            select point.market, point.time, point.total_deposit as amount,
              case when ${growth(sql`market.type`)} > -1 then ${growth(sql`market.type`)} end as rate
            from (${points}) as point join market on market.key = point.market
          ) as rated
        ) as counted
      ) as filled where amount >= 0
    ) as step where before is not null and rate is not null`;
}

export const poolColumns: Columns = poolNames.map(columnOf);

// null if the debt is another token: by `other_debt`, or else if the implied prices differ by over 5 %. Same rule as
// `utilizationOf` in domain/record/pool.ts.
export const utilization = sql`case
  when market.type = 'loop' or market.other_debt = 1 or total_deposit < 0 or total_borrow < 0 then null
  when total_deposit > 0 and total_deposit_usd > 0 and total_borrow > 0 and total_borrow_usd > 0
    and abs((total_borrow_usd / total_borrow) / (total_deposit_usd / total_deposit) - 1) > 0.05 then null
  when total_deposit > 0 then total_borrow / total_deposit
  when total_deposit = 0 and total_borrow = 0 then 0.0 end`;
