import { type ReactNode, useMemo } from "react";
import { Link } from "wouter";
import { mayBeDeposit } from "../../../contract/market.ts";
import type { Usd } from "../../../contract/units.ts";
import { BorrowPanel, takesLoans } from "../../calculators/borrow-panel.tsx";
import { BreakEven } from "../../calculators/break-even.tsx";
import { LoopCalculator } from "../../calculators/loop/loop-calculator.tsx";
import { useLoopInputs, type LoopInputs } from "../../calculators/loop/loop-inputs.ts";
import { MySize } from "../../calculators/my-size.tsx";
import { PerpetualCalculator } from "../../calculators/perpetual-calculator.tsx";
import { PredictionCalculator } from "../../calculators/prediction-calculator.tsx";
import { RewardDependence, hasRewardSplit } from "../../calculators/reward-dependence.tsx";
import { BorrowHistory } from "../../history/borrow-history.tsx";
import { MarketHistory, type BenchmarkLine } from "../../history/market-history.tsx";
import { hasRateHistory } from "../../history/use-history-entries.ts";
import type { HistoryRangeId } from "../../charts/chart-range.ts";
import { useDashboardConfig } from "../../queries/configuration.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import type { MarketsResult } from "../../queries/markets/use-markets.ts";
import { useLendingMarkets } from "../../queries/markets/use-lending-markets.ts";
import { useStars } from "../../data/storage/stars.ts";
import type { createSelector } from "../../select/select.ts";
import { givesLoans, leadingRate, marketText } from "../../market/row-values.ts";
import type { ApyBasis } from "../../market/column.ts";
import { withLeverage } from "../../market/loops/leverage.ts";
import { loopRooms } from "../../market/loops/loop-rooms.ts";
import type { AssessContext } from "../../market/assess/assessment.ts";
import { verdict } from "../../market/assess/verdict.ts";
import { peerPrices } from "../../market/assess/checks.ts";
import { Unbroken } from "../../ui/marks/truncated-line.tsx";
import { useIsPhone } from "../../ui/page/media-query.ts";
import { changeSearch, hrefTo, useSearch } from "../../view-state/address.ts";
import { useViewState } from "../../view-state/use-view-state.ts";
import { ListProblem } from "../status/list-problem.tsx";
import { isLoading } from "../status/load-progress.tsx";
import { readRange, withRange } from "./market-address.ts";
import { LoopLeverages } from "./record/loop-leverages.tsx";
import { RecordedPanel } from "./record/recorded-panel.tsx";
import { MarketDetails } from "./market-details.tsx";
import { MarketFacts } from "./market-facts.tsx";
import { factGroups } from "./market-fields.ts";
import { MarketHead } from "./market-head.tsx";
import { HistorySentences, useMarketHistoryFindings } from "./history-findings.tsx";
import { MarketStrip } from "./market-strip.tsx";
import { Problem } from "../../ui/marks/problem.tsx";

/** The same page, not another one: Back leads to the list. */
function onRange(next: HistoryRangeId): void {
  changeSearch((now) => withRange(now, next), "replace");
}

