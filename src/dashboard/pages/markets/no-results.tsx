import { useMemo, type ReactNode } from "react";
import { passFocusToFilters } from "../../list/toolbar/focus-search.ts";
import { countOf, formatCount, countMarkets } from "../../../domain/format/number.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import type { FilterInputs } from "../../../domain/market/filters/filter-kinds.ts";
import { filters, clearFilters, type FilterId } from "../../../domain/market/filters/filters.ts";
import { createSearch } from "../../../domain/market/filters/search.ts";
import { useStars } from "../../data/storage/stars.ts";
import { useCatalogue } from "../../queries/catalogue/catalogue.ts";
import { joinNames } from "../../../contract/names/join-names.ts";
import { joinParts } from "../../../domain/format/join-parts.ts";
import { resetFilters, filterChips, clearedForSearch } from "../../select/chips.ts";
import { countWithout, fewestFilters } from "../../select/fewest-filters.ts";
import { filterInputs } from "../../../domain/view-state/filter.ts";
import type { Selection } from "../../select/select.ts";
import { bySymbol, didYouMean, knownWords } from "../../select/whole-list/did-you-mean.ts";
import { Button } from "../../ui/fields/button.tsx";
import { toMarketsRequest } from "../../../domain/view-state/markets-request-of-view.ts";
import { chooseView, views } from "../../../domain/view-state/views.ts";
import { setViewState } from "../../view-state/use-view-state.ts";
import type { ViewState } from "../../../domain/view-state/view-state.ts";
import type { ListContextValue } from "./list-context.ts";

const words = ["three", "four", "five", "six", "seven", "eight", "nine"] as const;

function allFilters(count: number): string {
  if (count < 2) return "this filter";
  return count === 2 ? "both filters" : `all ${words[count - 3] ?? formatCount(count).text} filters`;
}

export interface NoResultsProps extends Pick<ListContextValue, "state" | "selection"> {
  readonly onRefresh: () => void;
}

