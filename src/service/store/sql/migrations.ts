// A new store gets the tables of now; an older one goes through the steps it lacks. A released step never changes.
import { sql } from "kysely";
import { StoreFault, type Database } from "../engine/database.ts";
import { columnOf, figureNames } from "../figures.ts";
import type { Writing } from "./dialect.ts";
import {
  daily,
  event,
  hourly,
  isRate,
  listing,
  market,
  otherTables,
  poll,
  rateUnit,
  snapshotRow,
  type Table,
} from "./schema.ts";

type Kind = Database["kind"];

const migrationLock = 7_349_021;
/** The last version with binary blocks. */
const oldest = 11;

/** Several programs may start at once. @throws StoreFault newer, or refused for a version before the steps */
export async function migrate({ db, kind }: Database, steps = stepsOf(kind)): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockMigration(trx, kind);
    await sql`create table if not exists schema_version (version bigint primary key)`.execute(trx);
    const versions = trx.selectFrom("schema_version").select("version").orderBy("version", "desc");
    const found = (await versions.executeTakeFirst())?.version;
    const newest = oldest + steps.length;
    if (found === newest) return;
    if (found !== undefined && found > newest) throw new StoreFault("newer");
    if (found !== undefined && found < oldest) throw new StoreFault("refused", `version ${found}`);
    const missing = found === undefined ? [tablesOf(kind)] : steps.slice(found - oldest);
    for (const statement of missing.flat()) await sql.raw(statement).execute(trx);
    await trx.insertInto("schema_version").values({ version: newest }).execute();
  });
}

/** One instance migrates at a time. A file has one writer anyway. */
export async function lockMigration(trx: Writing, kind: Kind): Promise<void> {
  if (kind === "postgres") await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(trx);
}

function tablesOf(kind: Kind): readonly string[] {
  return [
    ...[market, event, poll, ...otherTables].map((table) => create(table)),
    ...[snapshotRow, hourly, daily].map((table) => create(table, clustered(kind))),
    // A crash loses the list, which costs nothing.
    create(listing).replace("create", kind === "file" ? "create" : "create unlogged"),
    snapshotView,
    "create unique index market_id on market (id)",
    "create index markets_gone on market (gone_since)",
    "create index events_of_market on event (market, time)",
    "create index alert_messages_due on alert_messages (done, due)",
    "create index alert_messages_of_owner on alert_messages (owner)",
    "create index alert_messages_of_recipient on alert_messages (recipient)",
  ];
}

/** From `oldest` on. */
export function stepsOf(kind: Kind): readonly (readonly string[])[] {
  const byMonth = kind === "file" ? clustered(kind) : "partition by range (time)";
  return [
    // Rows instead of blocks, see carry-over.ts.
    [
      "alter table raw rename to old_raw",
      "alter table hourly rename to old_hourly",
      "alter table daily rename to old_daily",
      "alter table markets rename to market",
      "alter table events rename to event",
      "alter table ticks rename to poll",
      create({ ...snapshotRow, name: "snapshot" }, byMonth),
      create(hourly, byMonth),
      create(daily, clustered(kind)),
    ],
    // Rates as whole numbers under a view; one table instead of one a month.
    [
      create(snapshotRow, clustered(kind)),
      `insert into snapshot_row select market, time, until, ${figureNames.map(toStored).join(", ")} from snapshot`,
      "drop table snapshot",
      snapshotView,
      ...(kind === "file" ? [] : oneTable),
    ],
  ];
}

const oneTable = [
  create({ ...hourly, name: "hourly_row" }),
  "insert into hourly_row select * from hourly",
  "drop table hourly",
  "alter table hourly_row rename to hourly",
];

const snapshotView = `create view snapshot as select market, time, until, ${figureNames.map(fromStored).join(", ")} from snapshot_row`;

/** In a file, rows lie in the order of their key, which is how they are read. */
function clustered(kind: Kind): string {
  return kind === "file" ? "without rowid" : "";
}

function toStored(name: (typeof figureNames)[number]): string {
  const column = columnOf(name);
  return isRate(name) ? `round(${column} * ${rateUnit})` : column;
}

function fromStored(name: (typeof figureNames)[number]): string {
  const column = columnOf(name);
  return isRate(name) ? `${column} / ${rateUnit} as ${column}` : column;
}

function create({ name, columns, key }: Table, how = ""): string {
  const cells = columns.map(([column, type]) => {
    const isKnown = type !== "bigint null" && type !== "double precision";
    return `${column} ${type}${isKnown ? " not null" : ""}`;
  });
  return `create table ${name} (${cells.join(", ")}, primary key (${key.join(", ")})) ${how}`;
}
