// Hands the walk of the page that is shown to the header, which tells on every page how the data is.
import { createContext, useContext, useEffect, useState, type ReactNode } from "react";
import type { MarketsResult } from "../../queries/markets/use-markets.ts";

const WalkContext = createContext<MarketsResult | undefined>(undefined);
const PublishContext = createContext<(walk: MarketsResult | undefined) => void>(() => undefined);

export function PublishedWalkProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [walk, setWalk] = useState<MarketsResult | undefined>(undefined);
  return (
    <PublishContext value={setWalk}>
      <WalkContext value={walk}>{children}</WalkContext>
    </PublishContext>
  );
}

/** Called by each page that loads markets. While no page does, the header says nothing about data. */
export function usePublishWalk(walk: MarketsResult): void {
  const publish = useContext(PublishContext);
  useEffect(() => publish(walk), [publish, walk]);
  useEffect(() => () => publish(undefined), [publish]);
}

export function usePublishedWalk(): MarketsResult | undefined {
  return useContext(WalkContext);
}
