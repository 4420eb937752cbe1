// The list of markets.
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
  type RefObject,
} from "react";
import { writeMarketsRequest } from "../../../contract/markets-request.ts";
import { useLocation } from "wouter";
import { useDashboardConfig } from "../../queries/configuration.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { useLendingMarkets } from "../../queries/markets/use-lending-markets.ts";
import { useMarkets } from "../../queries/markets/use-markets.ts";
import { fewestToCompare, usePicks } from "../../data/kept/picks.ts";
import { useStars } from "../../data/kept/stars.ts";
import { columnHeader, usesRecord } from "../../market/columns.ts";
import { filterIds, hangsOnRecord, isOn, wantsRecord } from "../../market/filters/filters.ts";
import { foldAhead } from "../../market/filters/search.ts";
import { createSelector, type Selection } from "../../select/select.ts";
import type { MarketListProps } from "../../list/market-list.ts";
import { fetchNow } from "../../ui/page/network/fetch-later.ts";
import { lazyPart, type LazyPart } from "../../ui/page/lazy-part.tsx";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { phoneQuery, useIsNarrow, useIsPhone, useMediaQuery } from "../../ui/page/media-query.ts";
import { toMarketsRequest } from "../../view-state/request-of-state.ts";
import { currentSearch, hrefTo, marketHref, useSearch } from "../../view-state/address.ts";
import { openedFrom } from "../../view-state/way-back.ts";
import { useStable } from "../../ui/page/use-stable.ts";
import { useViewState } from "../../view-state/use-view-state.ts";
import type { ViewState } from "../../view-state/view-state.ts";
import {
  chooseBenchmark,
  effectiveSort,
  hasOwnTypes,
  views,
  visibleColumns,
} from "../../view-state/views.ts";
import { SoughtAsset } from "../assets/sought-asset.tsx";
import { useRecordFigures } from "../record/use-record-figures.ts";
import { useBenchmark } from "./use-benchmark.ts";
import { useLoopRooms } from "./use-loop-rooms.ts";
import { filtersId, searchFieldId } from "../../list/toolbar/focus-search.ts";
import { useHeldOrder } from "./held-order.ts";
import { panelId, ShownListContext, type ShownList } from "./shown-list.ts";
import { useListAnnouncements } from "./list-announcements.ts";
import { PrintNote } from "./tools/print-note.tsx";
import { isLoading, LoadProgress } from "../status/load-progress.tsx";
import { usePageTitle } from "../frame/page-heading.tsx";
import { compareHref } from "../frame/places.ts";

// One of the two is drawn, so only one is fetched.
const marketsTable = withActions(
  async () => (await import("../../list/table/markets-table.tsx")).MarketsTable,
);
const marketCards = withActions(async () => (await import("../../list/cards/market-cards.tsx")).MarketCards);
const filterPanel = lazyPart(async () => (await import("../../list/panel/filter-panel.tsx")).FilterPanel);
const nothingFound = lazyPart(async () => (await import("./nothing-found.tsx")).NothingFound);
// It breaks its line where the toolbar does, so that the list below does not move.
const toolbar = lazyPart(
  async () => (await import("./tools/markets-toolbar.tsx")).MarketsToolbar,
  <div className="flex shrink-0 flex-wrap gap-x-4 border-b border-line2 px-4 print:hidden">
    <div className="-mb-px h-10 min-w-0 grow basis-[460px] pointer-coarse:h-11" />
    <div className="h-10 w-[420px]" />
  </div>,
);
// As tall as what comes, so that the cards below do not move.
const phoneToolbar = lazyPart(
  async () => (await import("./tools/phone-toolbar.tsx")).PhoneToolbar,
  <div className="h-[157px] shrink-0 low:h-[105px]" />,
);
const foldedFilters = lazyPart(
  async () => (await import("./tools/folded-filters.tsx")).FoldedFilters,
  <div className="h-[61px] shrink-0" />,
);
const chipRow = lazyPart(async () => (await import("../../list/chips/chip-row.tsx")).ChipRow);
// As tall as what comes, so that the list over it does not move.
const listFoot = lazyPart(
  async () => (await import("../../list/chips/chip-row.tsx")).ListFoot,
  <div className="h-9 shrink-0 border-t border-line" />,
);
const question = lazyPart(
  async () => (await import("./question.tsx")).Question,
  <div className="h-14 shrink-0 border-b border-line" />,
);
const loopsLine = lazyPart(async () => (await import("./left-out.tsx")).LoopsLine);
const listProblem = lazyPart(async () => (await import("../status/list-problem.tsx")).ListProblem);
// Fetched at the start and not at the failure: by then there may be no network to fetch it over.
const problem = lazyPart(async () => (await import("../../ui/marks/problem.tsx")).Problem);
const compareTray = lazyPart(async () => (await import("./compare-tray.tsx")).CompareTray);
// As tall as what comes, so that the list below does not move.
const borrowFinder = lazyPart(
  async () => (await import("./borrow-finder.tsx")).BorrowFinder,
  <div className="h-14 shrink-0 border-b border-line max-md:h-[73px] pointer-coarse:max-md:h-[81px]" />,
);
const loansLine = lazyPart(async () => (await import("./left-out.tsx")).LoansLine);
const recordBanner = lazyPart(async () => (await import("../record/record-banner.tsx")).RecordBanner);
const listChanges = lazyPart(async () => (await import("./changes/list-changes-panel.tsx")).ListChangesPanel);

