// Recording in running services: which instance writes, what remains when it is killed, and answers without a
// store.
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { createApp } from "../../src/service/app.ts";
import { readConfig } from "../../src/service/config.ts";
import { createLog } from "../../src/service/log.ts";
import { withRecord } from "../../src/service/recorder/recorded-history.ts";
import { Recorder } from "../../src/service/recorder/recorder.ts";
import { createDemoSource } from "../../src/service/sources/demo/demo-source.ts";
import type { MarketSource } from "../../src/service/sources/market-source.ts";
import { createStore } from "../../src/service/store/market-store.ts";
import type { MarketRecord } from "../../src/domain/record/market-record.ts";
import { StoreFault } from "../../src/service/store/engine/database.ts";
import { openDatabase, openStore, type StoreAddress } from "../../src/service/store/open-store.ts";
import { upsertRows } from "../../src/service/store/sql/dialect.ts";
import { tables } from "../../src/service/store/sql/schema.ts";
import { SeenTurns } from "../fixtures/seen-turns.ts";
import { pollOf, recordedPolls, takeLease } from "../fixtures/polls.ts";
import { startPostgres } from "../fixtures/postgres-server.ts";
import { storePlaces } from "../fixtures/store-places.ts";
import { askApp } from "./gateway.ts";

const quick = { turnMs: 50, leaseMs: 2000, afterFaultMs: 50, betweenPollsMs: 50 };
const demo = createDemoSource({ markets: 40, seed: 1 });

const run = promisify(execFile);
const places = storePlaces();

afterEach(() => void vi.useRealTimers());

const options = {
  everyMs: 200,
  retention: { rawDays: 90, hourlyDays: 730 },
  log: createLog("info", () => {}),
  meter: { polled: () => {}, kept: () => {}, state: () => {} },
  pace: quick,
};

function record(
  address: StoreAddress,
  source: MarketSource = demo,
  lines: string[] = [],
  often: { readonly everyMs?: number; readonly listEveryMs?: number } = {},
): Recorder {
  const recorder = new Recorder({
    ...options,
    ...often,
    open: () => openStore(address, 60_000),
    source,
    log: createLog("info", (line) => lines.push(line)),
  });
  onTestFinished(() => recorder.close());
  return recorder;
}

test("renews its lease with one request at a time", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const address = await places.newStore("file");
  let isPolling = false;
  let asked = 0;
  const recorder = new Recorder({
    ...options,
    open: async () => {
      const store = await openStore(address, 60_000);
      // Later requests wait, as they do while a poll is written.
      const lease: typeof store.lease = async (...given) => {
        asked += 1;
        return asked === 1 ? store.lease(...given) : new Promise(() => {});
      };
      return { ...store, lease };
    },
    source: {
      ...demo,
      async listMarkets(_, { signal }) {
        isPolling = true;
        return new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason)),
        );
      },
    },
  });
  onTestFinished(() => recorder.close());
  await expect.poll(() => isPolling).toBe(true);
  vi.advanceTimersByTime(10 * quick.turnMs);
  expect(asked).toBe(2);
});

const marketsTo = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `m${index}`, figures: { depositApy: 0.05 } }));

function seriesOf(records: readonly MarketRecord[] | undefined): unknown {
  return records?.map(({ id, series }) => [id, series.times]);
}

const waiting = { timeout: 25_000, interval: 50 };

test("closes a store at the stop even if a poll is still being written", async () => {
  const store = await openStore(await places.newStore("file"), 60_000);
  const did: string[] = [];
  // Like a real store, it fails what it is writing when it closes.
  let interrupt: ((fault: StoreFault) => void) | undefined;
  const recorder = new Recorder({
    ...options,
    source: demo,
    open: async () => ({
      ...store,
      record: async () =>
        new Promise((_, reject) => {
          did.push("writes");
          interrupt = reject;
        }),
      close: async () => {
        await store.close();
        did.push("closed");
        interrupt?.(new StoreFault("unavailable"));
      },
    }),
    pace: { ...quick, writtenWithinMs: 50, closedWithinMs: 20_000 },
  });
  await expect.poll(() => did, waiting).toEqual(["writes"]);
  await recorder.close();
  expect(did).toEqual(["writes", "closed"]);
});

