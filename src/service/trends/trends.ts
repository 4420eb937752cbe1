import { LRUCache } from "lru-cache";
import { maxHistoryMarkets, parseHistory } from "../../contract/history.ts";
import { parseMarketsPage } from "../../contract/markets-page.ts";
import type { MarketsRequest } from "../../contract/markets-request.ts";
import { trendDays, type TrendsPage } from "../../contract/trends/market-trends.ts";
import { dayMs, dayOf, hourMs } from "../../contract/units.ts";
import { dailyRates, trendOf, type DailyRates } from "../../domain/record/trend.ts";
import { createLimit, inTime } from "../waiting.ts";
import { SourceError, type MarketSource } from "../sources/market-source.ts";
import { tagOf, type Call, type SourceResponse } from "../sources/source-response.ts";

const freshMs = 6 * hourMs;
/** Each takes about 1 kB. */
const maxMarkets = 12_000;
/** For all callers together. */
const maxRequests = 2;
/** How long a caller waits: half of the dashboard's timeout. The read itself continues. */
const timeoutMs = 10_000;

interface CachedRates {
  readonly rates: DailyRates;
  readonly at: number;
  /** The day after the last, in days since the epoch. */
  readonly until: number;
}

/** `now` must be monotonic. */
export function createTrends(source: MarketSource, now: () => number = () => performance.now()) {
  const cache = new LRUCache<string, CachedRates>({ max: maxMarkets });
  const inFlight = new Map<string, Promise<void>>();
  const requests = createLimit(maxRequests);
  const endDay = (): number => dayOf(source.frozenAt ?? Date.now());
  /** Rates read before midnight UTC lack the day that it completes. */
  const isFresh = (id: string): boolean => {
    const known = cache.get(id);
    return known?.until === endDay() && now() - known.at < freshMs;
  };

  const fetchRates = async (marketIds: readonly string[]): Promise<void> => {
    const until = endDay();
    const { histories, stale } = await readHistories(source, marketIds, until);
    // A stale history may lack days: it replaces none, and counts as old, so that it is requested again.
    const at = stale ? now() - freshMs : now();
    for (const [id, history] of histories)
      if (!stale || !cache.has(id)) cache.set(id, { rates: dailyRates(history, until), at, until });
  };

  /** Callers share requests, which continue when callers leave. */
  const refresh = async (ids: readonly string[]): Promise<unknown> => {
    const wanted = ids.filter((id) => !isFresh(id));
    const idle = wanted.filter((id) => !inFlight.has(id));
    for (let start = 0; start < idle.length; start += maxHistoryMarkets) {
      const marketIds = idle.slice(start, start + maxHistoryMarkets);
      const flight = requests
        .run(() => fetchRates(marketIds))
        .finally(() => {
          for (const id of marketIds) inFlight.delete(id);
        });
      for (const id of marketIds) inFlight.set(id, flight);
    }
    const pending = new Set(wanted.flatMap((id) => inFlight.get(id) ?? []));
    const settled = await inTime(Promise.allSettled(pending), timeoutMs, () => undefined);
    return settled?.find((result) => result.status === "rejected")?.reason;
  };

  return async (request: MarketsRequest, call: Call): Promise<SourceResponse> => {
    const listed = await source.listMarkets(request, call);
    const { markets, cursor } = parseMarketsPage(JSON.parse((await listed.bytes()).toString()));
    const rated = markets.flatMap(({ kind, market }) => {
      if (kind === "lending" || kind === "yield") return [{ id: market.id, base: market.baseDepositApy }];
      return kind === "loop" ? [{ id: market.id, base: undefined }] : [];
    });
    const fault = await refresh(rated.map(({ id }) => id));
    const trends = rated.flatMap(({ id, base }) => {
      const known = cache.get(id);
      return known === undefined ? [] : trendOf(id, known.rates, base ?? undefined);
    });
    const isPending = trends.length < rated.length;
    if (isPending && fault !== undefined) throw fault;
    const page: TrendsPage = { markets: trends, pending: isPending || undefined, cursor };
    const oldest = Math.min(now(), ...rated.map(({ id }) => cache.peek(id)?.at ?? now()));
    const bytes = Buffer.from(JSON.stringify(page));
    return {
      ...listed,
      tag: tagOf(bytes),
      bytes: () => bytes,
      ageSeconds: Math.max(listed.ageSeconds, Math.floor((now() - oldest) / 1000)),
      stale: listed.stale || rated.some(({ id }) => cache.has(id) && !isFresh(id)),
    };
  };
}

/** Omits markets that could not be read. */
async function readHistories(source: MarketSource, marketIds: readonly string[], endDay: number) {
  const startTime = (endDay - trendDays) * dayMs;
  try {
    const response = await source.history(
      { marketIds, startTime, endTime: endDay * dayMs, resolution: "1d" },
      // Uses one caller name, so that trends never take visitors' slots.
      { signal: new AbortController().signal, caller: "trends", inBackground: true },
    );
    const { markets } = parseHistory(JSON.parse((await response.bytes()).toString())).data;
    const histories = new Map(markets.map(({ id, history }) => [id, history]));
    const read = marketIds.filter((id) => response.unread?.includes(id) !== true);
    return { histories: new Map(read.map((id) => [id, histories.get(id) ?? []])), stale: response.stale };
  } catch (error) {
    // The source has no history of these markets, so asking again would not help.
    if (error instanceof SourceError && (error.statusCode === 400 || error.statusCode === 404))
      return { histories: new Map(marketIds.map((id) => [id, []])), stale: false };
    throw error;
  }
}
