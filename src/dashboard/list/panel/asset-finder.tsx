// Finds the options of the Asset filter as the list of assets finds its tokens: by name and tag too, and in spite of a slip.
import { useEffect, type ReactNode } from "react";
import { useCatalogue } from "../../queries/assets.ts";
import type { CatalogueAsset } from "../../data/assets/catalogue-asset.ts";
import { familyOf } from "../../market/asset-families.ts";
import { findAssets, type Findable } from "../../select/assets/find-assets.ts";
import type { ComboboxOption } from "../../ui/fields/option-search.tsx";

export type FindOptions = (text: string) => readonly ComboboxOption[];

export interface AssetFinderProps {
  readonly options: readonly ComboboxOption[];
  /** Given the way to find, and a new one when there is more to find in. */
  readonly onFind: (find: () => FindOptions) => void;
}

/** Reads the catalogue, where there is one, and hands up what finds in it. Draws nothing. */
export function AssetFinder({ options, onFind }: AssetFinderProps): ReactNode {
  const { assets } = useCatalogue(false);
  useEffect(() => {
    const findables = options.map(withNames(assets));
    onFind(() => (text) => findAssets(text, findables).items.map(({ option }) => option));
  }, [options, assets, onFind]);
  return null;
}

interface FindableOption extends Findable {
  readonly option: ComboboxOption;
}

/** An option with all it is called; a family has words of its own. */
function withNames(assets: readonly CatalogueAsset[]): (option: ComboboxOption) => FindableOption {
  const byMint = new Map(assets.map((asset) => [asset.mint, asset]));
  return (option) => {
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
