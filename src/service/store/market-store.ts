// Times are milliseconds since the epoch here, and seconds in the tables. Functions reject with StoreFault.
import { sql, type Kysely } from "kysely";
import type { ExportResolution } from "../../contract/record/record-request.ts";
import { dayMs, startOfDay } from "../../contract/units.ts";
import { meanNames, type FigureName, type MeanName } from "../../domain/record/figures.ts";
import type { RecordedEvent } from "../../domain/record/events.ts";
import { TimeSeries, type KnownMarket, type MarketRecord } from "../../domain/record/market-record.ts";
import type { StoreConfig } from "../config.ts";
import { createAlertStore } from "../alerts/alert-store.ts";
import { createAnalysis } from "./analysis.ts";
import { writeUnder, type Database, type Lease } from "./engine/database.ts";
import { createRecording } from "./recording.ts";
import { knownMarket, recordedEvent, seriesByMarket } from "./read-rows.ts";
import { dialectOf, whole, isStorableId } from "./sql/dialect.ts";
import { marketsBetween } from "./sql/means.ts";
import { columnOf, type Tables } from "./sql/schema.ts";
import { day, list, meanRows, readings } from "./sql/windows.ts";

export interface RecordRequest {
  readonly marketIds: readonly string[];
  readonly startTime: number;
  /** Exclusive. */
  readonly endTime: number;
  /** "raw" has one row per poll; the others are means in UTC. */
  readonly resolution: ExportResolution;
  readonly names?: readonly MeanName[];
}

interface EventsRequest {
  readonly since: number;
  /** Exclusive. */
  readonly until: number;
  readonly marketIds?: readonly string[];
  readonly kinds?: readonly RecordedEvent["kind"][];
  readonly fields?: readonly FigureName[];
  readonly limit: number;
}

export type Retention = StoreConfig["retention"];

/** Rows before these times are deleted. Whole days, in milliseconds since the epoch. */
export function keptFrom({ rawDays, hourlyDays }: Retention, now: number) {
  const today = startOfDay(now);
  return { raw: today - rawDays * dayMs, "1h": today - hourlyDays * dayMs, "1d": -Infinity };
}

export type MarketStore = ReturnType<typeof createStore>;

/** With more markets, a statement that deletes months would exceed Postgres' timeout. */
const marketsAtOnce = 100;

/** A reading is valid for at most `holdMs`. */
export function createStore(database: Database, holdMs: number) {
  const { db } = database;
  const { isOneOf, now: engineTime } = dialectOf(db);
  const hold = Math.ceil(holdMs / 1000);
  const isOneOfIds = (ids: readonly string[]) => isOneOf("market.id", "text", ids.filter(isStorableId));

  return {
    alerts: createAlertStore(db),
    analysis: createAnalysis(db, hold),
    ...createRecording(db, hold),

    /** Takes or extends the right to write. Undefined if another instance has it. `holder` is unique per instance. */
    async lease(holder: string, forMs: number): Promise<Lease | undefined> {
      // Uses the engine's clock. A lease far in the future is left from before that clock was set back.
      const { rows } = await sql<{ token: number }>`insert into lease (name, holder, token, until)
        values ('recorder', ${holder}, 1, ${engineTime} + ${whole(forMs)})
        on conflict (name) do update set
          holder = excluded.holder,
          token = lease.token + case when lease.holder = excluded.holder then 0 else 1 end,
          until = excluded.until
        where lease.holder = excluded.holder or lease.until <= ${engineTime} or lease.until > ${engineTime} + ${whole(2 * forMs)}
        returning token`.execute(db);
      return rows[0] && { holder, token: rows[0].token };
    },

    async release({ holder, token }: Lease): Promise<void> {
      const held = db.updateTable("lease").set({ until: 0 }).where("name", "=", "recorder");
      await held.where("holder", "=", holder).where("token", "=", token).execute();
    },

    /** Deletes old rows, changes of figures with the hourly means, and markets that have been gone for longer. */
    forget: (retention: Retention, now: number, lease: Lease) => forget(db, retention, now, lease),

    async history(request: RecordRequest): Promise<readonly MarketRecord[]> {
      const rows = await selectMarkets(db).where(isOneOfIds(request.marketIds)).execute();
      const known = new Map(rows.map((row) => [row.id, row]));
      const keys = rows.map(({ key }) => key);
      // Split in two, because a file has two threads that read at once.
      const half = Math.ceil(keys.length / 2);
      const halves = [keys.slice(0, half), keys.slice(half)];
      const [first, second] = await Promise.all(halves.map((some) => seriesOf(database, some, request)));
      return request.marketIds.flatMap((id) => {
        const row = known.get(id);
        if (row === undefined) return [];
        const series = first?.get(row.key) ?? second?.get(row.key) ?? new TimeSeries();
        return [{ ...knownMarket(row), series }];
      });
    },

    async events(request: EventsRequest): Promise<readonly RecordedEvent[]> {
      const { since, until, marketIds, kinds, fields, limit } = request;
      const rows = await db
        .selectFrom("event")
        .innerJoin("market", "market.key", "event.market")
        .select(["event.time", "market.id", "event.kind", "event.field", "event.before", "event.after"])
        .where("event.time", ">=", Math.ceil(since / 1000))
        .where("event.time", "<", Math.ceil(until / 1000))
        .$if(marketIds !== undefined, (query) => query.where(isOneOfIds(marketIds ?? [])))
        .$if(kinds !== undefined, (query) => query.where("event.kind", "in", kinds ?? []))
        .$if(fields !== undefined, (query) => query.where("event.field", "in", fields ?? []))
        .orderBy("event.time", "desc")
        .orderBy("event.market")
        .orderBy("event.kind")
        .orderBy("event.field")
        .limit(limit)
        .execute();
      return rows.map(recordedEvent);
    },

    /** By kind and field. */
    eventCounts({ since, until }: Pick<EventsRequest, "since" | "until">) {
      return db
        .selectFrom("event")
        .select(["kind", "field", db.fn.countAll<number>().as("count")])
        .where("time", ">=", Math.ceil(since / 1000))
        .where("time", "<", Math.ceil(until / 1000))
        .groupBy(["kind", "field"])
        .execute();
    },

    /** Omits markets that were gone at this time. */
    async markets(goneAfter = 0, marketIds?: readonly string[]): Promise<readonly KnownMarket[]> {
      const after = Math.floor(goneAfter / 1000);
      const listed = selectMarkets(db)
        .where((eb) => eb.or([eb("gone_since", "is", null), eb("gone_since", ">", after)]))
        .$if(marketIds !== undefined, (query) => query.where(isOneOfIds(marketIds ?? [])));
      return (await listed.execute()).map(knownMarket);
    },

    lastPollTime: () => pollTime(db, "desc"),
    firstPollTime: () => pollTime(db, "asc"),

    /** Stores the list that all instances serve. It is not part of the record, and may be lost in a crash. */
    async keepListing(bytes: Uint8Array, lease: Lease): Promise<void> {
      const put = sql`insert into listing (name, version, kept_at, bytes) values ('markets', 1, ${engineTime}, ${bytes})
        on conflict (name) do update set version = listing.version + 1, kept_at = excluded.kept_at, bytes = excluded.bytes`;
      await writeUnder(db, lease, (trx) => put.execute(trx));
    },

    /** Without bytes if the caller already has this version. */
    async listing(known = 0) {
      const query = sql<{ version: number; held: number; bytes: Uint8Array | null }>`select version,
        ${engineTime} - kept_at as held, case when version <> ${whole(known)} then bytes end as bytes from listing`;
      const [row] = (await query.execute(db)).rows;
      return row && { version: row.version, heldMs: Math.max(0, row.held), bytes: row.bytes ?? undefined };
    },

    close: () => database.close(),
  };
}

