import { useMemo, type ComponentProps, type ReactNode } from "react";
import { Link } from "wouter";
import { mayBeDeposit } from "../../../contract/market.ts";
import type { Usd } from "../../../contract/units.ts";
import { LeverageTable } from "../../calculators/loop/leverage-table.tsx";
import { useMarketRecords } from "../../queries/record.ts";
import { LeadAction } from "../../actions/action-buttons.tsx";
import { BorrowPanel } from "../../calculators/borrow-panel.tsx";
import { takesLoans } from "../../calculators/loan-inputs.ts";
import { BreakEven } from "../../calculators/break-even.tsx";
import { LoopCalculator } from "../../calculators/loop/loop-calculator.tsx";
import { MySize } from "../../calculators/my-size.tsx";
import { PerpetualCalculator } from "../../calculators/perpetual-calculator.tsx";
import { PredictionCalculator } from "../../calculators/prediction-calculator.tsx";
import { MarketHistory, BorrowHistory } from "../../history/market-history.tsx";
import { hasRateHistory } from "../../history/use-history-entries.ts";
import { historyRangeIds } from "../../charts/chart-range.ts";
import { useDashboardConfig } from "../../queries/configuration.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import type { MarketsResult } from "../../queries/markets/use-markets.ts";
import { outcomesOf } from "../../select/group-events.ts";
import type { Selection } from "../../select/select.ts";
import { assess } from "../../../domain/market/assess/assess.ts";
import { blockedBy } from "../../../domain/market/assess/room.ts";
import { findAssessment, type AssessContext } from "../../../domain/market/assess/assessment.ts";
import { sentence } from "../../../domain/market/assess/words.ts";
import { formatUsd } from "../../../domain/format/number.ts";
import { useIsPhone } from "../../ui/page/media-query.ts";
import { hrefTo, useSearch } from "../../view-state/address.ts";
import { useChoice } from "../../view-state/use-choice.ts";
import { setViewState, useViewState } from "../../view-state/use-view-state.ts";
import { ListProblem } from "../status/list-problem.tsx";
import { RecordedPanel } from "./record/recorded-panel.tsx";
import { MarketDetails } from "./market-details.tsx";
import { useMarketFigures } from "./use-market-figures.ts";
import { hasPanelAction, MarketHead } from "./market-head.tsx";
import { MarketTiles } from "./market-tiles.tsx";
import { Outcomes } from "./outcomes.tsx";
import { WhatBacksIt } from "./what-backs-it.tsx";
import { Problem } from "../../ui/marks/problem.tsx";

const onSize = (size: Usd | undefined): void =>
  setViewState({ size, collateralAmount: undefined }, "replace");

