// GET /v0/assets: the tokens there are.
import { queryOptions } from "@tanstack/react-query";
import { useMemo } from "react";
import type { CatalogueAsset } from "../../data/assets/catalogue-asset.ts";
import { useDashboardConfig } from "../configuration.ts";
import type { LoadError } from "../fetch-json.ts";
import { useServiceQuery, type QueryStatus } from "../service-query.ts";

/** Prices on the screen are not older than this. */
export const pricesFreshMs = 60_000;
export interface Catalogue extends QueryStatus {
  readonly assets: readonly CatalogueAsset[];
  /** What failed; tokens of the pages before it are there all the same. */
  readonly error: LoadError | undefined;
  /** Whether tokens beyond those read are known to exist. */
  readonly cut: boolean;
}

const nothing: readonly CatalogueAsset[] = [];

function catalogueQuery(clientKey: string, live: boolean, enabled: boolean) {
  return queryOptions({
    queryKey: ["assets"],
    enabled,
    // The list needs it only once its search is opened.
    queryFn: async ({ signal }) => (await import("./fetch-catalogue.ts")).fetchCatalogue(clientKey, signal),
    staleTime: live ? pricesFreshMs : Number.POSITIVE_INFINITY,
    refetchInterval: live ? pricesFreshMs : false,
  });
}

/**
 * All pages of the catalogue.
 * @param live whether its prices are shown, and so have to be fresh
 * @param enabled false fetches nothing
 */
export function useCatalogue(live: boolean, enabled = true): Catalogue {
  const { clientKey } = useDashboardConfig();
  const { data, loading, error, retry } = useServiceQuery(catalogueQuery(clientKey, live, enabled));
  const failure = error ?? data?.missing;
  return useMemo(
    () => ({ assets: data?.assets ?? nothing, loading, error: failure, cut: data?.cut === true, retry }),
    [data, loading, failure, retry],
  );
}
