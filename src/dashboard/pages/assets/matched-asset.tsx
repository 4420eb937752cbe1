import { lazy, useEffect, useState, type ReactNode } from "react";
import { LoadBoundary } from "../../ui/page/load-boundary.tsx";
import type { AssetSuggestionProps } from "./asset-suggestion.tsx";

// Beside the search chip, so that nothing moves.
const AssetSuggestion = lazy(async () => ({
  default: (await import("./asset-suggestion.tsx")).AssetSuggestion,
}));

const pauseMs = 300;

/** Searches after typing has paused: it needs the catalogue, and typing must not wait for it. */
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
