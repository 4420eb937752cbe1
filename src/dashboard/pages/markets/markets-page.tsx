import { memo, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useLocation } from "wouter";
import { writeMarketsRequest } from "../../../contract/markets-request.ts";
import { useDashboardConfig } from "../../queries/configuration.ts";
import { minToCompare, useSelectedMarkets } from "../../data/storage/selected-markets.ts";
import { useStoredValue } from "../../data/storage/stored-value.ts";
import { useLastVisit } from "../../data/storage/visits.ts";
import { familyOf } from "../../../domain/market/asset-families.ts";
import { columnHeader } from "../../../domain/market/columns.ts";
import { prepareSearchTexts } from "./prepare-search-texts.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import type { Selection } from "../../select/select.ts";
import { afterPaint } from "../../ui/page/after-paint.ts";
import { ChipRow, hasChips, ListFoot } from "../../list/chips/chip-row.tsx";
import type { MarketListProps } from "../../list/market-list.ts";
import { fetchNow } from "../../ui/page/network/fetch-later.ts";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { useIsPhone, useMediaQuery } from "../../ui/page/media-query.ts";
import { unknownAssets } from "../../../domain/view-state/unknown-assets.ts";
import { currentSearch, useSearch, type HistoryMode } from "../../view-state/address.ts";
import { useSameFields, useStable } from "../../data/use-stable.ts";
import { setViewState, useViewState, type ViewStateChange } from "../../view-state/use-view-state.ts";
import type { ViewId, ViewState } from "../../../domain/view-state/view-state.ts";
import { views } from "../../../domain/view-state/views.ts";
import { MatchedAsset } from "../assets/matched-asset.tsx";
import { FoldedFilters, ListSearch } from "./tools/collapsed-filters.tsx";
import { filtersId } from "../../list/toolbar/focus-search.ts";
import {
  Answer,
  BorrowFinder,
  CompareTray,
  ExcludedLine,
  FilterPanel,
  Hero,
  ListChangesPanel,
  ListProblem,
  MarketCards,
  MarketsTable,
  MarketsToolbar,
  NoResults,
  PhoneToolbar,
  Problem,
  RecordBanner,
  UnknownAssets,
} from "./lazy-parts.tsx";
import { useListSelection, type ListSelection } from "./list/use-list-selection.ts";
import { useShownOrder } from "./list/use-shown-order.ts";
import { ListContext, panelId, pastExport, useListContext, type ListContextValue } from "./list-context.ts";
import { useListAnnouncements } from "./list-announcements.ts";
import { PrintNote } from "./tools/print-note.tsx";
import { LoadProgress } from "../status/load-progress.tsx";
import { useMainFocus, usePageTitle } from "../frame/page-heading.tsx";
import { compareHref, useOpenMarket } from "../frame/nav-links.ts";

// Memoized, so that a new order renders nothing around the rows.
const Filters = memo(FilterColumn);
const TabletFilters = memo(FoldedFilters);
const Foot = memo(ListFoot);
const excludedLine = <ExcludedLine />;
const listSearch = <ListSearch />;

/** On a tablet, filters are large enough to touch and leave no width for the table. */
const collapsedFiltersQuery = "(max-width: 999.98px) and (pointer: coarse)";

/** Shown instead of fields in views without amounts. */
const viewNotes: Partial<Record<ViewId, string>> = {
  perpetual:
    "Perpetuals: leveraged long and short positions. Funding rates, fees and liquidation prices are unknown.",
  prediction: "Predictions: each share of the right side pays $1.",
};

const changeList = (change: ViewStateChange, how: HistoryMode = "push-later"): void =>
  setViewState(change, how);
const onSort: MarketListProps["onSort"] = (keys) => changeList({ sort: keys });

