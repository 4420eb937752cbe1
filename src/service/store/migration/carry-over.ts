// Converts the blocks of version 11 to rows, a few per transaction, so that an interrupted migration resumes.
import { sql, type Kysely } from "kysely";
import {
  figuresFrom,
  meanNames,
  roundFigure,
  type Figures,
  type MeanName,
} from "../../../domain/record/figures.ts";
import type { Writing } from "../engine/database.ts";
import { isSame, isSameHour, snapshotRow, untilColumn } from "../poll-draft.ts";
import { dialectOf, upsertRows, acquireTransactionLock, type Value } from "../sql/dialect.ts";
import { writeMeans } from "../sql/means.ts";
import { migrationLock } from "../sql/migrations.ts";
import { tables, type Tables } from "../sql/schema.ts";
import { day } from "../sql/windows.ts";
import { decodeBlock, type OldBlock } from "./old-blocks.ts";

/** Seconds. */
const blockSpan = day / 2;
/** About 15,000 rows. */
const blocksATransaction = 200;

interface BlockRow {
  readonly market: number;
  readonly start: number;
  readonly bytes: Uint8Array;
}

/** `hold` is in seconds. @returns the number of converted blocks. @throws StoreFault */
export async function carryOver(
  db: Kysely<Tables>,
  hold: number,
  blocksAtOnce = blocksATransaction,
): Promise<number> {
  let moved = 0;
  while (await hasBlocks(db))
    moved += await db.transaction().execute(async (trx) => {
      await acquireTransactionLock(trx, migrationLock);
      // Another instance may have converted the last ones in the meantime.
      return (await hasBlocks(trx)) ? moveBatch(trx, hold, blocksAtOnce) : 0;
    });
  return moved;
}

async function hasBlocks(db: Kysely<Tables>): Promise<boolean> {
  return (await dialectOf(db).tablesNamed("old_raw").execute(db)).rows.length > 0;
}

/** Drops the old tables after the last block. @returns the number of blocks */
async function moveBatch(trx: Writing, hold: number, maxBlocks: number): Promise<number> {
  for (const [from, table] of [
    ["old_raw", tables.snapshotRow],
    ["old_hourly", tables.hourly],
    ["old_daily", tables.daily],
  ] as const) {
    const old = sql.table(from);
    const some = sql<BlockRow>`select market, start, bytes from ${old} order by market, start limit ${maxBlocks}`;
    const { rows: blocks } = await some.execute(trx);
    for (const row of blocks) {
      const block = decodeBlock(row.bytes);
      const rows = table === tables.snapshotRow ? await snapshotsOf(trx, block, row) : meansOf(block, row);
      await upsertRows(trx, table, rows);
      await sql`delete from ${old} where market = ${row.market} and start = ${row.start}`.execute(trx);
    }
    if (blocks.length > 0) return blocks.length;
  }
  await lastMeans(trx, hold);
  for (const name of ["old_raw", "old_hourly", "old_daily", "progress"])
    await sql`drop table if exists ${sql.table(name)}`.execute(trx);
  return 0;
}

/** Computes the hours and days that were incomplete when the old version stopped. */
async function lastMeans(trx: Writing, hold: number): Promise<void> {
  const progress = sql<{ until: number }>`select until from progress where name = 'hourly'`;
  const from = (await progress.execute(trx)).rows[0]?.until;
  const since = (from ?? 0) - hold;
  const times = trx.selectFrom("poll").select("time").where("time", ">=", since);
  const polls = times.orderBy("time");
  const newest = await trx.selectFrom("market").select(trx.fn.max("key").as("key")).executeTakeFirst();
  await writeMeans(trx, {
    polls: (await polls.execute()).map(({ time }) => time),
    from,
    hold,
    lastKey: newest?.key ?? 0,
  });
}

/** A block had a row per poll; rows that repeat the one before are dropped. */
async function snapshotsOf(trx: Writing, block: OldBlock, { market, start }: BlockRow): Promise<Value[][]> {
  const times = trx.selectFrom("poll").select("time").where("time", ">=", start).orderBy("time");
  const polls = await times.where("time", "<", start + blockSpan).execute();
  const indexes = new Map(Array.from(block.times, (time, index) => [time, index]));
  const rows: Value[][] = [];
  let last: { readonly row: Value[]; readonly time: number; readonly figures: Figures } | undefined;
  for (const { time } of polls) {
    const index = indexes.get(time);
    if (last !== undefined && !isSameHour(last.time, time)) last = undefined;
    if (index === undefined) {
      if (last !== undefined) last.row[untilColumn] = time;
      last = undefined;
      continue;
    }
    const figures = figuresFrom((name) => valueAt(block, name, index));
    if (last !== undefined && isSame(last.figures, figures)) continue;
    last = { row: snapshotRow(market, time, null, figures), time, figures };
    rows.push(last.row);
  }
  return rows;
}

function meansOf(block: OldBlock, { market }: BlockRow): Value[][] {
  return Array.from(block.times, (time, index) => [
    market,
    time,
    ...meanNames.map((name) => valueAt(block, name, index)),
  ]);
}

function valueAt({ columns }: OldBlock, name: MeanName, index: number): number | null {
  const value = columns.get(name)?.[index];
  return value === undefined || Number.isNaN(value) ? null : (roundFigure(name, value) ?? null);
}
