import type { MarketRow } from "../../domain/market/market-row.ts";
import { marketName } from "../../domain/market/market-text.ts";
import { chooseBenchmark } from "../../domain/view-state/views.ts";
import { useAnnounce } from "../ui/page/live-region.tsx";
import type { HistoryMode } from "./address.ts";
import { setViewState } from "./use-view-state.ts";

/** Compares all rates with a market, or with none, and announces it. */
export function useChooseBenchmark(how?: HistoryMode): (row: MarketRow | undefined) => void {
  const announce = useAnnounce();
  return (row) => {
    setViewState((state) => chooseBenchmark(state, row?.id), how);
    announce(row === undefined ? "No benchmark." : `Benchmark: ${marketName(row)}.`);
  };
}
