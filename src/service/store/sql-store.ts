// The record in tables. Reading needs nothing but the tables; whoever has the lease remembers in addition what it last wrote.
import { setImmediate as nextTurn } from "node:timers/promises";
import { SqlAlertStore, type AlertStore } from "../alerts/alert-store.ts";
import {
  StoreFault,
  readBytes,
  readInteger,
  readOptionalInteger,
  readText,
  type Database,
  type Row,
  type Step,
  type Steps,
} from "./engine/database.ts";
import { recordEventKinds } from "../../contract/record/record-parts.ts";
import { Blocks, marketsAtOnce } from "./blocks.ts";
import type {
  EventsRequest,
  KeptListing,
  KnownMarket,
  MarketRecord,
  MarketStore,
  Recorded,
  RecordedEvent,
  RecordRequest,
  Retention,
  Tick,
  Walk,
} from "./market-store.ts";
import { pointFields } from "./point.ts";
import { rollUp } from "./roll-up.ts";
import {
  blockStart,
  dailyBlocks,
  events,
  hourlyBlocks,
  markets,
  monthOf,
  progress,
  rawBlocks,
  ticks,
  type BlockTable,
} from "./schema.ts";
import { Series } from "./series.ts";
import { stillHolds, type Lease } from "./lease.ts";
import { isNameable, newDraft, noBody, takeWalk, type Memory, type Remembered } from "./walk-draft.ts";

const hour = 3600;
const day = 86_400;
const means = [
  { table: hourlyBlocks, step: hour },
  { table: dailyBlocks, step: day },
] as const;

/** @param holdMs for how long a point says what is; after that, without another, nobody knows */
export class SqlStore implements MarketStore {
  readonly kind: Database["kind"];
  readonly alerts: AlertStore;
  readonly #database: Database;
  readonly #blocks: Blocks;
  readonly #hold: number;
  #memory: Memory | undefined;

  constructor(database: Database, holdMs: number) {
    this.kind = database.kind;
    this.alerts = new SqlAlertStore(database);
    this.#database = database;
    this.#blocks = new Blocks(database);
    this.#hold = Math.ceil(holdMs / 1000);
  }

