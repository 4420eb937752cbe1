import { parseAsset, parseAssetHistory, parseAssets } from "../../../contract/assets/asset.ts";
import {
  assetHistoryPath,
  assetPath,
  assetSearchPath,
  assetsPath,
} from "../../../contract/assets/assets-request.ts";
import { parseHistory, marketsHistoryPath } from "../../../contract/history.ts";
import { marketTypes } from "../../../contract/market.ts";
import { parseMarketsByType, parseMarketsPage, type SetAside } from "../../../contract/markets-page.ts";
import { maxLimit, writeMarketsRequest, type MarketsRequest } from "../../../contract/markets-request.ts";
import type { JsonBounds } from "../../../contract/operations/operation.ts";
import { parsePositionHistory } from "../../../contract/positions/position-history.ts";
import { parsePnl, parsePositions } from "../../../contract/positions/position.ts";
import {
  pnlPath,
  positionHistoryPath,
  positionsPath,
} from "../../../contract/positions/positions-request.ts";
import { memoize } from "../../../domain/memoize.ts";
import type { UpstreamConfig } from "../../config.ts";
import type { MarketSource } from "../market-source.ts";
import type { Call } from "../source-response.ts";
import {
  createUpstreamClient,
  mebibyte,
  whole,
  type UpstreamClientOptions,
  type ParsedResponse,
  type UpstreamRequest,
  type UpstreamCache,
} from "./upstream-client.ts";

/** Five times a page of 200 markets. The most expensive page that fits blocks the thread for 0.1 s. */
const pageBounds: JsonBounds = { bytes: 2 * mebibyte, values: 50_000, depth: 64 };
/** Some 50,000 points: 20 markets with three months of hours. */
const historyBounds: JsonBounds = { bytes: 4 * mebibyte, values: 200_000, depth: 16 };
/** 2000 positions with their markets, or 50,000 history points. */
const largeBounds: JsonBounds = { bytes: 4 * mebibyte, values: 200_000, depth: 64 };
const smallBounds: JsonBounds = { bytes: 2 * mebibyte, values: 50_000, depth: 16 };
/** Short, because owners check the effect of what they have just done. */
const walletFreshMs = 30_000;

export interface UpstreamOptions
  extends UpstreamClientOptions, Pick<UpstreamConfig, "label" | "key" | "keyHeader"> {}

export function createUpstreamSource({ label, key, keyHeader, ...options }: UpstreamOptions): MarketSource {
  const upstream = createUpstreamClient({ ...options, keyHeaders: { [keyHeader]: key } });
  // First pages have a cache of their own, so that unusual requests cannot displace them.
  const firstPages = upstream.createCache(24 * mebibyte);
  const pages = upstream.createCache(16 * mebibyte);
  const histories = upstream.createCache(8 * mebibyte);
  // Wallets have a cache of their own, so that they do not displace shared responses.
  const wallets = upstream.createCache(8 * mebibyte, walletFreshMs);
  const assets = upstream.createCache(8 * mebibyte);

  const ask = (
    cache: UpstreamCache,
    pathAndQuery: string,
    bounds: JsonBounds,
    read: UpstreamRequest["read"],
    call: Call,
    more: Partial<UpstreamRequest> = {},
  ) => upstream.get(cache, { absence: "no-such-thing", ...more, pathAndQuery, bounds, read }, call);

  const source: MarketSource = {
    kind: "upstream",
    label,
    listMarkets(request, call) {
      const { cursor, providers, assets: tokens, statuses, limit } = request;
      const isTrusted = cursor === undefined && providers === undefined && tokens === undefined;
      const isPlain = isTrusted && statuses === undefined && (limit === undefined || limit === maxLimit);
      const read = (json: unknown): ParsedResponse => {
        const { markets, cursor: next, setAside } = parseMarketsPage(json);
        return {
          body: { markets: markets.map(({ market }) => market), cursor: next },
          setAside,
          next: next === null ? undefined : pathOf({ ...request, cursor: next }),
        };
      };
      const more = { isTrusted, absence: "wrong-address" } as const;
      return ask(isPlain ? firstPages : pages, pathOf(request), pageBounds, read, call, more);
    },
    // Upstreams may lack all but the list: the specification names no other path. A 404 is no failure, and other
    // failures open the circuit only once an operation has worked.
    history: (request, call) =>
      ask(histories, marketsHistoryPath(request), historyBounds, whole(parseHistory), call, mayBeMissing),
    companions: {
      positions: (request, call) => ask(wallets, positionsPath(request), largeBounds, readPositions, call),
      positionHistory: (request, call) =>
        ask(wallets, positionHistoryPath(request), largeBounds, withSetAside(parsePositionHistory), call),
      pnl: (request, call) => ask(wallets, pnlPath(request), smallBounds, withSetAside(parsePnl), call),
      marketsByType: (call) =>
        ask(firstPages, "/v0/marketsByType", largeBounds, readMarketsByType, call, mayBeMissing),
      assets(request, call) {
        const read = (json: unknown): ParsedResponse => {
          const body = parseAssets(json);
          const { cursor } = body;
          return { body, next: typeof cursor === "string" ? assetsPath({ ...request, cursor }) : undefined };
        };
        return ask(assets, assetsPath(request), smallBounds, read, call, mayBeMissing);
      },
      search: (request, call) =>
        ask(assets, assetSearchPath(request), smallBounds, whole(parseAssets), call, mayBeMissing),
      asset: (id, call) => ask(assets, assetPath(id), smallBounds, whole(parseAsset), call),
      assetHistory: (request, call) =>
        ask(assets, assetHistoryPath(request), smallBounds, whole(parseAssetHistory), call),
    },
    async ready(signal) {
      // Requests the smallest page through the cache, so that frequent probes cost the upstream little.
      try {
        await source.listMarkets({ limit: 1 }, { signal, caller: "readiness" });
        return true;
      } catch {
        return firstPages.hasUsable() || pages.hasUsable();
      }
    },
    close: () => upstream.close(),
  };
  return source;
}

const mayBeMissing = { absence: "not-offered" } as const;

/**
 * Built from the parsed request, so that nothing else from a caller reaches the upstream. Types are in one order, so that
 * equal requests share a cache entry. Kept, because callers repeat the requests that the routes remember.
 */
const pathOf = memoize((request: MarketsRequest): string => {
  const types = request.types && marketTypes.filter((type) => request.types?.includes(type));
  return `/v0/markets?${writeMarketsRequest({ ...request, types })}`;
});

/** Sets aside what cannot be read, and keeps the rest. */
function withSetAside(parse: (json: unknown) => { readonly setAside: SetAside }): UpstreamRequest["read"] {
  return (json) => {
    const { setAside, ...body } = parse(json);
    return { body, setAside };
  };
}

function readPositions(json: unknown): ParsedResponse {
  const { positions, setAside } = parsePositions(json);
  return {
    // A position is kept even if its market is unreadable.
    body: { positions: positions.map(({ position, market }) => ({ ...position, market: market?.market })) },
    setAside,
    leftOut: positions.filter(
      ({ position, market }) => (position.market ?? undefined) !== undefined && market === undefined,
    ).length,
  };
}

function readMarketsByType(json: unknown): ParsedResponse {
  const { lists, setAside } = parseMarketsByType(json);
  const marketsOf = [...lists].map(([type, markets]) => [type, markets.map(({ market }) => market)] as const);
  return { body: Object.fromEntries(marketsOf), setAside };
}