/** A tablet: filters whose rows a finger can press leave the table no room beside them. */
const foldedFiltersQuery = "(max-width: 999.98px) and (pointer: coarse)";

/** Fetches the code of what is seen first, while the first page is on its way. Never rejects. */
export async function fetchMarketsPage(): Promise<void> {
  problem.preload();
  const phone = matchMedia(phoneQuery).matches;
  await Promise.all([
    listProblem.fetched(),
    chipRow.fetched(),
    ...(phone
      ? [marketCards.fetched(), phoneToolbar.fetched()]
      : [
          marketsTable.fetched(),
          filterPanel.fetched(),
          toolbar.fetched(),
          listFoot.fetched(),
          question.fetched(),
        ]),
  ]);
}

/** A list with the actions in its rows: the two may not know each other, so the page introduces them. */
function withActions(load: () => Promise<ComponentType<MarketListProps>>): LazyPart<MarketListProps> {
  return lazyPart(async () => {
    const [List, { renderActions, useRowActions }] = await Promise.all([
      load(),
      import("../../actions/action-buttons.tsx"),
    ]);
    return function WithActions(props) {
      return <List {...props} renderActions={renderActions} actions={useRowActions()} />;
    };
  });
}

// The export the list is compared with. Going to a market's page and back does not end the comparison.
let pastExportHere: File | undefined;