test("keeps answering while the database server is down, and records again once it is back", async () => {
  // A server of its own, because other tests share theirs.
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  const recorder = record({ kind: "postgres", url: await server.createDatabase() });
  const config = readConfig({ CLIENT_KEYS: "demo" });
  const app = createApp({ config, source: withRecord(demo, recorder), recorder });
  await expect.poll(() => recorder.lastKept, waiting).toBeDefined();
  await server.kill();
  await expect.poll(() => recorder.state, waiting).toEqual("failing: unavailable");
  const ready = await askApp(app, "/readyz");
  expect([ready.status, ready.body]).toEqual([200, { status: "ready", record: "failing: unavailable" }]);
  const id = "kamino.lending.nothing";
  const path = `/api/v0/markets/history?marketIds=${id}&startTime=2026-01-01`;
  expect((await askApp(app, path, { "x-service-client-key": "demo" })).status).toBe(200);
  await server.restart();
  await expect.poll(() => recorder.state, waiting).toEqual("recording");
});

test("polls the list more often than it records", async () => {
  const address = await places.newStore("file");
  const recorder = record(address, demo, [], { everyMs: 3_600_000, listEveryMs: 100 });
  await expect.poll(() => recorder.listing, waiting).toBeDefined();
  const time = recorder.listing?.time ?? 0;
  await expect.poll(() => recorder.listing?.time, waiting).toBeGreaterThan(time);
  expect(await recordedPolls(address)).toHaveLength(1);
});

test("a copy made as in docs/store.md while the file is being written is complete", async () => {
  const path = join(places.folder, "recorded.db");
  const recorder = record({ kind: "file", path });
  await expect.poll(() => recorder.lastKept, waiting).toBeDefined();
  const copy = join(places.folder, "copy.db");
  const code = `new (require("libsql"))(${JSON.stringify(path)}).exec("vacuum into '${copy}'")`;
  await run(process.execPath, ["--input-type=commonjs", "-e", code], { cwd: import.meta.dirname });
  const restored = await openStore({ kind: "file", path: copy }, 60_000);
  onTestFinished(() => restored.close());
  const last = await restored.lastPollTime();
  const markets = await restored.markets();
  expect(markets).toEqual(await recorder.store?.markets());
  const marketIds = markets.map(({ id }) => id);
  const endTime = (last ?? 0) + 1000;
  const request = { marketIds, startTime: 0, endTime, resolution: "raw" } as const;
  expect(seriesOf(await restored.history(request))).toEqual(seriesOf(await recorder.store?.history(request)));
});

test("logs once why a store fails, with the engine's code but without its address, and changes nothing", async () => {
  const url = new URL(await places.postgres.createDatabase());
  url.password = "secret-of-the-store";
  const changed = (change: Partial<Pick<URL, "port" | "pathname">>): StoreAddress => ({
    kind: "postgres",
    url: Object.assign(new URL(url), change).href,
  });
  const folder = join(places.folder, "a-folder.db");
  mkdirSync(folder);
  const letter = join(places.folder, "letter.db");
  const text = "Dear reader, this is a letter and no database. ".repeat(400);
  writeFileSync(letter, text);
  const causes = [
    ["unavailable", "ECONNREFUSED", changed({ port: "1" })],
    ["unavailable", "3D000", changed({ pathname: "/nowhere" })],
    ["unavailable", "SQLITE_CANTOPEN", { kind: "file", path: folder }],
    ["unavailable", "its folder cannot be made", { kind: "file", path: join(letter, "record.db") }],
    // Node never ends making such a folder with its parents.
    ["unavailable", "its folder cannot be made", { kind: "file", path: "/proc/self/none/record.db" }],
    ["damaged", "SQLITE_NOTADB", { kind: "file", path: letter }],
  ] as const;
  for (const [fault, reason, address] of causes) {
    const lines: string[] = [];
    const recorder = record(address, demo, lines);
    await expect.poll(() => lines.join(""), waiting).toContain(`"fault":"${fault}","reason":"${reason}"`);
    expect(recorder.state).toEqual(`failing: ${fault}`);
    await recorder.close();
    expect(lines).toHaveLength(1);
    expect(lines.join()).toMatch(/"remedy":"[^"]*STORE/);
    expect(lines.join()).not.toMatch(/secret|nowhere|127\.0\.0\.1|a-folder|letter|proc/);
  }
  expect(readFileSync(letter, "utf8")).toBe(text);
});

