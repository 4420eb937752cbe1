// Searches by symbol, name, tag and mint, and tolerates typing errors.
import { useMemo, useState } from "react";
import { isMintAddress } from "../../../contract/markets-request.ts";
import { foldText } from "../../../domain/search-words.ts";
import type { CatalogueAsset } from "../../data/assets/catalogue-asset.ts";
import { assetFamilies, familyOf } from "../../../domain/market/asset-families.ts";
import { useCatalogue } from "../../queries/catalogue/catalogue.ts";
import type * as Search from "../../select/assets/find-assets.ts";
import type { ComboboxOption, OptionSource } from "../../ui/fields/search/option-search.ts";

export const familyOptions: readonly ComboboxOption[] = assetFamilies.map(
  ({ id, label, shortLabel, words }) => ({
    value: id,
    label,
    detail: "family",
    searchText: foldText(`${label} ${shortLabel} ${words}`),
  }),
);

const acceptText = (text: string): string | undefined => (isMintAddress(text) ? text : undefined);

/** Fetches the catalogue when opened. Until then, options are named by mint, and only mint and symbol are searched. */
export function useAssetSearch(options: readonly ComboboxOption[]): OptionSource {
  const [search, setSearch] = useState<typeof Search>();
  const { assets } = useCatalogue(false, search !== undefined);
  // The search keeps the texts of each, so they stay the same objects.
  const findables = useMemo(() => options.map(withNames(assets)), [options, assets]);
  return {
    options: findables.map(({ option }) => option),
    find: search && ((text) => search.findAssets(text, findables).items.map(({ option }) => option)),
    onOpen: () => void import("../../select/assets/find-assets.ts").then(setSearch, () => undefined),
    acceptText,
  };
}

function withNames(assets: readonly CatalogueAsset[]) {
  const byMint = new Map(assets.map((asset) => [asset.mint, asset]));
  return (option: ComboboxOption) => {
    const { value: mint, label: symbol, searchText } = option;
    const known = byMint.get(mint);
    return {
      mint,
      symbol,
      name: familyOf(mint) === undefined ? known?.name : searchText,
      tags: known?.tags ?? [],
      option: known?.name === undefined ? option : { ...option, detail: known.name },
    };
  };
}
