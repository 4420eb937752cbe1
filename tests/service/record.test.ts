// Answers from the record through the whole service, with both stores: a file and a real Postgres server.
import { EventEmitter, once } from "node:events";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { sql } from "kysely";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { parseMarketChanges, type MarketChanges } from "../../src/contract/record/market-changes.ts";
import { parseRecordChanges, type RecordChanges } from "../../src/contract/record/record-changes.ts";
import { maxRecordItems } from "../../src/contract/record/record-parts.ts";
import { parseRecordSummary } from "../../src/contract/record/record-summary.ts";
import { dayMs as day, hourMs as hour, minuteMs as minute } from "../../src/contract/units.ts";
import { createApp } from "../../src/service/app.ts";
import { readConfig } from "../../src/service/config.ts";
import { createHttpServer } from "../../src/service/http/server.ts";
import { readExport, writeCsv } from "../../src/service/record/export.ts";
import { createRecordResponses } from "../../src/service/record/record-responses.ts";
import type { Readable } from "../../src/service/record/reading.ts";
import { createDemoSource } from "../../src/service/sources/demo/demo-source.ts";
import { StoreFault } from "../../src/service/store/engine/database.ts";
import type { MarketStore } from "../../src/service/store/market-store.ts";
import type { Poll } from "../../src/domain/record/poll.ts";
import { openDatabase, openStore, type StoreAddress } from "../../src/service/store/open-store.ts";
import type { Figures } from "../../src/domain/record/figures.ts";
import { pollOf, takeLease } from "../fixtures/polls.ts";
import { storeKinds, storePlaces, type StoreKind } from "../fixtures/store-places.ts";
import { askApp, requestApp } from "./gateway.ts";
import { listenOn } from "./wire.ts";

const everyMs = 10 * minute;
const pace = { everyMs, holdMs: 3 * everyMs, retention: { rawDays: 36_500, hourlyDays: 36_500 } };
const first = Date.UTC(2026, 9, 1);
const last = first + 8 * day;

const places = storePlaces();

afterEach(() => void vi.useRealTimers());

/**
 * Eight days. Borrowers of "usdc" get rewards on the first three. On the third, nothing is recorded for six hours. On the last,
 * "usdc" gets rewards of 4 % at 12:00 and 100 tokens at 18:00, the debt of the loop "jlp" gets more expensive, "bonk" is gone
 * from 06:00 on, and "new" is listed from 15:00 on.
 */
function pollAt(time: number): Poll | undefined {
  const today = time - (last - day);
  if (time >= first + 2 * day && time < first + 2 * day + 6 * hour) return undefined;
  const grown = (tokens: number, since: number): number => tokens * 1.05 ** ((time - since) / (365 * day));
  const paidIn = last - 6 * hour;
  const deposits = grown(1000, first) + (time >= paidIn ? grown(100, paidIn) : 0);
  const rewardApy = today >= 12 * hour ? 0.04 : 0;
  const points: Record<string, Figures> = {
    usdc: {
      depositApy: 0.05 + rewardApy,
      baseDepositApy: 0.05,
      rewardApy,
      borrowApy: 0.07,
      borrowRewardApy: time < first + 3 * day ? 0.01 : 0,
      totalDeposit: deposits,
      totalDepositUsd: deposits * 2,
      totalBorrow: 900,
      maxDeposit: today >= 20 * hour ? 3000 : 2000,
      maxLtv: 0.7,
    },
    jlp: { depositApy: today >= 9 * hour ? 0.3 : 0.31, borrowApy: today >= 9 * hour ? 0.08 : 0.06 },
  };
  if (today < 6 * hour) points["bonk"] = { depositApy: 0.02, totalDepositUsd: 400_000 };
  if (today >= 15 * hour) points["new"] = { depositApy: 0.01, totalDepositUsd: 5 };
  const markets = Object.entries(points).map(([id, figures]) => {
    const type = id === "jlp" ? "loop" : "lending";
    const body = { id, type, provider: { id: "p" }, token: { symbol: id.toUpperCase() } };
    return { id, type, provider: "p", figures, body: JSON.stringify(body) };
  });
  return pollOf(time, markets);
}

