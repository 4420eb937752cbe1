// A released step never changes; later changes are new steps.
import { sql } from "kysely";
import { StoreFault, type Database } from "../engine/database.ts";
import { columnOf, figureNames } from "../figures.ts";
import { figureColumns, hourly, isRate, meanColumns, rateUnit, snapshotRow, type Table } from "./schema.ts";

const migrationLock = 7_349_021;

/** Several programs may start at once. @throws StoreFault newer */
export async function migrate({ db, kind }: Database, steps = stepsOf(kind)): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (kind === "postgres") await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(trx);
    await sql`create table if not exists schema_version (version bigint primary key)`.execute(trx);
    const newest = trx.selectFrom("schema_version").select("version").orderBy("version", "desc");
    const done = (await newest.executeTakeFirst())?.version ?? 0;
    if (done > steps.length) throw new StoreFault("newer");
    for (const [index, statements] of steps.entries()) {
      if (index < done) continue;
      for (const statement of statements) await sql.raw(statement).execute(trx);
      await trx
        .insertInto("schema_version")
        .values({ version: index + 1 })
        .execute();
    }
  });
}

export function stepsOf(kind: Database["kind"]): readonly (readonly string[])[] {
  const isFile = kind === "file";
  const clustered = isFile ? "without rowid" : "";
  const unlogged = isFile ? "" : "unlogged";
  const byMonth = (column: string): string => (isFile ? "" : `partition by range (${column})`);
  return [
    [
      "create table markets (key bigint not null, id text not null, type text not null, provider text not null, first_seen bigint not null, gone_since bigint, body text not null, primary key (key), unique (id))",
      "create table events (time bigint not null, market bigint not null, kind text not null, field text not null, before double precision, after double precision, primary key (time, market, kind, field))",
      "create index events_of_market on events (market, time)",
      "create table ticks (time bigint not null, complete bigint not null, markets bigint not null, pages bigint not null, set_aside bigint not null, primary key (time))",
      "create table progress (name text not null, until bigint not null, primary key (name))",
      "create table lease (name text primary key, holder text not null, token bigint not null, until bigint not null)",
      `${blocks("raw")} ${byMonth("start")}`,
      `${blocks("hourly")} ${byMonth("start")}`,
      blocks("daily"),
    ],
    [
      "create table alert_keys (owner text primary key, version bigint not null, touched bigint not null, rules text not null, states text not null)",
      "create table alert_events (owner text not null, seq bigint not null, body text not null, primary key (owner, seq))",
    ],
    // A crash loses these, which costs nothing.
    [
      `create ${unlogged} table answers (question text primary key, time bigint not null, age bigint not null, facts text not null, bytes bytea not null, claimed_until bigint not null)`,
    ],
    [
      "alter table alert_keys add column send_to text not null default ''",
      "alter table alert_keys add column quiet text not null default ''",
      "create table alert_messages (id text primary key, owner text not null, wallet text not null, recipient text not null, title text not null, body text not null, since bigint not null, due bigint not null, tries bigint not null, done bigint not null, moved bigint not null)",
      "create index alert_messages_due on alert_messages (done, due)",
      "create index alert_messages_of_owner on alert_messages (owner)",
      "create index alert_messages_of_recipient on alert_messages (recipient)",
    ],
    [
      "alter table alert_messages add column link text not null default ''",
      "alter table alert_keys add column digest text not null default ''",
      "alter table alert_events add column loan_rule text not null default ''",
    ],
    // Blocks in their second layout: this step locks out older versions.
    [],
    ["alter table markets add column other_debt bigint not null default 0"],
    [
      "drop table answers",
      `create ${unlogged} table listing (name text primary key, version bigint not null, kept_at bigint not null, bytes bytea not null)`,
    ],
    [
      "alter table alert_keys add column send_since bigint not null default 0",
      "alter table alert_messages add column loan bigint not null default 0",
    ],
    ["create table source (name text primary key, fingerprint text not null)"],
    ["create index markets_gone on markets (gone_since)"],
    // Rows instead of blocks, see carry-over.ts.
    [
      "alter table raw rename to old_raw",
      "alter table hourly rename to old_hourly",
      "alter table daily rename to old_daily",
      "alter table markets rename to market",
      "alter table events rename to event",
      "alter table ticks rename to poll",
      `${tableOf("snapshot", ["until bigint", ...doubles(figureColumns)])} ${clustered} ${byMonth("time")}`,
      `${tableOf("hourly", doubles(meanColumns))} ${clustered} ${byMonth("time")}`,
      `${tableOf("daily", doubles(meanColumns))} ${clustered}`,
    ],
    // Rates as whole numbers under a view; one table instead of one a month.
    [
      `${create(snapshotRow)} ${clustered}`,
      `insert into snapshot_row select market, time, until, ${figureNames.map(toStored).join(", ")} from snapshot`,
      "drop table snapshot",
      `create view snapshot as select market, time, until, ${figureNames.map(fromStored).join(", ")} from snapshot_row`,
      ...(isFile
        ? []
        : [
            create({ ...hourly, name: "hourly_row" }),
            "insert into hourly_row select * from hourly",
            "drop table hourly",
            "alter table hourly_row rename to hourly",
          ]),
    ],
  ];
}

function blocks(name: string): string {
  return `create table ${name} (market bigint not null, start bigint not null, bytes bytea not null, primary key (market, start))`;
}

function toStored(name: (typeof figureNames)[number]): string {
  const column = columnOf(name);
  return isRate(name) ? `round(${column} * ${rateUnit})` : column;
}

function fromStored(name: (typeof figureNames)[number]): string {
  const column = columnOf(name);
  return isRate(name) ? `${column} / ${rateUnit} as ${column}` : column;
}

function doubles(names: readonly string[]): string[] {
  return names.map((name) => `${name} double precision`);
}

function tableOf(name: string, columns: readonly string[]): string {
  return `create table ${name} (market bigint not null, time bigint not null, ${columns.join(", ")}, primary key (market, time))`;
}

function create({ name, columns }: Table): string {
  return tableOf(
    name,
    columns.slice(2).map((column) => column.join(" ")),
  );
}
