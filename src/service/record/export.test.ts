import { expect, test } from "vitest";
import { minuteMs } from "../../contract/units.ts";
import type { MarketRecord } from "../../domain/record/market-record.ts";
import type { RecordRequest } from "../store/market-store.ts";
import { seriesOf } from "../../../tests/fixtures/series.ts";
import type { ExportPlan } from "../../domain/record/export-rows.ts";
import { readExport, rowsPerBatch } from "./export.ts";

const from = Date.UTC(2026, 9, 1);

/** A store in which every market has `times` rows at each step. */
function storeOf(stepMs: number, times = 1) {
  const requests: RecordRequest[] = [];
  return {
    requests,
    async history(request: RecordRequest): Promise<readonly MarketRecord[]> {
      requests.push(request);
      return request.marketIds.map((id) => {
        const rows: [number, { depositApy: number }][] = [];
        for (let time = request.startTime; time < request.endTime; time += stepMs / times)
          rows.push([time, { depositApy: 0.05 }]);
        return { id, type: "lending", provider: "kamino", firstSeen: from, series: seriesOf(rows) };
      });
    },
  };
}

function planOf(markets: number, days: number, stepMs: number): ExportPlan {
  const marketIds = Array.from({ length: markets }, (_, index) => `m${index}`);
  const to = from + days * 1440 * minuteMs;
  return { marketIds, from, to, resolution: "raw", stepMs, rows: (markets * (to - from)) / stepMs };
}

test.each([
  ["a few markets over long", 3, 40, 10, 1],
  ["many markets over a day", 60, 1, 10, 1],
  ["a record that is written every minute", 2, 3, 1, 1],
  ["a record with more rows than one a step", 1, 13, 10, 4],
])(
  "reads an export of %s in portions of one turn, each row once",
  async (_, markets, days, minutes, times) => {
    const plan = planOf(markets, days, minutes * minuteMs);
    const store = storeOf(plan.stepMs, times);
    const seen = new Set<string>();
    for await (const rows of readExport(store, plan)) {
      expect(rows.length).toBeLessThanOrEqual(rowsPerBatch);
      for (const [time, marketId] of rows) seen.add(`${marketId ?? ""} ${time}`);
    }
    expect(seen.size).toBe(times * plan.rows);
    for (const { marketIds, startTime, endTime } of store.requests)
      expect((marketIds.length * (endTime - startTime)) / plan.stepMs).toBeLessThanOrEqual(rowsPerBatch);
  },
);

test("interleaves exports so that other requests wait for only one portion", async () => {
  const plan = planOf(20, 10, 10 * minuteMs);
  let inTurn = 0;
  let max = 0;
  const readOne = async (): Promise<void> => {
    for await (const rows of readExport(storeOf(plan.stepMs), plan)) {
      expect(rows).not.toHaveLength(0);
      if (inTurn === 0)
        setImmediate(() => {
          inTurn = 0;
        });
      inTurn += 1;
      max = Math.max(max, inTurn);
    }
  };
  await Promise.all(Array.from({ length: 8 }, readOne));
  // The counter resets slightly after the next turn has begun.
  expect(max).toBeLessThanOrEqual(2);
});
