// The same tests for both stores: a file and a real Postgres server.
import { sql } from "kysely";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { dayMs as day, hourMs as hour, minuteMs as minute } from "../../src/contract/units.ts";
import type { Lease } from "../../src/service/store/engine/database.ts";
import { createStore, type MarketStore } from "../../src/service/store/market-store.ts";
import type { Poll } from "../../src/domain/record/poll.ts";
import { openDatabase, openStore, type StoreAddress } from "../../src/service/store/open-store.ts";
import type { Figures, Means } from "../../src/domain/record/figures.ts";
import { pollOf as completePoll, recordedPolls, takeLease } from "../fixtures/polls.ts";
import { storeKinds, storePlaces } from "../fixtures/store-places.ts";

const midnight = Date.UTC(2026, 9, 1);
const hold = 30 * minute;

const places = storePlaces();

function pollOf(time: number, found: Readonly<Record<string, Figures>>, more: Partial<Poll> = {}): Poll {
  return completePoll(
    time,
    Object.entries(found).map(([id, figures]) => ({ id, figures })),
    more,
  );
}

/** A poll every ten minutes. */
function polls(
  from: number,
  to: number,
  foundAt: (time: number) => Readonly<Record<string, Figures>>,
): Poll[] {
  const made: Poll[] = [];
  for (let time = from; time < to; time += 10 * minute) made.push(pollOf(time, foundAt(time)));
  return made;
}

function at(count: number): number {
  return midnight + count * 10 * minute;
}

function stillRates(): Record<string, Figures> {
  return { a: { depositApy: 0.02 } };
}

