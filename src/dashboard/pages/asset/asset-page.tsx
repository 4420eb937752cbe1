// One token: what it costs, who says so, and where it earns, is borrowed and loops.
import { useMemo, type ReactNode } from "react";
import { Link } from "wouter";
import { usePathname } from "wouter/use-browser-location";
import { mintOfAssetId } from "../../../contract/assets/asset.ts";
import { isMintAddress } from "../../../contract/markets-request.ts";
import { decodeOnce } from "../../../contract/query-text.ts";
import { useAsset } from "../../queries/assets.ts";
import { selectAssets } from "../../select/assets/asset-list.ts";
import { linkButtonClass } from "../../ui/fields/button.tsx";
import { useSearch } from "../../view-state/address.ts";
import { useViewState } from "../../view-state/use-view-state.ts";
import { assetsHref, readAssetWish } from "../assets/assets-address.ts";
import { useAssets } from "../assets/use-assets.ts";
import { PageHeading, usePageTitle } from "../frame/page-heading.tsx";
import { FailureScreen } from "../status/failure-screen.tsx";
import { isLoading } from "../status/load-progress.tsx";
import { AssetView } from "./asset-view.tsx";

/** The mint in a path such as "/assets/solana:So111…"; a bare mint is one too. */
function mintOfPath(pathname: string): string | undefined {
  const text = /^\/assets\/([^/]*)/.exec(pathname)?.[1] ?? "";
  const id = decodeOnce(text) ?? text;
  return mintOfAssetId(id) ?? (isMintAddress(id) ? id : undefined);
}

export function AssetPage(): ReactNode {
  const mint = mintOfPath(usePathname());
  const search = useSearch();
  const [{ size, basis }] = useViewState();
  const one = useAsset(mint);
  const wish = useMemo(() => readAssetWish(search), [search]);
  const { all, result, catalogue } = useAssets(wish.query, one.asset);
  const facts = all.find((candidate) => candidate.mint === mint);
  const list = useMemo(() => selectAssets(all, wish, { size, basis }).items, [all, wish, size, basis]);
  const loading = one.loading || catalogue.loading || isLoading(result);
  const failed = result.phase === "failed" || one.error !== undefined;
  usePageTitle(facts?.symbol ?? (mint !== undefined && (loading || failed) ? "Asset" : "Asset not found"));
  if (facts !== undefined)
    return (
      <AssetView key={facts.mint} facts={facts} list={list} all={all} result={result} catalogue={catalogue} />
    );
  if (mint !== undefined && loading) return <AssetLoading search={search} />;
  if (mint !== undefined && failed)
    return (
      <FailureScreen
        attempt={{
          ...result,
          error: result.error ?? one.error,
          retry: () => {
            result.retry();
            one.retry();
          },
        }}
        what="The asset"
      />
    );
  return <AssetAbsent search={search} />;
}

function AssetLoading({ search }: { readonly search: string }): ReactNode {
  return (
    <div className="px-4 py-4 md:px-6" aria-busy="true">
      <nav aria-label="Breadcrumb">
        <Link href={assetsHref(search)} className="font-medium text-accent hover:underline">
          Assets
        </Link>
      </nav>
      <h1 className="mt-4 text-title font-semibold">Looking for the asset</h1>
      <div aria-hidden="true" className="mt-6 grid gap-4 opacity-60">
        <div className="h-20 rounded-panel bg-track" />
        <div className="h-80 rounded-panel bg-track opacity-60" />
      </div>
    </div>
  );
}

function AssetAbsent({ search }: { readonly search: string }): ReactNode {
  return (
    <div className="mx-auto w-full max-w-xl px-6 py-16">
      <PageHeading page="absent asset">There is no such asset</PageHeading>
      <p className="mt-2 text-text2">
        Neither the catalogue of tokens nor a market knows it. An asset&apos;s address is its mint, or
        “solana:” and its mint; the link may be cut short.
      </p>
      <p className="mt-5">
        <Link href={assetsHref(search)} className={linkButtonClass("primary", "large")}>
          Show all assets
        </Link>
      </p>
    </div>
  );
}
