// Chooses tokens by symbol or mint, and whole families of them at once, and tokens to leave out.
import { useId, useMemo, type ReactNode } from "react";
import { isMintAddress } from "../../../contract/markets-request.ts";
import { formatCount } from "../../format/number.ts";
import { assetFamilies, hasFamily, nameAssets, toggleFamily } from "../../market/asset-families.ts";
import type { AssetMatch } from "../../market/filters/asset-match.ts";
import { filters } from "../../market/filters/filters.ts";
import { foldText } from "../../market/filters/search.ts";
import { shortAddress } from "../../data/markets/market-row.ts";
import type { AssetFacet, Facets } from "../../select/facets.ts";
import { ChoiceChip } from "../../ui/marks/chip.tsx";
import { Combobox, type ComboboxOption } from "../../ui/fields/combobox.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { assetRuleNotice } from "../../view-state/request-of-state.ts";
import type { HowToChange } from "../../view-state/address.ts";
import type { ViewStateChange } from "../../view-state/use-view-state.ts";
import type { ViewState } from "../../view-state/view-state.ts";

const matches = [
  { value: "any", label: "Any" },
  { value: "all", label: "All" },
  { value: "only", label: "Only" },
] as const;

const matchMeaning: Readonly<Record<AssetMatch, string>> = {
  any: "Markets with any of them.",
  all: "Markets with each of them: pairs.",
  only: "Markets with no other token.",
};

export interface AssetFilterProps {
  readonly state: ViewState;
  readonly onChange: (change: ViewStateChange, how?: HowToChange) => void;
  readonly facets: Facets;
}

export function AssetFilter({ state, onChange, facets }: AssetFilterProps): ReactNode {
  const id = useId();
  const notice = assetRuleNotice(state);
  const options = useMemo(() => facets.assets.map(toOption), [facets.assets]);
  const choose = (assets: readonly string[]): void => onChange({ assets });
  return (
    <div>
      <Combobox
        label={filters.assets.label}
        options={options}
        selected={state.assets}
        onChange={choose}
        summary={<AssetSummary assets={state.assets} facets={facets} />}
        placeholder="Any token"
        describedBy={notice === undefined ? undefined : `${id}-rule`}
        acceptText={(text) => (isMintAddress(text) ? text : undefined)}
      />
      <fieldset
        aria-label="Asset families"
        className="mt-2 flex flex-wrap gap-[5px] max-md:grid max-md:grid-cols-4"
      >
        {assetFamilies.map((family) => (
          <ChoiceChip
            key={family.id}
            label={family.shortLabel}
            description={family.description}
            pressed={hasFamily(state.assets, family)}
            onPress={() => choose(toggleFamily(state.assets, family))}
          />
        ))}
      </fieldset>
      {state.assets.length === 0 ? null : (
        <div className="mt-2">
          <Segmented
            label={filters.assetMatch.label}
            options={matches}
            value={state.assetMatch}
            onChange={(assetMatch) => onChange({ assetMatch })}
            className="flex! [&>label]:flex-1"
          />
          <p className="mt-1 text-tiny text-text3">{matchMeaning[state.assetMatch]}</p>
        </div>
      )}
      <div className="mt-2.5">
        <Combobox
          label={filters.without.label}
          options={options}
          selected={state.without}
          onChange={(without) => onChange({ without })}
          summary={<AssetSummary assets={state.without} facets={facets} />}
          placeholder="No token left out"
          acceptText={(text) => (isMintAddress(text) ? text : undefined)}
        />
      </div>
      {notice === undefined ? null : (
        <output id={`${id}-rule`} className="mt-2 block text-tiny text-text3">
          {notice}
        </output>
      )}
    </div>
  );
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

/** "Stablecoins 14 tokens", "USDC, SOL", "3 tokens". */
function AssetSummary({
  assets,
  facets,
}: {
  readonly assets: readonly string[];
  readonly facets: Facets;
}): ReactNode {
  const names = nameAssets(
    assets,
    (mint) => facets.assets.find((asset) => asset.mint === mint)?.symbol ?? shortAddress(mint),
  );
  return (
    <>
      <span className="truncate">{names.join(", ")}</span>
      {assets.length === names.length ? null : (
        <span className="shrink-0 text-text3">{formatCount(assets.length).text} tokens</span>
      )}
    </>
  );
}
