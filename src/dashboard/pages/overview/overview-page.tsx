import type { MarketsResult } from "../../queries/markets/use-markets.ts";
import { rateName } from "../../../domain/market/columns.ts";
import { useDeferredValue, useMemo, type ReactNode } from "react";
import { Link } from "wouter";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { ChipRow, ListFoot } from "../../list/chips/chip-row.tsx";
import { formatCount, formatRate, formatUsd, inWords, countMarkets } from "../../../domain/format/number.ts";
import { joinParts } from "../../../domain/format/join-parts.ts";
import { groupRates, isCollateralOnly } from "../../select/whole-list/overview.ts";
import { wholeGroup } from "../../select/whole-list/market-groups.ts";
import { Stat } from "../../ui/panel/stat.tsx";
import { linkButtonClass } from "../../ui/fields/button.tsx";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { useIsPhone } from "../../ui/page/media-query.ts";
import { ApyBasisSwitch } from "../../list/toolbar/toolbar.tsx";
import { useViewState } from "../../view-state/use-view-state.ts";
import type { ApyBasis } from "../../../domain/market/column.ts";
import { assessReliability } from "../../select/reliability.ts";
import { leadingRateColumn } from "../../../domain/view-state/views.ts";
import { Problem } from "../../ui/marks/problem.tsx";
import { useListAnnouncements } from "../markets/list-announcements.ts";
import { useListSelection } from "../markets/list/use-list-selection.ts";
import { RecordBanner } from "../record/record-banner.tsx";
import { ListProblem } from "../status/list-problem.tsx";
import { LoadProgress } from "../status/load-progress.tsx";
import { NoResults } from "../markets/no-results.tsx";
import { counts, listHref, weightedHelp, type ShownRates } from "./parts.tsx";
import { RateBySize, RatesBy } from "./rates-by.tsx";
import { RatesOverTime } from "./rates-over-time.tsx";
import { DepositShares } from "./deposit-shares.tsx";
import { PageHead } from "../frame/page-heading.tsx";

export function OverviewPage(): ReactNode {
  const state = useViewState();
  const { result, selection, record, isEmpty, lookingForBenchmark } = useListSelection(state, false);
  const { loading } = result;
  useListAnnouncements(result, selection, useAnnounce());
  const phone = useIsPhone();
  // Deferred, because pages and typing arrive faster than everything can be recomputed.
  const rows = useDeferredValue(selection.visible);
  const context = useDeferredValue(selection.context);
  const rowState = useDeferredValue(state);
  const basis: ApyBasis = leadingRateColumn(rowState) === "baseDepositApy" ? "base" : "total";
  const reliabilityOf = useMemo(() => {
    const { size, prices, loops } = context;
    return (row: MarketRow) => assessReliability("deposit", row, size, prices, loops);
  }, [context]);
  const parts = { rows, state: rowState, basis, reliabilityOf };
  const listProps = { state, selection, result };
  return (
    <div className="flex flex-1 flex-col">
      <LoadProgress result={result} />
      <div className="px-4 pt-4 pb-2 md:px-6">
        <PageHead title="Overview" about={aboutText(result, loading)}>
          <ApyBasisSwitch />
          <Link href={listHref(state)} className={linkButtonClass("outline")}>
            Show in the list
          </Link>
        </PageHead>
      </div>
      {phone ? null : <ListFoot {...listProps} className="px-6" />}
      <ChipRow {...listProps} lookingForBenchmark={lookingForBenchmark} hasList={false} />
      {result.phase === "failed" ? (
        <Problem size="page" {...result} />
      ) : selection.visible.length > 0 && rows.length > 0 ? (
        <div aria-busy={loading} className="grid grid-cols-1 items-start gap-4 p-4 md:px-6 xl:grid-cols-2">
          <OverviewHeadline {...parts} />
          <RateBySize {...parts} />
          <RatesOverTime rows={rows} state={rowState} />
          <DepositShares rows={rows} state={rowState} />
          <RatesBy generation={loading ? result.pages.length : "all"} {...parts} context={context} />
        </div>
      ) : isEmpty ? (
        <NoResults state={state} selection={selection} onRefresh={result.refresh} />
      ) : (
        <output className="m-4 rounded-panel md:mx-6 border border-line2 bg-surface p-4 text-text2">
          Loading markets…
        </output>
      )}
      {record === undefined ? null : <RecordBanner record={record} />}
      <ListProblem result={result} />
    </div>
  );
}

function aboutText({ phase, failedPage }: MarketsResult, loading: boolean): string | undefined {
  if (phase === "failed") return undefined;
  if (failedPage !== undefined) return `provisional: page ${formatCount(failedPage).text} is missing`;
  return loading ? "provisional while loading" : "Same filters as Markets";
}

export function OverviewHeadline({ rows, basis, reliabilityOf }: ShownRates): ReactNode {
  const [all] = useMemo(
    () => groupRates([wholeGroup(rows)], basis, reliabilityOf),
    [rows, basis, reliabilityOf],
  );
  if (all === undefined) return null;
  const { weighted, median, deposits, contradictory } = all;
  const excluded = counts([
    [rows.filter(isCollateralOnly).length, "collateral-only"],
    [contradictory, "contradictory"],
  ]);
  const notes = [
    deposits === undefined
      ? countMarkets(rows.length)
      : `${inWords(formatUsd(deposits))} in ${countMarkets(rows.length)}`,
    median === undefined ? undefined : `median ${inWords(formatRate(median))}`,
    excluded === "" ? undefined : `rates exclude ${excluded}`,
  ];
  return (
    <dl aria-label="Headline" className="xl:col-span-2">
      <Stat
        size="headline"
        label={`${rateName(basis)}, weighted by deposits`}
        help={weightedHelp}
        value={formatRate(weighted)}
        missing="Unknown"
        note={joinParts(notes, " · ")}
      />
    </dl>
  );
}