test("only the owner can read the file, even one that already existed", async () => {
  const path = join(places.folder, "open-to-all.db");
  const modes = () => [path, `${path}-wal`, `${path}-shm`].map((file) => statSync(file).mode & 0o777);
  for (let time = 0; time < 2; time += 1) {
    const recorder = record({ kind: "file", path });
    await expect.poll(() => recorder.lastKept, waiting).toBeDefined();
    expect(modes()).toEqual([0o600, 0o600, 0o600]);
    await recorder.close();
    chmodSync(path, 0o644);
  }
});

test("reports a deleted file as a failure and starts a new one", async () => {
  const path = join(places.folder, "deleted.db");
  const lines: string[] = [];
  const recorder = record({ kind: "file", path }, demo, lines);
  await expect.poll(() => recorder.lastKept, waiting).toBeDefined();
  unlinkSync(path);
  await expect
    .poll(() => lines.join(""), waiting)
    .toContain('"fault":"unavailable","reason":"its file was deleted or replaced"');
  await expect.poll(() => recorder.state, waiting).toEqual("recording");
  await expect.poll(() => recorder.store?.firstPollTime(), waiting).toBeDefined();
  await recorder.close();
  expect(existsSync(path)).toBe(true);
});

test("a full disk loses only the poll that did not fit", async () => {
  const database = await openDatabase({ kind: "file", path: join(places.folder, "full.db") });
  const store = createStore(database, 60_000);
  onTestFinished(() => store.close());
  const lease = await takeLease(store);
  await store.record([pollOf(1000, marketsTo(5))], lease);
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.db);
  // The limit applies per connection: use all three at once.
  const boundPages = async (pages: number): Promise<void> => {
    const bound = sql`pragma max_page_count = ${sql.lit(pages)}`;
    await Promise.all([1, 2, 3].map(() => bound.execute(database.db)));
  };
  await boundPages(rows[0]?.page_count ?? 0);
  await expect(store.record([pollOf(2000, marketsTo(1000))], lease)).rejects.toMatchObject({ kind: "full" });
  expect(await store.markets()).toHaveLength(5);
  await boundPages(100_000);
  await store.record([pollOf(3000, marketsTo(1000))], lease);
  expect(await store.markets()).toHaveLength(1000);
});

test("a large write to the file yields to other work", async () => {
  const { db, close } = await openDatabase({ kind: "file", path: join(places.folder, "large.db") });
  onTestFinished(close);
  const turns = new SeenTurns();
  const rows = Array.from({ length: 10_000 }, (_, time) =>
    // Read when it is copied to the worker thread.
    Object.defineProperty([time, 1, 1, 1, 1], 0, {
      enumerable: true,
      get: () => {
        turns.note();
        return time;
      },
    }),
  );
  await db.transaction().execute((trx) => upsertRows(trx, tables.poll, rows));
  expect(turns.count).toBeGreaterThanOrEqual(5);
  expect(await db.selectFrom("poll").select("time").execute()).toHaveLength(10_000);
});

test("reports a clock that has gone back and stops recording, but keeps the store readable", async () => {
  const path = join(places.folder, "clock.db");
  const store = await openStore({ kind: "file", path }, 60_000);
  const lease = await takeLease(store, 1);
  await store.record([pollOf(Date.now() + 86_400_000, [])], lease);
  await store.release(lease);
  await store.close();
  const recorder = record({ kind: "file", path });
  await expect.poll(() => recorder.state, waiting).toEqual("failing: clock");
  expect(recorder.store).toBeDefined();
});