async function emptyStore(kind: StoreKind): Promise<MarketStore> {
  const store = await openStore(await places.newStore(kind), pace.holdMs);
  onTestFinished(() => store.close());
  return store;
}

let recordedFile: string | undefined;

/** A store with these days. A file is recorded once and then copied, because recording takes longer than most tests. */
async function recordedAddress(kind: StoreKind): Promise<StoreAddress> {
  const address = await places.newStore(kind);
  if (address.kind === "file" && recordedFile !== undefined) {
    mkdirSync(dirname(address.path));
    copyFileSync(recordedFile, address.path);
    return address;
  }
  const store = await openStore(address, pace.holdMs);
  const lease = await takeLease(store);
  const polls: Poll[] = [];
  for (let time = first; time <= last; time += everyMs) {
    const poll = pollAt(time);
    if (poll !== undefined) polls.push(poll);
  }
  await store.record(polls, lease);
  await store.close();
  if (address.kind === "postgres") return address;
  recordedFile = address.path;
  return recordedAddress(kind);
}

async function recordedStore(kind: StoreKind): Promise<MarketStore> {
  const store = await openStore(await recordedAddress(kind), pace.holdMs);
  onTestFinished(() => store.close());
  return store;
}

function serve(readable: Readable, retention = pace.retention) {
  const app = createApp({
    config: readConfig({ RATE_LIMIT_PER_ADDRESS: "1000" }),
    source: createDemoSource({ markets: 5, seed: 1 }),
    record: createRecordResponses(readable, { ...pace, retention }),
  });
  return {
    app,
    ask: (path: string, headers: Readonly<Record<string, string>> = {}) =>
      askApp(app, `/api/v0${path}`, { "x-service-client-key": "demo", ...headers }),
  };
}

