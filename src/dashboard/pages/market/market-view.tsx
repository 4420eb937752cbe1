import { type ReactNode, useMemo } from "react";
import { Link } from "wouter";
import { mayBeDeposit } from "../../../contract/market.ts";
import { ratio, type Usd } from "../../../contract/units.ts";
import { LeverageTable } from "../../calculators/loop/leverage-table.tsx";
import { useMarketRecords } from "../../queries/record.ts";
import { LeadAction } from "../../actions/action-buttons.tsx";
import { BorrowPanel } from "../../calculators/borrow-panel.tsx";
import { takesLoans, useLoanInputs } from "../../calculators/loan-inputs.ts";
import { BreakEven } from "../../calculators/break-even.tsx";
import { LoopCalculator } from "../../calculators/loop/loop-calculator.tsx";
import { useLoopInputs, type LoopInputs } from "../../calculators/loop/loop-inputs.ts";
import { MySize } from "../../calculators/my-size.tsx";
import { PerpetualCalculator } from "../../calculators/perpetual-calculator.tsx";
import { PredictionCalculator } from "../../calculators/prediction-calculator.tsx";
import { BorrowHistory } from "../../history/borrow-history.tsx";
import { MarketHistory, type BenchmarkLine } from "../../history/market-history.tsx";
import { hasRateHistory } from "../../history/use-history-entries.ts";
import { historyRangeIds } from "../../charts/chart-range.ts";
import { useDashboardConfig } from "../../queries/configuration.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import type { MarketsResult } from "../../queries/markets/use-markets.ts";
import { useLendingMarkets } from "../../queries/markets/use-lending-markets.ts";
import { useStars } from "../../data/storage/stars.ts";
import type { createSelector } from "../../select/select.ts";
import { leadingRate, marketText } from "../../../domain/market/row-values.ts";
import type { ApyBasis } from "../../../domain/market/column.ts";
import { withLeverage } from "../../../domain/market/loops/leverage.ts";
import { loopRooms } from "../../../domain/market/loops/loop-rooms.ts";
import { assess } from "../../../domain/market/assess/assess.ts";
import { blockedBy } from "../../../domain/market/assess/room.ts";
import { findAssessment, type AssessContext } from "../../../domain/market/assess/assessment.ts";
import { verdict } from "../../../domain/market/assess/verdict.ts";
import { sentence } from "../../../domain/market/assess/words.ts";
import { peerPrices } from "../../../domain/market/assess/checks.ts";
import { formatUsd } from "../../../domain/format/number.ts";
import { useIsPhone } from "../../ui/page/media-query.ts";
import { hrefTo, useSearch } from "../../view-state/address.ts";
import { useChoice } from "../../view-state/use-choice.ts";
import { useViewState } from "../../view-state/use-view-state.ts";
import { ListProblem } from "../status/list-problem.tsx";
import { isLoading } from "../status/load-progress.tsx";
import { RecordedPanel } from "./record/recorded-panel.tsx";
import { MarketDetails } from "./market-details.tsx";
import { factGroups } from "./market-fields.ts";
import { hasPanelAction, MarketHead } from "./market-head.tsx";
import { useMarketHistoryFindings } from "../../history/history-findings.ts";
import { MarketTiles } from "./market-tiles.tsx";
import { WhatBacksIt } from "./what-backs-it.tsx";
import { Problem } from "../../ui/marks/problem.tsx";

