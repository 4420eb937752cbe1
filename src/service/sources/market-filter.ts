import type { MarketsRequest } from "../../contract/markets-request.ts";

/** A missing list means no filter. */
export function createMarketFilter({ types, providers, assets }: MarketsRequest) {
  const wantedMints = assets && new Set(assets);
  return (type: string, provider: string, mints: readonly string[]): boolean =>
    types?.some((wanted) => wanted === type) !== false &&
    providers?.includes(provider) !== false &&
    (wantedMints === undefined || mints.some((mint) => wantedMints.has(mint)));
}
