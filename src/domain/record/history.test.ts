import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seriesOf } from "../../../tests/fixtures/series.ts";
import type { HistoryPoint } from "../../contract/history.ts";
import { hourMs } from "../../contract/units.ts";
import { roundRate, type Means } from "./figures.ts";
import { mergeHistory } from "./history.ts";
import type { MarketRecord } from "./market-record.ts";

const start = Date.UTC(2026, 9, 1);

function recordOf(points: ReadonlyMap<number, Means>): MarketRecord {
  const rows = [...points].toSorted(([left], [right]) => left - right);
  const series = seriesOf(rows.map(([hour, figuresThen]) => [start + hour * hourMs, figuresThen]));
  return { id: "m", type: "lending", provider: "p", firstSeen: start, series };
}

function pointAt(hour: number, depositApy: number | null): HistoryPoint {
  return {
    timestamp: new Date(start + hour * hourMs).toISOString(),
    depositApy,
    totalDeposit: 10,
    totalDepositUsd: 20,
  };
}

const hours = fc.uniqueArray(fc.nat(60), { maxLength: 30 });
const someRate = fc.double({ min: -1, max: 5, noNaN: true });

describe("mergeHistory", () => {
  it("has each step of either history once, in order, and keeps the source's figures", () => {
    fc.assert(
      fc.property(hours, hours, someRate, someRate, (published, recorded, theirs, ours) => {
        const given = published.map((hour) => pointAt(hour, theirs));
        const record = recordOf(
          new Map(recorded.map((hour) => [hour, { depositApy: ours, borrowApy: 0.1 }])),
        );
        const { history } = mergeHistory(given, record, hourMs);
        const times = history.map(({ timestamp }) => (Date.parse(timestamp) - start) / hourMs);
        expect(times).toEqual(
          [...new Set([...published, ...recorded])].toSorted((left, right) => left - right),
        );
        for (const [index, hour] of times.entries()) {
          const point = history[index];
          expect(point?.depositApy).toBe(published.includes(hour) ? theirs : roundRate(ours));
          expect(point?.borrowApy).toBe(recorded.includes(hour) ? 0.1 : undefined);
          const source = published.includes(hour)
            ? recorded.includes(hour)
              ? "merged"
              : undefined
            : "recorded";
          expect(point?.source).toBe(source);
        }
      }),
    );
  });

  it("fills nulls of the source from the record, and derives utilization and available", () => {
    const point = { depositApy: 0.05, totalDeposit: 400, totalBorrow: 100, coverage: 1 };
    const { history } = mergeHistory([pointAt(3, null)], recordOf(new Map([[3, point]])), hourMs);
    expect(history).toMatchObject([
      {
        depositApy: 0.05,
        totalDeposit: 10,
        utilization: 0.25,
        available: 300,
        coverage: 1,
        source: "merged",
      },
    ]);
  });
});
