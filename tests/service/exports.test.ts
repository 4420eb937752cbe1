// Compares exports with a simple model of the rules in docs/store.md, computed in memory from the polls.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { dayMs as day, hourMs as hour, minuteMs as minute } from "../../src/contract/units.ts";
import { meanNames, roundFigures, type Figures, type MeanName } from "../../src/domain/record/figures.ts";
import { createStore, type MarketStore } from "../../src/service/store/market-store.ts";
import type { Poll } from "../../src/domain/record/poll.ts";
import { openDatabase } from "../../src/service/store/open-store.ts";
import { exportedCsv, pollOf, takeLease } from "../fixtures/polls.ts";
import { runs } from "../fixtures/property-runs.ts";
import { busyMs, storeKinds, storePlaces } from "../fixtures/store-places.ts";

const places = storePlaces();
const second = 1000;
const start = Date.UTC(2026, 9, 1, 22);
const holdMs = 30 * minute;
type Resolution = "raw" | "1h" | "1d";
const resolutions = ["raw", "1h", "1d"] as const;

const someRate = fc.oneof(fc.constantFrom(0, 0.05, 1 / 3), fc.double({ min: -1, max: 30, noNaN: true }));
const someAmount = fc.oneof(fc.constantFrom(0, 5e8), fc.double({ min: 0, max: 1e12, noNaN: true }));
const someFigures: fc.Arbitrary<Figures> = fc.record(
  {
    depositApy: someRate,
    rewardApy: someRate,
    maxLtv: someRate,
    totalDeposit: someAmount,
    volume: someAmount,
  },
  { requiredKeys: [] },
);
const somePoll = fc.record({
  /** Since the previous poll: on time, late, after a gap, or days later. */
  afterMs: fc.constantFrom(10 * minute, 10 * minute, 10 * minute, 17 * minute, 3 * hour, 30 * hour),
  complete: fc.constantFrom(true, true, false),
  setAside: fc.constantFrom(0, 0, 1),
  /** Figures of a market: new, the same as before, or none if it was not read. */
  found: fc.record({
    a: fc.oneof(someFigures, fc.constant("same" as const)),
    "b/1": fc.option(fc.oneof(someFigures, fc.constant("same" as const)), { nil: undefined }),
  }),
  /** Whether the program restarts before it. */
  restarts: fc.constantFrom(false, false, false, true),
  /** Whether it is written together with the next. */
  waits: fc.boolean(),
});

const somePolls = fc.array(somePoll, { minLength: 1, maxLength: 25 }).map((drawn) => {
  let time = start;
  const last = new Map<string, Figures>();
  return drawn.map(({ afterMs, complete, setAside, found, restarts, waits }) => {
    time += afterMs;
    const markets = Object.entries(found).flatMap(([id, given]) => {
      if (given === undefined) return [];
      const figures = given === "same" ? (last.get(id) ?? {}) : given;
      last.set(id, figures);
      return [{ id, figures }];
    });
    return { poll: pollOf(time, markets, { complete, setAside }), restarts, waits };
  });
});

type Row = ReadonlyMap<string, string>;

/** The rows by market and time. */
function readCsv(text: string): ReadonlyMap<string, Row> {
  const [names = [], ...lines] = text
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(","));
  const rows = lines.map((cells): Row => new Map(names.map((name, at) => [name, cells[at] ?? ""])));
  return new Map(rows.map((row) => [`${row.get("marketId") ?? ""} ${row.get("timestamp") ?? ""}`, row]));
}

interface Reading {
  readonly time: number;
  /** Undefined: the market is gone. */
  readonly figures: Figures | undefined;
}

/** One for each poll that read a market, and one when a complete poll no longer found it. */
function readingsOf(polls: readonly Poll[]): ReadonlyMap<string, readonly Reading[]> {
  const all = new Map<string, Reading[]>();
  for (const { time, markets, complete, setAside } of polls) {
    const found = new Map(markets.map(({ id, figures }) => [id, roundFigures(figures)]));
    for (const id of new Set([...all.keys(), ...found.keys()])) {
      const own = all.get(id) ?? [];
      const figures = found.get(id);
      const isGone = complete && setAside === 0 && own.at(-1)?.figures !== undefined;
      if (figures !== undefined || isGone) own.push({ time, figures });
      all.set(id, own);
    }
  }
  return all;
}

type Mean = ReadonlyMap<MeanName, number>;

/** Weighted by time; a part is a reading or an hour. */
function meanOf(parts: readonly { readonly of: Mean; readonly weight: number }[], whole: number): Mean {
  const known = parts.reduce((sum, { weight }) => sum + weight, 0);
  const mean = new Map<MeanName, number>([["coverage", Math.min(1, known / whole)]]);
  for (const name of meanNames) {
    if (name === "coverage") continue;
    let sum = 0;
    let seconds = 0;
    for (const { of, weight } of parts) {
      const value = of.get(name);
      if (value === undefined) continue;
      sum += value * weight;
      seconds += weight;
    }
    if (seconds > 0) mean.set(name, sum / seconds);
  }
  return mean;
}

