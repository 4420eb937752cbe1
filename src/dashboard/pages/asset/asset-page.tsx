import type { ReactNode } from "react";
import { Link } from "wouter";
import { usePathname } from "wouter/use-browser-location";
import { mintOfAssetId } from "../../../contract/assets/asset.ts";
import { ratedMarketTypes } from "../../../contract/market.ts";
import { isMintAddress } from "../../../contract/markets-request.ts";
import { shortAddress } from "../../../contract/names/market-names.ts";
import { useTokenStars } from "../../data/storage/stars.ts";
import { formatCount } from "../../../domain/format/number.ts";
import { SizeField } from "../../list/toolbar/toolbar.tsx";
import { useAsset, usePriceHistories } from "../../queries/assets.ts";
import { defaultOrder, selectAssets, starredTag } from "../../select/assets/asset-list.ts";
import { tagName } from "../../select/assets/find-assets.ts";
import { linkButtonClass } from "../../ui/fields/button.tsx";
import { CopyButton, CopyLink } from "../../ui/fields/copy-button.tsx";
import { idOfPath, useSearch } from "../../view-state/address.ts";
import { readParameter } from "../../../domain/view-state/search-text.ts";
import { freshListHref, useViewState } from "../../view-state/use-view-state.ts";
import { toAssetIcon, assetFigures } from "../assets/asset-text.ts";
import { assetHref, assetsHref } from "../assets/assets-address.ts";
import { useAssets, type Assets } from "../assets/use-assets.ts";
import { usePageTitle } from "../frame/page-heading.tsx";
import { PageProblem, ProblemLink } from "../frame/page-problem.tsx";
import { Problem } from "../../ui/marks/problem.tsx";
import { LoadProgress } from "../status/load-progress.tsx";
import { ItemHead, LoadingItem } from "../frame/item-head.tsx";
import { useOpenedAt } from "../../queries/configuration.ts";
import { historyRangeIds, historyWindow } from "../../charts/chart-range.ts";
import {
  changeOfDay,
  priceEnds,
  PricePanel,
  pricePast,
  pricesIn,
  priceUnits,
  type PriceUnit,
} from "../../history/price-panel.tsx";
import { isStakedSol, solMint } from "../../../domain/market/asset-families.ts";
import type { AssetFacts } from "../../select/assets/asset-facts.ts";
import { useChoice } from "../../view-state/use-choice.ts";
import { AssetNotes } from "../assets/asset-notes.tsx";
import { ListProblem } from "../status/list-problem.tsx";
import { AssetMarkets } from "./asset-markets.tsx";
import { AssetStrip } from "./asset-strip.tsx";
import { ImpliedPriceTable } from "./implied-price-table.tsx";

/** Reads "/assets/solana:So111…", or a bare mint. */
function mintOfPath(pathname: string): string | undefined {
  const id = idOfPath(pathname);
  return mintOfAssetId(id) ?? (isMintAddress(id) ? id : undefined);
}

export function AssetPage(): ReactNode {
  const mint = mintOfPath(usePathname());
  const search = useSearch();
  const one = useAsset(mint);
  const assets = useAssets(one.asset);
  const { choices, inputs, all, result, catalogue } = assets;
  const facts = all.find((candidate) => candidate.mint === mint);
  const list = selectAssets(all, choices, inputs).items;
  const loading = one.loading || catalogue.loading || result.loading;
  const failed = result.phase === "failed" || one.error !== undefined;
  usePageTitle(facts?.symbol ?? (mint !== undefined && (loading || failed) ? "Asset" : "Asset not found"));
  // Markets alone would show it without its tags and at another price, and then move.
  const isKnown = facts !== undefined && (facts.inCatalogue || !one.loading);
  if (isKnown) return <AssetView key={facts.mint} facts={facts} list={list} {...assets} />;
  if (mint !== undefined && loading) return <LoadingItem what="asset" href={assetsHref(search)} />;
  if (mint !== undefined && failed)
    return (
      <Problem
        size="page"
        {...result}
        error={result.error ?? one.error}
        what="an asset"
        retry={() => {
          result.retry();
          one.retry();
        }}
      />
    );
  return (
    <PageProblem
      error={{ kind: "no-asset" }}
      about={mint ?? ""}
      actions={<ProblemLink href={assetsHref(search)} label="Show all assets" />}
    />
  );
}

