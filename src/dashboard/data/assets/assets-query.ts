// The tokens there are: GET /v0/assets over all its pages, one of them, and the past of their prices.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import {
  assetIdOf,
  parseAsset,
  parseAssetHistory,
  parseAssets,
  type AssetHistory,
} from "../../../contract/assets/asset.ts";
import {
  longestSearch,
  maximumAssets,
  writeAssetHistoryRequest,
  writeAssetSearchRequest,
  writeAssetsRequest,
} from "../../../contract/assets/assets-request.ts";
import { millis, usd, type Millis, type Usd } from "../../../contract/units.ts";
import type { HistorySpan } from "../history/history-query.ts";
import { pastHoldsMs, useLoad, usePatientQuery, type Asked, type Load } from "../history/patient-query.ts";
import { useDashboardConfig } from "../markets/configuration.ts";
import { loadJson, LoadError } from "../markets/markets-client.ts";
import { apiBase } from "../markets/service-call.ts";
import { toCatalogueAsset, type CatalogueAsset } from "./catalogue-asset.ts";

/** What is asked of a price is asked of one moment: prices older than this are read again while they are shown. */
const pricesHoldMs = 60_000;
/** A catalogue that goes on for ever is left at this many pages, 10,000 tokens. */
const mostPages = 50;

export interface Catalogue extends Asked {
  /** In the catalogue's order, each token once. */
  readonly assets: readonly CatalogueAsset[];
  /** What failed; tokens of the pages before it are there all the same. */
  readonly error: LoadError | undefined;
  /** Whether tokens beyond those read are known to exist. */
  readonly cut: boolean;
}

interface ReadCatalogue {
  readonly assets: readonly CatalogueAsset[];
  readonly cut: boolean;
  /** The page that did not arrive; those before it are kept. */
  readonly missing: LoadError | undefined;
}

const nothing: readonly CatalogueAsset[] = [];

/**
 * All pages of the catalogue, asked for when this is first used.
 * @param live whether its prices are shown, and so have to be of now
 */
export function useCatalogue(live: boolean): Catalogue {
  const { clientKey } = useDashboardConfig();
  const { data, loading, error, retry } = usePatientQuery({
    queryKey: ["assets"],
    queryFn: async ({ signal }) => readCatalogue(clientKey, signal),
    staleTime: live ? pricesHoldMs : Number.POSITIVE_INFINITY,
    refetchInterval: live ? pricesHoldMs : false,
  });
  const failure = error ?? data?.missing;
  return useMemo(
    () => ({ assets: data?.assets ?? nothing, loading, error: failure, cut: data?.cut === true, retry }),
    [data, loading, failure, retry],
  );
}

/** @throws LoadError when not even the first page arrives */
async function readCatalogue(clientKey: string, signal: AbortSignal): Promise<ReadCatalogue> {
  const byMint = new Map<string, CatalogueAsset>();
  const cursors = new Set<string>();
  const read = (rest: Pick<ReadCatalogue, "cut" | "missing">): ReadCatalogue => ({
    assets: [...byMint.values()],
    ...rest,
  });
  let cursor: string | undefined;
  for (let page = 1; page <= mostPages; page += 1) {
    const text = writeAssetsRequest({ limit: maximumAssets, cursor });
    try {
      const body = await loadJson(
        { url: `${apiBase}/v0/assets?${text}`, clientKey, page, signal },
        parseAssets,
      );
      for (const asset of body.assets) {
        const known = toCatalogueAsset(asset);
        if (known !== undefined && !byMint.has(known.mint)) byMint.set(known.mint, known);
      }
      cursor = body.cursor ?? undefined;
    } catch (fault) {
      if (page === 1 || !(fault instanceof LoadError)) throw fault;
      return read({ cut: true, missing: fault });
    }
    if (cursor === undefined) return read({ cut: false, missing: undefined });
    // A cursor that comes back leads in a circle.
    if (cursors.has(cursor)) break;
    cursors.add(cursor);
  }
  return read({ cut: true, missing: undefined });
}

/** A search is asked for once typing has paused for so long. */
const pauseMs = 300;
const leastTyped = 2;
const mostFound = 50;

/**
 * What the service's own search finds, for a catalogue that was not read to its end: what was read is searched here, slips and
 * all, without a request for every letter. Nothing is asked for where all of it was read, and a search that fails finds nothing.
 */