export function MarketView({
  row,
  result,
  select,
}: {
  readonly row: MarketRow;
  readonly result: MarketsResult;
  readonly select: ReturnType<typeof createSelector> | undefined;
}): ReactNode {
  const [state, change] = useViewState();
  const { source, record } = useDashboardConfig();
  const { starred } = useStars();
  const search = useSearch();
  // Replaces the entry: Back leads to the list.
  const [range, onRange] = useChoice("range", historyRangeIds, "180d", "replace");
  const { size, view, collateral } = state;
  const ofOneToken = state.assets.length > 0;
  // A list of one token has one leg of its loops and one side of its loans.
  const needsLegs =
    row.kind === "loop" && (ofOneToken || !result.rows.some(({ kind }) => kind === "lending"));
  const needsPlace = row.kind === "lending" && (ofOneToken || select === undefined);
  const legs = useLendingMarkets((needsLegs || needsPlace) && result.phase === "complete");
  const listLoops = useMemo(
    () => loopRooms(result.rows, legs.rows.length > 0 ? legs.rows : result.rows),
    [result.rows, legs.rows],
  );
  const list = select?.(result.rows, state, { starred, peers: result.peers, loops: listLoops });
  const borrows = view === "borrow" && row.kind === "lending" && row.borrowApy !== undefined;
  const rows = useMemo(
    () =>
      needsLegs && legs.rows.length > 0
        ? [...result.rows.filter(({ kind }) => kind !== "lending"), ...legs.rows]
        : result.rows,
    [result.rows, needsLegs, legs.rows],
  );
  const loops = useMemo(() => loopRooms([row], rows), [row, rows]);
  const sourceLabel = source.kind === "demo" ? "Demo" : source.label;
  const groups = useMemo(() => factGroups(row, sourceLabel, loops), [row, sourceLabel, loops]);
  const loop = useLoopInputs(row, rows);
  const benchmark = useMemo(
    () => benchmarkLine(result.rows, state.benchmark, row.id, state.basis),
    [result.rows, state.benchmark, row.id, state.basis],
  );
  const past = useMarketHistoryFindings(row, benchmark?.rate);
  // A phone shows the earnings at my size first.
  const sizeFirst = useIsPhone() && !borrows && mayBeDeposit(row.kind);
  const onSize = (next: Usd | undefined): void => change({ size: next }, "replace");
  const awaitsLegs =
    legs.rows.length === 0 && legs.error === undefined && (result.phase === "complete" || isLoading(result));
  const arriving = needsLegs && awaitsLegs;
  const prices = useMemo(() => peerPrices(result.peers), [result.peers]);
  const context: AssessContext = {
    size,
    basis: state.basis,
    side: borrows ? "borrow" : "deposit",
    prices,
    loops,
    record: undefined,
    loading: arriving,
  };
  const lenders = needsPlace ? legs.rows : result.rows;
  const loan = useLoanInputs(row, lenders, { size, borrows, mint: collateral });
  const wanted = borrows ? "borrow" : "deposit";
  const action = hasPanelAction(row) ? (
    <PanelAction row={row} context={context} wanted={wanted} size={borrows ? loan.debtUsd : size} />
  ) : undefined;
  const loanPanel =
    (borrows || takesLoans(row)) && !(needsPlace && legs.rows.length === 0) ? (
      <BorrowPanel row={row} borrows={borrows} loan={loan} {...(borrows ? { onLoan: onSize, action } : {})} />
    ) : null;
  const backing =
    (row.kind === "lending" || row.kind === "yield") && !(needsPlace && awaitsLegs) ? (
      <WhatBacksIt row={row} rows={lenders} days={past.days} />
    ) : null;
  const rates = borrows ? (
    <BorrowHistory row={row} range={range} onRange={onRange} />
  ) : hasRateHistory(row) ? (
    <MarketHistory row={row} range={range} onRange={onRange} benchmark={benchmark} />
  ) : (
    <p className="text-text2">No rate history: {row.kind}s pay no rate.</p>
  );
  return (
    <>
      <Problem
        size="line"
        className="px-4 pt-2 md:px-6"
        title="The lending markets could not be loaded"
        error={legs.error}
      />
      <div className="px-4 pt-2 pb-6 max-md:pb-24 md:px-6">
        <MarketHead row={row} context={context} list={list} isPartial={isLoading(result)} />
        {sizeFirst ? (
          <div className="mt-4">
            <MySize row={row} size={size} onSize={onSize} context={context} folded />
          </div>
        ) : null}
        <MarketTiles
          row={row}
          size={size}
          loops={loops}
          loop={loop}
          loan={borrows ? loan : undefined}
          low90d={past.low90d}
        />
        {/* A borrower does not need the earnings of a deposit. */}
        <div
          className={`mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-4 ${borrows ? "xl:grid-cols-2 xl:grid-rows-[auto_1fr]" : "lg:grid-cols-[minmax(0,1fr)_368px] lg:grid-rows-[auto_1fr]"}`}
        >
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {borrows ? needsPlace && awaitsLegs ? <LoansAwaited /> : loanPanel : rates}
          </div>
          <div
            className={`grid grid-cols-[minmax(0,1fr)] gap-4 ${borrows ? "xl:row-span-2" : "lg:row-span-2"}`}
          >
            {borrows ? (
              <>
                {rates}
                {backing}
              </>
            ) : arriving ? (
              <LoansAwaited />
            ) : (
              <Calculators
                row={row}
                rows={result.rows}
                size={size}
                loop={loop}
                onSize={onSize}
                context={context}
                action={action}
                isSized={!sizeFirst}
              />
            )}
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {borrows ? null : backing}
            {borrows ? null : loanPanel}
            {row.kind === "loop" ? <LoopLeverages row={row} size={size} inputs={loop} /> : null}
            {record !== undefined ? (
              <RecordedPanel row={row} range={range} />
            ) : hasRateHistory(row) ? (
              <p className="text-small text-text2">
                Borrow-rate and reward history needs recording.{" "}
                <Link href={hrefTo("/changes", search)} className="rounded-item text-accent underline">
                  How to record
                </Link>
              </p>
            ) : null}
            <MarketDetails
              row={row}
              groups={groups}
              peers={result.peers}
              sentences={[...verdict(row, context), ...past.findings]}
            />
          </div>
        </div>
      </div>
      <ListProblem result={result} className="max-md:bottom-[61px]" />
    </>
  );
}

