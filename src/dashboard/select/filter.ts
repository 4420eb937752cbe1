// Which markets are shown. What the service is asked for is applied here as well, so that a list which holds more than was
// asked for (kept from before, or sent by mistake) still answers right.
import { isMarketType, marketTypes } from "../../contract/market.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import type { RecordFigures } from "../data/record/record-figures.ts";
import type { Loans, LoopRooms } from "../market/column.ts";
import type { PeerPrices } from "../market/doubts.ts";
import type { FilterInputs, Judge } from "../market/filters/filter-kinds.ts";
import {
  filterIds,
  filters,
  liftFilters,
  type FilterId,
  type FilterState,
} from "../market/filters/filters.ts";
import type { ViewState } from "../view-state/view-state.ts";

/** The part of the view state that decides what is shown. The type is the frame the filters work in. */
export type FilteredBy = FilterState & Pick<ViewState, "view" | "types" | "size" | "basis">;

/** What the filters may look at besides a row. */
export function filterInputs(
  { view, types, assetMatch, size, basis }: FilteredBy,
  starred: ReadonlySet<string>,
  prices: PeerPrices | undefined,
  loops?: LoopRooms,
  loans?: Loans,
  record?: RecordFigures,
): FilterInputs {
  const side = view === "borrow" ? "borrow" : "deposit";
  return { types, assetMatch, side, size, basis, starred, prices, loops, loans, record };
}

/** What a filter needs. Lists come from the URL anew with every change of it, so they are compared by what they hold. */
export function neededBy(id: FilterId, inputs: FilterInputs): readonly unknown[] {
  return filters[id].needs.map((need) => {
    const input = inputs[need];
    return Array.isArray(input) ? input.join() : input;
  });
}

/** All that decides which rows are shown: while it is equal part by part, they stay. */
export function decisive(state: FilteredBy, inputs: FilterInputs): readonly unknown[] {
  const keys = <Id extends FilterId>(id: Id, value: FilterState[Id]): readonly unknown[] =>
    isOff(id, value) ? [undefined] : [filters[id].key(value), ...neededBy(id, inputs)];
  return [state.types.join(), ...filterIds.flatMap((id) => keys(id, state[id]))];
}

function isOff<Id extends FilterId>(id: Id, value: FilterState[Id]): boolean {
  const { [id]: filter } = filters;
  return filter.key(value) === filter.key(filter.lifted);
}

interface ActiveFilter {
  readonly id: FilterId;
  readonly judge: Judge;
}

/** The filters that are on. Each judges a row on its own, so that the order of filters never matters. */
function createFilters(state: FilterState, inputs: FilterInputs): readonly ActiveFilter[] {
  const active = <Id extends FilterId>(id: Id, value: FilterState[Id]): readonly ActiveFilter[] => {
    const judge = isOff(id, value) ? undefined : filters[id].judge(value, inputs);
    return judge === undefined ? [] : [{ id, judge }];
  };
  return filterIds.flatMap((id) => active(id, state[id]));
}

const yielding = filterIds.filter((id) => filters[id].givesWay !== undefined);

/**
 * Whether a row is of a type that was asked for. A type nobody knew is shown only when all types are: it was never asked
 * for by name.
 */
function createTypeFilter({ types }: Pick<ViewState, "types">): (row: MarketRow) => boolean {
  const wanted: ReadonlySet<string> = new Set(types);
  const everything = marketTypes.every((type) => wanted.has(type));
  return (row) => wanted.has(row.type) || (everything && !isMarketType(row.type));
}

/** What one filter hides of the rows that pass all others. */
export interface FilterHiding {
  readonly filter: FilterId;
  /** Rows that pass every other filter and fail this one by what is known of them. */
  readonly hides: number;
  /** Rows that pass every other filter and cannot be judged by this one. */
  readonly unknown: number;
  /** What lifting this filter alone brings back: both of the above. */
  readonly alone: number;
  /** Rows this filter does not let pass, whatever the others say. */
  readonly fails: number;
}

export interface FilterResult {
  /** Positions of the rows that pass every filter, from the first row to the last. */
  readonly visible: Uint32Array;
  /** Rows of the types asked for, shown or not: "26 of 230 markets". */
  readonly total: number;
  /** Filters that hide something, the one whose lifting brings back the most first. */
  readonly hiding: readonly FilterHiding[];
  /** Rows hidden for nothing but that something about them is unknown. */
  readonly unknownHidden: number;
  /** Rows that match the search text and are hidden by other filters. 0 without a search text. */
  readonly searchHidden: number;
  /** Whether the filters that give way did, because they would have left nothing. */
  readonly gaveWay: boolean;
}

/** Applies all filters; those that give way do not where nothing would be left. */
export function filterRows(
  rows: readonly MarketRow[],
  state: FilteredBy,
  inputs: FilterInputs,
): FilterResult {
  const strict = filterStrictly(rows, state, inputs);
  if (strict.visible.length > 0 || yielding.every((id) => isOff(id, state[id]))) return strict;
  const result = filterStrictly(rows, { ...state, ...liftFilters(yielding) }, inputs);
  return { ...result, gaveWay: result.visible.length > 0 };
}

function filterStrictly(rows: readonly MarketRow[], state: FilteredBy, inputs: FilterInputs): FilterResult {
  const isOfType = createTypeFilter(state);
  const active = createFilters(state, inputs);
  const hides = new Float64Array(active.length);
  const unknown = new Float64Array(active.length);
  const fails = new Float64Array(active.length);
  const searchAt = active.findIndex((filter) => filter.id === "query");
  const kept = new Uint32Array(rows.length);
  let visible = 0;
  let total = 0;
  let unknownHidden = 0;
  let searchHidden = 0;

  // By position: an iterator makes an object per row.
  for (let position = 0; position < rows.length; position += 1) {
    const row = rows[position];
    if (row === undefined || !isOfType(row)) continue;
    total += 1;
    let failing = 0;
    let lastFailing = -1;
    let anyKnown = false;
    let searchFails = false;
    for (let at = 0; at < active.length; at += 1) {
      const result = active[at]?.judge(row) ?? "pass";
      if (result === "pass") continue;
      failing += 1;
      lastFailing = at;
      if (result === "fail") anyKnown = true;
      if (at === searchAt) searchFails = true;
      fails[at] = (fails[at] ?? 0) + 1;
    }
    if (failing === 0) {
      kept[visible] = position;
      visible += 1;
      continue;
    }
    if (!anyKnown) unknownHidden += 1;
    if (searchAt >= 0 && !searchFails) searchHidden += 1;
    if (failing === 1) {
      const counter = anyKnown ? hides : unknown;
      counter[lastFailing] = (counter[lastFailing] ?? 0) + 1;
    }
  }

  const hiding = active
    .map(({ id }, at): FilterHiding => {
      const known = hides[at] ?? 0;
      const unjudged = unknown[at] ?? 0;
      return { filter: id, hides: known, unknown: unjudged, alone: known + unjudged, fails: fails[at] ?? 0 };
    })
    .filter((entry) => entry.fails > 0)
    .toSorted((a, b) => b.alone - a.alone || b.fails - a.fails);
  return { visible: kept.slice(0, visible), total, hiding, unknownHidden, searchHidden, gaveWay: false };
}
