import {
  memo,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from "react";
import { useLocation } from "wouter";
import { writeMarketsRequest } from "../../../contract/markets-request.ts";
import { useDashboardConfig } from "../../queries/configuration.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { useLendingMarkets } from "../../queries/markets/use-lending-markets.ts";
import { useMarkets } from "../../queries/markets/use-markets.ts";
import { mostTrendMarkets, useTrends } from "../../queries/trends.ts";
import { minToCompare, useSelectedMarkets } from "../../data/storage/selected-markets.ts";
import { useLastVisit } from "../../data/storage/visits.ts";
import { useStars } from "../../data/storage/stars.ts";
import { familyOf } from "../../../domain/market/asset-families.ts";
import { columnHeader, columnOf, usesRecord } from "../../../domain/market/columns.ts";
import { hangsOnRecord, wantsRecord } from "../../../domain/market/filters/filters.ts";
import { foldAhead } from "./fold-ahead.ts";
import { createSelector, type Selection } from "../../select/select.ts";
import { ChipRow, hasChips, ListFoot } from "../../list/chips/chip-row.tsx";
import { ListSkeleton } from "../../list/list-skeleton.tsx";
import type { MarketListProps } from "../../list/market-list.ts";
import { fetchLater, fetchNow } from "../../ui/page/network/fetch-later.ts";
import { lazyPart } from "../../ui/page/load-boundary.tsx";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { phoneQuery, useIsNarrow, useIsPhone, useMediaQuery } from "../../ui/page/media-query.ts";
import { toMarketsRequest } from "../../../domain/view-state/markets-request-of-view.ts";
import { unknownAssets } from "../../../domain/view-state/unknown-assets.ts";
import { currentSearch, hrefTo, marketHref, useSearch } from "../../view-state/address.ts";
import { openedFrom } from "../../view-state/back-link.ts";
import { useSameFields, useStable } from "../../ui/page/use-stable.ts";
import { useViewState } from "../../view-state/use-view-state.ts";
import type { ViewId, ViewState } from "../../../domain/view-state/view-state.ts";
import {
  chooseBenchmark,
  effectiveSort,
  views,
  visibleColumns,
  type ListWidth,
} from "../../../domain/view-state/views.ts";
import { MatchedAsset } from "../assets/matched-asset.tsx";
import { useRecordFigures } from "../record/use-record-figures.ts";
import { useBenchmark, useLoopCapacities } from "./related-markets.ts";
import { AnswerFrame } from "./answer/answer-frame.tsx";
import { FoldedFilters } from "./tools/collapsed-filters.tsx";
import { filtersId, searchFieldId } from "../../list/toolbar/focus-search.ts";
import { useFrozenOrder } from "./use-frozen-order.ts";
import { startsWithHolding, panelId, ListContext, type ListContextValue } from "./list-context.ts";
import { useListAnnouncements } from "./list-announcements.ts";
import { PrintNote } from "./tools/print-note.tsx";
import { isLoading, LoadProgress } from "../status/load-progress.tsx";
import { useMainFocus, usePageTitle } from "../frame/page-heading.tsx";
import { compareHref } from "../frame/nav-links.ts";

// Only one of the two loads.
const MarketsTable = lazyPart(async () => (await import("./list/table-with-actions.tsx")).TableWithActions, {
  waiting: <ListSkeleton />,
});
const MarketCards = lazyPart(async () => (await import("./list/cards-with-actions.tsx")).CardsWithActions, {
  waiting: <ListSkeleton />,
});
const MarketsToolbar = lazyPart(async () => (await import("./tools/markets-toolbar.tsx")).MarketsToolbar, {
  waiting: <div className="h-[41px] shrink-0 border-b border-line2" />,
});
const PhoneToolbar = lazyPart(async () => (await import("./tools/phone-toolbar.tsx")).PhoneToolbar);
const FilterPanel = lazyPart(async () => (await import("../../list/panel/filter-panel.tsx")).FilterPanel);
const Hero = lazyPart(async () => (await import("./hero.tsx")).Hero);
const BorrowFinder = lazyPart(async () => (await import("./borrow-finder.tsx")).BorrowFinder);
const Answer = lazyPart(async () => (await import("./answer/answer.tsx")).Answer, {
  waiting: <AnswerFrame />,
});
fetchLater(Hero, BorrowFinder, Answer);

// Loaded early: after a failure the network may be gone.
const Problem = lazyPart(async () => (await import("../../ui/marks/problem.tsx")).Problem);
const ListProblem = lazyPart(async () => (await import("../status/list-problem.tsx")).ListProblem);

/** Alongside the first page of markets. Never rejects: the list reports what is missing. */
export async function preloadList(): Promise<void> {
  void Problem.preload();
  void ListProblem.preload();
  const borrows = new URLSearchParams(currentSearch()).get("view") === "borrow";
  const parts = [
    ...(matchMedia(phoneQuery).matches
      ? [MarketCards, PhoneToolbar]
      : [MarketsTable, MarketsToolbar, FilterPanel]),
    borrows ? BorrowFinder : Hero,
  ];
  await Promise.all(parts.map((part) => part.preload()));
}

const UnknownAssets = lazyPart(async () => (await import("./list/unknown-assets.tsx")).UnknownAssets);
const RecordBanner = lazyPart(async () => (await import("../record/record-banner.tsx")).RecordBanner);
const NoResults = lazyPart(async () => (await import("./no-results.tsx")).NoResults);
const LoansLine = lazyPart(async () => (await import("./excluded-markets.tsx")).LoansLine);
const LoopsLine = lazyPart(async () => (await import("./excluded-markets.tsx")).LoopsLine);
const CompareTray = lazyPart(async () => (await import("./compare-tray.tsx")).CompareTray);
const ListChangesPanel = lazyPart(
  async () => (await import("./changes/list-changes-panel.tsx")).ListChangesPanel,
);

// A new order renders nothing around the rows.
const TabletFilters = memo(FoldedFilters);
const Foot = memo(ListFoot);

function useListWidth(): ListWidth {
  const isNarrow = useIsNarrow();
  const isLaptop = useMediaQuery("(max-width: 1389.98px)");
  const isDesktop = useMediaQuery("(max-width: 1535.98px)");
  return isNarrow ? "narrow" : isLaptop ? "laptop" : isDesktop ? "desktop" : "wide";
}

/** On a tablet, touch-sized filters leave no width for the table. */
const foldedFiltersQuery = "(max-width: 999.98px) and (pointer: coarse)";

// Survives a visit to a market's page.
let pastExportHere: File | undefined;

/** The list's first frame does not wait for this. */
function AfterTheList({ children }: { readonly children: ReactNode }): ReactNode {
  return useDeferredValue(true, false) ? children : null;
}

export function MarketsPage(): ReactNode {
  const [state, change] = useViewState();
  const request = toMarketsRequest(state);
  const result = useMarkets(request);
  const { starred } = useStars();
  const { picks } = useSelectedMarkets();
  const [select] = useState(createSelector);
  const phone = useIsPhone();
  const foldsFilters = useMediaQuery(foldedFiltersQuery) && !phone;
  const rowOf = useMemo(() => lookupIn(result.rows), [result.rows]);
  const { source, record: recording } = useDashboardConfig();
  const records = recording !== undefined;
  const width = useListWidth();
  const columns = useStable(visibleColumns(state, width, records));
  const sort = useStable(effectiveSort(state));
  const loading = isLoading(result);
  const failed = result.phase === "failed";
  const readsRecord =
    records &&
    !loading &&
    !failed &&
    (columns.some(usesRecord) || sort.some(({ column }) => usesRecord(column)) || wantsRecord(state));
  const record = useRecordFigures(readsRecord);
  const { benchmark } = state;
  // The list retries on its own.
  const soughtBenchmark =
    benchmark !== undefined && result.phase === "complete" && rowOf(benchmark) === undefined
      ? benchmark
      : undefined;
  const elsewhere = useBenchmark(soughtBenchmark);
  const loops = useLoopCapacities(result, state);
  // A list of some tokens has few of their collaterals.
  const lending = useLendingMarkets(state.view === "borrow");
  const isComplete = result.phase === "complete";
  const haveRates = state.types.some((type) => columnOf("low90d").types.includes(type));
  const history = useTrends(request, isComplete && haveRates && result.rows.length <= mostTrendMarkets);
  const hasOneToken = state.assets.length === 1 && familyOf(state.assets[0] ?? "") === undefined;
  const selection = select(result.rows, state, {
    starred,
    benchmark: elsewhere.row,
    peers: result.peers,
    loops,
    lenders: lending.phase === "complete" ? lending.rows : undefined,
    record: record.figures,
    trends: history.trends,
  });
  useEffect(() => (isComplete ? foldAhead(result.rows) : undefined), [isComplete, result.rows]);
  const announce = useAnnounce();
  useListAnnouncements(result, selection, announce, {
    by: columnHeader(sort[0]?.column ?? "depositApy", selection.context),
    inputs: selection.context,
  });
  const label = `${views[state.view].label} markets`;
  usePageTitle(state.view === "earn" ? "Markets" : label);
  useMainFocus();
  // Without the order, so that sorting does not render the parts around the list.
  const asked = useStable({ ...state, sort: undefined });
  const counted = useOrderless(selection);

  const region = useRef<HTMLDivElement>(null);
  const reading = useReading(region, phone);
  const held = useFrozenOrder(selection.visible, wishOf(state), reading, () => rowsInSight(region.current));

  const onBenchmark = useCallback(
    (id: string | undefined) => change((now) => chooseBenchmark(now, id)),
    [change],
  );
  const generation = useGeneration(result.pages.length, reading);

  // A filter on recorded values hides everything until they load.
  const awaitsRecord =
    records && record.figures === undefined && record.error === undefined && hangsOnRecord(state);
  const isEmpty = failed || (selection.visible.length === 0 && !loading && !awaitsRecord);
  const lookingForBenchmark = loading || elsewhere.looking;
  const provisional = loading || result.failedPage !== undefined;
  const [, go] = useLocation();
  const onSort = useCallback<MarketListProps["onSort"]>((keys) => change({ sort: keys }), [change]);
  // A market's page carries the list in its URL.
  const search = useSearch();
  const unknown = useStable(unknownAssets(search));
  const hrefOf = useCallback((id: string) => hrefTo(marketHref(id), search), [search]);
  const onOpen = useCallback(
    (id: string) => {
      const listed = currentSearch();
      go(hrefTo(marketHref(id), listed), { state: openedFrom(hrefTo("/", listed)) });
    },
    [go],
  );

  const onCompare = useCallback(() => go(compareHref(picks, currentSearch())), [go, picks]);
  const settled = useSettled(isComplete);
  useEffect(() => {
    if (settled) void fetchNow();
  }, [settled]);
  const lastVisit = useLastVisit(
    { rows: result.rows, complete: result.ended === "null-cursor" && result.exact, readAt: result.readAt },
    writeMarketsRequest(request),
  );
  const [pastExport, setPastExport] = useState(pastExportHere);
  const holdPastExport = useCallback((file?: File): void => setPastExport((pastExportHere = file)), []);
  const shownRows = useRef(held.rows);
  useEffect(() => {
    shownRows.current = held.rows;
  });
  const onSearchEnter = useCallback((): void => {
    const [only, ...others] = shownRows.current;
    if (only !== undefined && others.length === 0) onOpen(only.id);
  }, [onOpen]);
  const around = useSameFields<ListContextValue>({
    state: asked,
    onChange: change,
    selection: counted,
    hasOneToken,
    history: useSameFields({ loading: history.loading, error: history.error }),
    columns,
    result,
    lookingForBenchmark,
    shownRows,
    onSearchEnter,
    onPastExport: holdPastExport,
  });

  const list: MarketListProps = {
    rows: held.rows,
    columns,
    // A default order of several keys is explained by its first.
    sort: useStable(state.sort ?? sort.slice(0, 1)),
    onSort,
    context: selection.context,
    density: state.density,
    maxRate: selection.maxRate,
    changedIds: result.changedIds,
    stale: result.stale,
    provisional,
    loading: (loading && result.rows.length === 0) || (awaitsRecord && selection.visible.length === 0),
    hrefOf,
    onOpen,
    sourceLabel: source.kind === "demo" ? "demo source" : source.label,
    onCompare: picks.length < minToCompare ? undefined : onCompare,
    onBenchmark,
    generation,
    side: state.view === "borrow" ? "borrow" : "deposit",
    hasOneToken,
    blocked: selection.blocked,
    strikes: selection.events?.strikes,
  };

  const said = {
    state: asked,
    selection: counted,
    onChange: change,
    loading,
    failed,
    provisional,
    waiting: held.waiting,
    onPutInOrder: held.release,
    phone,
  };
  const leftOut = useMemo(
    () =>
      asked.view === "borrow" ? (
        <LoansLine />
      ) : settled && asked.view === "earn" && !asked.types.includes("loop") ? (
        <LoopsLine />
      ) : null,
    [asked, settled],
  );

  return (
    <ListContext value={around}>
      {/* Figures further apart than this have no line to follow between them. */}
      <div className="mx-auto flex min-h-0 w-full max-w-[2080px] flex-1">
        <h1 className="sr-only">Markets</h1>
        {phone || foldsFilters ? null : (
          <section
            id={filtersId}
            aria-label="Filters"
            className="relative w-56 shrink-0 overflow-y-auto overscroll-contain border-r border-line2 bg-canvas [scrollbar-width:thin] print:hidden"
          >
            <AfterTheList>
              <FilterPanel
                state={asked}
                onChange={change}
                facets={counted.facets}
                records={records}
                loading={loading}
                searchId={searchFieldId}
                onSearchEnter={onSearchEnter}
              />
            </AfterTheList>
          </section>
        )}
        <div className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface">
          {state.view === "borrow" ? <BorrowFinder /> : null}
          {startsWithHolding(state.view) ? <Hero /> : null}
          {state.view === "earn" && state.assets.length > 0 && state.size !== undefined && !isEmpty ? (
            <Answer />
          ) : null}
          <ViewNote view={state.view} />
          {foldsFilters ? <TabletFilters /> : null}
          {phone ? <PhoneToolbar /> : <MarketsToolbar />}
          {/* "Sort again" belongs to the region that counts as being read: it must not vanish when the pointer reaches for it. */}
          <div ref={region} className="flex min-h-0 flex-1 flex-col">
            {unknown.length === 0 ? null : <UnknownAssets names={unknown} />}
            <PrintNote region={region} total={held.rows.length} />
            {/* Reserves the height of the chips, so that the list does not move. */}
            <div className={!phone && hasChips(asked) ? "min-h-9 shrink-0" : "contents"}>
              <ChipRow
                {...said}
                lookingForBenchmark={lookingForBenchmark}
                beside={<MatchedAsset query={state.query.trim()} rows={result.rows} />}
              />
            </div>
            <div
              id={panelId}
              role="tabpanel"
              aria-label={label}
              className="relative flex min-h-0 flex-1 flex-col"
            >
              <h2 className="sr-only">{label}</h2>
              <LoadProgress result={result} />
              {failed ? (
                <Problem size="page" {...result} />
              ) : isEmpty ? (
                <NoResults state={asked} selection={counted} onChange={change} onRefresh={result.refresh} />
              ) : phone ? (
                <MarketCards {...list} />
              ) : (
                <MarketsTable {...list} />
              )}
            </div>
            {phone ? null : <Foot {...said}>{leftOut}</Foot>}
          </div>
          {phone ? leftOut : null}
          <div className="sticky bottom-0 z-20 shrink-0 md:static">
            {readsRecord ? <RecordBanner record={record} /> : null}
            {(settled && lastVisit.before !== undefined) || pastExport !== undefined ? (
              <ListChangesPanel file={pastExport} {...lastVisit} />
            ) : null}
            <ListProblem result={result} />
            {picks.length === 0 ? null : <CompareTray rowOf={rowOf} />}
          </div>
        </div>
      </div>
    </ListContext>
  );
}

/** Views without amounts have a note instead of fields. */
const viewNotes: Partial<Record<ViewId, string>> = {
  perpetual: "Perpetuals: no provider publishes funding rates or fees, so costs are unknown.",
  prediction: "Predictions: a share pays $1 if it comes true.",
};

function ViewNote({ view }: { readonly view: ViewId }): ReactNode {
  const note = viewNotes[view];
  return note === undefined ? null : (
    <p className="shrink-0 bg-canvas px-4 py-3 text-body text-text2 md:px-6 print:hidden">{note}</p>
  );
}

/** Pixels: beyond this the first card leaves the screen. */
const scrolledFrom = 160;
const settledAfterMs = 3000;

/** Delays what can wait. */
function useSettled(holds: boolean): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    if (!holds || settled) return undefined;
    const timer = setTimeout(() => setSettled(true), settledAfterMs);
    return () => clearTimeout(timer);
  }, [holds, settled]);
  return settled;
}

