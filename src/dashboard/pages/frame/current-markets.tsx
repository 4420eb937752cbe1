// Passes the markets of the current page to the header, which shows the state of the data.
import { createContext, useContext, useEffect, useState, type ReactNode } from "react";
import type { MarketsResult } from "../../queries/markets/use-markets.ts";

const CurrentMarketsContext = createContext<MarketsResult | undefined>(undefined);
const PublishContext = createContext<(result: MarketsResult | undefined) => void>(() => undefined);

export function CurrentMarketsProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [result, setMarkets] = useState<MarketsResult | undefined>(undefined);
  return (
    <PublishContext value={setMarkets}>
      <CurrentMarketsContext value={result}>{children}</CurrentMarketsContext>
    </PublishContext>
  );
}

/** For pages that load markets. Without one the header says nothing about data. */
export function usePublishMarkets(result: MarketsResult): void {
  const publish = useContext(PublishContext);
  useEffect(() => publish(result), [publish, result]);
  useEffect(() => () => publish(undefined), [publish]);
}

export function useCurrentMarkets(): MarketsResult | undefined {
  return useContext(CurrentMarketsContext);
}
