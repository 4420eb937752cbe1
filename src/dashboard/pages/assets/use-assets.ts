import { useMemo } from "react";
import { useCatalogue } from "../../queries/catalogue/catalogue.ts";
import { useFoundAssets, withFound } from "../../queries/assets.ts";
import type { CatalogueAsset } from "../../data/assets/catalogue-asset.ts";
import { useTokenStars } from "../../data/storage/stars.ts";
import { useMarkets } from "../../queries/markets/use-markets.ts";
import { allRatesRequest } from "../../data/markets/shared-requests.ts";
import { listAssetFacts } from "../../select/assets/asset-facts.ts";
import { withStars } from "../../select/assets/asset-list.ts";
import { useViewState } from "../../view-state/use-view-state.ts";
import { useDebounced } from "./use-debounced.ts";

export type Assets = ReturnType<typeof useAssets>;

export function useAssets(query: string, own?: CatalogueAsset) {
  const result = useMarkets(allRatesRequest);
  const catalogue = useCatalogue(true);
  const [{ size, basis }] = useViewState();
  const found = useFoundAssets(useDebounced(query), catalogue);
  const tokens = useMemo(
    () => withFound(own === undefined ? [] : [own], withFound(catalogue.assets, found)),
    [own, catalogue.assets, found],
  );
  const { starred } = useTokenStars();
  // Only of displayed rows, so that no token seems to have no markets.
  const facts = useMemo(
    () => listAssetFacts(result.rows, tokens, { size, basis }),
    [result.rows, tokens, size, basis],
  );
  const all = useMemo(() => withStars(facts, starred), [facts, starred]);
  const hasCatalogue = !catalogue.loading && catalogue.error === undefined;
  return { all, result, catalogue, hasCatalogue };
}