export function useFoundAssets(query: string, { cut }: Pick<Catalogue, "cut">): readonly CatalogueAsset[] {
  const load = useLoad();
  const typed = query.trim();
  const [text, setText] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setText(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data } = usePatientQuery({
    queryKey: ["asset-search", text],
    queryFn: async ({ signal }) => {
      const path = `/v0/search?${writeAssetSearchRequest({ query: text, limit: mostFound })}`;
      const body = await load(path, parseAssets, signal);
      return body.assets.flatMap((asset) => toCatalogueAsset(asset) ?? []);
    },
    enabled: cut && text.length >= leastTyped && text.length <= longestSearch,
    staleTime: pricesHoldMs,
  });
  return data ?? nothing;
}

/** Two lists of tokens as one, each token once. */
export function withFound(
  assets: readonly CatalogueAsset[],
  found: readonly CatalogueAsset[],
): readonly CatalogueAsset[] {
  if (found.length === 0) return assets;
  const known = new Set(assets.map(({ mint }) => mint));
  return [...assets, ...found.filter(({ mint }) => !known.has(mint))];
}

interface OneAsset extends Asked {
  /** Undefined while it is on its way, and where the catalogue has none of this mint. */
  readonly asset: CatalogueAsset | undefined;
}

/** One token of the catalogue, for a page that needs no other. Nothing is asked for without a mint. */
export function useAsset(mint: string | undefined): OneAsset {
  const load = useLoad();
  const { data, ...rest } = usePatientQuery({
    queryKey: ["asset", mint],
    queryFn: async ({ signal }) => {
      const path = `/v0/assets/${encodeURIComponent(assetIdOf(mint ?? ""))}`;
      try {
        return toCatalogueAsset(await load(path, parseAsset, signal)) ?? null;
      } catch (fault) {
        if (fault instanceof LoadError && fault.status === 404) return null;
        throw fault;
      }
    },
    enabled: mint !== undefined,
    staleTime: pricesHoldMs,
    refetchInterval: pricesHoldMs,
  });
  return { asset: data ?? undefined, ...rest };
}

/** A price at a moment: US dollars per whole token. */
export interface PricePoint {
  readonly time: Millis;
  readonly price: Usd;
}

export interface PriceHistories extends Asked {
  /** Points in the order of time, by mint. A token whose past is not there, or not yet, is absent. */
  readonly prices: ReadonlyMap<string, readonly PricePoint[]>;
}

/** The prices of a few tokens over a stretch of time, a request each. A token nobody knows has none, which is no failure. */
export function usePriceHistories(mints: readonly string[], span: HistorySpan): PriceHistories {
  const client = useQueryClient();
  const load = useLoad();
  const asked = [...new Set(mints)]
    .toSorted()
    .map((mint) => [mint, writeAssetHistoryRequest({ id: assetIdOf(mint), ...span })] as const);
  const { data, loading, error, retry } = usePatientQuery({
    queryKey: ["asset-histories", asked],
    queryFn: async () => {
      const read = asked.map(async ([mint, path]) => {
        // Each under its own key, so that a token shown alone and beside another is asked for once.
        const points = await client.fetchQuery({
          queryKey: ["asset-history", path],
          queryFn: async ({ signal }) => loadPricePoints(path, load, signal),
          staleTime: pastHoldsMs,
        });
        return [mint, points] as const;
      });
      return new Map((await Promise.all(read)).filter(([, points]) => points.length > 0));
    },
    enabled: asked.length > 0,
    staleTime: pastHoldsMs,
  });
  return useMemo(() => ({ prices: data ?? noPrices, loading, error, retry }), [data, loading, error, retry]);
}

const noPrices: PriceHistories["prices"] = new Map();

async function loadPricePoints(
  path: string,
  load: Load,
  signal: AbortSignal,
): Promise<readonly PricePoint[]> {
  try {
    return toPricePoints(await load(path, parseAssetHistory, signal));
  } catch (fault) {
    if (fault instanceof LoadError && fault.status === 404) return [];
    throw fault;
  }
}

/** In order of time; what has no readable time or no price above 0 is left out. */
export function toPricePoints({ history }: AssetHistory): readonly PricePoint[] {
  return history
    .flatMap(({ timestamp, priceUsd }): readonly PricePoint[] => {
      const time = millis(Date.parse(timestamp));
      const price = usd(priceUsd);
      return time === undefined || price === undefined || price <= 0 ? [] : [{ time, price }];
    })
    .toSorted((one, other) => one.time - other.time);
}
