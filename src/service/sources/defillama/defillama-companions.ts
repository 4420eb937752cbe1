// DefiLlama has tokens but no positions.
import { assetIdOf, mintOfAssetId, type Asset } from "../../../contract/assets/asset.ts";
import { listedTypes } from "../../../contract/markets-page.ts";
import { defaultAssets } from "../../../contract/assets/assets-request.ts";
import { findAssets } from "../asset-search.ts";
import { tokenOfMint } from "../demo/tokens.ts";
import { SourceError, type Companions } from "../market-source.ts";
import type { Call, SourceResponse } from "../source-response.ts";
import { responseOf, type DefillamaListing, type Snapshot } from "./listing.ts";

async function unpublished(): Promise<never> {
  throw new SourceError(
    "not-found",
    "DefiLlama publishes no positions. Use a source that does, such as the demo.",
  );
}

export function createDefillamaCompanions(listing: DefillamaListing): Companions {
  const fromList = async (
    call: Call,
    key: readonly unknown[],
    write: (snapshot: Snapshot) => unknown,
  ): Promise<SourceResponse> => {
    const listed = await listing.read(call);
    return responseOf(listed, key, () => write(listed.snapshot));
  };

  return {
    positions: unpublished,
    positionHistory: unpublished,
    pnl: unpublished,
    marketsByType: (call) =>
      fromList(call, ["by type"], ({ markets }) =>
        Object.fromEntries(listedTypes.map((name) => [name, markets.filter(({ type }) => type === name)])),
      ),
    async assets({ cursor = "0", limit = defaultAssets }, call) {
      if (!/^\d{1,6}$/.test(cursor))
        throw new SourceError(
          "cursor-refused",
          "cursor was not issued by this service. Leave it out to start again.",
        );
      const start = Number(cursor);
      return fromList(call, ["assets", start, limit], (snapshot) => {
        const assets = assetsOf(snapshot);
        const end = start + limit;
        return { assets: assets.slice(start, end), cursor: end < assets.length ? String(end) : null };
      });
    },
    search: ({ query, limit = defaultAssets }, call) =>
      fromList(call, ["search", query, limit], (snapshot) => ({
        assets: findAssets(assetsOf(snapshot), query, limit),
      })),
    async asset(id, call) {
      const listed = await listing.read(call);
      const asset = assetsOf(listed.snapshot).find((known) => known.id === id);
      if (asset === undefined) throw noSuchAsset();
      return responseOf(listed, ["asset", id], () => asset);
    },
    async assetHistory({ id }, call) {
      if (mintOfAssetId(id) === undefined) throw noSuchAsset();
      // DefiLlama has current prices only.
      return fromList(call, ["asset history", id], () => ({ id, history: [] }));
    },
  };
}

function assetsOf({ markets, coins }: Snapshot): readonly Asset[] {
  const assets = new Map<string, Asset>();
  for (const { token } of markets) {
    const mint = token?.address;
    if (typeof mint !== "string" || assets.has(mint)) continue;
    const known = tokenOfMint(mint);
    assets.set(mint, {
      id: assetIdOf(mint),
      address: mint,
      symbol: token?.symbol,
      name: known?.name,
      decimals: token?.decimals,
      icon: known?.icon ?? null,
      priceUsd: coins[mint]?.price,
    });
  }
  return [...assets.values()];
}

function noSuchAsset(): SourceError {
  return new SourceError(
    "not-found",
    "DefiLlama lists no market of this asset. GET /v0/assets lists all of them.",
  );
}
