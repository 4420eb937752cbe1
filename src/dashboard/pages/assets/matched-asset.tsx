import { lazy, useEffect, useState, type ReactNode } from "react";
import { LoadBoundary } from "../../ui/page/load-boundary.tsx";
import type { AssetSuggestionProps } from "./asset-suggestion.tsx";

// Beside the search chip, so that nothing moves.
const AssetSuggestion = lazy(async () => ({
  default: (await import("./asset-suggestion.tsx")).AssetSuggestion,
}));

const pauseMs = 300;

/** Waits for a pause in typing, because it needs the catalogue. */
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
