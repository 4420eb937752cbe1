import { useMemo, type ComponentProps, type ReactNode } from "react";
import { Link } from "wouter";
import { mayBeDeposit } from "../../../contract/market.ts";
import type { Usd } from "../../../contract/units.ts";
import { LeverageTable } from "../../calculators/loop/leverage-table.tsx";
import { useMarketRecords } from "../../queries/record.ts";
import { LeadAction } from "../../actions/action-buttons.tsx";
import { BorrowPanel } from "../../calculators/borrow-panel.tsx";
import { takesLoans } from "../../calculators/loan-inputs.ts";
import { LoopCalculator } from "../../calculators/loop/loop-calculator.tsx";
import { MySize } from "../../calculators/my-size.tsx";
import { PerpetualCalculator } from "../../calculators/perpetual-calculator.tsx";
import { PredictionCalculator } from "../../calculators/prediction-calculator.tsx";
import { MarketHistory, BorrowHistory } from "../../history/market-history.tsx";
import { hasRateHistory } from "../../history/use-history-entries.ts";
import { historyRangeIds, type HistoryRangeId } from "../../charts/chart-range.ts";
import { useDashboardConfig } from "../../queries/configuration.ts";
import type { SelectContext } from "../../../domain/market/column.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import type { MarketsResult } from "../../queries/markets/use-markets.ts";
import { outcomesOf } from "../../select/group-events.ts";
import type { Selection } from "../../select/select.ts";
import { assess } from "../../../domain/market/assess/assess.ts";
import { trades } from "../../../domain/market/assess/checks.ts";
import { blockedBy } from "../../../domain/market/assess/capacity.ts";
import { findAssessment, type AssessContext } from "../../../domain/market/assess/assessment.ts";
import { sentence } from "../../../domain/market/assess/words.ts";
import { formatUsd } from "../../../domain/format/number.ts";
import { useIsPhone } from "../../ui/page/media-query.ts";
import { hrefTo, useSearch } from "../../view-state/address.ts";
import { useChoice } from "../../view-state/use-choice.ts";
import type { ViewState } from "../../../domain/view-state/view-state.ts";
import { setViewState, useViewState } from "../../view-state/use-view-state.ts";
import { ListProblem } from "../status/list-problem.tsx";
import { RecordedPanel } from "./record/recorded-panel.tsx";
import { MarketDetails } from "./market-details.tsx";
import { useMarketFigures } from "./use-market-figures.ts";
import { hasPanelAction, MarketHead } from "./market-head.tsx";
import { MarketTiles } from "./market-tiles.tsx";
import { Outcomes } from "./outcomes.tsx";
import { Switching } from "./switching.tsx";
import { WhatBacksIt } from "./what-backs-it.tsx";
import { Problem } from "../../ui/marks/problem.tsx";

const onSize = (size: Usd | undefined): void =>
  setViewState({ size, collateralAmount: undefined }, "replace");

interface MarketViewProps {
  readonly row: MarketRow;
  readonly result: MarketsResult;
  /** Undefined for a market that is not in the list of the URL. */
  readonly list: Selection | undefined;
  readonly listContext: SelectContext;
}

interface PartProps {
  readonly row: MarketRow;
  readonly rows: MarketsResult["rows"];
  readonly state: ViewState;
  readonly figures: ReturnType<typeof useMarketFigures>;
  /** On a phone, the earnings at the user's size come first. */
  readonly sizeFirst: boolean;
  readonly range: HistoryRangeId;
  readonly onRange: (range: HistoryRangeId) => void;
}