describe.each(storeKinds)("the record in a store of kind %s", (kind) => {
  test("reports deposits and withdrawals gross, not netted within a market", async () => {
    const store = await emptyStore(kind);
    const polls = [2_000_000, 2_000_000, 2_100_000, 2_050_000].map((totalDeposit, at) => {
      const figures = { depositApy: 0, baseDepositApy: 0, totalDeposit, totalDepositUsd: totalDeposit };
      return pollOf(last + (at - 3) * everyMs, [{ id: "usdc", figures }]);
    });
    await store.record(polls, await takeLease(store));
    const { ask } = serve({ store, lastKept: last });
    const { summary, flows } = parseRecordChanges((await ask("/changes?since=24h")).body);
    expect(summary.deposits).toEqual({ inUsd: 100_000, outUsd: 50_000, of: 1 });
    expect(flows[0]).toMatchObject({ in: 100_000, out: 50_000, net: 50_000 });
  });

  test("compares with the first reading in the first half of the period if its start has none", async () => {
    const store = await emptyStore(kind);
    const rates = [
      [-48, 0.02],
      [-23, 0.04],
      [-22, 0.06],
      [0, 0.09],
    ] as const;
    const polls = rates.map(([hours, depositApy]) =>
      pollOf(last + hours * hour, [{ id: "usdc", figures: { depositApy } }], { complete: false }),
    );
    await store.record(polls, await takeLease(store));
    const { ask } = serve({ store, lastKept: last });
    const { moves } = parseRecordChanges((await ask("/changes?since=24h")).body);
    expect(moves).toMatchObject([{ marketId: "usdc", depositApy: { was: 0.04, now: 0.09 } }]);
  });

  test("compares hourly means of a day whose single readings have been deleted", async () => {
    const store = await recordedStore(kind);
    const [later, retention] = [last + 5 * day, { rawDays: 2, hourlyDays: 30 }];
    await store.forget(retention, later, await takeLease(store));
    vi.useFakeTimers({ toFake: ["Date"], now: later });
    const { ask } = serve({ store, lastKept: later }, retention);
    const span = `since=${new Date(last - day).toISOString()}&until=${new Date(last).toISOString()}`;
    const { moves, flows, counts } = parseRecordChanges((await ask(`/changes?${span}`)).body);
    expect(counts).toMatchObject({ moves: 2, flows: 1, caps: 1, arrivals: 2 });
    expect(moves).toMatchObject([
      { marketId: "usdc", depositApy: { was: 0.05, now: 0.09 }, reason: "rewards-began" },
      { marketId: "jlp", depositApy: { was: 0.31, now: 0.3 }, reason: "borrow" },
    ]);
    expect(flows[0]?.net).toBeCloseTo(100, 1);
    const { ask: askLater } = serve({ store, lastKept: later }, { rawDays: 2, hourlyDays: 5 });
    expect(parseRecordChanges((await askLater(`/changes?${span}`)).body).since).toBe(
      new Date(last).toISOString(),
    );
  });

  test("reports a day's moves with reasons, flows, limits, and new and gone markets", async () => {
    const { ask } = serve({ store: await recordedStore(kind), lastKept: last });
    const response = await ask("/changes?since=24h");
    expect(response.status).toBe(200);
    const changes: RecordChanges = parseRecordChanges(response.body);
    expect(changes).toMatchObject({
      since: new Date(last - day).toISOString(),
      until: new Date(last).toISOString(),
      recordedSince: new Date(first).toISOString(),
      coverage: 1,
      counts: { moves: 2, flows: 1, caps: 1, arrivals: 2, parameters: 1, rewards: 1 },
      summary: {
        moved: { up: 1, down: 1, of: 2 },
        movedBase: { up: 0, down: 0, of: 1 },
        // The loop's 31 and 30 % include leverage.
        medianDepositApy: { was: 0.05, now: 0.09 },
        added: 1,
        gone: 1,
        back: 0,
        capsReached: 0,
      },
    });
    expect(changes.moves.map(({ marketId, reason }) => [marketId, reason])).toEqual([
      ["usdc", "rewards-began"],
      ["jlp", "borrow"],
    ]);
    const [move] = changes.moves;
    expect(move).toMatchObject({
      depositApy: { was: 0.05, now: 0.09 },
      baseDepositApy: { was: 0.05, now: 0.05 },
      rewardApy: { was: 0, now: 0.04 },
    });
    // The first half of the day at 5 %, the second at 9 %.
    expect(move?.spark?.slice(0, 23).every((value) => value === 0.05)).toBe(true);
    expect(move?.spark?.slice(-23).every((value) => value === 0.09)).toBe(true);
    const [flow] = changes.flows;
    expect(flow?.marketId).toBe("usdc");
    // Growth is not a flow: only the 100 tokens were deposited, at $2 each.
    expect(flow?.net).toBeCloseTo(100, 3);
    expect(flow?.netUsd).toBeCloseTo(200, 2);
    expect(changes.summary.deposits.inUsd).toBeCloseTo(200, 2);
    expect(changes.arrivals).toMatchObject([
      { kind: "first-seen", marketId: "new", name: "NEW", depositApy: 0.01 },
      { kind: "gone", marketId: "bonk", name: "BONK", depositApy: 0.02, totalDepositUsd: 400_000 },
    ]);
    expect(changes.caps).toMatchObject([
      { marketId: "usdc", kind: "parameter", field: "maxDeposit", before: 2000, after: 3000 },
    ]);

    const week: RecordChanges = parseRecordChanges((await ask("/changes?since=7d")).body);
    // Six hours of the week, minus the twenty minutes for which the last snapshot before them is still valid.
    expect(week.coverage).toBeCloseTo(1 - (6 - 1 / 3) / 168, 4);
    expect(week.flows[0]?.net).toBeCloseTo(100, 2);
    expect(week.arrivals).toMatchObject([
      { kind: "first-seen", depositApy: 0.01 },
      { kind: "gone", depositApy: 0.02 },
    ]);
    expect(week.moves[0]?.spark).toHaveLength(48);
  });

  test("reports one market's events, flows, time-weighted averages and gaps", async () => {
    const { ask } = serve({ store: await recordedStore(kind), lastKept: last });
    const response = await ask("/record/markets/usdc?limit=1");
    expect(response.status).toBe(200);
    const changes: MarketChanges = parseMarketChanges(response.body);
    expect(changes.events).toMatchObject([{ kind: "parameter", field: "maxDeposit" }]);
    expect(changes.before).toBe(new Date(last - 4 * hour).toISOString());
    const older = await ask(`/record/markets/usdc?limit=1&until=${changes.before ?? ""}`);
    expect(older.body["events"]).toMatchObject([{ kind: "reward-began", before: 0, after: 0.04 }]);
    const gapFrom = first + 2 * day + hour;
    expect(changes.gaps).toEqual([
      { from: new Date(gapFrom).toISOString(), to: new Date(gapFrom + 5 * hour).toISOString() },
    ]);
    const known = 8 * 24 - (6 - 1 / 3);
    expect(changes.coverage).toBeCloseTo(known / (8 * 24), 4);
    expect(changes.flows?.map(({ days, net }) => [days, Math.round(net)])).toEqual([
      [7, 100],
      [30, 100],
    ]);
    expect(changes.dailyFlows?.at(-1)?.in).toBeCloseTo(100, 2);
    expect(changes.priceUsd).toBeCloseTo(2, 7);
    // Twelve of the known hours had rewards.
    const [average] = changes.averages;
    expect(average?.depositApy).toBeCloseTo(0.05 + (0.04 * 12) / known, 6);
    expect(average?.baseDepositApy).toBe(0.05);
    expect(average?.since).toBe(new Date(first).toISOString());
    expect(changes.recorded).toMatchObject({
      days: 8,
      daysWithRewards: 1,
      daysWithBorrowRewards: 3,
      daysOverKink: 8,
      highestBorrowApy: 0.07,
    });

    const gone = parseMarketChanges((await ask("/record/markets/bonk")).body);
    expect(gone.goneSince).toBe(new Date(last - 18 * hour).toISOString());
    expect(gone.flows).toBeUndefined();
    // Its absence is not a gap: the only gap is that of the third day.
    expect(gone.gaps).toHaveLength(1);
    expect((await ask("/record/markets/nothing")).status).toBe(404);
  });

  test("summarizes all present markets for the list", async () => {
    const { ask } = serve({ store: await recordedStore(kind), lastKept: last });
    const summary = parseRecordSummary((await ask("/record/summary")).body);
    expect(summary.markets.map(({ marketId }) => marketId).toSorted()).toEqual(["jlp", "new", "usdc"]);
    const usdc = summary.markets.find(({ marketId }) => marketId === "usdc");
    const one = parseMarketChanges((await ask("/record/markets/usdc")).body);
    // The list and the market's page agree.
    expect(usdc?.flow30d).toEqual(one.flows?.[1]);
    expect(usdc?.averages).toEqual(one.averages);
    expect(summary.markets.find(({ marketId }) => marketId === "jlp")?.flow30d).toBeUndefined();
  });
});

