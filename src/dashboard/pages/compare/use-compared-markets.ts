// The compared markets, with the data needed to judge their figures.
import { useMemo } from "react";
import { toMarketsRequest } from "../../../domain/view-state/markets-request-of-view.ts";
import { peerPrices } from "../../../domain/market/assess/checks.ts";
import { givesLoans, lacksAverage } from "../../../domain/market/row-values.ts";
import { loansAgainst } from "../../../domain/market/loan-terms.ts";
import { loopCapacities } from "../../../domain/market/loops/loop-capacity.ts";
import { impliedOwnYields, noOwnYields, ownYieldOf } from "../../../domain/market/loops/own-yield.ts";
import { allLoopsRequest } from "../../data/markets/shared-requests.ts";
import { useDashboardConfig } from "../../queries/configuration.ts";
import { useFindMarkets } from "../../queries/markets/find-markets.ts";
import { useLendingMarkets, useMarkets, type MarketsResult } from "../../queries/markets/use-markets.ts";
import { useRecordFigures } from "../../queries/record-summary.ts";
import { useViewState } from "../../view-state/use-view-state.ts";

export function useComparedMarkets(ids: readonly string[]) {
  const state = useViewState();
  const { rows: found, phase, result } = useFindMarkets(ids, toMarketsRequest(state));
  const rows = useMemo(() => ids.flatMap((id) => found.get(id) ?? []), [ids, found]);
  const missing = phase === "partly" ? ids.filter((id) => !found.has(id)) : [];
  // In the Borrow view loans are compared, if each market offers one.
  const borrows = state.view === "borrow" && rows.every(givesLoans);
  // Rates of tokens that earn by being held are not comparable. Loops imply how much they earn.
  const holdMints = new Set(rows.map((row) => ownYieldOf(row, noOwnYields)?.mint));
  const needsLoops = !borrows && holdMints.size > 1 && !state.types.includes("loop");
  const allLoops = useMarkets(allLoopsRequest, needsLoops);
  // A list of loops, or of predictions, which are searched last, does not contain the legs of loops, and a list of one
  // token neither both legs nor a loan's collateral.
  const needsLegs =
    (needsLoops || borrows || rows.some(({ kind }) => kind === "loop")) &&
    (!result.rows.some(({ kind }) => kind === "lending") ||
      state.assets.length > 0 ||
      state.providers.length > 0);
  const legs = useLendingMarkets(needsLegs);
  const around = legs.rows.length > 0 ? legs.rows : result.rows;
  const loops = useMemo(() => loopCapacities(rows, around), [rows, around]);
  const ownYields = useMemo(
    () => impliedOwnYields([...rows, ...result.rows, ...(needsLoops ? allLoops.rows : [])], around),
    [rows, result.rows, needsLoops, allLoops.rows, around],
  );
  const awaited =
    phase !== "failed" && ((needsLegs && isStillLoading(legs)) || (needsLoops && isStillLoading(allLoops)));
  const usesRecord = useDashboardConfig().record !== undefined && rows.some(lacksAverage);
  const record = useRecordFigures(usesRecord);
  const { size, basis, collateral, loanShare } = state;
  const loans = useMemo(
    () => (borrows ? loansAgainst(collateral, around, undefined, loanShare) : undefined),
    [borrows, collateral, around, loanShare],
  );
  const prices = useMemo(() => peerPrices(result.peers), [result.peers]);
  const context = {
    size,
    basis,
    benchmark: undefined,
    loops,
    loans,
    prices,
    ownYields,
    side: borrows ? ("borrow" as const) : ("deposit" as const),
    record: record.body,
  };
  return {
    rows,
    missing,
    result,
    failed: phase === "failed",
    looking: phase === "loading" || awaited,
    context,
    record: usesRecord ? record : undefined,
  };
}

function isStillLoading({ phase, error }: Pick<MarketsResult, "phase" | "error">): boolean {
  return phase !== "complete" && error === undefined;
}
