// The benchmark is usually not among what a filter leaves: SOL is measured against dollars. When the list does not hold its
// market, the unfiltered list of all rates is asked, which is often in the cache already. Draws nothing.
import { useEffect, useMemo, type ReactNode } from "react";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { useMarkets } from "../../queries/markets/use-markets.ts";
import { everyRate } from "../../data/markets/whole-lists.ts";
import { isLoading } from "../status/load-progress.tsx";

export interface FoundBenchmark {
  readonly id: string;
  readonly row: MarketRow | undefined;
  /** Whether the market may still arrive. */
  readonly looking: boolean;
}

export function BenchmarkFinder({
  id,
  onFound,
}: {
  readonly id: string;
  readonly onFound: (found: FoundBenchmark | undefined) => void;
}): ReactNode {
  const walk = useMarkets(everyRate);
  const row = useMemo(() => walk.rows.find((candidate) => candidate.id === id), [walk.rows, id]);
  const looking = row === undefined && isLoading(walk);
  useEffect(() => onFound({ id, row, looking }), [id, row, looking, onFound]);
  // Once the list holds the market itself, what was found here would only grow old.
  useEffect(() => () => onFound(undefined), [onFound]);
  return null;
}
