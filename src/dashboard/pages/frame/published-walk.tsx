// Hands the walk of the page that is shown to the header, which tells on every page how the data is.
import { createContext, useContext, useEffect, useState, type ReactNode } from "react";
import type { MarketsWalk } from "../../data/markets/markets-walk.ts";

const WalkContext = createContext<MarketsWalk | undefined>(undefined);
const PublishContext = createContext<(walk: MarketsWalk | undefined) => void>(() => undefined);

export function PublishedWalkProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [walk, setWalk] = useState<MarketsWalk | undefined>(undefined);
  return (
    <PublishContext value={setWalk}>
      <WalkContext value={walk}>{children}</WalkContext>
    </PublishContext>
  );
}

/** Called by each page that loads markets. While no page does, the header says nothing about data. */
export function usePublishWalk(walk: MarketsWalk): void {
  const publish = useContext(PublishContext);
  useEffect(() => publish(walk), [publish, walk]);
  useEffect(() => () => publish(undefined), [publish]);
}

export function usePublishedWalk(): MarketsWalk | undefined {
  return useContext(WalkContext);
}