  async lease(holder: string, forMs: number): Promise<Lease | undefined> {
    const { now } = this.#database.dialect;
    // By the engine's clock, which is one for all instances. A lease that would last far too long was given before that clock went back.
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
    await this.#database.write([
      {
        kind: "run",
        sql: "update lease set until = 0 where name = 'recorder' and holder = $1 and token = $2",
        values: [holder, token],
      },
    ]);
  }

  async record(walks: readonly Walk[], lease: Lease): Promise<Recorded> {
    const memory = await this.#remember(lease);
    // What is remembered runs ahead of what is written: it is good again only once that is done.
    this.#memory = undefined;
    const draft = newDraft();
    const writtenUntil = memory.lastTime;
    await this.#recall(memory, walks);
    for (const walk of walks) await takeWalk(memory, draft, walk);
    const seriesOf = (market: number): Series => {
      const series = new Series(walks.length);
      for (const [time, point] of draft.added.get(market) ?? []) series.push(time, point);
      return series;
    };
    const { dialect } = this.#database;
    const blocks = this.#blocks.steps(rawBlocks, [...draft.added.keys()], seriesOf, writtenUntil);
    const steps = async function* (): AsyncGenerator<Step> {
      yield stillHolds(lease, dialect);
      // A market may be gone again before its first walk is written.
      yield { kind: "put", table: markets, rows: draft.newMarkets };
      yield* draft.steps;
      yield* blocks;
      yield { kind: "put", table: events, rows: draft.eventRows };
      yield { kind: "put", table: ticks, rows: draft.tickRows };
    };
    await this.#write(steps());
    // Predictions come and go by the day: what is gone is looked up, should it come back.
    for (const [id, { goneSince }] of memory.markets) if (goneSince !== undefined) memory.markets.delete(id);
    this.#memory = memory;
    return { points: draft.points, events: draft.events };
  }

  async rollUp(lease: Lease): Promise<void> {
    const first = await this.firstTick();
    const last = await this.lastTick();
    if (first === undefined || last === undefined) return;
    for (const { table, step } of means) {
      const until = await this.#madeUntil(table);
      let from = until ?? floorTo(first.time / 1000, step);
      const end = floorTo(last.time / 1000, step);
      while (from < end) {
        const to = Math.min(end, Math.max(from + step, floorTo(from, day) + day));
        await this.#rollUpWindow(table, step, from, to, lease);
        from = to;
      }
    }
  }

  async forget({ rawDays, hourlyDays }: Retention, now: number, lease: Lease): Promise<void> {
    const made = await this.#madeUntil(dailyBlocks);
    // Nothing is let go before its daily mean is made.
    if (made === undefined) return;
    for (const [table, days] of [
      [rawBlocks, rawDays],
      [hourlyBlocks, hourlyDays],
    ] as const) {
      const cutoff = Math.min(now / 1000 - days * day, made) - table.span;
      const steps: Step[] = [stillHolds(lease, this.#database.dialect)];
      const [oldest] = await this.#database.query(`select min(start) as start from ${table.name}`);
      const start = oldest === undefined ? undefined : readOptionalInteger(oldest, "start");
      if (start === undefined || start > cutoff) continue;
      let month = monthOf(start);
      for (; month.to <= cutoff; month = monthOf(month.to)) {
        const sql = this.#database.dialect.dropPart(table.name, month);
        if (sql === undefined) break;
        steps.push({ kind: "run", sql, values: [] });
        this.#blocks.forgetPart(table, month);
      }
      steps.push({
        kind: "run",
        sql: `delete from ${table.name} where start <= $1`,
        values: [Math.floor(cutoff)],
      });
      await this.#write(steps);
    }
    await this.#forgetGone(Math.floor(now / 1000 - Math.max(rawDays, hourlyDays) * day), lease);
  }

  /** Forgets markets that were gone before a moment, some at a time. */
  async #forgetGone(before: number, lease: Lease): Promise<void> {
    const some = `(select key from markets where gone_since < $1 order by key limit ${marketsAtOnce})`;
    const steps = [
      ...[rawBlocks, hourlyBlocks, dailyBlocks, events].map(
        ({ name }) => `delete from ${name} where market in ${some}`,
      ),
      `delete from markets where key in ${some}`,
    ].map((sql): Step => ({ kind: "run", sql, values: [before] }));
    const left = "select 1 from markets where gone_since < $1 limit 1";
    while ((await this.#database.query(left, [before])).length > 0)
      await this.#write([stillHolds(lease, this.#database.dialect), ...steps]);
  }

  async history({
    marketIds,
    startTime,
    endTime,
    resolution,
  }: RecordRequest): Promise<readonly MarketRecord[]> {
    const { dialect } = this.#database;
    const rows = await this.#database.query(
      `select key, id, type, provider, first_seen, gone_since, other_debt from markets where ${dialect.oneOf("id", "text", 1)}`,
      [dialect.list(marketIds.filter(isNameable))],
    );
    const known = new Map(
      rows.map((row) => [readText(row, "id"), { key: readInteger(row, "key"), about: knownMarket(row) }]),
    );
    const keys = [...known.values()].map(({ key }) => key);
    const from = Math.ceil(startTime / 1000);
    const to = Math.ceil(endTime / 1000);
    const found = await this.#seriesOf(keys, from, to, resolution);
    return marketIds.flatMap((id) => {
      const market = known.get(id);
      if (market === undefined) return [];
      return [{ ...market.about, series: found.get(market.key) ?? new Series() }];
    });
  }

  async events({ since, until, marketIds, limit }: EventsRequest): Promise<readonly RecordedEvent[]> {
    const { dialect } = this.#database;
    const rows = await this.#database.query(
      `select e.time, m.id, e.kind, e.field, e.before, e.after from events e join markets m on m.key = e.market
       where e.time >= $1 and e.time < $2 ${marketIds === undefined ? "" : `and ${dialect.oneOf("m.id", "text", 4)}`}
       order by e.time desc, e.market, e.kind, e.field limit $3`,
      [
        Math.ceil(since / 1000),
        Math.ceil(until / 1000),
        limit,
        ...(marketIds === undefined ? [] : [dialect.list(marketIds.filter(isNameable))]),
      ],
    );
    return rows.map(recordedEvent);
  }

  async markets(goneAfter?: number): Promise<readonly KnownMarket[]> {
    // In two parts, each of which the index finds: there may be many thousands of others.
    const there =
      "where key in (select key from markets where gone_since is null union all select key from markets where gone_since > $1)";
    const rows = await this.#database.query(
      `select id, type, provider, first_seen, gone_since, other_debt from markets ${goneAfter === undefined ? "" : there} order by key`,
      goneAfter === undefined ? [] : [Math.floor(goneAfter / 1000)],
    );
    return rows.map(knownMarket);
  }

  async bodies(marketIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { dialect } = this.#database;
    const rows = await this.#database.query(
      `select id, body from markets where ${dialect.oneOf("id", "text", 1)} and body <> $2`,
      [dialect.list(marketIds.filter(isNameable)), noBody],
    );
    return new Map(rows.map((row) => [readText(row, "id"), readText(row, "body")]));
  }

  async ticks(startTime: number, endTime: number): Promise<readonly Tick[]> {
    const stretch = [Math.ceil(startTime / 1000), Math.ceil(endTime / 1000)];
    return this.#ticks("where time >= $1 and time < $2 order by time", stretch);
  }

  async lastTick(): Promise<Tick | undefined> {
    return (await this.#ticks("order by time desc limit 1"))[0];
  }

  async firstTick(): Promise<Tick | undefined> {
    return (await this.#ticks("order by time limit 1"))[0];
  }

  async #ticks(which: string, values: readonly number[] = []): Promise<readonly Tick[]> {
    const rows = await this.#database.query(`select time, complete, markets from ticks ${which}`, values);
    return rows.map(tickOf);
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

  /** What the writer has to know of what was written before, by this instance or another. */
  async #remember({ token }: Lease): Promise<Memory> {
    if (this.#memory?.token === token) return this.#memory;
    const memory: Memory = { token, markets: new Map(), lastKey: 0, lastTime: -Infinity, hasComplete: false };
    const [last] = await this.#database.query(
      "select max(time) as time, max(complete) as complete from ticks",
    );
    memory.lastTime = (last && readOptionalInteger(last, "time")) ?? -Infinity;
    memory.hasComplete = last !== undefined && readOptionalInteger(last, "complete") === 1;
    const [newest] = await this.#database.query("select max(key) as key from markets");
    memory.lastKey = (newest && readOptionalInteger(newest, "key")) ?? 0;
    const live = `select ${rememberedColumns} from markets where gone_since is null order by key`;
    for (const row of await this.#database.query(live))
      memory.markets.set(readText(row, "id"), rememberedMarket(row));
    if (memory.lastTime === -Infinity) return memory;
    const from = blockStart(rawBlocks, memory.lastTime) - rawBlocks.span;
    const known = [...memory.markets.values()];
    for (let index = 0; index < known.length; index += marketsAtOnce) {
      const some = known.slice(index, index + marketsAtOnce);
      const keys = some.map(({ key }) => key);
      const found = await this.#blocks.of(rawBlocks, keys, from, memory.lastTime + 1);
      for (const market of some) {
        const series = found.get(market.key);
        if (series !== undefined && series.length > 0) market.last = series.pointAt(series.length - 1);
      }
      await nextTurn();
    }
    return memory;
  }

  /** Adds to what is remembered the markets of walks that were gone. */
  async #recall(memory: Memory, walks: readonly Walk[]): Promise<void> {
    const { dialect } = this.#database;
    const ids = new Set(walks.flatMap(({ markets: seen }) => seen.map(({ id }) => id)).filter(isNameable));
    const others = [...ids].filter((id) => !memory.markets.has(id));
    for (let index = 0; index < others.length; index += marketsAtOnce)
      for (const row of await this.#database.query(
        `select ${rememberedColumns} from markets where ${dialect.oneOf("id", "text", 1)}`,
        [dialect.list(others.slice(index, index + marketsAtOnce))],
      ))
        memory.markets.set(readText(row, "id"), rememberedMarket(row));
  }

  async #write(steps: Steps): Promise<void> {
    try {
      await this.#database.write(steps);
    } catch (error) {
      this.#blocks.forgetParts();
      throw error;
    }
  }

  async #rollUpWindow(
    table: BlockTable,
    step: number,
    from: number,
    to: number,
    lease: Lease,
  ): Promise<void> {
    const [row] = await this.#database.query("select max(key) as key from markets");
    const lastKey = (row && readOptionalInteger(row, "key")) ?? 0;
    for (let key = 0; key < lastKey; key += marketsAtOnce) {
      const points = await this.#blocks.between(
        rawBlocks,
        key,
        key + marketsAtOnce,
        blockStart(rawBlocks, from - this.#hold),
        to,
      );
      const made = new Map<number, Series>();
      for (const [market, series] of points) {
        const added = rollUp(series, from, to, step, this.#hold);
        if (added.length > 0) made.set(market, added);
      }
      const blocks = this.#blocks.steps(
        table,
        [...made.keys()],
        (market) => made.get(market) ?? new Series(),
        to,
      );
      const { dialect } = this.#database;
      await this.#write(
        (async function* () {
          yield stillHolds(lease, dialect);
          yield* blocks;
        })(),
      );
    }
    await this.#write([
      stillHolds(lease, this.#database.dialect),
      { kind: "put", table: progress, rows: [[table.name, to]] },
    ]);
  }

  async #madeUntil(table: BlockTable): Promise<number | undefined> {
    const [row] = await this.#database.query("select until from progress where name = $1", [table.name]);
    return row === undefined ? undefined : readInteger(row, "until");
  }

  async #seriesOf(
    keys: readonly number[],
    from: number,
    to: number,
    resolution: RecordRequest["resolution"],
  ): Promise<Map<number, Series>> {
    if (resolution === "raw") return this.#blocks.of(rawBlocks, keys, from, to);
    const { table, step } = resolution === "1h" ? means[0] : means[1];
    const madeUntil = await this.#madeUntil(table);
    const found = await this.#blocks.of(table, keys, from, to);
    const tailFrom = Math.max(madeUntil ?? floorTo(from, step), floorTo(from, step));
    if (tailFrom >= to) return found;
    const tail = await this.#blocks.of(rawBlocks, keys, tailFrom - this.#hold, to);
    const end = tailFrom + Math.ceil((to - tailFrom) / step) * step;
    const last = (await this.lastTick())?.time ?? 0;
    for (const [market, points] of tail) {
      // Nothing is said about what is still to come.
      const known = rollUp(
        points,
        tailFrom,
        Math.min(end, Math.ceil(last / 1000) + 1),
        step,
        this.#hold,
      ).between(from, to);
      const before = found.get(market)?.between(0, tailFrom);
      if (before === undefined) found.set(market, known);
      else {
        before.append(known);
        found.set(market, before);
      }
    }
    return found;
  }
}

function floorTo(time: number, step: number): number {
  return Math.floor(time / step) * step;
}

const rememberedColumns = "key, id, gone_since, other_debt";

function rememberedMarket(row: Row): Remembered {
  return {
    key: readInteger(row, "key"),
    otherDebt: readInteger(row, "other_debt") === 1 ? 1 : 0,
    goneSince: readOptionalInteger(row, "gone_since"),
    last: undefined,
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

function tickOf(row: Row): Tick {
  return {
    time: readInteger(row, "time") * 1000,
    complete: readInteger(row, "complete") === 1,
    markets: readInteger(row, "markets"),
  };
}

function recordedEvent(row: Row): RecordedEvent {
  const kindText = readText(row, "kind");
  const kind = recordEventKinds.find((known) => known === kindText);
  if (kind === undefined) throw new StoreFault("damaged", "kind");
  const fieldText = readText(row, "field");
  const field = pointFields.find((known) => known === fieldText);
  const { before, after } = row;
  return {
    time: readInteger(row, "time") * 1000,
    marketId: readText(row, "id"),
    kind,
    ...(field === undefined ? {} : { field }),
    ...(typeof before === "number" ? { before } : {}),
    ...(typeof after === "number" ? { after } : {}),
  };
}
