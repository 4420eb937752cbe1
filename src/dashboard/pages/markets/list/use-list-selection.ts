// The list of the URL: its markets, the data that filters, columns and order need, and the rows that remain.
import { useDeferredValue, useMemo, useState } from "react";
import { columnOf, usesRecord } from "../../../../domain/market/columns.ts";
import { filtersByRecord, mayUseRecord } from "../../../../domain/market/filters/filters.ts";
import { toMarketsRequest } from "../../../../domain/view-state/markets-request-of-view.ts";
import type { ViewState } from "../../../../domain/view-state/view-state.ts";
import { effectiveSort, visibleColumns, type ListWidth } from "../../../../domain/view-state/views.ts";
import { useStars } from "../../../data/storage/stars.ts";
import { useDashboardConfig } from "../../../queries/configuration.ts";
import { useLendingMarkets, useMarkets } from "../../../queries/markets/use-markets.ts";
import { useRecordFigures } from "../../../queries/record-summary.ts";
import { maxTrendMarkets, useTrends } from "../../../queries/trends.ts";
import { createSelector } from "../../../select/select.ts";
import { useIsNarrow, useMediaQuery } from "../../../ui/page/media-query.ts";
import { useDeferredFor, useSameFields, useStable } from "../../../data/use-stable.ts";
import { allRatesRequest } from "../../../data/markets/shared-requests.ts";

export type ListSelection = ReturnType<typeof useListSelection>;

/** Without a table, it requests only what filters and order need. */
export function useListSelection(state: ViewState, hasTable = true) {
  const request = useStable(toMarketsRequest(state));
  // Deferred, like trends and record below: new data renders in steps, so that it does not block input.
  const result = useDeferredFor(request, useMarkets(request));
  const { starred } = useStars();
  const [select] = useState(createSelector);
  const records = useDashboardConfig().record !== undefined;
  const width = useListWidth();
  const columns = useStable(visibleColumns(state, width, records));
  const sort = useStable(effectiveSort(state));
  const { loading, phase, rows } = result;
  const failed = phase === "failed";
  const isComplete = phase === "complete";

  const needed = [...(hasTable ? columns : []), ...sort.map(({ column }) => column)];
  const readsRecord = records && !loading && !failed && (needed.some(usesRecord) || mayUseRecord(state));
  const record = useDeferredFor(request, useSameFields(useRecordFigures(readsRecord)));
  const { benchmark } = state;
  // The list itself retries.
  const isElsewhere = benchmark !== undefined && isComplete && !rows.some(({ id }) => id === benchmark);
  const elsewhere = useBenchmark(isElsewhere ? benchmark : undefined);
  const isBorrowing = state.view === "borrow";
  const hasLoops = isComplete && state.types.includes("loop");
  // A list of one token contains only one leg of its loops.
  const holdsLegs = state.types.includes("lending") && state.assets.length === 0;
  // A list of some tokens contains few of their collaterals.
  const lending = useLendingMarkets(isBorrowing || (hasLoops && !holdsLegs));
  const legs = holdsLegs ? result.peers : lending.rows;
  // Without any leg, every loop would seem unknown.
  const haveLegs = hasLoops && (legs.length > 0 || (!holdsLegs && lending.error !== undefined));
  // Deferred again, so that a list from the cache renders its rows first.
  const showsLegs = useDeferredValue(haveLegs) && haveLegs;
  const wantsTrends = hasTable
    ? state.types.some((type) => columnOf("low90d").types.includes(type))
    : needed.some((id) => columnOf(id).needs.includes("trends"));
  const canHaveTrends = wantsTrends && rows.length <= maxTrendMarkets;
  const reading = useTrends(request, isComplete && canHaveTrends);
  const history = useDeferredFor(request, useSameFields(reading));

  const inputs = useSameFields({
    starred,
    benchmark: elsewhere.row,
    peers: result.peers,
    legs: showsLegs ? legs : undefined,
    lenders: isBorrowing && lending.phase === "complete" ? lending.rows : undefined,
    record: record.body,
    trends: history.trends,
  });
  // Memoized here, too: a render with the previous rows must not replace what `select` has cached for the deferred ones.
  const selection = useMemo(() => select(rows, state, inputs), [select, rows, state, inputs]);
  // Until recorded values load, a filter on them would hide everything.
  const awaitsRecord =
    records && record.body === undefined && record.error === undefined && filtersByRecord(state);
  return {
    request,
    result,
    record: readsRecord ? record : undefined,
    awaitsRecord,
    awaitsTrends: canHaveTrends && history.trends === undefined && (loading || history.loading),
    awaitsLoops:
      state.types.includes("loop") &&
      !showsLegs &&
      (loading || haveLegs || (!holdsLegs && lending.phase === "loading")),
    lookingForBenchmark: loading || elsewhere.looking,
    history,
    columns,
    sort,
    selection,
    isEmpty: failed || (selection.visible.length === 0 && !loading && !awaitsRecord),
  };
}

function useListWidth(): ListWidth {
  const isNarrow = useIsNarrow();
  const isLaptop = useMediaQuery("(max-width: 1389.98px)");
  const isDesktop = useMediaQuery("(max-width: 1535.98px)");
  const isWide = useMediaQuery("(max-width: 1903.98px)");
  const isPrinting = useMediaQuery("print");
  const now = isNarrow ? "narrow" : isLaptop ? "laptop" : isDesktop ? "desktop" : isWide ? "wide" : "full";
  const [onScreen, setOnScreen] = useState<ListWidth>(now);
  // Other columns would print without the values that load with them.
  if (!isPrinting && onScreen !== now) setOnScreen(now);
  return onScreen;
}

/** Fetched separately, because filters may hide it: SOL can be compared with stablecoins. */
function useBenchmark(id: string | undefined) {
  const markets = useMarkets(allRatesRequest, id !== undefined);
  const row = id === undefined ? undefined : markets.rows.find((candidate) => candidate.id === id);
  return { row, looking: id !== undefined && row === undefined && markets.loading };
}