export function MarketsPage(): ReactNode {
  const [state, change] = useViewState();
  const request = toMarketsRequest(state);
  const requestText = writeMarketsRequest(request);
  const result = useMarkets(request);
  const { starred } = useStars();
  const { picks } = usePicks();
  const [select] = useState(createSelector);
  const phone = useIsPhone();
  const foldsFilters = useMediaQuery(foldedFiltersQuery) && !phone;
  const narrow = useIsNarrow();
  const rowOf = useMemo(() => lookupIn(result.rows), [result.rows]);
  const { source, record: recording } = useDashboardConfig();
  const records = recording !== undefined;
  const columns = useStable(visibleColumns(state, narrow, records));
  const sort = useStable(effectiveSort(state));
  const loading = isLoading(result);
  const readsRecord =
    records &&
    !loading &&
    (columns.some(usesRecord) || sort.some(({ column }) => usesRecord(column)) || wantsRecord(state));
  const record = useRecordFigures(readsRecord);
  const { benchmark } = state;
  // A list that failed has nothing to be measured, and is tried again in its own time.
  const soughtBenchmark =
    benchmark !== undefined && result.phase === "complete" && rowOf(benchmark) === undefined
      ? benchmark
      : undefined;
  const elsewhere = useBenchmark(soughtBenchmark);
  const loops = useLoopRooms(result, state);
  // A list of some tokens holds few of their collaterals.
  const lending = useLendingMarkets(state.view === "borrow");
  const selection = select(result.rows, state, {
    starred,
    benchmark: elsewhere.row,
    peers: result.peers,
    loops,
    lenders: lending.phase === "complete" ? lending.rows : undefined,
    record: record.figures,
  });
  useEffect(
    () => (result.phase === "complete" ? foldAhead(result.rows) : undefined),
    [result.phase, result.rows],
  );
  const announce = useAnnounce();
  useListAnnouncements(result, selection, announce, {
    by: columnHeader(sort[0]?.column ?? "depositApy", selection.context),
    inputs: selection.context,
  });
  usePageTitle(titleOf(state));
  // The parts around the list know no order, so that sorting does not render them.
  const asked = useStable({ ...state, sort: undefined });
  const counted = useOrderless(selection);

  const region = useRef<HTMLDivElement>(null);
  const reading = useReading(region, phone);
  const held = useHeldOrder(selection.visible, wishOf(state), reading, () => rowsInSight(region.current));

  const onBenchmark = useCallback<NonNullable<MarketListProps["onBenchmark"]>>(
    (id) => change((now) => chooseBenchmark(now, id)),
    [change],
  );

  const generation = useGeneration(result.pages.length, reading);

  // A bound of what is recorded hides everything until that is read.
  const awaitsRecord =
    records && record.figures === undefined && record.error === undefined && hangsOnRecord(state);
  const lookingForBenchmark = loading || elsewhere.looking;
  const provisional = loading || result.failedPage !== undefined;
  const [, go] = useLocation();
  const onSort = useCallback<MarketListProps["onSort"]>((keys) => change({ sort: keys }), [change]);
  // A market's page keeps the list in its address. Writing the links anew with the rows costs less than drawing the page twice.
  const search = useSearch();
  const hrefOf = useCallback((id: string) => hrefTo(marketHref(id), search), [search]);
  const onOpen = useCallback(
    (id: string) => {
      const listed = currentSearch();
      go(hrefTo(marketHref(id), listed), { state: openedFrom(hrefTo("/", listed)) });
    },
    [go],
  );

  const onCompare = useCallback(() => go(compareHref(picks, currentSearch())), [go, picks]);

  const settled = useSettled(result.phase === "complete");
  useEffect(() => {
    if (settled) void fetchNow();
  }, [settled]);
  const [pastExport, setPastExport] = useState(pastExportHere);
  const holdPastExport = useCallback((file?: File): void => setPastExport((pastExportHere = file)), []);
  const shownRows = useRef(held.rows);
  useEffect(() => {
    shownRows.current = held.rows;
  });
  const around = useMemo(
    (): ShownList => ({
      state: asked,
      onChange: change,
      selection: counted,
      columns,
      result,
      lookingForBenchmark,
      shownRows: () => shownRows.current,
      onPastExport: holdPastExport,
    }),
    [asked, change, counted, columns, result, lookingForBenchmark, holdPastExport],
  );

  const list: MarketListProps = {
    rows: held.rows,
    columns,
    sort,
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
    onCompare: picks.length < fewestToCompare ? undefined : onCompare,
    onBenchmark,
    generation,
  };

  const said = {
    state: asked,
    selection: counted,
    onChange: change,
    loading,
    failed: result.phase === "failed",
    provisional,
    waiting: held.waiting,
    onPutInOrder: held.release,
    phone,
  };
  const leftOut = useMemo(
    () =>
      asked.view === "borrow" ? (
        <loansLine.Part />
      ) : settled && asked.view === "earn" && !asked.types.includes("loop") ? (
        <loopsLine.Part />
      ) : null,
    [asked, settled],
  );

  return (
    <ShownListContext value={around}>
      <div className="flex min-h-0 flex-1">
        <h1 className="sr-only">Markets</h1>
        {phone || foldsFilters ? null : (
          <section
            id={filtersId}
            aria-label="Filters"
            className="relative w-56 shrink-0 overflow-y-auto overscroll-contain border-r border-line2 bg-canvas [scrollbar-width:thin] print:hidden"
          >
            <filterPanel.Part
              state={asked}
              onChange={change}
              facets={counted.facets}
              records={records}
              loading={loading}
              searchId={searchFieldId}
            />
          </section>
        )}
        <div className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface">
          {state.view === "borrow" ? <borrowFinder.Part /> : null}
          {!phone && (state.view === "earn" || state.view === "loop" || state.view === "all") ? (
            <question.Part />
          ) : null}
          {foldsFilters ? <foldedFilters.Part /> : null}
          {phone ? <phoneToolbar.Part /> : <toolbar.Part />}
          {/* The offer to put rows in order belongs to what is read: it must not go when the pointer comes for it. */}
          <div ref={region} className="flex min-h-0 flex-1 flex-col">
            <PrintNote region={region} total={held.rows.length} />
            {/* As tall as the chips to come, so that the list does not move for them. */}
            <div
              className={
                !phone && (!hasOwnTypes(asked) || filterIds.some((id) => isOn(id, asked[id], asked.types)))
                  ? "min-h-9 shrink-0"
                  : "contents"
              }
            >
              <chipRow.Part
                {...said}
                lookingForBenchmark={lookingForBenchmark}
                beside={<SoughtAsset query={state.query.trim()} rows={result.rows} />}
              />
            </div>
            <div
              id={panelId}
              role="tabpanel"
              aria-label={`${views[state.view].label} markets`}
              className="relative flex min-h-0 flex-1 flex-col"
            >
              <h2 className="sr-only">{views[state.view].label} markets</h2>
              <LoadProgress result={result} />
              {result.phase === "failed" ? (
                <problem.Part size="page" {...result} />
              ) : selection.visible.length === 0 && !loading && !awaitsRecord ? (
                <nothingFound.Part
                  state={asked}
                  selection={counted}
                  onChange={change}
                  onRefresh={result.refresh}
                />
              ) : phone ? (
                <marketCards.Part {...list} />
              ) : (
                <marketsTable.Part {...list} />
              )}
            </div>
            {phone ? null : <listFoot.Part {...said}>{leftOut}</listFoot.Part>}
          </div>
          {phone ? leftOut : null}
          <div className="sticky bottom-0 z-20 shrink-0 md:static">
            {readsRecord ? <recordBanner.Part record={record} /> : null}
            {settled || pastExport !== undefined ? (
              <listChanges.Part
                file={pastExport}
                result={result}
                request={requestText}
                onDismiss={holdPastExport}
              />
            ) : null}
            <listProblem.Part result={result} />
            {picks.length === 0 ? null : <compareTray.Part rowOf={rowOf} />}
          </div>
        </div>
      </div>
    </ShownListContext>
  );
}

