// GET /v0/markets/trends: which histories it requests, what it caches, and what it answers while the source fails.
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { HistoryRequest } from "../../src/contract/history.ts";
import { parseTrendsPage } from "../../src/contract/trends/market-trends.ts";
import { dayMs, hourMs } from "../../src/contract/units.ts";
import { SourceError } from "../../src/service/sources/market-source.ts";
import { createTrends } from "../../src/service/trends/trends.ts";
import { bodyOf } from "../fixtures/demo.ts";
import { sourceResponse, sourceOf } from "../fixtures/sources.ts";
import { lendingMarket } from "./gateway.ts";

const call = { signal: new AbortController().signal, caller: "test" };
const frozenAt = 20_000 * dayMs + 5 * hourMs;

/** `stale`: answers like a failing source, with the last days from the record. */
function scripted(count: number, more: readonly Record<string, unknown>[] = []) {
  let running = 0;
  const requests: HistoryRequest[] = [];
  const state: { fault: Error | undefined } = { fault: undefined };
  const script = Object.assign(state, { requests, stale: false, maxAtOnce: 0 });
  const markets = [
    ...Array.from({ length: count }, (_, index) => ({ ...lendingMarket(`m${index}`), baseDepositApy: 0.05 })),
    ...more,
  ];
  const source = sourceOf({
    frozenAt,
    listMarkets: async () => sourceResponse({ markets, cursor: "next" }),
    async history(request) {
      script.requests.push(request);
      running += 1;
      script.maxAtOnce = Math.max(script.maxAtOnce, running);
      await Promise.resolve();
      running -= 1;
      if (script.fault !== undefined) throw script.fault;
      const history = Array.from({ length: 90 }, (_, day) => ({
        timestamp: new Date(request.startTime + day * dayMs).toISOString(),
        depositApy: day < 9 ? 0.04 : 0.06,
      }));
      const { stale } = script;
      const known = stale ? history.slice(-2) : history;
      return sourceResponse(
        { data: { markets: request.marketIds.map((id) => ({ id, history: known })) } },
        { stale },
      );
    },
  });
  return Object.assign(script, { source });
}

async function read(trends: ReturnType<typeof createTrends>) {
  const response = await trends({}, call);
  return { ...parseTrendsPage(await bodyOf(response)), response };
}

describe("trends", () => {
  test("cover the markets of the page that have a rate, and keep its cursor", async () => {
    const { source, requests } = scripted(1, [{ id: "p", type: "perpetual", provider: { id: "jupiter" } }]);
    const { markets, cursor } = await read(createTrends(source));
    expect(cursor).toBe("next");
    expect(markets).toEqual([
      {
        id: "m0",
        low90d: 0.04,
        high90d: 0.06,
        average: 0.058,
        daysAboveBase: 0.9,
        apy: expect.any(Array),
        base: [],
      },
    ]);
    expect(requests).toEqual([
      { marketIds: ["m0"], startTime: 19_910 * dayMs, endTime: 20_000 * dayMs, resolution: "1d" },
    ]);
  });

  test("request twenty markets at a time and two requests at once, for any number of callers", async () => {
    const script = scripted(200);
    const trends = createTrends(script.source);
    await Promise.all([read(trends), read(trends), read(trends)]);
    expect(script.requests).toHaveLength(10);
    expect(script.maxAtOnce).toBe(2);
  });

  test("are cached for six hours, served as stale while the source fails, and fail like it if not cached", async () => {
    let time = 0;
    const script = scripted(20);
    const trends = createTrends(script.source, () => time);
    await read(trends);
    time = 5 * hourMs;
    await read(trends);
    expect(script.requests).toHaveLength(1);
    script.fault = new SourceError("upstream-unavailable", "Down.");
    await expect(createTrends(script.source)({}, call)).rejects.toThrow(script.fault);
    time = 7 * hourMs;
    const { markets, response } = await read(trends);
    expect(markets[0]?.low90d).toBe(0.04);
    expect(response).toMatchObject({ stale: true, ageSeconds: 7 * 3600 });
  });

  test("are requested again after midnight UTC, which completes another day", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: frozenAt });
    onTestFinished(() => void vi.useRealTimers());
    const { source, requests } = scripted(1);
    const { frozenAt: _, ...running } = source;
    const trends = createTrends(running);
    await read(trends);
    vi.setSystemTime(20_001 * dayMs);
    expect((await read(trends)).response.stale).toBe(false);
    expect(requests.map(({ endTime }) => endTime)).toEqual([20_000 * dayMs, 20_001 * dayMs]);
  });

  test("are requested again after a stale history, which does not replace cached ones", async () => {
    let time = 0;
    const script = scripted(1);
    const trends = createTrends(script.source, () => time);
    script.stale = true;
    expect((await read(trends)).response.stale).toBe(true);
    script.stale = false;
    const { markets, response } = await read(trends);
    expect(markets[0]).toMatchObject({ low90d: 0.04, daysAboveBase: 0.9 });
    expect(response.stale).toBe(false);
    time = 7 * hourMs;
    script.stale = true;
    const later = await read(trends);
    expect(later.markets).toEqual(markets);
    expect(later.response).toMatchObject({ stale: true, ageSeconds: 7 * 3600 });
  });

  test("are empty, and not requested again, for markets that the source refuses", async () => {
    const script = scripted(1);
    script.fault = new SourceError("bad-request", "No such market.");
    const trends = createTrends(script.source);
    const { markets } = await read(trends);
    expect(markets[0]).toMatchObject({ id: "m0", base: [] });
    expect(markets[0]).not.toHaveProperty("low90d");
    await read(trends);
    expect(script.requests).toHaveLength(1);
  });
});
