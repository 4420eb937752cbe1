import type { ReactNode } from "react";
import { lazyPart } from "../../ui/page/load-boundary.tsx";
import type { AssetSuggestionProps } from "./asset-suggestion.tsx";
import { useDebounced } from "./use-debounced.ts";

// Next to the search chip, so that nothing moves.
const AssetSuggestion = lazyPart(async () => (await import("./asset-suggestion.tsx")).AssetSuggestion, {
  failed: () => null,
});

/** Waits for a pause in typing, because it fetches the catalogue. */
export function MatchedAsset({ query, rows }: AssetSuggestionProps): ReactNode {
  const settled = useDebounced(query);
  return settled === "" || query === "" ? null : <AssetSuggestion query={settled} rows={rows} />;
}
