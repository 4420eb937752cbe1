// What is typed into the search of the list, as the name of an asset.
import { useEffect, useState, type ReactNode } from "react";
import { lazyPart } from "../../ui/page/lazy-part.tsx";
import type { AssetLineProps } from "./asset-line.tsx";

// It stands beside the chip of what is typed, so that nothing moves for it.
const assetLine = lazyPart<AssetLineProps>(
  async () => (await import("./asset-line.tsx")).AssetLine,
  null,
  () => null,
);

const pauseMs = 300;

/** The line of the asset that is meant, once typing has paused: what finds it asks for the catalogue, and no letter waits for it. */
export function SoughtAsset({ query, rows }: AssetLineProps): ReactNode {
  const [sought, setSought] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSought(query), pauseMs);
    return () => clearTimeout(timer);
  }, [query]);
  return sought === "" || query === "" ? null : <assetLine.Part query={sought} rows={rows} />;
}
