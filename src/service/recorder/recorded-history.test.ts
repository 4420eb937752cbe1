import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { bodyOf } from "../../../tests/fixtures/demo.ts";
import { sourceAnswer, sourceOf } from "../../../tests/fixtures/sources.ts";
import { SourceError } from "../sources/market-source.ts";
import type { SourceAnswer } from "../sources/source-answer.ts";
import { StoreFault } from "../store/engine/database.ts";
import { parseHistory, type HistoryPoint } from "../../contract/history.ts";
import type { MarketRecord, MarketStore } from "../store/market-store.ts";
import { roundRate, type Means } from "../store/figures.ts";
import { seriesOf } from "../../../tests/fixtures/series.ts";
import { mergeHistory, withRecord } from "./recorded-history.ts";

const hourMs = 3_600_000;
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
        const { history } = mergeHistory("m", given, record, hourMs);
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
    const { history } = mergeHistory("m", [pointAt(3, null)], recordOf(new Map([[3, point]])), hourMs);
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

/** What a source that answers or fails like this says with a record that is read like this. */
function ask(answer: SourceAnswer | SourceError, read: MarketStore["history"]): Promise<SourceAnswer> {
  const source = sourceOf({
    history: async () => {
      if (answer instanceof SourceError) throw answer;
      return answer;
    },
  });
  const lastKept = start + 72 * hourMs;
  const request = { marketIds: ["m"], startTime: start, endTime: lastKept, resolution: "1h" } as const;
  const call = { signal: new AbortController().signal, caller: "somebody" };
  return Promise.resolve(withRecord(source, { store: { history: read }, lastKept }).history(request, call));
}

async function marketIn(answer: SourceAnswer) {
  return parseHistory(await bodyOf(answer)).data.markets[0];
}

describe("a source with a record", () => {
  const days = [0, 24, 48].map((hour) => pointAt(hour, 0.04));
  const recorded = recordOf(
    new Map([0, 24, 48].map((hour) => [hour, { depositApy: 0.05, borrowApy: 0.07 }])),
  );
  const published = sourceAnswer({ data: { markets: [{ id: "m", history: days }] } });

  const read = vi.fn(async () => [recorded]);

  it("keeps the source's step, at which recorded means are added", async () => {
    const { history = [] } = (await marketIn(await ask(published, read))) ?? {};
    expect(read).toHaveBeenCalledWith(expect.objectContaining({ resolution: "1d" }));
    expect(history).toMatchObject(days.map((point) => ({ ...point, borrowApy: 0.07, source: "merged" })));
  });

  it("answers without the record while that fails or is slow", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const slow = ask(published, () => new Promise(() => {}));
    await vi.advanceTimersByTimeAsync(2000);
    vi.useRealTimers();
    const failing = ask(published, () => Promise.reject(new StoreFault("unavailable")));
    for (const answer of [await slow, await failing])
      expect(await marketIn(answer)).toEqual({ id: "m", history: days });
  });

  it("answers from the record alone, as stale, when the source fails but not when it refuses the request", async () => {
    const gone = new SourceError("upstream-unavailable", "gone");
    const answer = await ask(gone, read);
    expect(answer.stale).toBe(true);
    const market = await marketIn(answer);
    expect(market).toMatchObject({ id: "m", recordedSince: expect.any(String) });
    expect(market?.history.at(-1)).toMatchObject({ source: "recorded", depositApy: 0.05 });
    await expect(ask(gone, async () => [])).rejects.toBe(gone);
    const refused = new SourceError("bad-request", "No such market.");
    await expect(ask(refused, read)).rejects.toBe(refused);
  });
});
