import { describe, expect, it, vi } from "vitest";
import { bodyOf } from "../../../tests/fixtures/demo.ts";
import { sourceResponse, sourceOf } from "../../../tests/fixtures/sources.ts";
import { SourceError } from "../sources/market-source.ts";
import type { SourceResponse } from "../sources/source-response.ts";
import { StoreFault } from "../store/engine/database.ts";
import { parseHistory } from "../../contract/history.ts";
import { hourMs } from "../../contract/units.ts";
import type { MarketRecord } from "../../domain/record/market-record.ts";
import type { MarketStore } from "../store/market-store.ts";
import { seriesOf } from "../../../tests/fixtures/series.ts";
import { withRecord } from "./recorded-history.ts";

const start = Date.UTC(2026, 9, 1);

/** The response if the source answers or fails like this, and the record is read like this. */
function ask(response: SourceResponse | SourceError, read: MarketStore["history"]): Promise<SourceResponse> {
  const source = sourceOf({
    history: async () => {
      if (response instanceof SourceError) throw response;
      return response;
    },
  });
  const lastKept = start + 72 * hourMs;
  const request = { marketIds: ["m"], startTime: start, endTime: lastKept, resolution: "1h" } as const;
  const call = { signal: new AbortController().signal, caller: "somebody" };
  return Promise.resolve(withRecord(source, { store: { history: read }, lastKept }).history(request, call));
}

async function marketIn(response: SourceResponse) {
  return parseHistory(await bodyOf(response)).data.markets[0];
}

describe("a source with a record", () => {
  const times = [0, 24, 48].map((hour) => start + hour * hourMs);
  const days = times.map((time) => ({
    timestamp: new Date(time).toISOString(),
    depositApy: 0.04,
    totalDeposit: 10,
    totalDepositUsd: 20,
  }));
  const recorded: MarketRecord = {
    id: "m",
    type: "lending",
    provider: "p",
    firstSeen: start,
    series: seriesOf(
      times.map((time) => [time, { depositApy: 0.05, borrowApy: 0.07, borrowRewardApy: 0.01 }]),
    ),
  };
  const published = sourceResponse({ data: { markets: [{ id: "m", history: days }] } });

  const read = vi.fn(async () => [recorded]);

  it("keeps the source's step, at which recorded means are added", async () => {
    const { history = [] } = (await marketIn(await ask(published, read))) ?? {};
    const names = expect.arrayContaining(["borrowApy", "borrowRewardApy"]);
    expect(read).toHaveBeenCalledWith(expect.objectContaining({ resolution: "1d", names }));
    const added = { borrowApy: 0.07, borrowRewardApy: 0.01, source: "merged" };
    expect(history).toMatchObject(days.map((point) => ({ ...point, ...added })));
  });

  it("answers without the record while that fails or is slow", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const slow = ask(published, () => new Promise(() => {}));
    await vi.advanceTimersByTimeAsync(2000);
    vi.useRealTimers();
    const failing = ask(published, () => Promise.reject(new StoreFault("unavailable")));
    for (const response of [await slow, await failing])
      expect(await marketIn(response)).toEqual({ id: "m", history: days });
  });

  it("answers from the record alone, as stale, when the source fails but not when it refuses the request", async () => {
    const gone = new SourceError("upstream-unavailable", "gone");
    const response = await ask(gone, read);
    expect(response.stale).toBe(true);
    const market = await marketIn(response);
    expect(market).toMatchObject({ id: "m", recordedSince: expect.any(String) });
    expect(market?.history.at(-1)).toMatchObject({ source: "recorded", depositApy: 0.05 });
    await expect(ask(gone, async () => [])).rejects.toBe(gone);
    // Known, but without a reading in this time.
    const unread = { ...recorded, series: seriesOf([]) };
    await expect(ask(gone, async () => [unread])).rejects.toBe(gone);
    const unknown = await ask(new SourceError("not-found", "No such market."), async () => [unread]);
    expect(await marketIn(unknown)).toMatchObject({
      id: "m",
      history: [],
      recordedSince: expect.any(String),
    });
    const refused = new SourceError("bad-request", "No such market.");
    await expect(ask(refused, read)).rejects.toBe(refused);
  });
});