export function MarketView({
  row,
  result,
  select,
}: {
  readonly row: MarketRow;
  readonly result: MarketsResult;
  /** Undefined where it was not found in the list of the address. */
  readonly select: ReturnType<typeof createSelector> | undefined;
}): ReactNode {
  const [state, change] = useViewState();
  const { source, record } = useDashboardConfig();
  const { starred } = useStars();
  const search = useSearch();
  const range = readRange(search);
  const { size, view, collateral } = state;
  const ofOneToken = state.assets.length > 0;
  // A list of one token holds only one leg of its loops and one side of its loans.
  const needsLegs =
    row.kind === "loop" && (ofOneToken || !result.rows.some(({ kind }) => kind === "lending"));
  const needsPlace = row.kind === "lending" && ofOneToken;
  const legs = useLendingMarkets((needsLegs || needsPlace) && result.phase === "complete");
  const listLoops = useMemo(
    () => loopRooms(result.rows, legs.rows.length > 0 ? legs.rows : result.rows),
    [result.rows, legs.rows],
  );
  const list = select?.(result.rows, state, { starred, peers: result.peers, loops: listLoops });
  const borrows = view === "borrow" && givesLoans(row);
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
  // A phone's first screen shows the earnings at my size; elsewhere they are beside the chart.
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
  const loan =
    (borrows || takesLoans(row)) && !(needsPlace && legs.rows.length === 0) ? (
      <BorrowPanel
        key={String(borrows)}
        row={row}
        rows={needsPlace ? legs.rows : result.rows}
        size={size}
        borrows={borrows}
        mint={collateral}
      />
    ) : null;
  const rates = (
    <>
      {borrows ? (
        <BorrowHistory row={row} range={range} onRange={onRange} />
      ) : hasRateHistory(row) ? (
        <MarketHistory row={row} range={range} onRange={onRange} benchmark={benchmark} />
      ) : (
        <p className="text-text2">
          {row.kind === "perpetual"
            ? "No rate history: a perpetual market pays no rate, and no past of its liquidity is published."
            : "No rate history: a prediction market pays no rate, and no past of its prices is published."}
        </p>
      )}
      {record !== undefined ? (
        <RecordedPanel row={row} range={range} />
      ) : hasRateHistory(row) ? (
        <p className="text-small text-text2">
          No recorded history: this server does not store snapshots.{" "}
          <Link href={hrefTo("/changes", search)} className="rounded-item text-accent underline">
            How to keep one
          </Link>
        </p>
      ) : null}
    </>
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
            <MySize row={row} size={size} onSize={onSize} folded />
          </div>
        ) : null}
        <MarketStrip row={row} borrows={borrows} size={size} loops={loops} loop={loop} arriving={arriving} />
        <div className="mt-3 grid gap-x-10 gap-y-1 lg:grid-cols-2">
          <p className="max-w-[96ch] text-pretty text-text2">
            <Unbroken text={verdict(row, context).join(" ")} />
          </p>
          <HistorySentences past={past} />
        </div>
        {/* A borrower does not need the earnings of a deposit. */}
        <div
          className={`mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-4 ${borrows ? "xl:grid-cols-2 xl:grid-rows-[auto_1fr]" : "lg:grid-cols-[minmax(0,1fr)_368px] lg:grid-rows-[auto_1fr]"}`}
        >
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {borrows ? needsPlace && awaitsLegs ? <LoansAwaited /> : loan : rates}
          </div>
          <div
            className={`grid grid-cols-[minmax(0,1fr)] gap-4 ${borrows ? "xl:row-span-2" : "lg:row-span-2"}`}
          >
            {borrows ? (
              rates
            ) : arriving ? (
              <LoansAwaited />
            ) : (
              <Calculators
                row={row}
                rows={result.rows}
                size={size}
                loop={loop}
                onSize={onSize}
                sized={!sizeFirst}
              />
            )}
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {borrows ? null : loan}
            {row.kind === "loop" ? <LoopLeverages row={row} size={size} inputs={loop} /> : null}
            <MarketFacts row={row} groups={groups} />
            <MarketDetails row={row} groups={groups} peers={result.peers} past={past.findings} />
          </div>
        </div>
      </div>
      <ListProblem result={result} className="max-md:bottom-[61px]" />
    </>
  );
}

/** The benchmark's rate, where its market is loaded and is not this one. */
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

function Calculators({
  row,
  rows,
  size,
  loop,
  onSize,
  sized,
}: {
  readonly row: MarketRow;
  readonly rows: readonly MarketRow[];
  readonly size: Usd | undefined;
  readonly loop: LoopInputs;
  readonly onSize: (size: Usd | undefined) => void;
  readonly sized: boolean;
}): ReactNode {
  switch (row.kind) {
    case "perpetual":
      return <PerpetualCalculator row={row} size={size} onSize={onSize} />;
    case "prediction":
      return <PredictionCalculator row={row} />;
    case "loop":
      return (
        <>
          <LoopCalculator row={row} size={size} onSize={onSize} inputs={loop} />
          <BreakEven row={row} rows={rows} size={size} />
        </>
      );
    case "lending":
    case "yield":
    case "other":
      return (
        <>
          {sized && mayBeDeposit(row.kind) ? <MySize row={row} size={size} onSize={onSize} /> : null}
          {hasRewardSplit(row) ? <RewardDependence row={row} size={size} /> : null}
          <BreakEven row={row} rows={rows} size={size} />
        </>
      );
    default:
      return row.kind satisfies never;
  }
}

/** Reserves the height of what depends on the lending markets. */
function LoansAwaited(): ReactNode {
  return (
    <p className="flex min-h-[428px] items-center justify-center rounded-panel border border-line2 bg-surface text-text3 max-md:min-h-[560px]">
      Loading the lending markets…
    </p>
  );
}
