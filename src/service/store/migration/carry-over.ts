// Converts the blocks of version 11 to rows, some per transaction, so that an interrupted migration resumes.
import { createBuilder } from "../sql/build.ts";
import {
  StoreFault,
  readBytes,
  readInteger,
  type Database,
  type Row,
  type Step,
  type Value,
} from "../engine/database.ts";
import { figureNames, meanNames, roundFigure, type Figures, type MeanName } from "../figures.ts";
import { meansSteps } from "../sql/means-steps.ts";
import { Months } from "../sql/months.ts";
import { decodeBlock, type OldBlock } from "./old-blocks.ts";
import { isSame, isSameHour, snapshotRow } from "../poll-draft.ts";
import { byMonth, daily, hourly, monthOf, snapshot } from "../sql/schema.ts";
import { day } from "../sql/windows.ts";

/** Seconds. */
const blockSpan = day / 2;
/** Some 15,000 rows. */
const blocksATransaction = 200;
const mostTries = 5;
const untilColumn = 2;
const timeColumn = 1;

/** `hold` in seconds. @returns the number of blocks, undefined if there is nothing to convert. @throws StoreFault */
export async function carryOver(
  database: Database,
  hold: number,
  blocksAtOnce = blocksATransaction,
): Promise<number | undefined> {
  for (let tries = 1; await hasTable(database, "old_raw"); tries += 1)
    try {
      return await moveBlocks(database, hold, blocksAtOnce);
    } catch (error) {
      // If two instances migrate at once, Postgres refuses one.
      const isRefused = error instanceof StoreFault && error.kind === "refused";
      if (!isRefused || tries === mostTries) throw error;
    }
  return undefined;
}

async function moveBlocks(database: Database, hold: number, blocksAtOnce: number): Promise<number> {
  const months = new Months(database.dialect);
  let moved = 0;
  for (const [from, table, rowsOf] of [
    ["old_raw", snapshot, (block: OldBlock, row: Row) => snapshotsOf(database, block, row)],
    ["old_hourly", hourly, meansOf],
    ["old_daily", daily, meansOf],
  ] as const)
    for (;;) {
      const blocks = await database.query(
        `select market, start, bytes from ${from} order by market, start limit ${String(blocksAtOnce)}`,
      );
      const last = blocks.at(-1);
      if (last === undefined) break;
      const rows: Value[][] = [];
      for (const row of blocks) rows.push(...(await rowsOf(decodeBlock(readBytes(row, "bytes")), row)));
      const place = [readInteger(last, "market"), readInteger(last, "start")];
      const parts = byMonth.includes(table)
        ? months.steps(table, [...new Set(rows.map((row) => Number(row[timeColumn])))].map(monthOf))
        : [];
      await database.write([
        ...parts,
        { kind: "put", table, rows },
        {
          kind: "run",
          sql: `delete from ${from} where market < $1 or (market = $1 and start <= $2)`,
          values: place,
        },
      ]);
      moved += blocks.length;
    }
  await database.write([...(await lastMeans(database, months, hold)), ...dropOld]);
  return moved;
}

const dropOld = ["old_raw", "old_hourly", "old_daily", "progress"].map((name): Step => ({
  kind: "run",
  sql: `drop table if exists ${name}`,
  values: [],
}));

/** For hours and days that were incomplete when the old version stopped. */
async function lastMeans(database: Database, months: Months, hold: number): Promise<Step[]> {
  const [made] = await database.query("select until from progress where name = 'hourly'");
  const from = made === undefined ? undefined : readInteger(made, "until");
  const polls = await database.query("select time from poll where time >= $1 order by time", [
    (from ?? 0) - hold,
  ]);
  const times = polls.map((row) => readInteger(row, "time"));
  const [newest] = await database.query("select coalesce(max(key), 0) as key from market");
  const request = {
    polls: times,
    ...(from === undefined ? {} : { from }),
    hold,
    lastKey: newest === undefined ? 0 : readInteger(newest, "key"),
  };
  return [
    ...months.steps(hourly, times.map(monthOf)),
    ...meansSteps(createBuilder(database.kind), database.kind, request),
  ];
}

async function hasTable(database: Database, name: string): Promise<boolean> {
  const rows = await database.query(
    database.kind === "file"
      ? "select 1 from sqlite_master where type = 'table' and name = $1"
      : "select 1 from pg_class where oid = to_regclass($1)",
    [name],
  );
  return rows.length > 0;
}

/** Blocks had a row per poll; repeated rows are dropped. */
async function snapshotsOf(database: Database, block: OldBlock, row: Row): Promise<Value[][]> {
  const market = readInteger(row, "market");
  const start = readInteger(row, "start");
  const polls = await database.query("select time from poll where time >= $1 and time < $2 order by time", [
    start,
    start + blockSpan,
  ]);
  const places = new Map(block.times.map((time, index) => [time, index]));
  const rows: Value[][] = [];
  let last: { readonly row: Value[]; readonly time: number; readonly figures: Figures } | undefined;
  for (const poll of polls) {
    const time = readInteger(poll, "time");
    const index = places.get(time);
    if (last !== undefined && !isSameHour(last.time, time)) last = undefined;
    if (index === undefined) {
      if (last !== undefined) last.row[untilColumn] = time;
      last = undefined;
      continue;
    }
    const figures = figuresAt(block, index);
    if (last !== undefined && isSame(last.figures, figures)) continue;
    last = { row: snapshotRow(market, time, null, figures), time, figures };
    rows.push(last.row);
  }
  return rows;
}

function figuresAt(block: OldBlock, index: number): Figures {
  const figures: { [Name in MeanName]?: number } = {};
  for (const name of figureNames) {
    const value = valueAt(block, name, index);
    if (value !== null) figures[name] = value;
  }
  return figures;
}

function meansOf(block: OldBlock, row: Row): Value[][] {
  const market = readInteger(row, "market");
  return block.times.map((time, index) => [
    market,
    time,
    ...meanNames.map((name) => valueAt(block, name, index)),
  ]);
}

function valueAt({ columns }: OldBlock, name: MeanName, index: number): number | null {
  const value = columns.get(name)?.[index];
  return value === undefined || Number.isNaN(value) ? null : (roundFigure(name, value) ?? null);
}