export function MarketView({ row, result, list, listContext }: MarketViewProps): ReactNode {
  const state = useViewState();
  // Replaces the history entry, so that Back leads to the list.
  const [range, onRange] = useChoice("range", historyRangeIds, "180d", "replace");
  const figures = useMarketFigures(row, result, state, list !== undefined, listContext);
  const { borrows, loop, loan, past, context } = figures;
  const sizeFirst = useIsPhone() && !borrows && mayBeDeposit(row.kind);
  const part = { row, rows: result.rows, state, figures, sizeFirst, range, onRange };
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
            <MySize row={row} size={state.size} onSize={onSize} context={context} collapsed />
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
            {!borrows ? <Rates {...part} /> : figures.awaitsLenders ? <LoansAwaited /> : <Loan {...part} />}
          </div>
          <div
            className={`grid grid-cols-[minmax(0,1fr)] gap-4 ${borrows ? "xl:row-span-2" : "lg:row-span-2"}`}
          >
            {borrows ? (
              <>
                <Rates {...part} />
                <Backing {...part} />
              </>
            ) : figures.awaitsLoopLegs ? (
              <LoansAwaited />
            ) : (
              <Calculators {...part} />
            )}
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {borrows ? null : <Backing {...part} />}
            {borrows ? null : <Loan {...part} />}
            {row.kind === "loop" ? <LoopLeverages size={state.size} inputs={loop} /> : null}
            <Recorded row={row} side={context.side} range={range} />
            <MarketDetails row={row} context={context} findings={past.findings} />
          </div>
        </div>
      </div>
      <ListProblem result={result} className="max-md:bottom-[61px]" />
    </>
  );
}

function Rates({ row, rows, figures, range, onRange }: PartProps): ReactNode {
  const outcomes = useMemo(() => outcomesOf(row, rows), [row, rows]);
  if (figures.borrows) return <BorrowHistory row={row} range={range} onRange={onRange} />;
  if (hasRateHistory(row))
    return <MarketHistory row={row} range={range} onRange={onRange} benchmark={figures.benchmark} />;
  if (outcomes.length > 1) return <Outcomes row={row} outcomes={outcomes} />;
  const why = row.kind === "perpetual" ? "no funding rate published" : `${row.kind}s pay no rate`;
  return <p className="text-text2">No rate history: {why}.</p>;
}

function Loan({ row, state, figures }: PartProps): ReactNode {
  const { borrows, hasLenders, loan } = figures;
  if (!hasLenders || !(borrows || takesLoans(row))) return null;
  const action = hasPanelAction(row) ? (
    <PanelAction row={row} context={figures.context} size={loan.isExample ? undefined : loan.debtUsd} />
  ) : undefined;
  return <BorrowPanel basis={state.basis} loan={loan} {...(borrows ? { action } : {})} />;
}

function Backing({ row, figures: { awaitsLenders, lenders, past } }: PartProps): ReactNode {
  if (awaitsLenders || (row.kind !== "lending" && row.kind !== "yield")) return null;
  return <WhatBacksIt row={row} rows={lenders} days={past.days} />;
}

function Calculators({ row, state: { size, basis }, figures, sizeFirst }: PartProps): ReactNode {
  const { context } = figures;
  if (row.kind === "perpetual") return <PerpetualCalculator row={row} size={size} onSize={onSize} />;
  if (row.kind === "prediction") return <PredictionCalculator row={row} />;
  const action = hasPanelAction(row) ? <PanelAction row={row} context={context} size={size} /> : undefined;
  return (
    <>
      {row.kind === "loop" ? (
        <LoopCalculator row={row} size={size} onSize={onSize} action={action} inputs={figures.loop} />
      ) : sizeFirst ? null : (
        <MySize row={row} size={size} onSize={onSize} context={context} action={action} />
      )}
      <Switching row={row} size={size} basis={basis} />
    </>
  );
}

function Recorded({
  row,
  side,
  range,
}: Pick<PartProps, "row" | "range"> & Pick<AssessContext, "side">): ReactNode {
  const { record } = useDashboardConfig();
  const search = useSearch();
  // The recorder reads open predictions only and would call a closed one "gone".
  if (row.kind === "prediction" && !trades(row)) return null;
  if (record !== undefined) return <RecordedPanel row={row} side={side} range={range} />;
  if (!hasRateHistory(row)) return null;
  return (
    <p className="text-small text-text2">
      This service doesn't record borrow rates and rewards.{" "}
      <Link href={hrefTo("/changes", search)} className="rounded-item text-accent underline">
        How to record
      </Link>
    </p>
  );
}

interface PanelActionProps {
  readonly row: MarketRow;
  readonly context: AssessContext;
  readonly size: Usd | undefined;
}

function PanelAction({ row, context, size }: PanelActionProps): ReactNode {
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
              ? `${row.providerName} publishes no link to ${context.side} here.`
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
