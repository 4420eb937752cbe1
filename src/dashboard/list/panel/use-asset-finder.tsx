// Families of tokens as options, and the search that finds tokens by name, tag and slip once somebody is about to type.
import { useState, type ReactNode } from "react";
import { assetFamilies } from "../../market/asset-families.ts";
import { foldText } from "../../../contract/names/search-words.ts";
import type { ComboboxOption, OptionSource } from "../../ui/fields/option-search.tsx";
import { lazyPart } from "../../ui/page/lazy-part.tsx";
import type { AssetFinderProps, FindOptions } from "./asset-finder.tsx";

// Whatever goes wrong with it, tokens are found by symbol and mint without it.
const assetFinder = lazyPart<AssetFinderProps>(
  async () => (await import("./asset-finder.tsx")).AssetFinder,
  null,
  () => null,
);

export const familyOptions: readonly ComboboxOption[] = assetFamilies.map(
  ({ id, label, shortLabel, words }) => ({
    value: id,
    label,
    detail: "family",
    searchText: foldText(`${label} ${shortLabel} ${words}`),
  }),
);

/** `finder` is drawn, and shows nothing. */
export function useAssetFinder(
  options: readonly ComboboxOption[],
): Pick<OptionSource, "find" | "onOpen"> & { readonly finder: ReactNode } {
  const [sought, setSought] = useState(false);
  const [find, setFind] = useState<FindOptions | undefined>(undefined);
  return {
    finder: sought ? <assetFinder.Part options={options} onFind={setFind} /> : null,
    find,
    onOpen: () => setSought(true),
  };
}