function wishOf(state: ViewState): string {
  const { columns: _columns, density: _density, benchmark, ...rest } = state;
  const ordersByIt = rest.sort?.some(({ column }) => column === "vsBenchmark") === true;
  return JSON.stringify({ ...rest, benchmark: ordersByIt ? benchmark : undefined });
}

/** Stable while only the order changes. */
function useOrderless(selection: Selection): Selection {
  const { visible, ...rest } = selection;
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => selection, [visible.length, ...Object.values(rest)]);
}

function lookupIn(rows: readonly MarketRow[]): (id: string) => MarketRow | undefined {
  let byId: ReadonlyMap<string, MarketRow> | undefined;
  return (id) => (byId ??= new Map(rows.map((row) => [row.id, row]))).get(id);
}

/** The pointer moves in it, it has focus, or on a phone it is scrolled. */
function useReading(region: RefObject<HTMLElement | null>, phone: boolean): boolean {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    if (!phone) return undefined;
    const look = (): void => setScrolled(window.scrollY > scrolledFrom);
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, [phone]);
  useEffect(() => {
    const element = region.current;
    if (element === null) return undefined;
    const abort = new AbortController();
    const { signal } = abort;
    // The list may move under a resting pointer, for example when a banner goes.
    element.addEventListener(
      "pointermove",
      (event) => {
        if (event.movementX !== 0 || event.movementY !== 0) setPointed(true);
      },
      { signal, passive: true },
    );
    element.addEventListener("pointerleave", () => setPointed(false), { signal });
    // Not the elements beside the rows, such as the skip button.
    const isList = (target: EventTarget | null): boolean =>
      target instanceof Element && element.contains(target) && target.closest("section, [data-row]") !== null;
    element.addEventListener("focusin", ({ target }) => setFocused(isList(target)), { signal });
    element.addEventListener("focusout", ({ relatedTarget }) => setFocused(isList(relatedTarget)), {
      signal,
    });
    return () => abort.abort();
  }, [region]);
  return pointed || focused || (phone && scrolled);
}

/** Renders the cards again when a page arrives while the list is not being read. */
function useGeneration(pages: number, reading: boolean): number {
  const [generation, setGeneration] = useState(pages);
  if (!reading && generation !== pages) setGeneration(pages);
  return generation;
}

/** Visible or above the viewport. */
function rowsInSight(region: HTMLElement | null): number {
  let last = 0;
  for (const row of region?.querySelectorAll<HTMLElement>("[data-row]") ?? [])
    if (row.getBoundingClientRect().top < window.innerHeight)
      last = Math.max(last, Number(row.dataset["row"] ?? 0) + 1);
  return last;
}
