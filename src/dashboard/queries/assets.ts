import { queryOptions } from "@tanstack/react-query";
import {
  assetIdOf,
  parseAsset,
  parseAssetHistory,
  parseAssets,
  type AssetHistory,
} from "../../contract/assets/asset.ts";
import {
  maxSearchLength,
  assetHistoryPath,
  assetPath,
  assetSearchPath,
} from "../../contract/assets/assets-request.ts";
import { millis, usd } from "../../contract/units.ts";
import type { HistorySpan } from "./history.ts";
import { historyFreshMs, useServiceQuery } from "./service-query.ts";
import { load, orMissing } from "./fetch-json.ts";
import { pricesFreshMs, type Catalogue } from "./catalogue/catalogue.ts";
import { toCatalogueAsset, type CatalogueAsset } from "../data/assets/catalogue-asset.ts";

const noAssets: readonly CatalogueAsset[] = [];

const minSearchLength = 2;
const searchLimit = 50;

/** Searches the service only if the catalogue is incomplete. A failed search finds nothing. */
export function useFoundAssets(query: string, { cut }: Pick<Catalogue, "cut">): readonly CatalogueAsset[] {
  const text = query.trim();
  const { data = noAssets } = useServiceQuery({
    queryKey: ["asset-search", text],
    queryFn: async ({ signal }) => {
      const path = assetSearchPath({ query: text, limit: searchLimit });
      const body = await load(path, parseAssets, { signal });
      return body.assets.flatMap((asset) => toCatalogueAsset(asset) ?? []);
    },
    enabled: cut && text.length >= minSearchLength && text.length <= maxSearchLength,
    staleTime: pricesFreshMs,
  });
  return data;
}

export function withFound(
  assets: readonly CatalogueAsset[],
  found: readonly CatalogueAsset[],
): readonly CatalogueAsset[] {
  if (found.length === 0) return assets;
  const known = new Set(assets.map(({ mint }) => mint));
  return [...assets, ...found.filter(({ mint }) => !known.has(mint))];
}

export function useAsset(mint: string | undefined) {
  const { data, ...rest } = useServiceQuery({
    queryKey: ["asset", mint],
    queryFn: async ({ signal }) => {
      const path = assetPath(assetIdOf(mint ?? ""));
      const asset = await orMissing(load(path, parseAsset, { signal }), undefined);
      return (asset && toCatalogueAsset(asset)) ?? null;
    },
    enabled: mint !== undefined,
    staleTime: pricesFreshMs,
    refetchInterval: pricesFreshMs,
  });
  return { asset: data ?? undefined, ...rest };
}

export type PricePoint = ReturnType<typeof toPricePoints>[number];

export type PriceHistories = ReturnType<typeof usePriceHistories>;

function priceHistoryQuery(path: string) {
  return queryOptions({
    queryKey: ["asset-history", path],
    queryFn: ({ signal }) => orMissing(load(path, parseAssetHistory, { signal }).then(toPricePoints), []),
    staleTime: historyFreshMs,
  });
}

const noPrices: ReadonlyMap<string, readonly PricePoint[]> = new Map();

/** Prices by mint, in order of time. Tokens without a history are missing. */
export function usePriceHistories(mints: readonly string[], span: HistorySpan) {
  const paths = [...new Set(mints)]
    .toSorted()
    .map((mint) => [mint, assetHistoryPath({ id: assetIdOf(mint), ...span })] as const);
  const { data: prices = noPrices, ...status } = useServiceQuery({
    queryKey: ["asset-histories", paths],
    queryFn: async ({ client }) => {
      // One query per path, so that no token is fetched twice.
      const read = paths.map(
        async ([mint, path]) => [mint, await client.query(priceHistoryQuery(path))] as const,
      );
      return new Map((await Promise.all(read)).filter(([, points]) => points.length > 0));
    },
    enabled: paths.length > 0,
    staleTime: historyFreshMs,
    // Each path has already been retried.
    retry: false,
  });
  return { prices, ...status };
}

/** Skips points without a readable time or a price above 0. */
export function toPricePoints({ history }: AssetHistory) {
  return history
    .flatMap(({ timestamp, priceUsd }) => {
      const time = millis(Date.parse(timestamp));
      const price = usd(priceUsd);
      return time === undefined || price === undefined || price <= 0 ? [] : [{ time, price }];
    })
    .toSorted((one, other) => one.time - other.time);
}