export function MarketsPage(): ReactNode {
  const state = useViewState();
  const list = useListSelection(state);
  const { result, history, columns, sort, selection, lookingForBenchmark } = list;
  const isComplete = result.phase === "complete";
  const phone = useIsPhone();
  const foldsFilters = useMediaQuery(collapsedFiltersQuery) && !phone;
  useEffect(() => (isComplete ? prepareSearchTexts(result.rows) : undefined), [isComplete, result.rows]);
  useListAnnouncements(result, selection, useAnnounce(), {
    by: columnHeader(sort[0]?.column ?? "depositApy", selection.context),
    inputs: selection.context,
  });
  usePageTitle(state.view === "earn" ? "Markets" : panelLabel(state));
  useMainFocus();
  const settled = useSettled(isComplete);
  const shownRowsRef = useRef<readonly MarketRow[]>([]);
  const listContext = useSameFields<ListContextValue>({
    // Without the sort order, so that sorting does not render the parts around the list.
    state: useStable({ ...state, sort: undefined }),
    selection: useIgnoringOrder(selection),
    hasOneToken: state.assets.length === 1 && familyOf(state.assets[0] ?? "") === undefined,
    history,
    columns,
    result,
    lookingForBenchmark,
    shownRowsRef,
  });

  const note = viewNotes[state.view];
  return (
    <ListContext value={listContext}>
      <div className="flex min-h-0 flex-1">
        <h1 className="sr-only">Markets</h1>
        {phone || foldsFilters ? null : <Filters />}
        {/* On a low window, as at 150 % zoom, this scrolls: the answer would leave no room for the list. */}
        <div className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface md:[@media(max-height:860px)]:overflow-y-auto">
          {state.view === "borrow" ? (
            <BorrowFinder />
          ) : note === undefined ? (
            <Hero />
          ) : (
            <p className="shrink-0 bg-canvas px-4 py-3 text-body text-text2 md:px-6 print:hidden">{note}</p>
          )}
          {state.view === "earn" && state.assets.length > 0 && state.size !== undefined && !list.isEmpty ? (
            <Answer />
          ) : null}
          {foldsFilters ? <TabletFilters /> : null}
          {phone ? <PhoneToolbar /> : <MarketsToolbar />}
          <ListRegion list={list} settled={settled} />
          <Notices list={list} settled={settled} />
        </div>
      </div>
    </ListContext>
  );
}

function panelLabel({ view }: ViewState): string {
  return `${views[view].label} markets`;
}

function FilterColumn(): ReactNode {
  const { state, selection, result } = useListContext();
  // Waits a frame, so that the first frame of the list is not delayed.
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => afterPaint(() => setIsPainted(true)), []);
  return (
    <section
      id={filtersId}
      aria-label="Filters"
      className="relative w-56 shrink-0 overflow-y-auto overscroll-contain border-r border-line2 bg-canvas [scrollbar-width:thin] print:hidden"
    >
      {isPainted ? (
        <FilterPanel
          state={state}
          onChange={changeList}
          facets={selection.facets}
          loading={result.loading}
          search={listSearch}
        />
      ) : null}
    </section>
  );
}

interface PartProps {
  readonly list: ListSelection;
  /** True a while after the list is complete and painted. */
  readonly settled: boolean;
}

