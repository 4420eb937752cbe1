// Where one is, what the token is, and the size everything below is worked out for.
import { Bell, Copy, Link2 } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { ratedMarketTypes } from "../../../contract/market.ts";
import { askForAlert } from "../../data/alerts/alert-draft.ts";
import { useTokenStars } from "../../data/kept/stars.ts";
import { formatCount } from "../../format/number.ts";
import { SizeField } from "../../list/toolbar/toolbar.tsx";
import { shortAddress } from "../../../contract/names/market-names.ts";
import type { AssetFacts } from "../../select/assets/asset-facts.ts";
import { IconButton, linkButtonClass } from "../../ui/fields/button.tsx";
import { StarButton } from "../../ui/fields/star-button.tsx";
import { CopyButton } from "../../ui/fields/copy-button.tsx";
import { Disc } from "../../ui/marks/disc.tsx";
import { readParameter, useSearch } from "../../view-state/address.ts";
import { freshState, useViewState, viewStateHref } from "../../view-state/use-view-state.ts";
import { assetFace, columnNames } from "../assets/asset-cells.tsx";
import { assetHref, assetsHref, readAssetWish } from "../assets/assets-address.ts";
import { tagName } from "../assets/tag-names.ts";
import { ListPlace } from "../frame/list-place.tsx";
import { PageHeading } from "../frame/page-heading.tsx";
import { starredTag, usualOrder } from "../../select/assets/asset-list.ts";

export function AssetHead({
  facts,
  list,
  arriving,
}: {
  readonly facts: AssetFacts;
  /** Whether more markets are on their way: the link to them has its place before the first is there. */
  readonly arriving: boolean;
  /** The assets in the order of their list. */
  readonly list: readonly AssetFacts[];
}): ReactNode {
  const { mint, symbol, name, tags, markets } = facts;
  const [state, change] = useViewState();
  const { starred, toggle } = useTokenStars();
  const search = useSearch();
  const wish = readAssetWish(search);
  return (
    <header>
      <ListPlace
        what="asset"
        href={assetsHref(search)}
        asked={[
          ...wish.tags.map(tagName),
          ...(wish.query.trim() === "" ? [] : [`“${wish.query.trim()}”`]),
          `by ${columnNames[(wish.order ?? usualOrder).column].toLowerCase()}`,
        ]}
        items={list}
        at={list.findIndex((other) => other.mint === mint)}
        linkTo={(other) => ({
          name: other.symbol,
          href: assetHref(other.mint, search, [["range", readParameter(search, "range")]]),
        })}
      />
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-3">
        <Disc face={assetFace(facts)} size={40} />
        <div className="min-w-0 flex-1 basis-52">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <PageHeading page={mint}>{symbol}</PageHeading>
            <StarButton name={symbol} on={starred.has(mint)} onToggle={() => toggle(mint)} />
            <IconButton
              label="New alert rule"
              icon={<Bell aria-hidden="true" className="size-4" />}
              onClick={() => askForAlert({ kind: "asset", mint, name: symbol })}
            />
            {tags
              .filter((tag) => tag !== starredTag)
              .map((tag) => (
                <span
                  key={tag}
                  className="rounded-item border border-line2 px-1.5 text-tiny leading-[18px] text-text2"
                >
                  {tagName(tag)}
                </span>
              ))}
          </div>
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
              icon={<Copy aria-hidden="true" className="size-3.5" />}
            />
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-3 max-lg:w-full">
          <SizeField size={state.size} onSize={(size) => change({ size }, "replace")} place="bar" />
          <CopyButton
            size="large"
            label="Copy link"
            what="Link"
            icon={<Link2 aria-hidden="true" className="size-3.5" />}
            text={() => window.location.href}
          />
          {markets === 0 && !arriving ? null : (
            <Link
              href={viewStateHref("/", {
                ...freshState(state),
                types: ratedMarketTypes,
                assets: [mint],
              })}
              className={linkButtonClass("primary", "large")}
            >
              Show {arriving ? "them" : formatCount(markets).text} in the list
            </Link>
          )}
        </div>
      </div>
    </header>
  );
}