/** Further down than this the first card has begun to leave the screen. */
const scrolledFrom = 160;

const settledAfterMs = 3000;

/** Whether something has held for a while, once: what can wait is fetched then. */
function useSettled(holds: boolean): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    if (!holds || settled) return undefined;
    const timer = setTimeout(() => setSettled(true), settledAfterMs);
    return () => clearTimeout(timer);
  }, [holds, settled]);
  return settled;
}

function titleOf(state: ViewState): string {
  return state.view === "earn" ? "Markets" : `${views[state.view].label} markets`;
}

/** What the user asked for that reorders or filters; not the data that arrives. */
function wishOf(state: ViewState): string {
  const { columns: _columns, density: _density, benchmark, ...rest } = state;
  const ordersByIt = rest.sort?.some(({ column }) => column === "vsBenchmark") === true;
  return JSON.stringify({ ...rest, benchmark: ordersByIt ? benchmark : undefined });
}

/** The selection, the same as long as only its order changes. */
function useOrderless(selection: Selection): Selection {
  const { visible, ...rest } = selection;
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => selection, [visible.length, ...Object.values(rest)]);
}

/** Finds a loaded market by id; indexes the rows at the first search. */
function lookupIn(rows: readonly MarketRow[]): (id: string) => MarketRow | undefined {
  let byId: ReadonlyMap<string, MarketRow> | undefined;
  return (id) => (byId ??= new Map(rows.map((row) => [row.id, row]))).get(id);
}

/**
 * Whether the list is being read: the pointer moves in it or the focus is in it. A finger leaves no pointer, so on a phone: when
 * it is scrolled away from its top.
 */
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
    // Only a pointer that moves is reading: when a banner goes, the list can come to lie under one that rests.
    element.addEventListener(
      "pointermove",
      (event) => {
        if (event.movementX !== 0 || event.movementY !== 0) setPointed(true);
      },
      { signal, passive: true },
    );
    element.addEventListener("pointerleave", () => setPointed(false), { signal });
    // What stands beside the rows, such as the button that skips them, is not the list.
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

/** Changes when a page arrives while nobody reads the list: cards are then rendered as a new list instead of sliding about. */
function useGeneration(pages: number, reading: boolean): number {
  const [generation, setGeneration] = useState(pages);
  if (!reading && generation !== pages) setGeneration(pages);
  return generation;
}

/** How many rows from the first are in sight or above. */
function rowsInSight(region: HTMLElement | null): number {
  let last = 0;
  for (const row of region?.querySelectorAll<HTMLElement>("[data-row]") ?? [])
    if (row.getBoundingClientRect().top < window.innerHeight)
      last = Math.max(last, Number(row.dataset["row"] ?? 0) + 1);
  return last;
}