test.each([1, 2, 3, 100])("pages of %i events miss none of a poll with several", async (limit) => {
  const store = await emptyStore("file");
  const terms = [
    { maxLtv: 0.5, maxDeposit: 10, liquidationLtv: 0.8 },
    { maxLtv: 0.6, maxDeposit: 20, liquidationLtv: 0.9 },
    { maxLtv: 0.7, maxDeposit: 20, liquidationLtv: 0.9 },
    { maxLtv: 0.6, maxDeposit: 30, liquidationLtv: 0.9 },
  ];
  const polls = terms.map((figures, at) => pollOf(first + at * everyMs, [{ id: "usdc", figures }]));
  await store.record(polls, await takeLease(store));
  const { ask } = serve({ store, lastKept: first + 3 * everyMs });
  const seen: string[] = [];
  let until: string | null | undefined = new Date(last).toISOString();
  while (typeof until === "string") {
    const response = await ask(`/record/markets/usdc?limit=${limit}&until=${until}`);
    const page: MarketChanges = parseMarketChanges(response.body);
    seen.push(...page.events.map(({ timestamp, field }) => `${timestamp} ${field ?? ""}`));
    until = page.before;
  }
  expect(seen).toHaveLength(6);
  expect(new Set(seen).size).toBe(6);
});

/** Five terms, each different from the polls before and after. */
function termsThatChange(at: number) {
  const term = 0.5 + (at % 2) / 10;
  return { maxDeposit: term, maxBorrow: term, maxLtv: term, liquidationLtv: term, maxLeverage: term };
}

