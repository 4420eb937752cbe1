import type { ReactNode } from "react";
import { Link } from "wouter";
import { ratedMarketTypes } from "../../../contract/market.ts";
import { shortAddress } from "../../../contract/names/market-names.ts";
import { useTokenStars } from "../../data/storage/stars.ts";
import { formatCount } from "../../../domain/format/number.ts";
import { SizeField } from "../../list/toolbar/toolbar.tsx";
import type { AssetFacts } from "../../select/assets/asset-facts.ts";
import { starredTag, defaultOrder } from "../../select/assets/asset-list.ts";
import { linkButtonClass } from "../../ui/fields/button.tsx";
import { CopyButton, CopyLink } from "../../ui/fields/copy-button.tsx";
import { useSearch } from "../../view-state/address.ts";
import { readParameter } from "../../../domain/view-state/search-text.ts";
import { freshListHref, useViewState } from "../../view-state/use-view-state.ts";
import { tagName } from "../../select/assets/find-assets.ts";
import { toAssetIcon, assetFigures } from "../assets/asset-text.ts";
import { assetHref, assetsHref, readAssetQuery } from "../assets/assets-address.ts";
import { ItemHead } from "../frame/item-head.tsx";

export function AssetHead({
  facts,
  list,
  arriving,
}: {
  readonly facts: AssetFacts;
  readonly arriving: boolean;
  readonly list: readonly AssetFacts[];
}): ReactNode {
  const { mint, symbol, name, tags, markets } = facts;
  const state = useViewState();
  const search = useSearch();
  const query = readAssetQuery(search);
  return (
    <ItemHead
      what="asset"
      id={mint}
      name={symbol}
      icons={{ icon: toAssetIcon(facts) }}
      tags={tags.filter((tag) => tag !== starredTag).map(tagName)}
      star={useTokenStars()}
      alert={{ kind: "new", target: { kind: "asset", mint, name: symbol } }}
      line={
        <p className="flex flex-wrap items-center gap-x-2 text-text2">
          {name === undefined ? null : <span className="[overflow-wrap:anywhere]">{name}</span>}
          <span title={mint} className="font-mono text-small">
            {shortAddress(mint)}
          </span>
          <CopyButton
            label="Copy mint"
            what="Mint"
            text={() => mint}
            variant="quiet"
            size="small"
            iconOnly
            title="Copy mint"
            className="px-1.5 pointer-coarse:min-h-11 pointer-coarse:min-w-11"
          />
        </p>
      }
      href={assetsHref(search)}
      criteria={[
        ...query.tags.map(tagName),
        ...(query.query.trim() === "" ? [] : [`“${query.query.trim()}”`]),
        `by ${assetFigures[(query.order ?? defaultOrder).column].label.toLowerCase()}`,
      ]}
      items={list}
      at={list.findIndex((other) => other.mint === mint)}
      linkTo={(other) => ({
        name: other.symbol,
        href: assetHref(other.mint, search, [["range", readParameter(search, "range")]]),
      })}
    >
      <div className="flex flex-wrap items-center gap-3 max-lg:w-full">
        <SizeField />
        <CopyLink size="large" />
        {markets === 0 && !arriving ? null : (
          <Link
            href={freshListHref(state, {
              types: ratedMarketTypes,
              assets: [mint],
              hideSmall: false,
            })}
            className={linkButtonClass("primary", "large")}
          >
            Show {arriving ? "them" : formatCount(markets).text} in the list
          </Link>
        )}
      </div>
    </ItemHead>
  );
}