function ListRegion({ list, settled }: PartProps): ReactNode {
  // Includes the sort order, unlike the state of the parts around the list.
  const state = useViewState();
  const { result, columns, selection, awaitsRecord, isEmpty, lookingForBenchmark } = list;
  const { loading } = result;
  const { state: listState, selection: listSelection, hasOneToken, shownRowsRef } = useListContext();
  const phone = useIsPhone();
  const { region, held, generation } = useShownOrder(state, list);
  useEffect(() => {
    shownRowsRef.current = held.rows;
  }, [shownRowsRef, held.rows]);
  const { picks } = useSelectedMarkets();
  const [, go] = useLocation();
  const search = useSearch();
  const onOpen = useOpenMarket();
  const onCompare = useCallback(() => go(compareHref(picks, currentSearch())), [go, picks]);
  const provisional = loading || result.failedPage !== undefined;

  const listProps: MarketListProps = {
    rows: held.rows,
    columns,
    // A default order of several keys is explained by its first key.
    sort: useStable(state.sort === undefined ? list.sort.slice(0, 1) : list.sort),
    onSort,
    context: selection.context,
    density: state.density,
    maxRate: selection.maxRate,
    changedIds: result.changedIds,
    stale: result.stale,
    awaitsTrends: list.awaitsTrends,
    awaitsLoops: list.awaitsLoops,
    provisional,
    loading: (loading && result.rows.length === 0) || (awaitsRecord && selection.visible.length === 0),
    onOpen,
    onCompare: picks.length < minToCompare ? undefined : onCompare,
    generation,
    side: state.view === "borrow" ? "borrow" : "deposit",
    hasOneToken,
    blocked: selection.blocked,
    outcomes: selection.events?.outcomes,
  };
  const summaryProps = {
    state: listState,
    selection: listSelection,
    result,
    provisional,
    waiting: held.waiting,
    onSortAgain: held.release,
  };
  const hasExcluded =
    state.view === "borrow" || (settled && state.view === "earn" && !state.types.includes("loop"));
  const excluded = hasExcluded ? excludedLine : null;
  return (
    <>
      {/* "Sort again" is part of the region being read: it must not vanish when the pointer reaches for it. */}
      <div ref={region} className="flex min-h-0 flex-1 flex-col md:min-h-[300px]">
        {unknownAssets(search).length === 0 ? null : <UnknownAssets />}
        <PrintNote region={region} total={held.rows.length} />
        {/* Reserves the height of the chips, so that the list does not move. */}
        <div className={!phone && hasChips(listState) ? "min-h-9 shrink-0" : "contents"}>
          <ChipRow
            {...summaryProps}
            lookingForBenchmark={lookingForBenchmark}
            beside={<MatchedAsset query={state.query.trim()} rows={result.rows} />}
          />
        </div>
        <div
          id={panelId}
          role="tabpanel"
          aria-label={panelLabel(state)}
          className="relative flex min-h-0 flex-1 flex-col"
        >
          <h2 className="sr-only">{panelLabel(state)}</h2>
          <LoadProgress result={result} />
          {result.phase === "failed" ? (
            <Problem size="page" {...result} />
          ) : isEmpty ? (
            <NoResults state={listState} selection={listSelection} onRefresh={result.refresh} />
          ) : phone ? (
            <MarketCards {...listProps} />
          ) : (
            <MarketsTable {...listProps} />
          )}
        </div>
        {phone ? null : (
          <Foot {...summaryProps} className="border-t border-line px-4">
            {excluded}
          </Foot>
        )}
      </div>
      {phone ? excluded : null}
    </>
  );
}

function Notices({ list: { request, result, record }, settled }: PartProps): ReactNode {
  const { source } = useDashboardConfig();
  const { picks } = useSelectedMarkets();
  const file = useStoredValue(pastExport);
  const lastVisit = useLastVisit(
    { rows: result.rows, complete: result.ended === "null-cursor" && result.exact, readAt: result.readAt },
    `${source.label} ${writeMarketsRequest(request)}`,
  );
  return (
    <div className="sticky bottom-0 z-20 shrink-0 md:static">
      {record === undefined ? null : <RecordBanner record={record} />}
      {(settled && lastVisit.before !== undefined) || file !== undefined ? (
        <ListChangesPanel file={file} {...lastVisit} />
      ) : null}
      <ListProblem result={result} />
      {picks.length === 0 ? null : <CompareTray />}
    </div>
  );
}

const settledAfterMs = 3000;

/** True after a delay, for what can wait; then also fetches what may be needed later. */
function useSettled(holds: boolean): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    if (!holds || settled) return undefined;
    const timer = setTimeout(() => {
      setSettled(true);
      void fetchNow();
    }, settledAfterMs);
    return () => clearTimeout(timer);
  }, [holds, settled]);
  return settled;
}

/** Stays the same object while only the order changes. */
function useIgnoringOrder(selection: Selection): Selection {
  const { visible, ...rest } = selection;
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => selection, [visible.length, ...Object.values(rest)]);
}
