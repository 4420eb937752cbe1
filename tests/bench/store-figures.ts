// Figures of both stores, on markets that move in nine figures with every poll. See store.mjs.
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import type { Lease } from "../../src/service/store/lease.ts";
import type { MarketStore } from "../../src/service/store/market-store.ts";
import type { Poll } from "../../src/service/store/poll.ts";
import { openStore, type StoreAddress } from "../../src/service/store/open-store.ts";
import type { MarketSnapshot } from "../../src/service/store/figures.ts";
import { startPostgres } from "../fixtures/postgres-server.ts";
import { describeMachine, quantile } from "./shared.mjs";

const millions = Number(process.argv[2] ?? 10);
const minute = 60_000;
const day = 1440 * minute;
const end = Date.UTC(2026, 9, 1);
const pollsADay = 144;
const days = 180;
const markets = Math.max(20, Math.round((millions * 1e6) / (days * pollsADay)));
const monthMarkets = Number(process.argv[3] ?? 100);
const listedMarkets = 535;
/** "file" or "postgres": only that store. */
const only = process.argv[4];
const holdMs = 30 * minute;

let state = 1;
/** Evenly between −1 and 1, the same in every run. */
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 31 - 1;
}

/** What the history of the API shows. */
const shownNames = [
  "depositApy",
  "baseDepositApy",
  "borrowApy",
  "baseBorrowApy",
  "rewardApy",
  "totalDeposit",
  "totalDepositUsd",
  "totalBorrow",
  "totalBorrowUsd",
  "coverage",
] as const;

interface Moving {
  readonly id: string;
  deposit: number;
  borrowed: number;
  price: number;
}

function makeMarkets(count: number): Moving[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `bench.lending.${index}`,
    deposit: 10 ** (4 + (index % 5)) * (1 + Math.abs(random())),
    borrowed: 0.5 + 0.3 * random(),
    price: index % 2 === 0 ? 1 : 150,
  }));
}

/** A market after ten more minutes: some thousandths more or less of everything, as the captured ones move. */
function step(market: Moving): MarketSnapshot {
  market.deposit *= 1 + 0.002 * random();
  market.borrowed = Math.min(0.98, Math.max(0.05, market.borrowed + 0.002 * random()));
  market.price *= 1 + 0.0005 * random();
  const { id, deposit, borrowed, price } = market;
  const baseBorrowApy = 0.01 + 0.09 * borrowed;
  const baseDepositApy = baseBorrowApy * borrowed * 0.9;
  const totalBorrow = deposit * borrowed;
  return {
    id,
    type: "lending",
    provider: "bench",
    body: "{}",
    figures: {
      depositApy: baseDepositApy + 0.011,
      baseDepositApy,
      borrowApy: baseBorrowApy,
      baseBorrowApy,
      rewardApy: 0.011,
      totalDeposit: deposit,
      totalDepositUsd: deposit * price,
      totalBorrow,
      totalBorrowUsd: totalBorrow * price,
      maxDeposit: 5e8,
      maxBorrow: 4e8,
      maxLtv: 0.75,
      liquidationLtv: 0.8,
      liquidationPenalty: 0.05,
    },
  };
}

function pollOf(all: readonly Moving[], time: number): Poll {
  return { time, complete: true, pages: 1, setAside: 0, markets: all.map(step) };
}

async function take(store: MarketStore): Promise<Lease> {
  const lease = await store.lease("bench", day);
  if (lease === undefined) throw new Error("The lease is another's.");
  return lease;
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

/** Milliseconds of many runs: median and 99th of a hundred. */
async function timed(runs: number, work: (run: number) => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    times.push((await seconds(() => work(run))) * 1000);
    // No caller asks without a pause.
    await pause(5);
  }
  return `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`;
}

interface Place {
  readonly address: StoreAddress;
  size(): Promise<number>;
  /** What a server does by itself as time goes on, which is too short here. */
  tidy(): Promise<void>;
}

