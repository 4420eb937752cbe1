import { setMaxListeners } from "node:events";
import { defaultResolution, type HistoryPoint, type HistoryRequest } from "../../../contract/history.ts";
import { defaultLimit, type MarketsRequest } from "../../../contract/markets-request.ts";
import type { JsonBounds } from "../../../contract/operations/operation.ts";
import { resolutionMs } from "../../../contract/units.ts";
import { mintsOf } from "../../../domain/record/poll.ts";
import type { DefillamaConfig } from "../../config.ts";
import { cursorExpired, readCursor, writeCursor } from "../cursor.ts";
import { createMarketFilter } from "../market-filter.ts";
import { SourceError, type MarketSource } from "../market-source.ts";
import { responseOfBytes, nothingSetAside, type Call, type SourceResponse } from "../source-response.ts";
import {
  createUpstreamClient,
  mebibyte,
  whole,
  type UpstreamClient,
  type UpstreamClientOptions,
  type UpstreamRequest,
  type UpstreamCache,
} from "../upstream/upstream-client.ts";
import { createDefillamaCompanions } from "./defillama-companions.ts";
import { responseOf, createListing } from "./listing.ts";
import { coinPrefix, readChart, readCoins, readLoans, readPools, type PoolPoint } from "./pools.ts";
import { poolOfMarketId, ratio } from "./to-market.ts";

/** Twice today's size: 20,000 pools of 30 values. */
const poolBounds: JsonBounds = { bytes: 48 * mebibyte, values: 2_000_000, depth: 16 };
const loanBounds: JsonBounds = { bytes: 8 * mebibyte, values: 500_000, depth: 8 };
const chartBounds: JsonBounds = { bytes: 2 * mebibyte, values: 50_000, depth: 8 };
const coinBounds: JsonBounds = { bytes: mebibyte, values: 20_000, depth: 8 };

const chartFreshMs = 6 * 3600 * 1000;
/** For all callers together. Background work leaves a share for callers who wait. */
const chartsPerMinute = 240;
const chartsPerMinuteInBackground = 180;
const tooManyCharts = "Too many histories were requested at once. Try again in a minute.";

/** A failed request is not repeated for every caller. */
const clientOptions = {
  failuresToOpen: 3,
  firstOpenMs: 30_000,
  maxOpenMs: 600_000,
  retries: 1,
  slots: { waitMs: 15_000 },
} as const;

export interface DefillamaOptions
  extends Omit<DefillamaConfig, "kind">, Pick<UpstreamClientOptions, "meter"> {
  readonly gateway?: Partial<UpstreamClientOptions>;
}

export function createDefillamaSource(options: DefillamaOptions): MarketSource {
  const { yieldsUrl, coinsUrl, meter, gateway, ...times } = options;
  const clientOf = (baseUrl: string) =>
    createUpstreamClient({ ...times, ...clientOptions, ...gateway, baseUrl, meter });
  const yields = clientOf(yieldsUrl);
  const prices = clientOf(coinsUrl);
  const lists = yields.createCache(96 * mebibyte);
  const charts = yields.createCache(64 * mebibyte, chartFreshMs);
  const coins = prices.createCache(8 * mebibyte);
  const spend = createBudget();

  const listing = createListing({
    pools: (call) => ask(yields, lists, requestOf("/pools", poolBounds, readPools), call),
    loans: (call) => ask(yields, lists, requestOf("/lendBorrow", loanBounds, whole(readLoans)), call),
    coins: (mints, call) => {
      const names = mints.map((mint) => coinPrefix + mint).join(",");
      return ask(prices, coins, requestOf(`/prices/current/${names}`, coinBounds, whole(readCoins)), call);
    },
  });

  /** Undefined for a new pool that has no chart yet, so that it does not fail the others. */
  const chartOf = async (pool: string, call: Call): Promise<SourceResponse | undefined> => {
    const path = `/chart/${pool}`;
    if (!charts.isFresh(path)) spend(call);
    try {
      return await ask(yields, charts, requestOf(path, chartBounds, whole(readChart)), call);
    } catch (error) {
      if (error instanceof SourceError && error.code === "not-found") return undefined;
      throw error;
    }
  };

  return {
    kind: "upstream",
    label: "DefiLlama",
    lacks: ["positions", "predictions", "token amounts"],

    async listMarkets(request, call): Promise<SourceResponse> {
      const { cursor: sent } = request;
      const start = sent === undefined ? undefined : readCursor(sent, queryOf(request));
      const listed = start === undefined ? await listing.read(call) : listing.kept(start.snapshot);
      if (listed === undefined) throw cursorExpired();
      const { snapshot } = listed;
      const offset = start?.position ?? 0;
      const passes = createMarketFilter(request);
      const passing = snapshot.markets.filter((market) =>
        passes(market.type, market.provider.id, mintsOf(market)),
      );
      const end = offset + (request.limit ?? defaultLimit);
      const next = { snapshot: snapshot.tag, position: end };
      const cursor = end < passing.length ? writeCursor(next, queryOf(request)) : null;
      const markets = passing.slice(offset, end);
      const response = responseOf(listed, [queryOf(request), offset, end], () => ({ markets, cursor }));
      return { ...response, setAside: offset === 0 ? snapshot.setAside : nothingSetAside };
    },

    async history(request, call): Promise<SourceResponse> {
      setMaxListeners(0, call.signal);
      const { snapshot } = await listing.read(call);
      const types = new Map(snapshot.markets.map(({ id, type }) => [id, type]));
      const readOne = async (id: string) => {
        const pool = poolOfMarketId(id);
        const type = types.get(id);
        // Only listed pools, so that callers cannot make us request paths of their choice.
        const chart = pool === undefined || type === undefined ? undefined : await chartOf(pool, call);
        if (chart === undefined) return { id, history: [], ageSeconds: 0, stale: false };
        const points: readonly PoolPoint[] = JSON.parse((await chart.bytes()).toString());
        const history = historyOf(points, request, type === "yield");
        return { id, history, ageSeconds: chart.ageSeconds, stale: chart.stale };
      };
      const unread: string[] = [];
      const skipUnread = (id: string, error: unknown): undefined => {
        // In the background, one failed chart must not fail the others.
        if (call.inBackground !== true) throw error;
        unread.push(id);
      };
      const all = await Promise.all(
        request.marketIds.map((id) => readOne(id).catch((error: unknown) => skipUnread(id, error))),
      );
      const markets = all.filter((market) => market !== undefined);
      const body = { data: { markets: markets.map(({ id, history }) => ({ id, history })) } };
      return responseOfBytes(Buffer.from(JSON.stringify(body)), {
        ageSeconds: Math.max(0, ...markets.map(({ ageSeconds }) => ageSeconds)),
        stale: markets.some(({ stale }) => stale),
        unread,
      });
    },

    companions: createDefillamaCompanions(listing),

    ready: (signal) =>
      listing.read({ signal, caller: "readiness" }).then(
        () => true,
        () => false,
      ),

    async close() {
      await Promise.all([yields.close(), prices.close()]);
    },
  };
}