export function NoResults({ state, selection, onRefresh }: NoResultsProps): ReactNode {
  const { searchHidden, rows, context } = selection;
  const { starred } = useStars();
  const { fewest, blocking } = useMemo(() => {
    const { prices, loops, loans, record } = context;
    const inputs = filterInputs(state, starred, prices, loops, loans, record);
    return {
      fewest: fewestFilters(rows, state, inputs),
      blocking: blockingFilters(state, selection, inputs),
    };
  }, [rows, state, starred, context, selection]);
  const [first] = blocking;
  const query = state.query.trim();
  const finds = createSearch(query);
  // No loaded market matches it, even without the filters.
  const isUnknownName = first !== undefined && finds !== undefined && !rows.some(finds);
  const guess = useSuggestion(query, isUnknownName ? rows : noRows);
  const clear: Action = ["Clear filters", () => setViewState(resetFilters(state))];
  if (first === undefined)
    return (
      <Frame heading="The source lists no markets here" actions={[["Refresh", onRefresh]]}>
        <p className="mt-1.5 text-text2">It returned an empty list.</p>
      </Frame>
    );
  if (isUnknownName) {
    const { types, providers, assets, statuses = ["open"] } = toMarketsRequest(state);
    const hasAllMarkets =
      [types, providers, assets].every((filter) => filter === undefined) && statuses.includes("open");
    const where = state.view === "all" ? "with these filters" : `in ${views[state.view].label}`;
    return (
      <Frame
        heading={hasAllMarkets ? `No market is called “${query}”` : `No match for “${query}” ${where}`}
        actions={[
          guess !== undefined && [`Did you mean ${guess}?`, () => setViewState({ query: guess })],
          !hasAllMarkets && [
            "Search all markets",
            () => setViewState({ ...clearedForSearch, ...chooseView("all") }),
          ],
          ["Remove the search", () => setViewState(clearFilters(["query"]))],
          clear,
        ]}
      >
        <p className="mt-1.5 text-text2">
          {hasAllMarkets ? "No market, token or provider matches." : "Other markets were not searched."}
        </p>
      </Frame>
    );
  }
  return (
    <Frame
      heading={`No market passes ${allFilters(blocking.length)}`}
      actions={[
        fewest !== undefined && [
          `Without ${joinNames(fewest.ids.map(nameOf))}: ${countMarkets(fewest.count)}`,
          () => setViewState(clearFilters(fewest.ids)),
        ],
        clear,
      ]}
    >
      {searchHidden > 0 ? (
        <p className="mt-1.5 flex flex-wrap items-center gap-x-2 text-text2">
          {countOf(searchHidden, "match", "matches")} hidden by filters.
          <Button variant="link" className="px-0" onClick={() => setViewState(clearedForSearch)}>
            Show
          </Button>
        </p>
      ) : null}
      <ul className="mt-3 border-b border-line">
        {blocking.map(({ filter, text, hides, removal }) => (
          <li key={filter} className="flex min-h-9 items-center gap-3 border-t border-line">
            <span className="min-w-0 flex-1 py-1">{text}</span>
            <span className="shrink-0 text-text2">{hides}</span>
            <Button
              variant="link"
              className="px-1 pointer-coarse:h-11"
              aria-label={`Remove ${text}`}
              onClick={() => setViewState(removal)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </Frame>
  );
}

function nameOf(id: FilterId): string {
  if (id === "query") return "the search";
  return id === "without" ? "the excluded assets" : filters[id].label;
}

const noRows: readonly MarketRow[] = [];

function useSuggestion(query: string, rows: readonly MarketRow[]): string | undefined {
  const names = useMemo(() => knownWords(rows), [rows]);
  const { assets, loading } = useCatalogue(false, rows.length > 0);
  return useMemo(
    () => (loading ? undefined : (bySymbol(query, rows, assets) ?? didYouMean(query, rows, names))),
    [query, rows, names, assets, loading],
  );
}

type Action = readonly [label: string, act: () => void];

interface FrameProps {
  readonly heading: string;
  readonly actions: readonly (Action | false)[];
  readonly children: ReactNode;
}

function Frame({ heading, actions, children }: FrameProps): ReactNode {
  return (
    <section
      ref={passFocusToFilters}
      aria-labelledby="nothing-found"
      className="flex flex-1 flex-col justify-center px-6 py-12 md:px-12"
    >
      <div className="max-w-[480px]">
        <h2 id="nothing-found" className="text-[15px] leading-5 font-semibold">
          {heading}
        </h2>
        {children}
        <div className="mt-4 flex flex-wrap gap-2">
          {actions
            .filter((action) => action !== false)
            .map(([label, act], at) => (
              <Button
                key={label}
                size="large"
                variant={at === 0 ? "primary" : "outline"}
                className="h-auto! min-h-8 max-w-full py-1 text-left whitespace-normal!"
                onClick={act}
              >
                {label}
              </Button>
            ))}
        </div>
      </div>
    </section>
  );
}

/** Most hidden first. Request filters have no count, because the markets they hide were never loaded. */
function blockingFilters(state: ViewState, selection: Selection, inputs: FilterInputs) {
  const { hiding, rows } = selection;
  const chips = filterChips(state, selection);
  const counted = hiding.map(({ filter, hides, unknown }) => {
    const { label, unknown: noun } = filters[filter];
    // Has no chip while it hides.
    const unset = filter === "unborrowable" ? "hidden" : undefined;
    const value = chips.find((chip) => chip.filter === filter)?.value ?? unset;
    const text = joinParts([label, value], " ");
    // Without the collateral, other filters judge the LTV of another one.
    const known = filter === "collateral" ? countWithout([filter], rows, state, inputs) - unknown : hides;
    return { filter, text, hides: hidesText(known, unknown, noun), removal: clearFilters([filter]) };
  });
  const uncounted = chips
    .filter((chip) => !hiding.some(({ filter }) => filter === chip.filter))
    .map(({ filter, label, value, removal }) => ({
      filter,
      text: joinParts([label, value], " "),
      hides: "count unknown",
      removal,
    }));
  return [...counted, ...uncounted];
}

function hidesText(hides: number, unknown: number, noun: string): string {
  if (hides + unknown === 0) return "not the only cause";
  const parts = [
    hides > 0 && formatCount(hides).text,
    unknown > 0 && `${formatCount(unknown).text} with unknown ${noun}`,
  ];
  return `hides ${joinParts(parts, ", and ")}`;
}