interface AssetViewProps extends Assets {
  readonly facts: AssetFacts;
  readonly list: readonly AssetFacts[];
}

function AssetView(props: AssetViewProps): ReactNode {
  const { facts, all, result, catalogue, hasCatalogue } = props;
  const { mint, symbol } = facts;
  const now = useOpenedAt();
  // Both replace the history entry, so that Back leads to the list.
  const [range, setRange] = useChoice("range", historyRangeIds, "90d", "replace");
  const staked = isStakedSol(mint);
  const units: readonly PriceUnit[] = staked ? priceUnits : ["usd"];
  const [unit, setUnit] = useChoice("unit", units, "usd", "replace");
  const span = historyWindow(range, now);
  const past = usePriceHistories(staked ? [mint, solMint] : [mint], span);
  // Needed only if the catalogue has no 24-hour change.
  const week = usePriceHistories(facts.change24h === undefined ? [mint] : [], historyWindow("7d", now));
  const price = facts.priceFrom === "catalogue" ? facts.price : undefined;
  const sol = all.find((other) => other.mint === solMint);
  const solPrice = sol?.priceFrom === "catalogue" ? sol.price : undefined;
  const inSol = staked && price !== undefined && solPrice !== undefined ? price / solPrice : undefined;
  const { resolution } = span;
  const own = past.prices.get(mint) ?? [];
  const at = (value: number | undefined) => (value === undefined ? undefined : { time: now, price: value });
  const pasts = {
    usd: pricePast(own, resolution, "usd", at(price)),
    sol: pricePast(pricesIn(own, past.prices.get(solMint) ?? [], resolution), resolution, "sol", at(inSol)),
  };
  const busy = result.loading;
  // Recreates rows while markets arrive, so that they do not slide.
  const drawing = busy ? String(result.pages.length) : "all";
  const whyMissing = busy ? "Markets are still loading." : "Not all markets could be loaded.";
  const incomplete = result.phase === "complete" ? undefined : whyMissing;
  const change24h = facts.change24h ?? changeOfDay(week.prices.get(mint) ?? []);

  return (
    <>
      <LoadProgress result={result} />
      <div className="px-4 pt-2 pb-6 md:px-6">
        <AssetHead {...props} />
        <div className="mt-3 grid gap-3 empty:hidden">
          <AssetNotes catalogue={catalogue} result={result} />
        </div>
        <AssetStrip
          facts={facts}
          hasCatalogue={hasCatalogue}
          change24h={change24h}
          past={priceEnds(pasts.usd)}
          sol={staked ? { price: inSol, past: priceEnds(pasts.sol) } : undefined}
          range={range}
          loading={past.loading}
          incomplete={incomplete}
        />
        <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,1fr)_27rem]">
          <PricePanel
            symbol={symbol}
            past={pasts[unit]}
            attempt={past}
            unit={unit}
            units={units}
            onUnit={setUnit}
            range={range}
            onRange={setRange}
          />
          <ImpliedPriceTable
            key={`prices ${drawing}`}
            facts={facts}
            price={price}
            hasCatalogue={hasCatalogue}
            incomplete={incomplete}
          />
        </div>
        <AssetMarkets key={`markets ${drawing}`} facts={facts} rows={result.rows} incomplete={incomplete} />
      </div>
      <ListProblem result={result} />
    </>
  );
}

function AssetHead({ facts, list, choices: query, result }: AssetViewProps): ReactNode {
  const { mint, symbol, name, tags, markets = 0 } = facts;
  const state = useViewState();
  const search = useSearch();
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
        {markets === 0 && !result.loading ? null : (
          <Link
            href={freshListHref(state, {
              types: ratedMarketTypes,
              assets: [mint],
              hideSmall: false,
            })}
            className={linkButtonClass("primary", "large")}
          >
            Show {result.loading ? "them" : formatCount(markets).text} in the list
          </Link>
        )}
      </div>
    </ItemHead>
  );
}