async function forget(db: Kysely<Tables>, retention: Retention, now: number, lease: Lease): Promise<void> {
  const kept = keptFrom(retention, now);
  const newest = await db.selectFrom("market").select(db.fn.max("key").as("key")).executeTakeFirst();
  // By ranges of keys: a list of all would not fit into a thread once hundreds of thousands have come and gone.
  for (let key = 0; key < (newest?.key ?? 0); key += marketsAtOnce)
    await writeUnder(db, lease, async (trx) => {
      const ofSome = marketsBetween(key, key + marketsAtOnce);
      const snapshots = trx.deleteFrom("snapshot_row").where(ofSome);
      await snapshots.where("time", "<", kept.raw / 1000).execute();
      const hours = trx.deleteFrom("hourly").where(ofSome);
      await hours.where("time", "<", kept["1h"] / 1000).execute();
      // Events without a field are kept: they say when a market was away.
      const changes = trx.deleteFrom("event").where(ofSome).where("field", "<>", "");
      await changes.where("time", "<", kept["1h"] / 1000).execute();
    });
  const longest = Math.max(retention.rawDays, retention.hourlyDays);
  await forgetGone(db, Math.floor(now / 1000 - longest * day), lease);
}

function selectMarkets(db: Kysely<Tables>) {
  return db
    .selectFrom("market")
    .select(["key", "id", "type", "provider", "first_seen", "gone_since", "other_debt"])
    .orderBy("key");
}

async function pollTime(db: Kysely<Tables>, order: "asc" | "desc"): Promise<number | undefined> {
  const row = await db.selectFrom("poll").select("time").orderBy("time", order).limit(1).executeTakeFirst();
  return row && row.time * 1000;
}

async function seriesOf(
  database: Database,
  keys: readonly number[],
  { startTime, endTime, resolution, names = meanNames }: RecordRequest,
): Promise<ReadonlyMap<number, TimeSeries>> {
  const { db } = database;
  if (keys.length === 0) return new Map();
  const dialect = dialectOf(db);
  const markets = dialect.isOneOf("market", "bigint", keys);
  const window = { markets, from: Math.ceil(startTime / 1000), to: Math.ceil(endTime / 1000) };
  const isRaw = resolution === "raw";
  const requested = isRaw ? names.filter((name) => name !== "coverage") : names;
  const columns = requested.map(columnOf);
  const rows = isRaw
    ? readings(dialect, window, columns)
    : meanRows(resolution === "1h" ? "hourly" : "daily", window, columns);
  const query = sql`select market, time, ${list(columns)} from (${rows}) as found order by market, time`;
  const found = await database.columns(query.compile(db), ["market", "time", ...columns]);
  return seriesByMarket(found, requested);
}

async function forgetGone(db: Kysely<Tables>, before: number, lease: Lease): Promise<void> {
  const gone = db.selectFrom("market").select("key").where("gone_since", "<", before);
  const some = gone.orderBy("key").limit(marketsAtOnce);
  while ((await some.execute()).length > 0)
    await writeUnder(db, lease, async (trx) => {
      for (const table of ["snapshot_row", "hourly", "daily", "event"] as const)
        await trx.deleteFrom(table).where("market", "in", some).execute();
      await trx.deleteFrom("market").where("key", "in", some).execute();
    });
}