/** Drops the client's advice about keys and addresses, which does not apply here. */
async function ask(upstream: UpstreamClient, cache: UpstreamCache, request: UpstreamRequest, call: Call) {
  try {
    return await upstream.get(cache, request, call);
  } catch (error) {
    const isAboutUs = error instanceof SourceError && error.statusCode === 502;
    if (!isAboutUs || error.code === "upstream-unreadable") throw error;
    throw new SourceError("upstream-unavailable", "DefiLlama does not answer requests from this service.");
  }
}

function requestOf(pathAndQuery: string, bounds: JsonBounds, read: UpstreamRequest["read"]): UpstreamRequest {
  const absence = pathAndQuery.startsWith("/chart/") ? "no-such-thing" : "wrong-address";
  return { pathAndQuery, bounds, read, isTrusted: true, isFixed: true, absence };
}

function historyOf(
  points: readonly PoolPoint[],
  { startTime, endTime = Date.now(), resolution = defaultResolution(endTime - startTime) }: HistoryRequest,
  isYield: boolean,
): readonly HistoryPoint[] {
  const step = resolutionMs[resolution];
  const kept = points
    .map((point) => toPoint(point, step, isYield))
    .filter(({ timestamp }) => Date.parse(timestamp) >= startTime && Date.parse(timestamp) <= endTime);
  // Keeps the last point of a day, because a chart may end with the current rate.
  return [...new Map(kept.map((point) => [point.timestamp, point])).values()];
}

/** For lending pools `tvlUsd` counts only what is not lent out, so it is not used as the total. */
function toPoint(
  { timestamp, tvlUsd, apy, apyBase }: PoolPoint,
  step: number,
  isYield: boolean,
): HistoryPoint {
  return {
    timestamp: new Date(Math.floor(Date.parse(timestamp) / step) * step).toISOString(),
    depositApy: ratio(apy) ?? null,
    baseDepositApy: ratio(apyBase) ?? null,
    totalDeposit: null,
    totalDepositUsd: isYield ? (tvlUsd ?? null) : null,
  };
}

function queryOf({ types, providers, assets }: MarketsRequest): string {
  return JSON.stringify([types, providers, assets].map((values) => values?.toSorted()));
}

function createBudget(): (call: Call) => void {
  let minute = 0;
  let spent = 0;
  return ({ inBackground }) => {
    const now = Math.floor(performance.now() / 60_000);
    if (now !== minute) spent = 0;
    minute = now;
    if (spent >= (inBackground === true ? chartsPerMinuteInBackground : chartsPerMinute))
      throw new SourceError("rate-limited", tooManyCharts, { retryAfterSeconds: 60 });
    spent += 1;
  };
}
