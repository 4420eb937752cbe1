// The demo's record before its first poll, filled from the simulation.
import { max } from "d3-array";
import { expect, test } from "vitest";
import { fillRecord } from "../../src/service/sources/demo/record/fill-record.ts";
import { pollSource } from "../../src/service/recorder/poll-source.ts";
import { createRecordResponses } from "../../src/service/record/record-responses.ts";
import { parseMarketChanges } from "../../src/contract/record/market-changes.ts";
import { parseRecordChanges } from "../../src/contract/record/record-changes.ts";
import { parseRecordSummary } from "../../src/contract/record/record-summary.ts";
import { parseHistory, type Span } from "../../src/contract/history.ts";
import { dayMs as day, hourMs as hour, isoText } from "../../src/contract/units.ts";
import { createDemoSource } from "../../src/service/sources/demo/demo-source.ts";
import { openStore } from "../../src/service/store/open-store.ts";
import { bodyOf } from "../fixtures/demo.ts";
import { pollOf, takeLease } from "../fixtures/polls.ts";
import { storePlaces } from "../fixtures/store-places.ts";

const places = storePlaces(["file"]);
const now = Date.UTC(2026, 10, 25, 12, 20);
const pace = { everyMs: hour / 6, holdMs: hour / 2, retention: { rawDays: 36_500, hourlyDays: 36_500 } };
const sourceAt = (clock: () => number) => createDemoSource({ markets: 60, seed: 1, now: clock });
const published = (marketIds: readonly string[], span: Span) =>
  sourceAt(() => now).history({ marketIds, ...span }, { signal, caller: "test" });
const signal = new AbortController().signal;

test("the demo's record is filled with 30 days at first, and with what is missing later", async () => {
  const store = await openStore(await places.newStore("file"), pace.holdMs);
  const lease = await takeLease(store, hour);
  const fill = (at: number) => fillRecord({ store, lease, sourceAt, holdMs: pace.holdMs, signal, now: at });
  expect(await fill(now)).toEqual({ polls: expect.any(Number), hours: expect.any(Number) });
  const firstPoll = (await store.firstPollTime()) ?? 0;
  const lastKept = (await store.lastPollTime()) ?? 0;
  expect([now - firstPoll, now - lastKept].map((ms) => Math.floor(ms / hour))).toEqual([29 * 24 + 23, 0]);
  const responses = createRecordResponses({ store, lastKept }, pace);
  const call = { caller: "test" };
  const summary = parseRecordSummary(await bodyOf(responses.summary(call)));
  expect(summary.coverage).toBeGreaterThan(0.99);
  const usdc = summary.markets.find(({ flow30d }) => flow30d !== undefined);
  expect(usdc?.flow30d?.coverage).toBeGreaterThan(0.98);
  expect(usdc?.averages.map(({ days }) => days)).toEqual([30, 90, 180]);
  const changes = parseRecordChanges(await bodyOf(responses.changes({ since: "24h" }, call)));
  expect(changes.coverage).toBe(1);
  expect(changes.summary.moved.of).toBeGreaterThan(20);
  const one = parseMarketChanges(await bodyOf(responses.marketChanges({ id: usdc?.marketId ?? "" }, call)));
  expect(one.gaps).toEqual([]);
  const { poll } = await pollSource(
    sourceAt(() => lastKept),
    signal,
    () => lastKept,
  );
  const rated = poll.markets.filter(({ figures }) => figures.depositApy !== undefined).map(({ id }) => id);
  const hours = { startTime: firstPoll, endTime: now - 2 * day, resolution: "1h" } as const;
  const { data } = parseHistory(await bodyOf(await published(rated.slice(0, 20), hours)));
  const records = await store.history({ marketIds: rated, ...hours, names: ["depositApy"] });
  const recorded = new Map(
    records.flatMap(({ id, series }) =>
      series.readings().map(({ time, figures }) => [`${id} ${isoText(time)}`, figures.depositApy] as const),
    ),
  );
  const both = data.markets.flatMap(({ id, history }) =>
    history.map(({ timestamp, depositApy }) => [depositApy, recorded.get(`${id} ${timestamp}`)] as const),
  );
  const known = both.filter(([theirs, ours]) => typeof theirs === "number" && ours !== undefined);
  expect(known.length).toBeGreaterThan(5000);
  // The record has the history's own rates, also between two polls.
  expect(known.filter(([theirs, ours]) => Math.abs((theirs ?? 0) - (ours ?? 0)) > 1e-7)).toEqual([]);
  const prediction = poll.markets.find(({ type }) => type === "prediction");
  const ofPrediction = await bodyOf(responses.marketChanges({ id: prediction?.id ?? "" }, call));
  expect(parseMarketChanges(ofPrediction).gaps).toEqual([]);

  expect(await fill(lastKept + 60_000)).toBeUndefined();
  expect(await fill(now + 2 * day)).toMatchObject({ polls: expect.any(Number) });
  await store.close();
});

test("a long list is filled in portions, so that it neither stalls the service nor fills its memory", async () => {
  const store = await openStore(await places.newStore("file"), pace.holdMs);
  const lease = await takeLease(store, hour);
  await store.record([pollOf(now - 75 * hour, [])], lease);
  const rowsAtOnce: number[] = [];
  const unwritten: typeof store = {
    ...store,
    record: async () => {},
    addHours: async (portions) => {
      for await (const rows of portions) rowsAtOnce.push(rows.length);
      return 0;
    },
  };
  const source = createDemoSource({ markets: 300, seed: 1, now: () => now });
  const filling = { store: unwritten, lease, sourceAt: () => source, holdMs: pace.holdMs, signal, now };
  await fillRecord(filling);
  expect(rowsAtOnce.length).toBeGreaterThan(48);
  expect(max(rowsAtOnce)).toBeLessThanOrEqual(250);
  await store.close();
});
