// The benchmark's market. Filters often hide it: SOL is compared with stablecoins. It is then found among all rates, which are
// often in the cache already.
import { useMemo } from "react";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { everyRate } from "../../data/markets/whole-lists.ts";
import { useMarkets } from "../../queries/markets/use-markets.ts";
import { isLoading } from "../status/load-progress.tsx";

interface Benchmark {
  readonly row: MarketRow | undefined;
  readonly looking: boolean;
}

/** @param id of a benchmark that the list does not hold; undefined loads nothing */
export function useBenchmark(id: string | undefined): Benchmark {
  const markets = useMarkets(everyRate, id !== undefined);
  const row = useMemo(
    () => (id === undefined ? undefined : markets.rows.find((candidate) => candidate.id === id)),
    [markets.rows, id],
  );
  return { row, looking: id !== undefined && row === undefined && isLoading(markets) };
}
