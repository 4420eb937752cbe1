// Only the instance with the lease remembers what it last wrote.
import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { SqlAlertStore, type AlertStore } from "../alerts/alert-store.ts";
import { SqlAnalysis, figuresIn, type Analysis } from "./analysis.ts";
import {
  compilable,
  createBuilder,
  phrasesOf,
  runQuery,
  runStep,
  valuesOf,
  whole,
  type Builder,
  type Phrases,
} from "./sql/build.ts";
import {
  readBytes,
  readInteger,
  readOptionalInteger,
  readText,
  type Database,
  type Row,
  type Step,
} from "./engine/database.ts";
import { meanNames, type MeanName } from "./figures.ts";
import { stillHolds, type Lease } from "./lease.ts";
import type {
  EventsRequest,
  HourlyRow,
  KeptListing,
  KnownMarket,
  MarketRecord,
  MarketStore,
  Poll,
  Recorded,
  RecordedPoll,
  RecordRequest,
  Retention,
} from "./market-store.ts";
import { dailySteps, hourlyRow, meansSteps } from "./sql/means-steps.ts";
import { Months } from "./sql/months.ts";
import { newDraft, newRemembered, noBody, takePoll, type Memory, type Remembered } from "./poll-draft.ts";
import {
  byMonth,
  event,
  figureColumns,
  hourly,
  market,
  meanColumn,
  monthOf,
  poll,
  snapshot,
} from "./sql/schema.ts";
import { recordedEvent } from "./recorded-event.ts";
import { Series } from "./series.ts";
import { isStorableId } from "./storable-text.ts";
import type { RecordedEvent } from "./market-events.ts";
import { day, list, meanRows, readings } from "./sql/windows.ts";

const marketsAtOnce = 250;
/** After a restart, markets read within this time are compared with their last state. */
const rememberedFor = day;

export class SqlStore implements MarketStore {
  readonly kind: Database["kind"];
  readonly alerts: AlertStore;
  readonly analysis: Analysis;
  readonly #database: Database;
  readonly #db: Builder;
  readonly #phrases: Phrases;
  readonly #months: Months;
  readonly #hold: number;
  #memory: Memory | undefined;

  /** A reading counts for at most `holdMs`. */
  constructor(database: Database, holdMs: number) {
    this.kind = database.kind;
    this.#database = database;
    this.#db = createBuilder(database.kind);
    this.#phrases = phrasesOf(database.kind);
    this.#months = new Months(database.dialect);
    this.#hold = Math.ceil(holdMs / 1000);
    this.alerts = new SqlAlertStore(database);
    this.analysis = new SqlAnalysis(database, this.#db, this.#hold);
  }

  async lease(holder: string, forMs: number): Promise<Lease | undefined> {
    const { now } = this.#database.dialect;
    // By the engine's clock. A lease far in the future predates a clock that was set back.
    const [row] = await this.#database.query(
      `insert into lease (name, holder, token, until) values ('recorder', $1, 1, ${now} + ${forMs})
       on conflict (name) do update set
         holder = excluded.holder,
         token = lease.token + case when lease.holder = excluded.holder then 0 else 1 end,
         until = excluded.until
       where lease.holder = excluded.holder or lease.until <= ${now} or lease.until > ${now} + ${2 * forMs}
       returning token`,
      [holder],
    );
    return row === undefined ? undefined : { holder, token: readInteger(row, "token") };
  }

  async release({ holder, token }: Lease): Promise<void> {
    const query = this.#db
      .updateTable("lease")
      .set({ until: 0 })
      .where("name", "=", "recorder")
      .where("holder", "=", holder)
      .where("token", "=", token);
    await this.#database.write([runStep(query)]);
  }

