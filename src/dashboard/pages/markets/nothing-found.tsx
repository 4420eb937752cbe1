// No market is left: says which filter hides the most and offers to lift it.
import { useMemo, type ReactNode } from "react";
import { clearedFilters, liftedForSearch } from "../../list/chips/clear-filters.ts";
import { countOf, formatCount } from "../../format/number.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { filters, liftFilters } from "../../market/filters/filters.ts";
import { createSearch } from "../../market/filters/search.ts";
import { filterChips, type FilterChip } from "../../select/chips.ts";
import type { Selection } from "../../select/select.ts";
import { didYouMean, wordsOf } from "../../select/whole-list/did-you-mean.ts";
import { Button } from "../../ui/fields/button.tsx";
import type { ViewStateChange } from "../../view-state/use-view-state.ts";
import type { ViewState } from "../../view-state/view-state.ts";

interface NothingFoundProps {
  readonly state: ViewState;
  readonly selection: Selection;
  readonly onChange: (change: ViewStateChange) => void;
  readonly onRefresh: () => void;
}

interface Blocking extends Pick<FilterChip, "filter" | "label" | "lift"> {
  /** The label with what the chip says. */
  readonly text: string;
  readonly hides: string;
}

const words = ["three", "four", "five", "six", "seven", "eight", "nine"] as const;

/** "this filter", "both filters", "all three filters". */
function allFilters(count: number): string {
  if (count < 2) return "this filter";
  return count === 2 ? "both filters" : `all ${words[count - 3] ?? formatCount(count).text} filters`;
}

export function NothingFound({ state, selection, onChange, onRefresh }: NothingFoundProps): ReactNode {
  const blocking = blockingFilters(state, selection);
  const [most] = blocking;
  if (most === undefined)
    return (
      <Frame heading="The source lists no markets here">
        <p className="mt-1.5 text-text2">It answered, and the answer holds none of this kind.</p>
        <div className="mt-4">
          <Button size="large" variant="primary" onClick={onRefresh}>
            Read again
          </Button>
        </div>
      </Frame>
    );
  const { searchHidden, rows } = selection;
  const query = state.query.trim();
  const finds = createSearch(query);
  if (finds !== undefined && !rows.some(finds))
    return <NothingCalled query={query} state={state} rows={rows} onChange={onChange} />;
  return (
    <Frame heading={`No market passes ${allFilters(blocking.length)}`}>
      {searchHidden > 0 ? (
        <p className="mt-1.5 flex flex-wrap items-center gap-x-2 text-text2">
          {countOf(searchHidden, "match", "matches")} hidden by filters.
          <Button variant="link" className="px-0" onClick={() => onChange(liftedForSearch)}>
            Show
          </Button>
        </p>
      ) : (
        <p className="mt-1.5 text-text2">This is what each of them hides:</p>
      )}
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {blocking.map((entry) => (
          <li key={entry.filter} className="flex min-h-9 items-center gap-3">
            <span className="min-w-0 flex-1 truncate">{entry.text}</span>
            <span className="shrink-0 text-text2">{entry.hides}</span>
            <Button
              variant="link"
              className="px-1 pointer-coarse:h-11"
              aria-label={`Remove ${entry.text}`}
              onClick={() => onChange(entry.lift)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button size="large" variant="primary" onClick={() => onChange(most.lift)}>
          Remove {most.filter === "query" ? "the search" : most.label}
        </Button>
        <Button size="large" onClick={() => onChange(clearedFilters(state))}>
          Clear filters
        </Button>
      </div>
    </Frame>
  );
}

/** No market at all is called what was typed, whatever the filters: it may be written in another way. */
function NothingCalled({
  query,
  state,
  rows,
  onChange,
}: Pick<NothingFoundProps, "state" | "onChange"> & {
  readonly query: string;
  readonly rows: readonly MarketRow[];
}): ReactNode {
  const names = useMemo(() => wordsOf(rows), [rows]);
  const meant = useMemo(() => didYouMean(query, rows, names), [query, rows, names]);
  return (
    <Frame heading={`No market is called “${query}”`}>
      <p className="mt-1.5 text-text2">
        Products, providers, tokens, families of tokens and ids were looked through.
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        {meant === undefined ? null : (
          <Button size="large" variant="primary" onClick={() => onChange({ query: meant })}>
            Did you mean {meant}?
          </Button>
        )}
        <Button
          size="large"
          variant={meant === undefined ? "primary" : "outline"}
          onClick={() => onChange(liftFilters(["query"]))}
        >
          Remove the search
        </Button>
        <Button size="large" onClick={() => onChange(clearedFilters(state))}>
          Clear filters
        </Button>
      </div>
    </Frame>
  );
}

function Frame({ heading, children }: { readonly heading: string; readonly children: ReactNode }): ReactNode {
  return (
    <section
      aria-labelledby="nothing-found"
      className="flex flex-1 flex-col justify-center px-6 py-12 md:px-12"
    >
      <div className="max-w-[480px]">
        <h2 id="nothing-found" className="text-[15px] leading-5 font-semibold">
          {heading}
        </h2>
        {children}
      </div>
    </section>
  );
}

/**
 * The filters in force, the one whose lifting brings back the most first. Filters the service applies itself hide what was
 * never loaded: they are listed without a number.
 */
function blockingFilters(state: ViewState, selection: Selection): readonly Blocking[] {
  const { hiding } = selection;
  const chips = filterChips(state, selection);
  const textOf = (filter: FilterChip["filter"], label: string): string => {
    const value = chips.find((chip) => chip.filter === filter)?.value;
    return value === undefined ? label : `${label} ${value}`;
  };
  const counted = hiding.map(({ filter, hides, unknown }): Blocking => {
    const { label } = filters[filter];
    const lift = liftFilters([filter]);
    const noun = filters[filter].unknown;
    return { filter, label, text: textOf(filter, label), hides: hidesText(hides, unknown, noun), lift };
  });
  const uncounted = chips
    .filter((chip) => !hiding.some(({ filter }) => filter === chip.filter))
    .map(({ filter, label, lift }): Blocking => {
      return { filter, label, text: textOf(filter, label), hides: "applied by the service", lift };
    });
  return [...counted, ...uncounted];
}

/** "hides 2, and 3 with unknown deposits". */
function hidesText(hides: number, unknown: number, noun: string): string {
  const known = hides === 0 ? undefined : formatCount(hides).text;
  if (unknown === 0) return known === undefined ? "hides none by itself" : `hides ${known}`;
  const rest = `${formatCount(unknown).text} with unknown ${noun}`;
  return known === undefined ? `hides ${rest}` : `hides ${known}, and ${rest}`;
}
