// Only the instance with the lease keeps in memory what it wrote last.
import { sql, type Kysely } from "kysely";
import { meanNames, roundFigures, type Means, type Reading } from "../../domain/record/figures.ts";
import type { Poll } from "../../domain/record/poll.ts";
import { inPortions } from "../waiting.ts";
import { writeUnder, type Lease } from "./engine/database.ts";
import { figureColumns, tables, type Tables } from "./sql/schema.ts";
import { figuresIn } from "./read-rows.ts";
import { Draft, newState, takePoll, type Memory } from "./poll-draft.ts";
import { dialectOf, upsertRows, whole, isStorableId } from "./sql/dialect.ts";
import { writeDays, writeMeans } from "./sql/means.ts";
import { day, list } from "./sql/windows.ts";

export interface HourlyRow extends Reading {
  readonly marketId: string;
}

const marketsAtOnce = 250;
/** After a restart, markets read within this time are compared with their last stored state. */
const rememberedFor = day;

export function createRecording(db: Kysely<Tables>, hold: number) {
  const { isOneOf } = dialectOf(db);
  let kept: Memory | undefined;
  const selectMarkets = () => db.selectFrom("market").select(["key", "id", "gone_since", "other_debt"]);
  type Row = Awaited<ReturnType<ReturnType<typeof selectMarkets>["execute"]>>[number];
  const note = (memory: Memory, rows: readonly Row[]): void => {
    for (const { id, key, other_debt, gone_since } of rows)
      memory.markets.set(id, newState(key, other_debt === 1 ? 1 : 0, gone_since));
  };

  const remember = async ({ token }: Lease): Promise<Memory> => {
    if (kept?.token === token) return kept;
    const { fn } = db;
    const ends = [fn.max("time").as("time"), fn.max("complete").as("complete")] as const;
    const last = await db.selectFrom("poll").select(ends).executeTakeFirst();
    const newest = await db.selectFrom("market").select(fn.max("key").as("key")).executeTakeFirst();
    const memory: Memory = {
      token,
      markets: new Map(),
      lastKey: newest?.key ?? 0,
      lastTime: last?.time ?? -Infinity,
      hasComplete: last?.complete === 1,
    };
    note(memory, await selectMarkets().where("gone_since", "is", null).orderBy("key").execute());
    if (memory.lastTime > -Infinity) await rememberSnapshots(memory);
    return memory;
  };

  const rememberSnapshots = async ({ markets, lastTime }: Memory): Promise<void> => {
    for await (const portion of inPortions([...markets.values()], marketsAtOnce)) {
      const some = new Map(portion.map((one) => [one.key, one]));
      const latest = sql<{ market: number; time: number; until: number | null }>`
        select market, time, until, ${list(figureColumns)} from snapshot
        where ${isOneOf("market", "bigint", [...some.keys()])} and time = (
          select max(time) from snapshot as latest
          where latest.market = snapshot.market and latest.time >= ${whole(lastTime - rememberedFor)})`;
      for (const row of (await latest.execute(db)).rows) {
        const one = some.get(row.market);
        if (one === undefined) continue;
        one.last = figuresIn(row);
        one.snapshotTime = row.time;
        one.isOpen = row.until === null;
      }
    }
  };

  /** Loads markets that were gone and have returned. */
  const recall = async (memory: Memory, polls: readonly Poll[]): Promise<void> => {
    const ids = new Set(polls.flatMap(({ markets }) => markets.map(({ id }) => id)).filter(isStorableId));
    const others = [...ids].filter((id) => !memory.markets.has(id));
    for await (const some of inPortions(others, marketsAtOnce)) {
      const found = selectMarkets().where(isOneOf("id", "text", some));
      note(memory, await found.execute());
    }
  };

  return {
    /** Writes one transaction. Fails with "overtaken" without the lease, and "clock" if polls are out of order. */
    async record(polls: readonly Poll[], lease: Lease): Promise<void> {
      const memory = await remember(lease);
      // Memory is ahead of the tables until the write succeeds: forget it in case the write fails.
      kept = undefined;
      const draft = new Draft();
      const before = Number.isFinite(memory.lastTime) ? [memory.lastTime] : [];
      await recall(memory, polls);
      for (const one of polls) await takePoll(memory, draft, one);
      const times = [...before, ...draft.polls.map(([time]) => Number(time))];
      await writeUnder(db, lease, async (trx) => {
        // New markets first: one may be gone again before its first poll is written.
        await upsertRows(trx, tables.market, draft.newMarkets);
        for (const { key, goneSince, otherDebt } of draft.changed) {
          const changed = { gone_since: goneSince, other_debt: otherDebt };
          await trx.updateTable("market").set(changed).where("key", "=", key).execute();
        }
        await upsertRows(trx, tables.snapshotRow, [...draft.snapshots.values()]);
        await upsertRows(trx, tables.event, draft.events);
        await upsertRows(trx, tables.poll, draft.polls);
        await writeMeans(trx, { polls: times, hold, lastKey: memory.lastKey });
      });
      // Predictions come and go daily, so gone markets are not kept in memory, and are looked up if they return.
      for (const [id, { goneSince }] of memory.markets) if (goneSince !== null) memory.markets.delete(id);
      kept = memory;
    },

    /** Adds simulated history: hourly means, and poll times after the last poll. Skips unknown markets. */
    async addHours(
      portions: AsyncIterable<readonly HourlyRow[]>,
      polls: readonly number[],
      lease: Lease,
    ): Promise<number> {
      const memory = await remember(lease);
      kept = undefined;
      const times = polls.map((time) => Math.floor(time / 1000));
      const days = new Set<number>();
      let added = 0;
      await writeUnder(db, lease, async (trx) => {
        for await (const rows of portions) {
          const hours = rows.flatMap(({ marketId, time, figures }) => {
            const key = memory.markets.get(marketId)?.key;
            const row: Means = { ...roundFigures(figures), coverage: 1 };
            return key === undefined
              ? []
              : [[key, time / 1000, ...meanNames.map((name) => row[name] ?? null)]];
          });
          for (const { time } of rows) days.add(Math.floor(time / 1000 / day) * day);
          await upsertRows(trx, tables.hourly, hours);
          added += rows.length;
        }
        const pollRows = times.map((time) => [time, 1, memory.markets.size, 0, 0]);
        await upsertRows(trx, tables.poll, pollRows);
        for (const from of days) await writeDays(trx, from, 0, memory.lastKey);
      });
      memory.lastTime = Math.max(memory.lastTime, ...times);
      kept = memory;
      return added;
    },
  };
}