  async record(polls: readonly Poll[], lease: Lease): Promise<Recorded> {
    const memory = await this.#remember(lease);
    // Memory is ahead of the tables until the write succeeds.
    this.#memory = undefined;
    const draft = newDraft();
    const before = Number.isFinite(memory.lastTime) ? [memory.lastTime] : [];
    await this.#recall(memory, polls);
    for (const one of polls) await takePoll(memory, draft, one);
    const times = draft.pollRows.map(([time]) => Number(time));
    const { dialect } = this.#database;
    // The last reading before a pause may reach into a month without polls.
    const months = [...before, ...times].flatMap((time) => [
      monthOf(time),
      monthOf(Math.min(time + this.#hold, times.at(-1) ?? time)),
    ]);
    const means = meansSteps(this.#db, this.kind, {
      polls: [...before, ...times],
      hold: this.#hold,
      lastKey: memory.lastKey,
    });
    const parts = byMonth.flatMap((table) => this.#months.steps(table, months));
    const steps = function* (): Generator<Step> {
      yield stillHolds(lease, dialect);
      // A new market may be gone before its first poll is written.
      yield { kind: "put", table: market, rows: draft.newMarkets };
      yield* draft.steps;
      yield* parts;
      yield { kind: "put", table: snapshot, rows: draft.snapshots };
      yield { kind: "put", table: event, rows: draft.eventRows };
      yield { kind: "put", table: poll, rows: draft.pollRows };
      yield* means;
    };
    await this.#write(steps());
    // Predictions come and go daily, so gone markets are looked up again when they return.
    for (const [id, { goneSince }] of memory.markets) if (goneSince !== undefined) memory.markets.delete(id);
    this.#memory = memory;
    return { snapshots: draft.snapshots.length, events: draft.events };
  }

  async addHours(rows: readonly HourlyRow[], polls: readonly number[], lease: Lease): Promise<void> {
    const memory = await this.#remember(lease);
    this.#memory = undefined;
    const hours = rows.flatMap(({ marketId, time, figures }) => {
      const key = memory.markets.get(marketId)?.key;
      return key === undefined ? [] : [hourlyRow(key, time / 1000, figures)];
    });
    const times = polls.map((time) => Math.floor(time / 1000));
    const days = new Set(rows.map(({ time }) => Math.floor(time / 1000 / day) * day));
    const months = [...days].map((time) => monthOf(time));
    await this.#write([
      stillHolds(lease, this.#database.dialect),
      ...this.#months.steps(hourly, months),
      { kind: "put", table: hourly, rows: hours },
      { kind: "put", table: poll, rows: times.map((time) => [time, 1, memory.markets.size, 0, 0]) },
      ...dailySteps(this.#db, [...days], memory.lastKey),
    ]);
    memory.lastTime = Math.max(memory.lastTime, ...times);
    this.#memory = memory;
  }

  async forget({ rawDays, hourlyDays }: Retention, now: number, lease: Lease): Promise<void> {
    const first = await this.firstPoll();
    if (first === undefined) return;
    for (const [table, days] of [
      ["snapshot", rawDays],
      ["hourly", hourlyDays],
    ] as const) {
      const cutoff = Math.floor(now / 1000 / day - days) * day;
      const steps: Step[] = [stillHolds(lease, this.#database.dialect)];
      for (let month = monthOf(first.time / 1000); month.to <= cutoff; month = monthOf(month.to)) {
        const dropped = this.#months.drop(table, month);
        if (dropped === undefined) break;
        steps.push(dropped);
      }
      // By market, the order of the rows: otherwise the engine reads all of them.
      const old = sql`delete from ${sql.table(table)} where market in (select key from market) and time < ${whole(cutoff)}`;
      steps.push(runStep(compilable(this.#db, old)));
      await this.#write(steps);
    }
    await this.#forgetGone(Math.floor(now / 1000 - Math.max(rawDays, hourlyDays) * day), lease);
  }

  async #forgetGone(before: number, lease: Lease): Promise<void> {
    const some = this.#db
      .selectFrom("market")
      .select("key")
      .where("gone_since", "<", before)
      .orderBy("key")
      .limit(marketsAtOnce);
    const steps = [
      ...(["snapshot", "hourly", "daily", "event"] as const).map((table) =>
        this.#db.deleteFrom(table).where("market", "in", some),
      ),
      this.#db.deleteFrom("market").where("key", "in", some),
    ].map((query) => runStep(query));
    while ((await runQuery(this.#database, some.clearSelect().select("key").limit(1))).length > 0)
      await this.#write([stillHolds(lease, this.#database.dialect), ...steps]);
  }

  async history(request: RecordRequest): Promise<readonly MarketRecord[]> {
    const { marketIds, names = meanNames } = request;
    const rows = await runQuery(this.#database, this.#markets().where(this.#isOneOf(marketIds)));
    const known = new Map(
      rows.map((row) => [readText(row, "id"), { key: readInteger(row, "key"), about: knownMarket(row) }]),
    );
    const keys = [...known.values()].map(({ key }) => key);
    const half = Math.ceil(keys.length / 2);
    const found = await Promise.all(
      [keys.slice(0, half), keys.slice(half)].map((some) => this.#seriesOf(some, request, names)),
    );
    const series = new Map<number, Series>();
    for (const some of found) for (const [key, one] of some) series.set(key, one);
    return marketIds.flatMap((id) => {
      const one = known.get(id);
      return one === undefined ? [] : [{ ...one.about, series: series.get(one.key) ?? Series.of([]) }];
    });
  }

  async #seriesOf(
    keys: readonly number[],
    { startTime, endTime, resolution }: RecordRequest,
    names: readonly MeanName[],
  ): Promise<Map<number, Series>> {
    if (keys.length === 0) return new Map();
    const window = {
      markets: this.#phrases.oneOf("market", "bigint", keys),
      from: Math.ceil(startTime / 1000),
      to: Math.ceil(endTime / 1000),
    };
    const asked = resolution === "raw" ? names.filter((name) => name !== "coverage") : names;
    const columns = asked.map(meanColumn);
    const rows =
      resolution === "raw"
        ? readings(this.#phrases, window, columns)
        : meanRows(resolution === "1h" ? "hourly" : "daily", window, columns);
    const query = sql`select market, time, ${list(columns)} from (${rows}) as found order by market, time`;
    const compiled = query.compile(this.#db);
    const all = ["market", "time", ...columns];
    return seriesByMarket(await this.#database.columns(compiled.sql, valuesOf(compiled), all), asked);
  }

  async events({ since, until, marketIds, limit }: EventsRequest): Promise<readonly RecordedEvent[]> {
    const query = this.#db
      .selectFrom("event")
      .innerJoin("market", "market.key", "event.market")
      .select(["event.time", "market.id", "event.kind", "event.field", "event.before", "event.after"])
      .where("event.time", ">=", Math.ceil(since / 1000))
      .where("event.time", "<", Math.ceil(until / 1000))
      .orderBy("event.time", "desc")
      .orderBy("event.market")
      .orderBy("event.kind")
      .orderBy("event.field")
      .limit(limit);
    const rows = await runQuery(
      this.#database,
      marketIds === undefined ? query : query.where(this.#isOneOf(marketIds, "market.id")),
    );
    return rows.map(recordedEvent);
  }

  async markets(goneAfter?: number): Promise<readonly KnownMarket[]> {
    let query = this.#markets().orderBy("key");
    // Two queries, each with an index: there may be many thousands of gone markets.
    if (goneAfter !== undefined)
      query = query.where("key", "in", (eb) =>
        eb
          .selectFrom("market")
          .select("key")
          .where("gone_since", "is", null)
          .unionAll(
            eb
              .selectFrom("market")
              .select("key")
              .where("gone_since", ">", Math.floor(goneAfter / 1000)),
          ),
      );
    return (await runQuery(this.#database, query)).map(knownMarket);
  }

  #markets() {
    return this.#db
      .selectFrom("market")
      .select(["key", "id", "type", "provider", "first_seen", "gone_since", "other_debt"]);
  }

  #isOneOf(marketIds: readonly string[], column = "id") {
    return this.#phrases.oneOf(column, "text", marketIds.filter(isStorableId));
  }

  async bodies(marketIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const query = this.#db
      .selectFrom("market")
      .select(["id", "body"])
      .where(this.#isOneOf(marketIds))
      .where("body", "<>", noBody);
    const rows = await runQuery(this.#database, query);
    return new Map(rows.map((row) => [readText(row, "id"), readText(row, "body")]));
  }

  lastPoll(): Promise<RecordedPoll | undefined> {
    return this.#endPoll("desc");
  }

  firstPoll(): Promise<RecordedPoll | undefined> {
    return this.#endPoll("asc");
  }

  async #endPoll(order: "asc" | "desc"): Promise<RecordedPoll | undefined> {
    const query = this.#db
      .selectFrom("poll")
      .select(["time", "complete", "markets"])
      .orderBy("time", order)
      .limit(1);
    const [row] = await runQuery(this.#database, query);
    if (row === undefined) return undefined;
    return {
      time: readInteger(row, "time") * 1000,
      complete: readInteger(row, "complete") === 1,
      markets: readInteger(row, "markets"),
    };
  }

  async keepListing(bytes: Uint8Array, lease: Lease): Promise<void> {
    const { now } = this.#database.dialect;
    await this.#write([
      stillHolds(lease, this.#database.dialect),
      {
        kind: "run",
        sql: `insert into listing (name, version, kept_at, bytes) values ($1, 1, ${now}, $2)
              on conflict (name) do update set version = listing.version + 1, kept_at = excluded.kept_at, bytes = excluded.bytes`,
        values: ["markets", bytes],
      },
    ]);
  }

  async listing(known: number | undefined): Promise<KeptListing | undefined> {
    const [row] = await this.#database.query(
      `select version, ${this.#database.dialect.now} - kept_at as held, case when version <> $1 then bytes end as bytes from listing`,
      [known ?? 0],
    );
    if (row === undefined) return undefined;
    return {
      version: readInteger(row, "version"),
      heldMs: Math.max(0, readInteger(row, "held")),
      ...((row["bytes"] ?? undefined) === undefined ? {} : { bytes: readBytes(row, "bytes") }),
    };
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  async #remember({ token }: Lease): Promise<Memory> {
    if (this.#memory?.token === token) return this.#memory;
    const memory: Memory = { token, markets: new Map(), lastKey: 0, lastTime: -Infinity, hasComplete: false };
    const [last] = await this.#database.query(
      "select max(time) as time, max(complete) as complete from poll",
    );
    memory.lastTime = (last && readOptionalInteger(last, "time")) ?? -Infinity;
    memory.hasComplete = last !== undefined && readOptionalInteger(last, "complete") === 1;
    const [newest] = await this.#database.query("select max(key) as key from market");
    memory.lastKey = (newest && readOptionalInteger(newest, "key")) ?? 0;
    const live = this.#markets().where("gone_since", "is", null).orderBy("key");
    for (const row of await runQuery(this.#database, live))
      memory.markets.set(readText(row, "id"), rememberedMarket(row));
    if (memory.lastTime === -Infinity) return memory;
    const known = [...memory.markets.values()];
    for (let index = 0; index < known.length; index += marketsAtOnce) {
      const some = new Map(known.slice(index, index + marketsAtOnce).map((one) => [one.key, one]));
      const query = sql`select market, time, until, ${sql.join(figureColumns.map((column) => sql.id(column)))} from snapshot
        where ${this.#phrases.oneOf("market", "bigint", [...some.keys()])} and time = (
          select max(time) from snapshot as latest
          where latest.market = snapshot.market and latest.time >= ${whole(memory.lastTime - rememberedFor)})`;
      for (const row of await runQuery(this.#database, compilable(this.#db, query))) {
        const one = some.get(readInteger(row, "market"));
        if (one === undefined) continue;
        one.last = figuresIn(row);
        one.snapshotTime = readInteger(row, "time");
        one.isOpen = readOptionalInteger(row, "until") === undefined;
      }
      await nextTurn();
    }
    return memory;
  }

  async #recall(memory: Memory, polls: readonly Poll[]): Promise<void> {
    const ids = new Set(polls.flatMap(({ markets }) => markets.map(({ id }) => id)).filter(isStorableId));
    const others = [...ids].filter((id) => !memory.markets.has(id));
    for (let index = 0; index < others.length; index += marketsAtOnce)
      for (const row of await runQuery(
        this.#database,
        this.#markets().where(this.#isOneOf(others.slice(index, index + marketsAtOnce))),
      ))
        memory.markets.set(readText(row, "id"), rememberedMarket(row));
  }

  async #write(steps: Iterable<Step>): Promise<void> {
    try {
      await this.#database.write(steps);
    } catch (error) {
      this.#months.clear();
      throw error;
    }
  }
}

function seriesByMarket(
  [markets = new Float64Array(), times = new Float64Array(), ...columns]: readonly Float64Array[],
  names: readonly MeanName[],
): Map<number, Series> {
  const found = new Map<number, Series>();
  for (let from = 0; from < markets.length;) {
    const key = markets[from] ?? 0;
    let to = from + 1;
    while (markets[to] === key) to += 1;
    const own = names.flatMap((name, index) => {
      const column = columns[index]?.subarray(from, to);
      return column === undefined || column.every(Number.isNaN) ? [] : [[name, column] as const];
    });
    found.set(
      key,
      new Series(
        times.subarray(from, to).map((time) => time * 1000),
        new Map(own),
      ),
    );
    from = to;
  }
  return found;
}

function rememberedMarket(row: Row): Remembered {
  return {
    ...newRemembered(readInteger(row, "key"), readInteger(row, "other_debt") === 1 ? 1 : 0),
    goneSince: readOptionalInteger(row, "gone_since"),
  };
}

function knownMarket(row: Row): KnownMarket {
  const gone = readOptionalInteger(row, "gone_since");
  return {
    id: readText(row, "id"),
    type: readText(row, "type"),
    provider: readText(row, "provider"),
    firstSeen: readInteger(row, "first_seen") * 1000,
    debtInOtherToken: readInteger(row, "other_debt") === 1,
    ...(gone === undefined ? {} : { goneSince: gone * 1000 }),
  };
}
