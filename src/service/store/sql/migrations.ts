// A new store gets the current tables. The blocks of a version 11 store are set aside for carry-over.ts.
import { sql, type Kysely } from "kysely";
import { figureNames } from "../../../domain/record/figures.ts";
import { StoreFault } from "../engine/database.ts";
import { columnOf, isRate, rateUnit, tables, type Table, type Tables } from "./schema.ts";
import { acquireTransactionLock, isPostgres } from "./dialect.ts";

export const migrationLock = 7_349_021;
const newest = 13;
/** The last version with binary blocks. */
const withBlocks = 11;

/** Several programs may start at once. @throws StoreFault newer, or refused for a version that is too old */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await acquireTransactionLock(trx, migrationLock);
    await sql`create table if not exists schema_version (version bigint primary key)`.execute(trx);
    const versions = trx.selectFrom("schema_version").select("version").orderBy("version", "desc");
    const found = (await versions.executeTakeFirst())?.version;
    if (found === newest) return;
    if (found !== undefined && found > newest) throw new StoreFault("newer");
    if (found !== undefined && found !== withBlocks) throw new StoreFault("refused", `version ${found}`);
    const first = found === undefined ? newTables(isPostgres(db)) : renamedTables;
    for (const statement of [...first, ...recordTables(isPostgres(db))])
      await sql.raw(statement).execute(trx);
    await trx.insertInto("schema_version").values({ version: newest }).execute();
  });
}

const renamedTables = [
  "alter table raw rename to old_raw",
  "alter table hourly rename to old_hourly",
  "alter table daily rename to old_daily",
  "alter table markets rename to market",
  "alter table events rename to event",
  "alter table ticks rename to poll",
];

const { snapshotRow, hourly, daily, listing, ...others } = tables;

function newTables(inPostgres: boolean): readonly string[] {
  return [
    ...Object.values(others).map((table) => create(table)),
    // Unlogged: a crash may lose the list, which costs nothing.
    create(listing).replace("create", inPostgres ? "create unlogged" : "create"),
    "create unique index market_id on market (id)",
    "create index markets_gone on market (gone_since)",
    "create index events_of_market on event (market, time)",
    "create index alert_messages_due on alert_messages (done, due)",
    "create index alert_messages_of_owner on alert_messages (owner)",
    "create index alert_messages_of_recipient on alert_messages (recipient)",
  ];
}

/** In a file, rows are stored in the order of their key, which is how they are read. */
function recordTables(inPostgres: boolean): readonly string[] {
  const order = inPostgres ? "" : "without rowid";
  const read = figureNames.map((name) => {
    const column = columnOf(name);
    return isRate(name) ? `${column} / ${rateUnit} as ${column}` : column;
  });
  return [
    ...[snapshotRow, hourly, daily].map((table) => create(table, order)),
    `create view snapshot as select market, time, until, ${read.join(", ")} from snapshot_row`,
  ];
}

function create({ name, columns, key }: Table, how = ""): string {
  const cells = columns.map(([column, type]) => {
    const isKnown = type !== "bigint null" && type !== "double precision";
    return `${column} ${type}${isKnown ? " not null" : ""}`;
  });
  return `create table ${name} (${cells.join(", ")}, primary key (${key.join(", ")})) ${how}`;
}
