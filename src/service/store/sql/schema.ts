// Numbered migrations: a released step never changes, later changes are new steps.
import { alertTables, datedRecipients, servedViewsAndLoans } from "../../alerts/alert-store.ts";
import { outboxTables } from "../../alerts/outbox.ts";
import type { Dialect, Part, Table } from "../engine/database.ts";
import { figureNames, meanNames, type MeanName } from "../figures.ts";

export function columnOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export const figureColumns = figureNames.map(columnOf);
export const meanColumns: readonly string[] = meanNames.map(columnOf);

export function meanColumn(name: MeanName): string {
  return meanColumns[meanNames.indexOf(name)] ?? name;
}

/** Times are seconds since the epoch, flags 0 or 1, which both engines have. */
export interface Tables {
  market: {
    key: number;
    id: string;
    type: string;
    provider: string;
    first_seen: number;
    gone_since: number | null;
    body: string;
    other_debt: number;
  };
  /** Valid until the market's next snapshot, `until` or the end of the hour. */
  snapshot: { market: number; time: number; until: number | null };
  hourly: { market: number; time: number };
  daily: { market: number; time: number };
  event: {
    time: number;
    market: number;
    kind: string;
    field: string;
    before: number | null;
    after: number | null;
  };
  poll: { time: number; complete: number; markets: number; pages: number; set_aside: number };
  lease: { name: string; holder: string; token: number; until: number };
  listing: { name: string; version: number; kept_at: number; bytes: Uint8Array };
  source: { name: string; fingerprint: string };
}

const doubles = (names: readonly string[]) => names.map((name) => [name, "double precision"] as const);

export const snapshot: Table = {
  name: "snapshot",
  columns: [["market", "bigint"], ["time", "bigint"], ["until", "bigint"], ...doubles(figureColumns)],
  key: ["market", "time"],
};
const meansTable = (name: string): Table => ({
  name,
  columns: [["market", "bigint"], ["time", "bigint"], ...doubles(meanColumns)],
  key: ["market", "time"],
});
export const hourly = meansTable("hourly");
export const daily = meansTable("daily");

/** Partitioned where the engine can, so that a month is dropped at once. */
export const byMonth: readonly Table[] = [snapshot, hourly];

export const market: Table = {
  name: "market",
  columns: [
    ["key", "bigint"],
    ["id", "text"],
    ["type", "text"],
    ["provider", "text"],
    ["first_seen", "bigint"],
    ["gone_since", "bigint"],
    ["body", "text"],
    ["other_debt", "bigint"],
  ],
  key: ["key"],
};
export const event: Table = {
  name: "event",
  columns: [
    ["time", "bigint"],
    ["market", "bigint"],
    ["kind", "text"],
    ["field", "text"],
    ["before", "double precision"],
    ["after", "double precision"],
  ],
  key: ["time", "market", "kind", "field"],
};
export const poll: Table = {
  name: "poll",
  columns: [
    ["time", "bigint"],
    ["complete", "bigint"],
    ["markets", "bigint"],
    ["pages", "bigint"],
    ["set_aside", "bigint"],
  ],
  key: ["time"],
};

const oldBlocks = (name: string): string =>
  `create table ${name} (market bigint not null, start bigint not null, bytes bytea not null, primary key (market, start))`;

export function nextMigration(version: number, dialect: Dialect): readonly string[] | undefined {
  return [
    () => [
      "create table markets (key bigint not null, id text not null, type text not null, provider text not null, first_seen bigint not null, gone_since bigint, body text not null, primary key (key), unique (id))",
      "create table events (time bigint not null, market bigint not null, kind text not null, field text not null, before double precision, after double precision, primary key (time, market, kind, field))",
      "create index events_of_market on events (market, time)",
      "create table ticks (time bigint not null, complete bigint not null, markets bigint not null, pages bigint not null, set_aside bigint not null, primary key (time))",
      "create table progress (name text not null, until bigint not null, primary key (name))",
      "create table lease (name text primary key, holder text not null, token bigint not null, until bigint not null)",
      `${oldBlocks("raw")} ${dialect.byMonth("start")}`,
      `${oldBlocks("hourly")} ${dialect.byMonth("start")}`,
      oldBlocks("daily"),
    ],
    () => alertTables,
    // A crash loses these, which costs nothing.
    () => [
      `create ${dialect.unlogged} table answers (question text primary key, time bigint not null, age bigint not null, facts text not null, bytes bytea not null, claimed_until bigint not null)`,
    ],
    () => outboxTables,
    () => servedViewsAndLoans,
    // Blocks in their second layout: this step locks out older versions.
    () => [],
    () => ["alter table markets add column other_debt bigint not null default 0"],
    () => [
      "drop table answers",
      `create ${dialect.unlogged} table listing (name text primary key, version bigint not null, kept_at bigint not null, bytes bytea not null)`,
    ],
    () => datedRecipients,
    () => ["create table source (name text primary key, fingerprint text not null)"],
    () => ["create index markets_gone on markets (gone_since)"],
    // Rows instead of blocks, see carry-over.ts.
    () => [
      "alter table raw rename to old_raw",
      "alter table hourly rename to old_hourly",
      "alter table daily rename to old_daily",
      "alter table markets rename to market",
      "alter table events rename to event",
      "alter table ticks rename to poll",
      `${create(snapshot)} ${dialect.clustered} ${dialect.byMonth("time")}`,
      `${create(hourly)} ${dialect.clustered} ${dialect.byMonth("time")}`,
      `${create(daily)} ${dialect.clustered}`,
    ],
  ][version]?.();
}

export const schemaVersion = 12;

function create({ name, columns, key }: Table): string {
  const written = columns.map(
    ([column, type]) => `${column} ${type}${key.includes(column) ? " not null" : ""}`,
  );
  return `create table ${name} (${written.join(", ")}, primary key (${key.join(", ")}))`;
}

export function monthOf(time: number): Part {
  const date = new Date(time * 1000);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  return { from: Date.UTC(year, month) / 1000, to: Date.UTC(year, month + 1) / 1000 };
}