describe.each(storeKinds)("a store of kind %s", (kind) => {
  let address: StoreAddress;
  let store: MarketStore;
  let lease: Lease;

  beforeEach(async () => {
    address = await places.newStore(kind);
    store = await open();
    lease = await takeLease(store, minute, "a");
  });

  async function open(): Promise<MarketStore> {
    const opened = await openStore(address, hold);
    onTestFinished(() => opened.close());
    return opened;
  }
  async function valuesOf(
    id: string,
    field: keyof Means,
    resolution: "raw" | "1h" | "1d" = "raw",
  ): Promise<unknown[]> {
    const [market] = await store.history({
      marketIds: [id],
      startTime: midnight - 400 * day,
      endTime: midnight + 400 * day,
      resolution,
    });
    const readings = market?.series.readings() ?? [];
    return readings.map(({ time, figures }) => [time - midnight, figures[field]]);
  }

  test("stores a poll without the markets whose ids it cannot hold, and markets whose JSON was not kept", async () => {
    const long = Array.from({ length: 5000 }, (_, index) => index.toString(36)).join("");
    const odd = ["a\0b", long, "a\uD800", "a\uDC00"];
    const found = ["good", ...odd].map((id) => ({ id, figures: { depositApy: 0.05 } }));
    const bare = { id: "bare", type: "lending", provider: "kamino", figures: { depositApy: 0.06 } };
    const first = completePoll(midnight, found);
    await store.record([{ ...first, markets: [...first.markets, bare] }], lease);
    const broken = ["type", "provider"].flatMap((field) =>
      ["a\0b", "a\uD800"].map((text) => ({ id: `${field} ${text.length}`, [field]: text })),
    );
    const later = { id: "good", figures: { depositApy: 0.06 } };
    const next = completePoll(midnight + 10 * minute, [later, ...broken]);
    await store.record([{ ...next, markets: [...next.markets, bare] }], lease);
    expect((await store.markets()).map(({ id }) => id)).toEqual(["good", "bare"]);
    expect(await valuesOf("good", "depositApy")).toEqual([
      [0, 0.05],
      [10 * minute, 0.06],
    ]);
    expect(await valuesOf("bare", "depositApy")).toEqual([
      [0, 0.06],
      [10 * minute, 0.06],
    ]);
    for (const id of odd) {
      expect(await valuesOf(id, "depositApy")).toEqual([]);
      expect(
        await store.events({ since: midnight, until: midnight + day, marketIds: [id], limit: 5 }),
      ).toEqual([]);
    }
  });

  test("reports no change after a restart for unchanged figures with many digits", async () => {
    const points = {
      cap: { maxBorrow: 121_861_264.142_815, totalBorrow: 0.001_234_567_891 },
      tiny: { rewardApy: 0.000_000_001, maxLtv: 1 / 3 },
      both: { maxDeposit: 1e15 / 7, totalDeposit: 1e15 / 7, borrowRewardApy: 0.04 / 3 },
    };
    await store.record([pollOf(at(0), points)], lease);
    const next = await open();
    await next.record([pollOf(at(1), points)], lease);
    expect(await next.events({ since: 0, until: at(9), limit: 99 })).toEqual([]);
  });

  test("lets only the current lease holder write", async () => {
    const other = await open();
    expect(await other.lease("b", minute)).toBeUndefined();
    expect(await takeLease(store, minute, "a")).toEqual(lease);
    await store.lease("a", 1);
    await expect.poll(() => other.lease("b", minute)).toMatchObject({ holder: "b", token: lease.token + 1 });
    await expect(store.record([pollOf(midnight, { a: {} })], lease)).rejects.toMatchObject({
      kind: "overtaken",
    });
    expect(await other.lastPollTime()).toBeUndefined();
    expect(await other.markets()).toEqual([]);
    const next = await other.lease("b", 1);
    if (next !== undefined) await other.release(next);
    const again = await takeLease(store, minute, "a");
    await store.record([pollOf(midnight, { a: { depositApy: 0.05 } })], again);
    expect(await valuesOf("a", "depositApy")).toEqual([[0, 0.05]]);
  });

  test("reports new, changed and returned markets, and gone ones only after a complete poll", async () => {
    await store.record([pollOf(at(0), { a: { maxLtv: 0.7 }, b: {} })], lease);
    await store.record([pollOf(at(1), { a: { maxLtv: 0.7 } }, { complete: false })], lease);
    await store.record([pollOf(at(2), { a: { maxLtv: 0.7 } }, { setAside: 1 })], lease);
    expect(await store.events({ since: 0, until: at(9), limit: 99 })).toEqual([]);
    await store.record([pollOf(at(3), { a: { maxLtv: 0.6 }, c: {} })], lease);
    await store.record([pollOf(at(4), { a: { maxLtv: 0.6 }, b: {}, c: {} })], lease);
    expect(await store.events({ since: 0, until: at(9), limit: 99 })).toEqual([
      { time: at(4), marketId: "b", kind: "back" },
      { time: at(3), marketId: "a", kind: "parameter", field: "maxLtv", before: 0.7, after: 0.6 },
      { time: at(3), marketId: "b", kind: "gone" },
      { time: at(3), marketId: "c", kind: "first-seen" },
    ]);
    expect(await store.events({ since: at(3), until: at(4), marketIds: ["b"], limit: 1 })).toHaveLength(1);
  });

  test("marks markets whose debt is in another token, according to the last poll", async () => {
    for (const [count, debtInOtherToken] of [false, true, false].entries()) {
      await store.record([completePoll(at(count), [{ id: "a" }, { id: "b", debtInOtherToken }])], lease);
      const marked = (await store.markets()).filter((market) => market.debtInOtherToken);
      expect(marked.map(({ id }) => id)).toEqual(debtInOtherToken ? ["b"] : []);
    }
  });

  test("returns the last stored listing, and accepts none under a lost lease", async () => {
    expect(await store.listing(undefined)).toBeUndefined();
    await store.keepListing(Buffer.from("one"), lease);
    const first = await store.listing(undefined);
    expect(Buffer.from(first?.bytes ?? []).toString()).toBe("one");
    expect((await store.listing(first?.version))?.bytes).toBeUndefined();
    await store.keepListing(Buffer.from("another"), lease);
    const second = await store.listing(first?.version);
    expect(Buffer.from(second?.bytes ?? []).toString()).toBe("another");
    expect(second?.heldMs).toBeLessThan(60_000);
    const other = { ...lease, token: lease.token + 1 };
    await expect(store.keepListing(Buffer.from("late"), other)).rejects.toMatchObject({ kind: "overtaken" });
  });

  test("deletes old snapshots but keeps their daily means", async () => {
    const longAgo = midnight - 70 * day;
    await store.record(polls(longAgo, longAgo + day, stillRates), lease);
    await store.record(polls(midnight, midnight + hour, stillRates), lease);
    const keepAWeek = { rawDays: 7, hourlyDays: 30 };
    expect(await valuesOf("a", "depositApy")).toHaveLength(150);
    await store.forget(keepAWeek, midnight, lease);
    expect(await valuesOf("a", "depositApy")).toHaveLength(6);
    expect(await valuesOf("a", "depositApy", "1d")).toHaveLength(3);
    await store.record(polls(midnight + hour, midnight + 2 * hour, stillRates), lease);
    expect(await valuesOf("a", "depositApy")).toHaveLength(12);
  });

  test("deletes changes of figures with the hourly means, and keeps arrivals", async () => {
    const other = { z: {} };
    await store.record([pollOf(at(0), { a: { maxLtv: 0.7 }, ...other }), pollOf(at(1), other)], lease);
    await store.record([pollOf(at(2), { a: { maxLtv: 0.7 }, ...other })], lease);
    await store.record([pollOf(at(3), { a: { maxLtv: 0.6 }, ...other })], lease);
    await store.record([pollOf(midnight + 5 * day, { a: { maxLtv: 0.5 }, ...other })], lease);
    const kinds = async () => {
      const found = await store.events({ since: 0, until: midnight + 9 * day, limit: 99 });
      return found.map((one) => one.kind);
    };
    await store.forget({ rawDays: 2, hourlyDays: 5 }, midnight + 5 * day, lease);
    expect(await kinds()).toEqual(["parameter", "parameter", "back", "gone"]);
    await store.forget({ rawDays: 2, hourlyDays: 5 }, midnight + 6 * day, lease);
    expect(await kinds()).toEqual(["parameter", "back", "gone"]);
  });

  test("deletes old rows of a few markets at a time, until all are done", async () => {
    const there = { depositApy: 0.05 };
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`m${index}`, there]));
    await store.record([pollOf(at(0), many)], lease);
    const database = await openDatabase(address);
    let portions = 0;
    let read = 0;
    const failing = database.db.withPlugin({
      transformQuery: ({ node }) => {
        const isDeletion = node.kind === "DeleteQueryNode" && JSON.stringify(node).includes("snapshot_row");
        if (isDeletion) portions += 1;
        if (isDeletion && portions === 2) throw new Error("no answer");
        return node;
      },
      transformResult: async ({ result }) => {
        read += result.rows.length;
        return result;
      },
    });
    const next = createStore({ ...database, db: failing }, hold);
    onTestFinished(() => next.close());
    const left = async () => (await database.db.selectFrom("snapshot_row").select("market").execute()).length;
    const forget = () => next.forget({ rawDays: 2, hourlyDays: 2 }, midnight + 3 * day, lease);
    await expect(forget()).rejects.toThrow("no answer");
    expect(await left()).toBe(150);
    await forget();
    expect(await left()).toBe(0);
    // Without listing all markets, because there may be a million.
    expect(read).toBeLessThan(20);
  });

  test("loads gone markets only when they return", async () => {
    const there = { depositApy: 0.05 };
    const many = Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`m${index}`, there]));
    await store.record([pollOf(at(0), { ...many, a: there })], lease);
    await store.record([pollOf(at(1), { a: there })], lease);
    const database = await openDatabase(address);
    let read = 0;
    const counting = database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        read += result.rows.length;
        return result;
      },
    });
    const next = createStore({ ...database, db: counting }, hold);
    onTestFinished(() => next.close());
    await next.record([pollOf(at(2), { a: { depositApy: 0.06 }, m7: there })], lease);
    expect(read).toBeLessThan(10);
    await next.record([pollOf(at(3), { a: there })], lease);
    await next.record([pollOf(at(4), { a: there, m7: there, m8: there })], lease);
    const sent = await next.events({ since: at(2), until: at(9), limit: 99 });
    expect(sent.map(({ time, marketId, kind: what }) => [time, marketId, what])).toEqual([
      [at(4), "m7", "back"],
      [at(4), "m8", "back"],
      [at(3), "m7", "gone"],
      [at(2), "m7", "back"],
    ]);
    expect((await next.markets(at(4))).map(({ id, firstSeen }) => [id, firstSeen])).toEqual(
      ["m7", "m8", "a"].map((id) => [id, at(0)]),
    );
    expect(await next.markets(at(1) - 1)).toHaveLength(601);
  });

  test("deletes markets, with all their data, that were gone longer than hourly means are kept", async () => {
    const there = { depositApy: 0.05 };
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`m${index}`, there]));
    await store.record(
      [pollOf(midnight, { ...many, a: there }), pollOf(midnight + hour, { a: there })],
      lease,
    );
    const month = midnight + 31 * day;
    await store.record(polls(month, month + day, stillRates), lease);
    await store.forget({ rawDays: 7, hourlyDays: 32 }, month + day, lease);
    expect(await store.markets()).toHaveLength(301);
    await store.forget({ rawDays: 7, hourlyDays: 30 }, month + day, lease);
    expect((await store.markets()).map(({ id }) => id)).toEqual(["a"]);
    expect(await store.events({ since: 0, until: month + day, limit: 999 })).toEqual([]);
    // A market that returns after that is new, and gets no other market's data.
    const next = await open();
    const seenLast = { z: { depositApy: 0.01 }, m7: { depositApy: 0.02 }, ...stillRates() };
    await next.record([pollOf(month + 2 * day, seenLast)], lease);
    for (const [id, rate] of [
      ["z", 0.01],
      ["m7", 0.02],
    ] as const) {
      expect(await valuesOf(id, "depositApy")).toEqual([[33 * day, rate]]);
      expect(await valuesOf(id, "depositApy", "1d")).toEqual([[33 * day, rate]]);
    }
  });

  test("writes an unchanged market once an hour", async () => {
    const rates = (time: number) => ({ a: { depositApy: time < at(9) ? 0.05 : 0.06 } });
    await store.record(polls(at(2), at(10), rates), lease);
    for (const one of polls(at(10), at(14), rates)) await store.record([one], lease);
    const { db, close } = await openDatabase(address);
    const rows = await db.selectFrom("snapshot").select("time").orderBy("time").execute();
    await close();
    expect(rows.map(({ time }) => time * 1000)).toEqual([at(2), at(6), at(9), at(12)]);
  });

  test("drops implausibly large figures, which Postgres cannot multiply", async () => {
    await store.record(
      [pollOf(midnight, { a: { depositApy: 1e308, totalDeposit: 1e-300, volume: 1e29 } })],
      lease,
    );
    expect(await valuesOf("a", "depositApy")).toEqual([[0, undefined]]);
    expect(await valuesOf("a", "totalDeposit")).toEqual([[0, 0]]);
    expect(await valuesOf("a", "volume", "1d")).toEqual([[0, expect.closeTo(1e29, -20)]]);
  });

  test("refuses a poll that is not later than the last, and keeps the others", async () => {
    await store.record([pollOf(midnight, { a: { depositApy: 0.1 } })], lease);
    await expect(store.record([pollOf(midnight, { a: {} })], lease)).rejects.toMatchObject({ kind: "clock" });
    await expect(
      store.record([pollOf(midnight + hour, { z: {} }), pollOf(midnight - hour, { a: {} })], lease),
    ).rejects.toMatchObject({ kind: "clock" });
    await store.record([pollOf(midnight + 2 * hour, { a: { depositApy: 0.2 } })], lease);
    expect(await store.markets()).toHaveLength(1);
    expect(await recordedPolls(address)).toHaveLength(2);
  });

  test("can be created concurrently, and is refused if a newer version created it", async () => {
    const fresh = await places.newStore(kind);
    const opened = await Promise.all(Array.from({ length: 4 }, () => openDatabase(fresh)));
    const [first] = opened;
    await first?.db.insertInto("schema_version").values({ version: 99 }).execute();
    for (const one of opened) await one.close();
    await expect(openDatabase(fresh)).rejects.toMatchObject({ kind: "newer" });
  });

  test("accepts a statement with a single value of bytes or null", async () => {
    const { db, close } = await openDatabase(await places.newStore(kind));
    await sql`create table blobs (bytes bytea)`.execute(db);
    for (const value of [new Uint8Array([7, 8]), null])
      await sql`insert into blobs values (${value})`.execute(db);
    const found = await sql<{
      bytes: Uint8Array;
    }>`select bytes from blobs where bytes = ${new Uint8Array([7, 8])}`.execute(db);
    expect(found.rows.map(({ bytes }) => bytes.join())).toEqual(["7,8"]);
    expect((await sql`select 1 from blobs where bytes is null`.execute(db)).rows).toHaveLength(1);
    await close();
  });
});

test("a file store closes when one of its threads runs out of memory, so that the recorder opens it again", async () => {
  const { db, close } = await openDatabase(await places.newStore("file"));
  const huge = sql`with recursive counted(n) as (select 1 union all select n + 1 from counted where n < 200000)
    select hex(zeroblob(2000 + n % 10)) from counted`;
  const fault = { kind: "unavailable", reason: "its thread has ended" };
  // The transaction occupies a healthy thread, which the next statement would use.
  const failed = db.transaction().execute(async (trx) => {
    await sql`select 1`.execute(trx);
    await huge.execute(db);
  });
  await expect(failed).rejects.toMatchObject(fault);
  await expect(sql`select 1`.execute(db)).rejects.toMatchObject(fault);
  await close();
});
