// What is typed into the search of the list, as the name of an asset.
import { lazy, useEffect, useState, type ReactNode } from "react";
import { LoadBoundary } from "../../ui/page/load-boundary.tsx";
import type { AssetSuggestionProps } from "./asset-suggestion.tsx";

// It stands beside the chip of what is typed, so that nothing moves for it.
const AssetSuggestion = lazy(async () => ({
  default: (await import("./asset-suggestion.tsx")).AssetSuggestion,
}));

const pauseMs = 300;

/** The line of the asset that is meant, once typing has paused: what finds it asks for the catalogue, and no letter waits for it. */
export function MatchedAsset({ query, rows }: AssetSuggestionProps): ReactNode {
  const [sought, setSought] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSought(query), pauseMs);
    return () => clearTimeout(timer);
  }, [query]);
  return (
    <LoadBoundary failed={() => null}>
      {sought === "" || query === "" ? null : <AssetSuggestion query={sought} rows={rows} />}
    </LoadBoundary>
  );
}
