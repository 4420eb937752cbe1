// The tables, and the numbered steps that make them. A step that has been released is never changed: what comes later is a new one.
import { alertTables, datedRecipients, servedViewsAndLoans } from "../alerts/alert-store.ts";
import { outboxTables } from "../alerts/outbox.ts";
import type { Dialect, Part, Table } from "./engine/database.ts";

const day = 86_400;

/** A table of blocks: the series of one market over a stretch of time of fixed length, as bytes. */
export interface BlockTable extends Table {
  /** The length of a block's stretch, in seconds. It begins at a multiple of it, so that everybody knows where. */
  readonly span: number;
  /** Whether it is cut into months. */
  readonly byMonth: boolean;
}

const blockColumns = [
  ["market", "bigint"],
  ["start", "bigint"],
  ["bytes", "bytea"],
] as const;
const blockKey = ["market", "start"] as const;

/** Half a day of points at the usual pace is a block of 72: small enough to be written anew with each point. */
export const rawBlocks: BlockTable = {
  name: "raw",
  span: day / 2,
  byMonth: true,
  columns: blockColumns,
  key: blockKey,
};
export const hourlyBlocks: BlockTable = {
  name: "hourly",
  span: 4 * day,
  byMonth: true,
  columns: blockColumns,
  key: blockKey,
};
export const dailyBlocks: BlockTable = {
  name: "daily",
  span: 96 * day,
  byMonth: false,
  columns: blockColumns,
  key: blockKey,
};

const marketsAtFirst: Table = {
  name: "markets",
  columns: [
    ["key", "bigint"],
    ["id", "text"],
    ["type", "text"],
    ["provider", "text"],
    ["first_seen", "bigint"],
    ["gone_since", "bigint"],
    ["body", "text"],
  ],
  key: ["key"],
};

export const markets: Table = {
  ...marketsAtFirst,
  columns: [...marketsAtFirst.columns, ["other_debt", "bigint"]],
};

export const events: Table = {
  name: "events",
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

export const ticks: Table = {
  name: "ticks",
  columns: [
    ["time", "bigint"],
    ["complete", "bigint"],
    ["markets", "bigint"],
    ["pages", "bigint"],
    ["set_aside", "bigint"],
  ],
  key: ["time"],
};

/** Up to where the means of a table are made. */
export const progress: Table = {
  name: "progress",
  columns: [
    ["name", "text"],
    ["until", "bigint"],
  ],
  key: ["name"],
};

/** The statements of the step after `version`; undefined where there is none. */
export function nextMigration(version: number, dialect: Dialect): readonly string[] | undefined {
  return [
    () => [
      create(marketsAtFirst, ", unique (id)"),
      create(events),
      "create index events_of_market on events (market, time)",
      create(ticks),
      create(progress),
      "create table lease (name text primary key, holder text not null, token bigint not null, until bigint not null)",
      ...[rawBlocks, hourlyBlocks, dailyBlocks].map(
        (table) => create(table) + (table.byMonth ? ` ${dialect.byMonth}` : ""),
      ),
    ],
    () => alertTables,
    // Answers are gone after a crash of the server, which costs nothing.
    () => [
      `create ${dialect.unlogged} table answers (question text primary key, time bigint not null, age bigint not null, facts text not null, bytes bytea not null, claimed_until bigint not null)`,
    ],
    () => outboxTables,
    () => servedViewsAndLoans,
    // Blocks are written in their second layout, which keeps out a program that knows the first alone.
    () => [],
    () => ["alter table markets add column other_debt bigint not null default 0"],
    // Instances give each other the whole list, and no single answers any more.
    () => [
      "drop table answers",
      `create ${dialect.unlogged} table listing (name text primary key, version bigint not null, kept_at bigint not null, bytes bytea not null)`,
    ],
    () => datedRecipients,
    () => ["create table source (name text primary key, fingerprint text not null)"],
    () => ["create index markets_gone on markets (gone_since)"],
  ][version]?.();
}

/** How many steps there are. */
export const schemaVersion = 11;

const optional = new Set(["gone_since", "before", "after"]);

function create({ name, columns, key }: Table, more = ""): string {
  const written = columns.map(
    ([column, type]) => `${column} ${type}${optional.has(column) ? "" : " not null"}`,
  );
  return `create table ${name} (${written.join(", ")}, primary key (${key.join(", ")})${more})`;
}

/** Where the block lies that holds a moment. */
export function blockStart({ span }: BlockTable, time: number): number {
  return Math.floor(time / span) * span;
}

/** The month a block begins in. */
export function monthOf(start: number): Part {
  const date = new Date(start * 1000);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  return { from: Date.UTC(year, month) / 1000, to: Date.UTC(year, month + 1) / 1000 };
}