export function MarketView({
  row,
  result,
  list,
}: {
  readonly row: MarketRow;
  readonly result: MarketsResult;
  /** Undefined for a market that is not in the list of the URL. */
  readonly list: Selection | undefined;
}): ReactNode {
  const state = useViewState();
  const { record } = useDashboardConfig();
  const search = useSearch();
  // Replaces the history entry, so that Back leads to the list.
  const [range, onRange] = useChoice("range", historyRangeIds, "180d", "replace");
  const { size } = state;
  const figures = useMarketFigures(row, result, state, list !== undefined);
  const { borrows, loop, loan, benchmark, past, context, lenders } = figures;
  // On a phone, the earnings at the user's size come first.
  const sizeFirst = useIsPhone() && !borrows && mayBeDeposit(row.kind);
  const outcomes = useMemo(() => outcomesOf(row, result.rows), [row, result.rows]);
  const action = hasPanelAction(row) ? (
    <PanelAction row={row} context={context} size={borrows ? loan.debtUsd : size} />
  ) : undefined;
  const loanPanel =
    (borrows || takesLoans(row)) && figures.hasLenders ? (
      <BorrowPanel basis={state.basis} loan={loan} {...(borrows ? { onLoan: onSize, action } : {})} />
    ) : null;
  const backing =
    (row.kind === "lending" || row.kind === "yield") && !figures.awaitsLenders ? (
      <WhatBacksIt row={row} rows={lenders} days={past.days} />
    ) : null;
  const rates = borrows ? (
    <BorrowHistory row={row} range={range} onRange={onRange} />
  ) : hasRateHistory(row) ? (
    <MarketHistory row={row} range={range} onRange={onRange} benchmark={benchmark} />
  ) : outcomes.length > 1 ? (
    <Outcomes row={row} outcomes={outcomes} />
  ) : (
    <p className="text-text2">No rate history: {row.kind}s pay no rate.</p>
  );
  const calculators =
    row.kind === "perpetual" ? (
      <PerpetualCalculator row={row} size={size} onSize={onSize} />
    ) : row.kind === "prediction" ? (
      <PredictionCalculator row={row} />
    ) : (
      <>
        {row.kind === "loop" ? (
          <LoopCalculator row={row} size={size} onSize={onSize} action={action} inputs={loop} />
        ) : sizeFirst ? null : (
          <MySize row={row} size={size} onSize={onSize} context={context} action={action} />
        )}
        <BreakEven row={row} rows={figures.rows} size={size} basis={state.basis} prices={context.prices} />
      </>
    );
  return (
    <>
      <Problem
        size="line"
        className="px-4 pt-2 md:px-6"
        title="The lending markets could not be loaded"
        error={figures.legsError}
      />
      <div className="px-4 pt-2 pb-6 max-md:pb-24 md:px-6">
        <MarketHead row={row} context={context} list={list} isPartial={result.loading} />
        {sizeFirst ? (
          <div className="mt-4">
            <MySize row={row} size={size} onSize={onSize} context={context} folded />
          </div>
        ) : null}
        <MarketTiles
          {...context}
          row={row}
          loop={loop}
          loan={borrows ? loan : undefined}
          low90d={past.low90d}
        />
        {/* Borrowers do not need the earnings of a deposit. */}
        <div
          className={`mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-4 ${borrows ? "xl:grid-cols-2 xl:grid-rows-[auto_1fr]" : "lg:grid-cols-[minmax(0,1fr)_368px] lg:grid-rows-[auto_1fr]"}`}
        >
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {borrows ? figures.awaitsLenders ? <LoansAwaited /> : loanPanel : rates}
          </div>
          <div
            className={`grid grid-cols-[minmax(0,1fr)] gap-4 ${borrows ? "xl:row-span-2" : "lg:row-span-2"}`}
          >
            {borrows ? (
              <>
                {rates}
                {backing}
              </>
            ) : figures.awaitsLoopLegs ? (
              <LoansAwaited />
            ) : (
              calculators
            )}
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {borrows ? null : backing}
            {borrows ? null : loanPanel}
            {row.kind === "loop" ? <LoopLeverages size={size} inputs={loop} /> : null}
            {record !== undefined ? (
              <RecordedPanel row={row} range={range} />
            ) : hasRateHistory(row) ? (
              <p className="text-small text-text2">
                This service doesn't record borrow rates and rewards.{" "}
                <Link href={hrefTo("/changes", search)} className="rounded-item text-accent underline">
                  How to record
                </Link>
              </p>
            ) : null}
            <MarketDetails row={row} context={context} findings={past.findings} />
          </div>
        </div>
      </div>
      <ListProblem result={result} className="max-md:bottom-[61px]" />
    </>
  );
}

function PanelAction({
  row,
  context,
  size,
}: {
  readonly row: MarketRow;
  readonly context: AssessContext;
  readonly size: Usd | undefined;
}): ReactNode {
  const hasBar = useIsPhone();
  const blocked = blockedBy(row, context);
  if (blocked === undefined)
    return hasBar ? null : (
      <LeadAction
        row={row}
        wanted={context.side}
        of={size === undefined ? undefined : formatUsd(size, "short").text}
        missing={
          <p className="text-text2">
            {row.websiteUrl === undefined
              ? `${row.providerName} offers no ${context.side} for this market now.`
              : `There is no direct link to ${context.side}. Open ${row.providerName} to ${context.side}.`}
          </p>
        }
      />
    );
  const reason = findAssessment(assess(row, context), blocked);
  return (
    <p className="text-text2">{reason === undefined ? null : sentence(reason)} The link is under More.</p>
  );
}

/** Reserves the height of the content that follows once lending markets have loaded. */
function LoansAwaited(): ReactNode {
  return (
    <p className="flex min-h-[428px] items-center justify-center rounded-panel border border-line2 bg-surface text-text3 max-md:min-h-[560px]">
      Loading lending markets…
    </p>
  );
}

function LoopLeverages(
  props: Omit<ComponentProps<typeof LeverageTable>, "hasRecord" | "recorded">,
): ReactNode {
  const hasRecord = useDashboardConfig().record !== undefined;
  const debt = props.inputs.ownLegs[1]?.id;
  const { body } = useMarketRecords(debt === undefined ? [] : [debt]);
  return <LeverageTable {...props} hasRecord={hasRecord} recorded={body?.get(debt ?? "")?.recorded} />;
}