test("times when a market was gone are no gaps, however many terms have changed since", async () => {
  const store = await emptyStore("file");
  const polls = Array.from({ length: 460 }, (_, at) => {
    if (at >= 12 && at < 36) return pollOf(first + at * everyMs, [{ id: "other" }]);
    const figures = termsThatChange(at);
    return pollOf(first + at * everyMs, [{ id: "usdc", figures }]);
  });
  await store.record(polls, await takeLease(store));
  const { ask } = serve({ store, lastKept: first + 459 * everyMs });
  const { gaps, coverage } = parseMarketChanges((await ask("/record/markets/usdc")).body);
  expect([gaps, coverage]).toEqual([[], 1]);
});

test("deleted hours are no gaps", async () => {
  const store = await recordedStore("file");
  const retention = { rawDays: 2, hourlyDays: 4 };
  const { ask } = serve({ store, lastKept: last }, retention);
  await store.forget(retention, last, await takeLease(store));
  const changes = parseMarketChanges((await ask("/record/markets/usdc")).body);
  expect(changes).toMatchObject({ gaps: [], coverage: 1, recorded: { days: 8 } });
});

test("changes count everything, however many terms have changed since", async () => {
  const store = await emptyStore("file");
  const polls = Array.from({ length: 260 }, (_, at) => {
    const figures = termsThatChange(at);
    const markets = Array.from({ length: 8 }, (_unused, index) => ({ id: `m${index}`, figures }));
    return pollOf(first + at * everyMs, at < 3 ? [...markets, { id: "gone" }] : markets);
  });
  await store.record(polls, await takeLease(store));
  const { ask } = serve({ store, lastKept: first + 259 * everyMs });
  const { counts, summary, arrivals } = parseRecordChanges((await ask("/changes?since=7d")).body);
  expect([arrivals.length, counts.arrivals, summary.gone]).toEqual([1, 1, 1]);
  const changed = 8 * 259;
  expect([counts.parameters, summary.parameters, counts.caps]).toEqual([
    5 * changed,
    5 * changed,
    2 * changed,
  ]);
});

test.each([
  ["in the future", 1, "since is in the future. Give an earlier time, 24h or 7d."],
  ["in the last minutes", -minute, undefined],
  ["at most 31 days back", -31 * day, undefined],
  [
    "longer back",
    -31 * day - 1,
    "since is more than 31 days before the last poll. Give a later time, or an until at most 31 days after it.",
  ],
])("changes since a time %s state their period or say what to send instead", async (_, after, message) => {
  const now = first + 40 * day;
  vi.useFakeTimers({ toFake: ["Date"], now });
  const store = await emptyStore("file");
  await store.record([pollOf(first, [{ id: "usdc" }])], await takeLease(store));
  const { ask } = serve({ store, lastKept: now });
  const since = new Date(now + after).toISOString();
  const { status, body } = await ask(`/changes?since=${since}`);
  expect(status === 200 ? { since: body["since"] } : body).toMatchObject(
    message === undefined ? { since } : { statusCode: 400, code: "bad-request", message },
  );
});

