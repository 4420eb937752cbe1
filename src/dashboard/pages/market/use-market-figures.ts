// A market with everything that its page needs to judge it.
import { useMemo } from "react";
import { useLoanInputs, type LoanState } from "../../calculators/loan-inputs.ts";
import { useLoopInputs } from "../../calculators/loop/loop-inputs.ts";
import type { AssessContext } from "../../../domain/market/assess/assessment.ts";
import type { SelectContext } from "../../../domain/market/column.ts";
import { peerPrices } from "../../../domain/market/assess/checks.ts";
import { loopCapacities } from "../../../domain/market/loops/loop-capacity.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { lacksAverage } from "../../../domain/market/row-values.ts";
import type { ViewState } from "../../../domain/view-state/view-state.ts";
import { useMarketHistoryFindings } from "../../history/history-findings.ts";
import { hasRateHistory } from "../../history/use-history-entries.ts";
import { useLendingMarkets, type MarketsResult } from "../../queries/markets/use-markets.ts";
import { useRecordFigures } from "../../queries/record-summary.ts";
import { useOwnValues } from "../../view-state/use-own-values.ts";
import { setViewState } from "../../view-state/use-view-state.ts";
import { loanParameters, loopParameters } from "./calculator-parameters.ts";

// Replaces the history entry, so that Back leads to the list.
const keepLoan = (change: Partial<LoanState>): void => setViewState(change, "replace");

/** `isListed`: the market is in the list of the URL, which has the context `list`. */
export function useMarketFigures(
  row: MarketRow,
  result: MarketsResult,
  state: ViewState,
  isListed: boolean,
  list: SelectContext,
) {
  const { size, view } = state;
  const ofOneToken = state.assets.length > 0;
  // A list of one token contains only one leg of its loops and one side of its loans.
  const needsLegs =
    row.kind === "loop" && (ofOneToken || !result.rows.some(({ kind }) => kind === "lending"));
  const needsPlace = row.kind === "lending" && (ofOneToken || !isListed);
  const legs = useLendingMarkets((needsLegs || needsPlace) && result.phase === "complete");
  const borrows = view === "borrow" && row.kind === "lending" && row.borrowApy !== undefined;
  // With the legs of loops, also if the list does not contain them.
  const rows = useMemo(
    () =>
      needsLegs && legs.rows.length > 0
        ? [...result.rows.filter(({ kind }) => kind !== "lending"), ...legs.rows]
        : result.rows,
    [result.rows, needsLegs, legs.rows],
  );
  const loop = useLoopInputs(row, rows, ...useOwnValues(loopParameters));
  const leverage = loop.leverageFrom === "assumed" ? undefined : loop.leverage;
  const loops = useMemo(() => loopCapacities([row], rows, undefined, leverage), [row, rows, leverage]);
  const { name, rate } = (list.benchmark?.id === row.id ? undefined : list.benchmark) ?? {};
  const benchmark = name !== undefined && rate !== undefined ? { name, rate } : undefined;
  const past = useMarketHistoryFindings(row, benchmark?.rate);
  const awaitsLegs =
    legs.rows.length === 0 && legs.error === undefined && (result.phase === "complete" || result.loading);
  const awaitsLoopLegs = needsLegs && awaitsLegs;
  const { body: record } = useRecordFigures(hasRateHistory(row) && lacksAverage(row));
  const prices = useMemo(() => peerPrices(result.peers), [result.peers]);
  const lenders = needsPlace ? legs.rows : result.rows;
  const [ownLoan, keepOwnLoan] = useOwnValues(loanParameters);
  const loan = useLoanInputs(
    row,
    lenders,
    borrows,
    borrows ? state : { ...ownLoan, deposit: size },
    borrows ? keepLoan : keepOwnLoan,
  );
  const context: AssessContext = {
    // The loan on the page may follow from an entered collateral.
    size: borrows ? (loan.isExample ? undefined : loan.debtUsd) : size,
    basis: state.basis,
    side: borrows ? "borrow" : "deposit",
    prices,
    loops,
    loans: list.loans,
    record,
    loading: awaitsLoopLegs,
    leverage,
  };
  return {
    borrows,
    loop,
    loan,
    benchmark,
    past,
    context,
    /** The other markets of the same place. */
    lenders,
    hasLenders: !needsPlace || legs.rows.length > 0,
    awaitsLenders: needsPlace && awaitsLegs,
    awaitsLoopLegs,
    legsError: legs.error,
  };
}
