import { memo, useId, useMemo, type ReactNode } from "react";
import { formatCount } from "../../../domain/format/number.ts";
import { nameAssets, toggleAsset } from "../../../domain/market/asset-families.ts";
import { assetsApply } from "../../../domain/market/filters/asset-match.ts";
import { filters } from "../../../domain/market/filters/filters.ts";
import { foldText } from "../../../domain/search-words.ts";
import { shortAddress } from "../../../contract/names/market-names.ts";
import type { AssetFacet, Facets } from "../../select/facets.ts";
import { Combobox } from "../../ui/fields/search/combobox.tsx";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import type { ComboboxOption } from "../../ui/fields/search/option-search.ts";
import type { ViewState } from "../../../domain/view-state/view-state.ts";
import type { AssetChoice, FilterPartProps } from "./filter-parts.tsx";
import { familyOptions, useAssetSearch } from "./use-asset-search.ts";

export const AssetFilter = memo(function AssetFilter({
  state,
  onChange,
  facets,
}: FilterPartProps<AssetChoice>): ReactNode {
  const id = useId();
  const notice = assetRuleNotice(state);
  return (
    <fieldset aria-label={filters.assets.label}>
      <Combobox
        {...useTokenSearch(facets, state.assets)}
        label={filters.assets.label}
        onChange={(next) => onChange({ assets: chosenOf(state.assets, next) })}
        placeholder={state.view === "borrow" ? "What I borrow" : "What I deposit"}
        describedBy={notice === undefined ? undefined : `${id}-rule`}
      />
      {notice === undefined ? null : (
        <output id={`${id}-rule`} className="mt-2 block text-tiny text-text3">
          {notice}
        </output>
      )}
    </fieldset>
  );
});

export const AssetRules = memo(function AssetRules({
  state,
  onChange,
  facets,
}: FilterPartProps<AssetChoice>): ReactNode {
  return (
    <>
      <Checkbox
        label={state.view === "borrow" ? "Also as collateral" : "Also as debt"}
        checked={state.assetMatch === "any"}
        disabled={state.assets.length === 0}
        reason={`Also finds markets where the asset is ${state.view === "borrow" ? "deposited" : "borrowed"}.`}
        onChange={(either) => onChange({ assetMatch: either ? "any" : "side" })}
      />
      <div className="mt-1.5 mb-2.5">
        <Combobox
          {...useTokenSearch(facets, state.without)}
          label={filters.without.label}
          onChange={(next) => onChange({ without: chosenOf(state.without, next) })}
          placeholder="None excluded"
        />
      </div>
    </>
  );
});

function useTokenSearch({ assets }: Facets, selected: readonly string[]) {
  const options = useMemo(() => [...familyOptions, ...assets.map(toOption)], [assets]);
  const nameOf = (mint: string): string =>
    assets.find((asset) => asset.mint === mint)?.symbol ?? shortAddress(mint);
  return {
    ...useAssetSearch(options),
    selected,
    summary: <span className="truncate">{nameAssets(selected, nameOf).join(", ")}</span>,
  };
}

function chosenOf(before: readonly string[], after: readonly string[]): readonly string[] {
  const added = after.find((asset) => !before.includes(asset));
  return added === undefined ? after : toggleAsset(before, added);
}

function toOption({ mint, symbol, count, tag }: AssetFacet): ComboboxOption {
  return {
    value: mint,
    label: symbol,
    detail: tag ?? shortAddress(mint),
    count: count === 0 ? undefined : formatCount(count).text,
    searchText: foldText(`${symbol} ${mint}`),
  };
}

/** Prediction markets have no assets, so choosing assets may leave them out. */
export function assetRuleNotice({ assets, types }: Pick<ViewState, "assets" | "types">): string | undefined {
  if (assets.length === 0 || !types.includes("prediction")) return undefined;
  return assetsApply(types)
    ? "Prediction markets have no asset, so they are left out while an asset is chosen."
    : "Prediction markets have no asset, so the asset filter does not apply to them.";
}
