// What the engines compute from the record, compared with the same formulas in plain code.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hourMs as hour, minuteMs as minute } from "../../src/contract/units.ts";
import type { Figures, Reading } from "../../src/domain/record/figures.ts";
import type { MarketStore } from "../../src/service/store/market-store.ts";
import { openStore } from "../../src/service/store/open-store.ts";
import { pollOf, takeLease } from "../fixtures/polls.ts";
import { runs } from "../fixtures/property-runs.ts";
import { busyMs, storeKinds, storePlaces } from "../fixtures/store-places.ts";

const places = storePlaces();
const firstDay = Date.UTC(2026, 9, 1);
const everyMs = 10 * minute;
const holdMs = 3 * everyMs;

/** A reading in whole units, so that rounding changes nothing; undefined: a poll that did not read the market. */
const someFigures = fc.record(
  {
    totalDeposit: fc.integer({ min: 1, max: 1000 }),
    baseDepositApy: fc.integer({ min: -50, max: 200 }).map((percent) => percent / 100),
    depositApy: fc.integer({ min: -50, max: 200 }).map((percent) => percent / 100),
  },
  { requiredKeys: [] },
);
const somePast = fc.array(fc.option(someFigures, { nil: undefined }), { minLength: 1, maxLength: 60 });

type Past = readonly (Figures | undefined)[];

async function record(store: MarketStore, id: string, start: number, past: Past): Promise<number> {
  const lease = await takeLease(store, hour);
  const other = { id: "other", figures: { depositApy: 0.01 } };
  const polls = past.map((figures, index) => {
    const markets = figures === undefined ? [other] : [other, { id, figures }];
    return pollOf(start + index * everyMs, markets, { complete: false });
  });
  await store.record(polls, lease);
  return start + (past.length - 1) * everyMs;
}

function readingsOf(start: number, past: Past): Reading[] {
  return past.flatMap((figures, index) =>
    figures === undefined ? [] : [{ time: start + index * everyMs, figures }],
  );
}

/** Flows according to docs/store.md. */
function flowOf(readings: readonly Reading[], since: number): { in: number; out: number } | undefined {
  let before: { time: number; amount: number; rate: number | undefined } | undefined;
  let rate: number | undefined;
  let sums: { in: number; out: number } | undefined;
  for (const { time, figures } of readings) {
    rate = figures.baseDepositApy ?? figures.depositApy ?? rate;
    const amount = figures.totalDeposit;
    if (amount === undefined) continue;
    if (before?.rate !== undefined && time > since) {
      const grown = before.amount * (1 + before.rate) ** ((time - before.time) / (365 * 24 * hour));
      sums ??= { in: 0, out: 0 };
      if (amount > grown) sums.in += amount - grown;
      else sums.out += grown - amount;
    }
    before = { time, amount, rate };
  }
  return sums;
}

describe.each(storeKinds)("a store of kind %s", (kind) => {
  test(
    "computes flows by the formula, whichever readings are missing",
    async () => {
      const store = await openStore(await places.newStore(kind), holdMs);
      // Each history has its own market and day in one store, because opening a store takes longer than the
      // test.
      let day = 0;
      try {
        await fc.assert(
          fc.asyncProperty(somePast, fc.nat(59), async (past, place) => {
            day += 1;
            const id = `m${day}`;
            const start = firstDay + day * 24 * hour;
            const until = await record(store, id, start, past);
            const since = start + Math.min(place, past.length - 1) * everyMs;
            const readings = readingsOf(start, past);
            const beginning = readings.findLast(({ time }) => time <= since && time >= since - holdMs);
            const counted = readings.filter((one) => one.time > since || one === beginning);
            const flows = await store.analysis.flows({
              marketIds: [id],
              windows: [since],
              from: since,
              until,
              resolution: "raw",
              withStart: true,
            });
            const expected = flowOf(counted, since);
            const [flow] = flows.get(id) ?? [];
            expect(flow === undefined).toBe(expected === undefined);
            expect(flow?.in ?? 0).toBeCloseTo(expected?.in ?? 0, 6);
            expect(flow?.out ?? 0).toBeCloseTo(expected?.out ?? 0, 6);
          }),
          runs(kind === "file" ? 40 : 15),
        );
      } finally {
        await store.close();
      }
    },
    busyMs,
  );
});
