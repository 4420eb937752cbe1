// Converts the blocks of version 11 to rows, some per transaction, so that an interrupted migration resumes.
import { sql } from "kysely";
import { StoreFault, type Database } from "../engine/database.ts";
import { figuresFrom, meanNames, roundFigure, type Figures, type MeanName } from "../figures.ts";
import { isSame, isSameHour, snapshotRow, untilColumn } from "../poll-draft.ts";
import { putRows, type Value, type Writing } from "../sql/dialect.ts";
import { writeMeans } from "../sql/means.ts";
import { daily, hourly, snapshotRow as snapshots } from "../sql/schema.ts";
import { day } from "../sql/windows.ts";
import { decodeBlock, type OldBlock } from "./old-blocks.ts";

/** Seconds. */
const blockSpan = day / 2;
/** Some 15,000 rows. */
const blocksATransaction = 200;
const mostTries = 5;

interface BlockRow {
  readonly market: number;
  readonly start: number;
  readonly bytes: Uint8Array;
}

/** `hold` in seconds. @returns the number of blocks, undefined if there is nothing to convert. @throws StoreFault */
export async function carryOver(
  database: Database,
  hold: number,
  blocksAtOnce = blocksATransaction,
): Promise<number | undefined> {
  for (let tries = 1; await hasBlocks(database); tries += 1)
    try {
      return await moveBlocks(database, hold, blocksAtOnce);
    } catch (error) {
      // If two instances migrate at once, Postgres refuses one.
      const isRefused = error instanceof StoreFault && error.kind === "refused";
      if (!isRefused || tries === mostTries) throw error;
    }
  return undefined;
}

async function hasBlocks({ db }: Database): Promise<boolean> {
  const tables = await db.introspection.getTables();
  return tables.some(({ name }) => name === "old_raw");
}

async function moveBlocks({ db, kind }: Database, hold: number, blocksAtOnce: number): Promise<number> {
  let moved = 0;
  for (const [from, table] of [
    ["old_raw", snapshots],
    ["old_hourly", hourly],
    ["old_daily", daily],
  ] as const)
    for (;;) {
      const count = await db.transaction().execute(async (trx) => {
        const { rows: blocks } = await sql<BlockRow>`select market, start, bytes from ${sql.table(from)}
          order by market, start limit ${blocksAtOnce}`.execute(trx);
        for (const row of blocks) {
          const block = decodeBlock(row.bytes);
          const rows = table === snapshots ? await snapshotsOf(trx, block, row) : meansOf(block, row);
          await putRows(trx, kind, table, rows);
          await sql`delete from ${sql.table(from)} where market = ${row.market} and start = ${row.start}`.execute(
            trx,
          );
        }
        return blocks.length;
      });
      if (count === 0) break;
      moved += count;
    }
  await db.transaction().execute(async (trx) => {
    await lastMeans(trx, kind, hold);
    for (const name of ["old_raw", "old_hourly", "old_daily", "progress"])
      await sql`drop table if exists ${sql.table(name)}`.execute(trx);
  });
  return moved;
}

/** For hours and days that were incomplete when the old version stopped. */
async function lastMeans(trx: Writing, kind: Database["kind"], hold: number): Promise<void> {
  const progress = sql<{ until: number }>`select until from progress where name = 'hourly'`;
  const from = (await progress.execute(trx)).rows[0]?.until;
  const polls = trx
    .selectFrom("poll")
    .select("time")
    .where("time", ">=", (from ?? 0) - hold)
    .orderBy("time");
  const newest = await trx.selectFrom("market").select(trx.fn.max("key").as("key")).executeTakeFirst();
  await writeMeans(trx, kind, {
    polls: (await polls.execute()).map(({ time }) => time),
    ...(from === undefined ? {} : { from }),
    hold,
    lastKey: newest?.key ?? 0,
  });
}

/** Blocks had a row per poll; repeated rows are dropped. */
async function snapshotsOf(trx: Writing, block: OldBlock, { market, start }: BlockRow): Promise<Value[][]> {
  const polls = await trx
    .selectFrom("poll")
    .select("time")
    .where("time", ">=", start)
    .where("time", "<", start + blockSpan)
    .orderBy("time")
    .execute();
  const places = new Map(Array.from(block.times, (time, index) => [time, index]));
  const rows: Value[][] = [];
  let last: { readonly row: Value[]; readonly time: number; readonly figures: Figures } | undefined;
  for (const { time } of polls) {
    const index = places.get(time);
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