const valuesOf = (figures: Figures): Mean =>
  new Map(
    meanNames.flatMap((name) =>
      name === "coverage" || figures[name] === undefined ? [] : [[name, figures[name]]],
    ),
  );

/** By their start. A reading is valid until the next one, at most for `holdMs`; the last one for a second. */
function hoursOf(readings: readonly Reading[], last: number): ReadonlyMap<number, Mean> {
  const parts = new Map<number, { of: Mean; weight: number }[]>();
  for (const [index, { time, figures = {} }] of readings.entries()) {
    if (Object.keys(figures).length === 0) continue;
    const end = Math.min(readings[index + 1]?.time ?? Infinity, time + holdMs, last + second);
    for (let from = Math.floor(time / hour) * hour; from < end; from += hour) {
      const weight = Math.min(end, from + hour) - Math.max(time, from);
      parts.set(from, [...(parts.get(from) ?? []), { of: valuesOf(figures), weight }]);
    }
  }
  return new Map([...parts].map(([from, own]) => [from, meanOf(own, hour)]));
}

function daysOf(hours: ReadonlyMap<number, Mean>): ReadonlyMap<number, Mean> {
  const parts = new Map<number, { of: Mean; weight: number }[]>();
  for (const [from, of] of hours) {
    const midnight = Math.floor(from / day) * day;
    parts.set(midnight, [...(parts.get(midnight) ?? []), { of, weight: of.get("coverage") ?? 0 }]);
  }
  return new Map([...parts].map(([from, own]) => [from, meanOf(own, 24)]));
}

function modelOf(polls: readonly Poll[], resolution: Resolution): ReadonlyMap<string, Mean> {
  const last = polls.at(-1)?.time ?? 0;
  const rows = new Map<string, Mean>();
  for (const [id, readings] of readingsOf(polls)) {
    const hours = hoursOf(readings, last);
    const known = readings.flatMap(({ time, figures = {} }) =>
      Object.keys(figures).length === 0 ? [] : [[time, valuesOf(figures)] as const],
    );
    const own = resolution === "raw" ? new Map(known) : resolution === "1h" ? hours : daysOf(hours);
    for (const [time, row] of own) rows.set(`${id} ${new Date(time).toISOString()}`, row);
  }
  return rows;
}

/** How an export differs from the model: missing rows, extra rows and cells. */
async function differences(
  store: MarketStore,
  polls: readonly Poll[],
  resolution: Resolution,
): Promise<readonly string[]> {
  const exported = readCsv(await exportedCsv(store, resolution));
  const model = modelOf(polls, resolution);
  const missing = [...model.keys()].filter((key) => !exported.has(key));
  const added = [...exported.keys()].filter((key) => !model.has(key));
  const wrong = [...model].flatMap(([key, row]) =>
    meanNames.flatMap((name) => {
      const cell = exported.get(key)?.get(name) ?? "";
      const value = row.get(name);
      return isSame(cell, value, resolution) ? [] : [`${key} ${name}: ${cell}, not ${value ?? "empty"}`];
    }),
  );
  return [...missing, ...added, ...wrong];
}

/** Readings are exported unchanged. The last digit of a mean depends on the order of its sum. */
function isSame(cell: string, value: number | undefined, resolution: Resolution): boolean {
  if (value === undefined || resolution === "raw") return cell === `${value ?? ""}`;
  return cell !== "" && Math.abs(Number(cell) - value) <= 1.1e-8 + 6e-9 * Math.abs(value);
}

/** Not in parallel, because then each would start a thread, which takes longer than an export. */
async function allDifferences(store: MarketStore, polls: readonly Poll[]): Promise<readonly string[]> {
  const all: string[] = [];
  for (const resolution of resolutions) all.push(...(await differences(store, polls, resolution)));
  return all;
}

test.each(storeKinds)(
  "a store of kind %s exports what was polled despite gaps, gone markets and restarts",
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(somePolls, async (drawn) => {
        const database = await openDatabase(await places.newStore(kind));
        // A new store on the same connections has as little in memory as a restarted program, and starts no
        // threads.
        let store = createStore(database, holdMs);
        let together: Poll[] = [];
        for (const [index, { restarts, waits, ...read }] of drawn.entries()) {
          together.push(read.poll);
          if (waits && index < drawn.length - 1) continue;
          if (restarts) store = createStore(database, holdMs);
          await store.record(together, await takeLease(store, day));
          together = [];
        }
        const polls = drawn.map((read) => read.poll);
        expect(await allDifferences(store, polls)).toEqual([]);
        await store.close();
      }),
      runs(kind === "file" ? 25 : 10),
    );
  },
  busyMs,
);
