// Where one is, what the token is, and the size everything below is worked out for.
import { Bell, ChevronLeft, ChevronRight, Copy, Link2 } from "lucide-react";
import type { ReactNode, RefObject } from "react";
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
import { starredTag, usualOrder } from "../../select/assets/asset-list.ts";

export function AssetHead({
  facts,
  list,
  arriving,
  heading,
}: {
  readonly facts: AssetFacts;
  /** Whether more markets are on their way: the link to them has its place before the first is there. */
  readonly arriving: boolean;
  /** The assets in the order of their list. */
  readonly list: readonly AssetFacts[];
  readonly heading: RefObject<HTMLHeadingElement | null>;
}): ReactNode {
  const { mint, symbol, name, tags, markets } = facts;
  const [state, change] = useViewState();
  const { starred, toggle } = useTokenStars();
  return (
    <header>
      <WayBack mint={mint} list={list} />
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-3">
        <Disc face={assetFace(facts)} size={40} />
        <div className="min-w-0 flex-1 basis-52">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h1
              ref={heading}
              tabIndex={-1}
              className="min-w-0 text-title font-semibold [overflow-wrap:anywhere] outline-none"
            >
              {symbol}
            </h1>
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

function WayBack({ mint, list }: { readonly mint: string; readonly list: readonly AssetFacts[] }): ReactNode {
  const search = useSearch();
  const { query, tags, order = usualOrder } = readAssetWish(search);
  const said = [
    ...tags.map(tagName),
    ...(query.trim() === "" ? [] : [`“${query.trim()}”`]),
    `by ${columnNames[order.column].toLowerCase()}`,
  ];
  const at = list.findIndex((facts) => facts.mint === mint);
  return (
    <div className="flex min-h-7 items-center gap-3">
      <nav aria-label="Breadcrumb" className="flex min-w-0 items-center gap-2">
        <Link
          href={assetsHref(search)}
          className="flex shrink-0 items-center gap-1 rounded-item font-medium text-accent hover:underline pointer-coarse:min-h-11"
        >
          <ChevronLeft aria-hidden="true" className="size-3.5" />
          Assets
        </Link>
        <span className="truncate text-small text-text2">{said.join(", ")}</span>
      </nav>
      {at < 0 ? null : (
        <nav aria-label="Assets of the list" className="ml-auto flex shrink-0 items-center gap-1">
          <span className="mr-1 text-small whitespace-nowrap text-text2">
            {formatCount(at + 1).text} of {formatCount(list.length).text}
          </span>
          <Neighbour facts={list[at - 1]} which="Previous" search={search} />
          <Neighbour facts={list[at + 1]} which="Next" search={search} />
        </nav>
      )}
    </div>
  );
}

/** Going along the list replaces the page, so that Back leads to the list at once. */
function Neighbour({
  facts,
  which,
  search,
}: {
  readonly facts: AssetFacts | undefined;
  readonly which: "Previous" | "Next";
  readonly search: string;
}): ReactNode {
  const Icon = which === "Previous" ? ChevronLeft : ChevronRight;
  const look = "inline-flex size-7 items-center justify-center rounded-control pointer-coarse:size-11";
  if (facts === undefined)
    return (
      <span aria-hidden="true" className={`${look} text-text3 opacity-40`}>
        <Icon className="size-4" />
      </span>
    );
  return (
    <Link
      href={assetHref(facts.mint, search, [["range", readParameter(search, "range")]])}
      replace
      aria-label={`${which} asset: ${facts.symbol}`}
      title={`${which}: ${facts.symbol}`}
      className={`${look} text-text2 hover:bg-hover hover:text-text`}
    >
      <Icon aria-hidden="true" className="size-4" />
    </Link>
  );
}
