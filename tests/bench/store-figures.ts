// Measures both stores, with markets whose nine figures change in every poll. See store.mjs.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { historyNames } from "../../src/domain/record/history.ts";
import type { MarketSnapshot, Poll } from "../../src/domain/record/poll.ts";
import type { Lease } from "../../src/service/store/engine/database.ts";
import type { MarketStore } from "../../src/service/store/market-store.ts";
import { openEngine, openStore, type StoreAddress } from "../../src/service/store/open-store.ts";
import { pollOf, takeLease } from "../fixtures/polls.ts";
import { startPostgres } from "../fixtures/postgres-server.ts";
import { describeMachine, quantile } from "./shared.mjs";

const millions = Number(process.argv[2] ?? 10);
const tenMinutes = 600_000;
const day = 144 * tenMinutes;
const end = Date.UTC(2026, 9, 1);
const pollsADay = 144;
const days = 180;
const markets = Math.max(20, Math.round((millions * 1e6) / (days * pollsADay)));
const monthMarkets = Number(process.argv[3] ?? 100);
const monthPolls = 30 * pollsADay;
const listedMarkets = 535;
/** "file" or "postgres" measures only that store. */
const only = process.argv[4];
const holdMs = 3 * tenMinutes;

let state = 1;
/** Evenly distributed between −1 and 1, the same in every run. */
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 31 - 1;
}

function makeMarkets(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    id: `bench.lending.${index}`,
    deposit: 10 ** (4 + (index % 5)) * (1 + Math.abs(random())),
    borrowed: 0.5 + 0.3 * random(),
    price: index % 2 === 0 ? 1 : 150,
  }));
}

type Moving = ReturnType<typeof makeMarkets>[number];

/** A market ten minutes later: every figure changes by some thousandths, as in the captured markets. */
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

function polls(all: readonly Moving[], from: number, count: number): Poll[] {
  return Array.from({ length: count }, (_, index) => pollOf(from + index * tenMinutes, all.map(step)));
}

/** Median and p99 of several runs, in milliseconds. */
async function timed(runs: number, work: (run: number) => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const startedAt = performance.now();
    await work(run);
    times.push(performance.now() - startedAt);
    // Pauses, because no real caller sends requests without a break in between.
    await pause(5);
  }
  return `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`;
}

type Size = { readonly size: number };
/** Bytes of all tables and indexes. */
const sizeOf = {
  file: sql<Size>`select page_count * page_size as size from pragma_page_count, pragma_page_size`,
  postgres: sql<Size>`select sum(pg_total_relation_size(oid)) as size from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
};

async function inStore(
  address: StoreAddress,
  work: (store: MarketStore, lease: Lease) => Promise<void>,
): Promise<void> {
  const store = await openStore(address, holdMs);
  await work(store, await takeLease(store, day));
  await store.close();
}

async function measure(newStore: () => Promise<StoreAddress>): Promise<void> {
  await inStore(await newStore(), async (store, lease) => {
    const all = makeMarkets(markets);
    const startTime = end - days * day;
    for (let from = startTime; from < end; from += day)
      await store.record(polls(all, from, pollsADay), lease);
    const request = { startTime, endTime: end, resolution: "1h", names: historyNames } as const;
    const idsOf = (run: number): string[] =>
      Array.from(
        { length: 20 },
        (_, index) => `bench.lending.${(run * 7 + Math.floor((index * markets) / 20)) % markets}`,
      );
    const times = await timed(200, (run) => store.history({ ...request, marketIds: idsOf(run) }));
    console.log(`  ${days} days by the hour of 20 of ${markets} markets: ${times}`);
  });
  await inStore(await newStore(), async (store, lease) => {
    const list = makeMarkets(listedMarkets);
    await store.record(polls(list, end, pollsADay), lease);
    const times = await timed(100, (run) =>
      store.record(polls(list, end + day + run * tenMinutes, 1), lease),
    );
    console.log(`  a poll of ${listedMarkets} markets, written with its means: ${times}`);
  });
  const month = await newStore();
  const { db, close } = await openEngine(month);
  await inStore(month, async (store, lease) => {
    const some = makeMarkets(monthMarkets);
    for (let index = 0; index < monthPolls; index += 1) {
      await store.record(polls(some, end + index * tenMinutes, 1), lease);
      // Once an hour. A server does so every few minutes.
      if (month.kind === "postgres" && index % 6 === 0) await sql`vacuum`.execute(db);
    }
  });
  const [found] = (await sizeOf[month.kind].execute(db)).rows;
  await close();
  const bytes = Number(found?.size) / (monthPolls * monthMarkets);
  console.log(`  after a month, poll by poll, with indexes and means: ${bytes.toFixed(1)} bytes a snapshot`);
}

console.log(describeMachine());
const folder = mkdtempSync(join(tmpdir(), "yieldboard-bench-"));
const postgres = await startPostgres();
let files = 0;
try {
  if (only !== "postgres") {
    console.log("File (libsql)");
    await measure(async () => ({ kind: "file", path: join(folder, String((files += 1)), "record.db") }));
  }
  if (only !== "file") {
    console.log("Postgres");
    await measure(async () => ({ kind: "postgres", url: await postgres.createDatabase() }));
  }
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
