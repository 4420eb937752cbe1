// For the legs of loops, and the other markets of a loan.
import { allLoansRequest } from "../../data/markets/shared-requests.ts";
import { useMarkets, type MarketsResult } from "./use-markets.ts";

type LendingMarkets = Pick<MarketsResult, "rows" | "phase" | "error">;

const none: LendingMarkets = { rows: [], phase: "loading", error: undefined };

export function useLendingMarkets(wanted: boolean): LendingMarkets {
  const markets = useMarkets(allLoansRequest, wanted);
  return wanted ? markets : none;
}
