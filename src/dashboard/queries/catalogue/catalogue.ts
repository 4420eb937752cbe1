import { queryOptions } from "@tanstack/react-query";
import { useMemo } from "react";
import type { CatalogueAsset } from "../../data/assets/catalogue-asset.ts";
import { useDashboardConfig } from "../configuration.ts";
import type { LoadError } from "../fetch-json.ts";
import { useServiceQuery, type QueryStatus } from "../service-query.ts";

/** Displayed prices are never older. */
export const pricesFreshMs = 60_000;
export interface Catalogue extends QueryStatus {
  readonly assets: readonly CatalogueAsset[];
  readonly error: LoadError | undefined;
  readonly cut: boolean;
}

const nothing: readonly CatalogueAsset[] = [];

function catalogueQuery(clientKey: string, live: boolean, enabled: boolean) {
  return queryOptions({
    queryKey: ["assets"],
    enabled,
    queryFn: async ({ signal }) => (await import("./fetch-catalogue.ts")).fetchCatalogue(clientKey, signal),
    staleTime: live ? pricesFreshMs : Number.POSITIVE_INFINITY,
    refetchInterval: live ? pricesFreshMs : false,
  });
}

/** `live`: prices are shown, so they must be fresh. */
export function useCatalogue(live: boolean, enabled = true): Catalogue {
  const { clientKey } = useDashboardConfig();
  const { data, loading, error, retry } = useServiceQuery(catalogueQuery(clientKey, live, enabled));
  const failure = error ?? data?.missing;
  return useMemo(
    () => ({ assets: data?.assets ?? nothing, loading, error: failure, cut: data?.cut === true, retry }),
    [data, loading, failure, retry],
  );
}