describe("a record export", () => {
  const from = new Date(first + 2 * day).toISOString();

  test.each([
    [
      "csv",
      "text/csv; charset=utf-8; header=present",
      /^timestamp,marketId,[^]*Z,usdc,lending,p,[^]*Z,jlp,loop,p,/,
    ],
    ["parquet", "application/vnd.apache.parquet", /^PAR1[^]*PAR1$/],
  ])("is %s with a file name and without a content length", async (format, contentType, content) => {
    const { ask } = serve({ store: await recordedStore("file"), lastKept: last });
    const to = new Date(first + 2 * day + 8 * hour).toISOString();
    const wanted = `format=${format}&from=${from}&to=${to}&resolution=1h&marketIds=usdc,jlp`;
    const { status, headers, text } = await ask(`/record/export?${wanted}`);
    expect([status, headers.get("content-type"), headers.get("content-length")]).toEqual([
      200,
      contentType,
      null,
    ]);
    const name = `yieldboard-record-1h-2026-10-03-2026-10-03.${format}`;
    expect(headers.get("content-disposition")).toBe(`attachment; filename="${name}"`);
    expect(text).toMatch(content);
  });

  test.each([
    ["raw", 22, 1],
    ["raw", 23, 2],
    ["1h", 22, 0],
    ["1h", 23, 1],
    ["1d", 23, 0],
  ] as const)("of %s planned at %i:00 begins on day %i", async (resolution, hours, days) => {
    vi.useFakeTimers({ toFake: ["Date"], now: last + hours * hour });
    const responses = createRecordResponses(
      { store: await recordedStore("file"), lastKept: last },
      { ...pace, retention: { rawDays: 7, hourlyDays: 8 } },
    );
    const { plan } = await responses.plan({ format: "csv", from: first, resolution });
    expect(plan.from).toBe(first + days * day);
  });

  test.each(["raw", "1h", "1d"] as const)(
    "of %s is complete even if old rows are deleted while it is read",
    async (resolution) => {
      const store = await recordedStore("file");
      const lease = await takeLease(store);
      const retention = { rawDays: 7, hourlyDays: 8 };
      vi.useFakeTimers({ toFake: ["Date"], now: last + day - minute });
      const responses = createRecordResponses({ store, lastKept: last }, { ...pace, retention });
      const { plan } = await responses.plan({ format: "csv", from: first, resolution });
      const read = () => readText(writeCsv(readExport(store, plan)));
      const before = await read();
      await store.forget(retention, last + day + 10 * minute, lease);
      expect(await read()).toEqual(before);
    },
  );

  test("is refused up front if it would be too long or empty", async () => {
    const store = await emptyStore("file");
    await store.record([pollOf(first, [{ id: "usdc" }])], await takeLease(store));
    const { ask } = serve({ store, lastKept: first + 40_000 * day });
    const long = await ask("/record/export?format=csv&from=2026-01-01&resolution=raw");
    expect([long.status, long.body["message"]]).toEqual([400, expect.stringContaining("coarser resolution")]);
    const empty = await ask("/record/export?format=csv&from=2026-01-01&to=2026-01-02");
    expect([empty.status, empty.body["message"]]).toEqual([404, expect.stringContaining("from, to")]);
  });

  test("names the marketIds that are not in the record", async () => {
    const { ask } = serve({ store: await recordedStore("file"), lastKept: last });
    const asked = `/record/export?format=csv&from=${from}&marketIds=`;
    expect((await ask(`${asked}usdc,nothing,n%2F1`)).body).toMatchObject({
      statusCode: 404,
      message:
        'marketIds has "nothing", which is not in the record. marketIds has "n/1", which is not in the record. Leave these ids out.',
    });
    // A market that was gone by then is in the record.
    const late = `format=csv&from=${new Date(last - hour).toISOString()}&marketIds=usdc,bonk`;
    expect((await ask(`/record/export?${late}`)).status).toBe(200);
  });

  test("is not found if its rows have been deleted", async () => {
    const readable = { store: await recordedStore("file"), lastKept: last };
    vi.useFakeTimers({ toFake: ["Date"], now: last });
    const { ask } = serve(readable, { rawDays: 2, hourlyDays: 30 });
    const to = new Date(first + 3 * day).toISOString();
    const asked = (resolution: string) =>
      ask(`/record/export?format=csv&from=${from}&to=${to}&resolution=${resolution}`);
    expect([(await asked("raw")).status, (await asked("1h")).status]).toEqual([404, 200]);
  });

  test("aborts the connection if the store fails midway, so no part looks complete", async () => {
    const store = await recordedStore("file");
    const { app } = serve({
      lastKept: last,
      store: { ...store, history: () => Promise.reject(new StoreFault("unavailable")) },
    });
    const server = createHttpServer(app.fetch);
    const port = await listenOn(server);
    onTestFinished(async () => void (await server.stop(100)));
    const url = `http://127.0.0.1:${port}/api/v0/record/export?format=csv&from=${from}&resolution=raw`;
    const headers = { "x-service-client-key": "demo" };
    const response = await fetch(url, { headers });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toBeInstanceOf(TypeError);
    const head = await fetch(url, { method: "HEAD", headers });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  test("runs once at a time per caller, and a HEAD request does not count", async () => {
    const { app } = serve({ store: await recordedStore("file"), lastKept: last });
    let left = new AbortController();
    const begin = (remoteAddress: string, method = "GET") => {
      const connection = { method, remoteAddress, signal: left.signal };
      const url = `/api/v0/record/export?format=csv&from=${from}`;
      return requestApp(app, url, { "x-service-client-key": "demo" }, connection);
    };
    expect((await begin("192.0.2.1", "HEAD")).status).toBe(200);
    const slow = await begin("192.0.2.1");
    // Two at once: the second is refused before the first is read.
    const [refused, other] = await Promise.all([begin("192.0.2.1"), begin("192.0.2.2")]);
    expect([slow.status, refused.status, other.status]).toEqual([200, 429, 200]);
    expect(await slow.text()).not.toBe("");
    expect((await begin("192.0.2.1")).status).toBe(200);
    left.abort();
    left = new AbortController();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    expect((await begin("192.0.2.2")).status).toBe(200);
    expect((await begin("192.0.2.2")).status).toBe(429);
    vi.advanceTimersByTime(600_000);
    expect((await begin("192.0.2.2")).status).toBe(200);
    vi.useRealTimers();
  });
});

test("computes an answer once per poll, and serves it again without the store", async () => {
  const store = await recordedStore("file");
  const readable: { store: MarketStore | undefined; lastKept: number } = { store, lastKept: last };
  const { app, ask } = serve(readable);
  expect((await askApp(app, "/api/dashboard")).body["record"]).toEqual({ everyMs });
  const made = await ask("/record/summary");
  const etag = made.headers.get("etag") ?? "";
  // An instance that polled itself has a more exact time than one that reads the store.
  const other = await serve({ store, lastKept: last + 789 }).ask("/record/summary");
  expect([other.headers.get("etag"), other.text]).toEqual([etag, made.text]);
  // The poll was long ago, so the response is stale.
  expect(made.headers.get("x-markets-stale")).toBe("1");
  readable.store = undefined;
  expect((await ask("/record/summary")).text).toBe(made.text);
  expect((await ask("/record/summary", { "if-none-match": etag })).status).toBe(304);
  const refused = await ask("/changes?since=7d");
  expect([refused.status, refused.body["code"]]).toEqual([503, "record-unavailable"]);
  expect(refused.headers.get("retry-after")).toBe("60");
});

test("answers changes without reading the past of gone markets", async () => {
  const store = await emptyStore("file");
  const lease = await takeLease(store);
  const figures = { depositApy: 0.05, totalDepositUsd: 7 };
  const live = { id: "live", figures };
  const gone = Array.from({ length: 3000 }, (_, index) => ({ id: `gone${index}`, figures }));
  await store.record([pollOf(first, [live])], lease);
  await store.record([pollOf(first + minute, [live, ...gone])], lease);
  await store.record([pollOf(first + 2 * minute, [live])], lease);
  const readings = vi.spyOn(store.analysis, "readingsAt");
  const { ask } = serve({ store, lastKept: first + 2 * minute });
  const changes = parseRecordChanges((await ask("/changes?since=24h")).body);
  const read = new Set(readings.mock.calls.flatMap(([, marketIds]) => marketIds));
  expect([...read]).toEqual(["live"]);
  expect([changes.counts.arrivals, changes.summary.gone, changes.summary.added]).toEqual([6000, 3000, 3000]);
  expect(changes.arrivals).toHaveLength(maxRecordItems);
  for (const { kind, depositApy, totalDepositUsd } of changes.arrivals)
    expect([kind, depositApy, totalDepositUsd]).toEqual(["gone", 0.05, 7]);
  const summary = parseRecordSummary((await ask("/record/summary")).body);
  expect(summary.markets.map(({ marketId }) => marketId)).toEqual(["live"]);
});

/** Answers from a store that blocks until `open` is called; `ask` returns the status of a request for changes. */
async function gated() {
  const store = await recordedStore("file");
  const gate = new EventEmitter();
  const opened = once(gate, "open");
  const firstPollTime = vi.fn(() => opened.then(() => store.firstPollTime()));
  const record = createRecordResponses({ store: { ...store, firstPollTime }, lastKept: last }, pace);
  const ask = (caller: string, minutes: number) =>
    record
      .changes({ since: first + minutes * minute }, { caller })
      .then((response) => response.bytes())
      .then(
        () => 200,
        (error: unknown) => Number(Object(error).statusCode),
      );
  return { ask, firstPollTime, open: () => gate.emit("open") };
}

test("queues at most 20 uncached answers per caller without blocking others", async () => {
  const { ask, open } = await gated();
  const greedy = Array.from({ length: 22 }, (_, index) => ask("greedy", index));
  const modest = ask("modest", 100);
  open();
  expect(await Promise.all([...greedy, modest])).toEqual([...Array<number>(20).fill(200), 503, 503, 200]);
});

test("refuses further answers while one takes too long", async () => {
  const { ask, firstPollTime, open } = await gated();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const late = ask("a", 1);
  const behind = ask("a", 2);
  await vi.waitFor(() => expect(firstPollTime).toHaveBeenCalledTimes(1));
  await vi.advanceTimersByTimeAsync(20_000);
  expect([await late, await behind, await ask("a", 3)]).toEqual([503, 503, 503]);
  expect(firstPollTime).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
  open();
  await expect.poll(() => ask("a", 4)).toBe(200);
});

test("the first answer waits up to 12 seconds for the first poll", async () => {
  const readable: { -readonly [Key in keyof Readable]: Readable[Key] } = {
    store: await recordedStore("file"),
    lastKept: undefined,
    isBeginning: true,
  };
  const { ask } = serve(readable);
  const early = ask("/record/summary");
  readable.lastKept = last;
  readable.isBeginning = false;
  expect((await early).status).toBe(200);

  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const never = serve({ store: undefined, lastKept: undefined, isBeginning: true }).ask("/record/summary");
  await vi.advanceTimersByTimeAsync(12_000);
  vi.useRealTimers();
  const { status, headers } = await never;
  expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
});

test("answers 503 while the store fails or is empty, and 404 without a store", async () => {
  const store = await emptyStore("file");
  const broken: MarketStore = {
    ...store,
    firstPollTime: () => Promise.reject(new StoreFault("unavailable")),
    history: () => Promise.reject(new StoreFault("unavailable")),
  };
  const paths = ["/changes", "/record/summary", "/record/markets/usdc"];
  for (const readable of [
    { store: broken, lastKept: last },
    { store, lastKept: undefined },
  ])
    for (const path of paths) {
      const response = await serve(readable).ask(path);
      expect([path, response.status, response.body["code"]]).toEqual([path, 503, "record-unavailable"]);
    }
  const bare = createApp({ config: readConfig({}), source: createDemoSource({ markets: 5, seed: 1 }) });
  for (const path of paths) {
    const response = await askApp(bare, `/api/v0${path}`, { "x-service-client-key": "demo" });
    expect([path, response.status]).toEqual([path, 404]);
  }
});

test.each(storeKinds)("the documented queries work on a store of kind %s", async (kind) => {
  const address = await recordedAddress(kind);
  const text = readFileSync(join(import.meta.dirname, "..", "..", "docs", "store.md"), "utf8");
  const [, block = ""] = /```sql\n([\s\S]*?)```/.exec(text) ?? [];
  const queries = block.split(";").filter((query) => query.trim() !== "");
  const database = await openDatabase(address);
  onTestFinished(() => database.close());
  const responses = new Map<string, number>();
  for (const query of queries) {
    const own =
      kind === "postgres"
        ? query
        : query
            .replaceAll(/to_timestamp\(((?:[^()]|\([^()]*\))*)\)/g, "datetime($1, 'unixepoch')")
            .replaceAll("extract(epoch from now())", "unixepoch()");
    responses.set(/-- (.*)/.exec(query)?.[1] ?? "", (await sql.raw(own).execute(database.db)).rows.length);
  }
  expect(responses.get("markets that are gone")).toBe(1);
  expect(responses.get("how long each rewards campaign ran")).toBe(1);
  expect(responses.get("hours without a poll")).toBe(1);
  expect(responses.get("the largest moves of an APY from one hour to the next")).toBe(20);
  expect(responses.get("the average of the last seven days beside each day")).toBeGreaterThan(15);
});
