import type { CatalogueAsset } from "../../data/assets/catalogue-asset.ts";
import { useServiceQuery } from "../service-query.ts";

/** Displayed prices are never older than this. */
export const pricesFreshMs = 60_000;

export type Catalogue = ReturnType<typeof useCatalogue>;

const noAssets: readonly CatalogueAsset[] = [];

/** `live`: the caller shows prices, so they must be fresh. */
export function useCatalogue(live: boolean, enabled = true) {
  const { data, loading, error, retry } = useServiceQuery({
    queryKey: ["assets"],
    queryFn: async ({ signal }) => (await import("./fetch-catalogue.ts")).fetchCatalogue(signal),
    enabled,
    staleTime: live ? pricesFreshMs : Number.POSITIVE_INFINITY,
    refetchInterval: live ? pricesFreshMs : false,
  });
  const { assets = noAssets, cut = false, missing } = data ?? {};
  return { assets, loading, error: error ?? missing, cut, retry };
}
