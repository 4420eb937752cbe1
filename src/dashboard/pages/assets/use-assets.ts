import { useMemo } from "react";
import { useCatalogue } from "../../queries/catalogue/catalogue.ts";
import { useFoundAssets, withFound } from "../../queries/assets.ts";
import type { CatalogueAsset } from "../../data/assets/catalogue-asset.ts";
import { useTokenStars } from "../../data/storage/stars.ts";
import { useMarkets } from "../../queries/markets/use-markets.ts";
import { allRatesRequest } from "../../data/markets/shared-requests.ts";
import { listAssetFacts } from "../../select/assets/asset-facts.ts";
import { withStars } from "../../select/assets/asset-list.ts";
import { useSearch } from "../../view-state/address.ts";
import { useViewState } from "../../view-state/use-view-state.ts";
import { readAssetQuery } from "./assets-address.ts";
import { useDebounced } from "./use-debounced.ts";

export type Assets = ReturnType<typeof useAssets>;

export function useAssets(own?: CatalogueAsset) {
  const search = useSearch();
  const choices = useMemo(() => readAssetQuery(search), [search]);
  const result = useMarkets(allRatesRequest);
  const catalogue = useCatalogue(true);
  const { size, basis } = useViewState();
  const inputs = useMemo(() => ({ size, basis }), [size, basis]);
  const found = useFoundAssets(useDebounced(choices.query), catalogue);
  const tokens = useMemo(
    () => withFound(own === undefined ? [] : [own], withFound(catalogue.assets, found)),
    [own, catalogue.assets, found],
  );
  const { starred } = useTokenStars();
  const isComplete = result.phase === "complete";
  // Only of displayed rows, so that no token seems to have no markets.
  const facts = useMemo(
    () => listAssetFacts(result.rows, tokens, inputs, isComplete),
    [result.rows, tokens, inputs, isComplete],
  );
  const all = useMemo(() => withStars(facts, starred), [facts, starred]);
  const hasCatalogue = !catalogue.loading && catalogue.error === undefined;
  return { choices, inputs, all, result, catalogue, hasCatalogue };
}
