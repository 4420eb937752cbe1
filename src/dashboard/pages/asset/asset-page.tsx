import type { ReactNode } from "react";
import { usePathname } from "wouter/use-browser-location";
import { mintOfAssetId } from "../../../contract/assets/asset.ts";
import { isMintAddress } from "../../../contract/markets-request.ts";
import { useAsset } from "../../queries/assets.ts";
import { selectAssets } from "../../select/assets/asset-list.ts";
import { idOfPath, useSearch } from "../../view-state/address.ts";
import { useViewState } from "../../view-state/use-view-state.ts";
import { assetsHref, readAssetWish } from "../assets/assets-address.ts";
import { useAssets } from "../assets/use-assets.ts";
import { usePageTitle } from "../frame/page-heading.tsx";
import { PageProblem, WayOut } from "../frame/page-problem.tsx";
import { Problem } from "../../ui/marks/problem.tsx";
import { isLoading } from "../status/load-progress.tsx";
import { LoadingItem } from "../frame/item-head.tsx";
import { AssetView } from "./asset-view.tsx";

/** Reads "/assets/solana:So111…", or a bare mint. */
function mintOfPath(pathname: string): string | undefined {
  const id = idOfPath(pathname);
  return mintOfAssetId(id) ?? (isMintAddress(id) ? id : undefined);
}

export function AssetPage(): ReactNode {
  const mint = mintOfPath(usePathname());
  const search = useSearch();
  const [{ size, basis }] = useViewState();
  const one = useAsset(mint);
  const wish = readAssetWish(search);
  const assets = useAssets(wish.query, one.asset);
  const { all, result, catalogue } = assets;
  const facts = all.find((candidate) => candidate.mint === mint);
  const list = selectAssets(all, wish, { size, basis }).items;
  const loading = one.loading || catalogue.loading || isLoading(result);
  const failed = result.phase === "failed" || one.error !== undefined;
  usePageTitle(facts?.symbol ?? (mint !== undefined && (loading || failed) ? "Asset" : "Asset not found"));
  if (facts !== undefined) return <AssetView key={facts.mint} facts={facts} list={list} {...assets} />;
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
      actions={<WayOut href={assetsHref(search)} label="Show all assets" />}
    />
  );
}