async function measure(name: string, makePlace: () => Promise<Place>): Promise<void> {
  console.log(`\n${name}`);
  const large = await makePlace();
  let store = await openStore(large.address, holdMs);
  let lease = await take(store);
  const all = makeMarkets(markets);
  let writing = 0;
  let processor = 0;
  for (let from = end - days * day; from < end; from += day) {
    const polls = Array.from({ length: pollsADay }, (_, index) => pollOf(all, from + index * 10 * minute));
    const before = process.cpuUsage();
    writing += await seconds(() => store.record(polls, lease));
    const { user, system } = process.cpuUsage(before);
    processor += (user + system) / 1e6;
  }
  const snapshots = markets * days * pollsADay;
  console.log(`  ${(snapshots / 1e6).toFixed(1)} million snapshots of ${markets} markets over ${days} days`);
  console.log(
    `  written a day at a time, with means: ${Math.round(snapshots / writing)} a second, ${Math.round(snapshots / processor)} in a second of this program's processor time`,
  );
  const ask = (count: number, resolution: "1h" | "1d") => (run: number) =>
    store.history({
      marketIds: Array.from(
        { length: count },
        (_, index) => `bench.lending.${(run * 7 + index * 3) % markets}`,
      ),
      startTime: end - days * day,
      endTime: end,
      resolution,
      names: shownNames,
    });
  for (const [count, resolution] of [
    [1, "1d"],
    [1, "1h"],
    [20, "1d"],
    [20, "1h"],
  ] as const)
    console.log(
      `  ${days} days of ${count} in one request, ${resolution}, ${count * days * (resolution === "1h" ? 24 : 1)} rows: ${await timed(200, ask(count, resolution))}`,
    );
  await store.close();

  const listed = await makePlace();
  store = await openStore(listed.address, holdMs);
  lease = await take(store);
  const list = makeMarkets(listedMarkets);
  const begin = Array.from({ length: pollsADay }, (_, index) => pollOf(list, end + index * 10 * minute));
  await store.record(begin, lease);
  const later = end + day;
  console.log(
    `  a poll of ${listedMarkets}, kept with its means: ${await timed(100, (run) => store.record([pollOf(list, later + run * 10 * minute)], lease))}`,
  );
  await store.close();

  const month = await makePlace();
  store = await openStore(month.address, holdMs);
  lease = await take(store);
  const some = makeMarkets(monthMarkets);
  const polls = 30 * pollsADay;
  for (let index = 0; index < polls; index += 1) {
    await store.record([pollOf(some, end + index * 10 * minute)], lease);
    // Once in an hour, where a server does so by itself once in some minutes.
    if (index % 6 === 0) await month.tidy();
  }
  await store.close();
  const bytes = (await month.size()) / (polls * monthMarkets);
  console.log(
    `  after a month, poll by poll, all tables, indexes and means: ${bytes.toFixed(1)} bytes a snapshot`,
  );
}

console.log(describeMachine());
const folder = mkdtempSync(join(tmpdir(), "yieldboard-bench-"));
const postgres = await startPostgres();
let files = 0;
try {
  if (only !== "postgres") {
    await measure("File (libsql)", async () => {
      files += 1;
      const place = join(folder, String(files));
      return {
        address: { kind: "file", path: join(place, "record.db") },
        tidy: async () => {},
        size: async () => readdirSync(place).reduce((sum, one) => sum + statSync(join(place, one)).size, 0),
      };
    });
  }
  if (only !== "file") {
    await measure("Postgres", async () => {
      const url = await postgres.createDatabase();
      const before = await databaseSize(url);
      return {
        address: { kind: "postgres", url },
        size: async () => (await databaseSize(url)) - before,
        tidy: async () => void (await tell(url, "vacuum")),
      };
    });
  }
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function tell(url: string, statement: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(statement);
  await client.end();
  return rows;
}

async function databaseSize(url: string): Promise<number> {
  await tell(url, "checkpoint");
  const [row] = await tell(url, "select pg_database_size(current_database()) as size");
  return Number(row?.["size"]);
}