function benchmarkLine(
  rows: readonly MarketRow[],
  id: string | undefined,
  ownId: string,
  basis: ApyBasis,
): BenchmarkLine | undefined {
  const row = id === undefined || id === ownId ? undefined : rows.find((candidate) => candidate.id === id);
  const rate = row === undefined ? undefined : leadingRate(row, basis);
  return row === undefined || rate === undefined
    ? undefined
    : { name: withLeverage(marketText(row), row), rate };
}

function PanelAction({
  row,
  context,
  wanted,
  size,
}: {
  readonly row: MarketRow;
  readonly context: AssessContext;
  readonly wanted: "borrow" | "deposit";
  readonly size: Usd | undefined;
}): ReactNode {
  const hasBar = useIsPhone();
  const blocked = blockedBy(row, context);
  if (blocked === undefined)
    return hasBar ? null : (
      <LeadAction
        row={row}
        wanted={wanted}
        of={size === undefined ? undefined : formatUsd(size, "short").text}
        missing={
          <p className="text-text2">
            {row.websiteUrl === undefined
              ? `${row.providerName} offers no ${wanted} for this market now.`
              : `There is no direct link to ${wanted}. Open ${row.providerName} to ${wanted}.`}
          </p>
        }
      />
    );
  const reason = findAssessment(assess(row, context), blocked);
  return (
    <p className="text-text2">
      {reason === undefined ? null : sentence(reason)} The link is in More actions.
    </p>
  );
}

function Calculators({
  row,
  rows,
  size,
  loop,
  onSize,
  context,
  action,
  isSized,
}: {
  readonly row: MarketRow;
  readonly rows: readonly MarketRow[];
  readonly size: Usd | undefined;
  readonly loop: LoopInputs;
  readonly onSize: (size: Usd | undefined) => void;
  readonly context: AssessContext;
  readonly action: ReactNode;
  readonly isSized: boolean;
}): ReactNode {
  switch (row.kind) {
    case "perpetual":
      return <PerpetualCalculator row={row} size={size} onSize={onSize} />;
    case "prediction":
      return <PredictionCalculator row={row} />;
    case "loop":
      return (
        <>
          <LoopCalculator row={row} size={size} onSize={onSize} action={action} inputs={loop} />
          <BreakEven row={row} rows={rows} size={size} />
        </>
      );
    case "lending":
    case "yield":
    case "other":
      return (
        <>
          {isSized && mayBeDeposit(row.kind) ? (
            <MySize row={row} size={size} onSize={onSize} context={context} action={action} />
          ) : null}
          <BreakEven row={row} rows={rows} size={size} />
        </>
      );
    default:
      return row.kind satisfies never;
  }
}

/** Reserves the height of content that needs the lending markets. */
function LoansAwaited(): ReactNode {
  return (
    <p className="flex min-h-[428px] items-center justify-center rounded-panel border border-line2 bg-surface text-text3 max-md:min-h-[560px]">
      Loading the lending markets…
    </p>
  );
}

function LoopLeverages({
  row,
  size,
  inputs,
}: {
  readonly row: MarketRow;
  readonly size: Usd | undefined;
  readonly inputs: LoopInputs;
}): ReactNode {
  const debt = inputs.ownLegs[1]?.id;
  const { body } = useMarketRecords(debt === undefined ? [] : [debt], debt !== undefined);
  const recorded = debt === undefined ? undefined : body?.get(debt)?.recorded;
  const apy = ratio(recorded?.highestBorrowApy);
  const highest =
    recorded === undefined || apy === undefined || recorded.days < 1
      ? undefined
      : { apy, days: recorded.days };
  return <LeverageTable row={row} size={size} inputs={inputs} highest={highest} />;
}
