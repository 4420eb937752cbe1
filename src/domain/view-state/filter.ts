// Applies request parameters too, because a list may contain more than was requested (a placeholder, or an upstream
// error).
import { marketTypes } from "../../contract/market.ts";
import type { MarketRow } from "../market/market-row.ts";
import type { RecordFigures } from "../market/record-figures.ts";
import type { LoanCollateral, LoopCapacities } from "../market/column.ts";
import type { PeerPrices } from "../market/assess/checks.ts";
import type { FilterInputs } from "../market/filters/filter-kinds.ts";
import {
  filterIds,
  filters,
  clearFilters,
  type FilterId,
  type FilterState,
} from "../market/filters/filters.ts";
import type { ViewId, ViewState } from "./view-state.ts";
import { views } from "./views.ts";

type ListInputs = Pick<ViewState, "view" | "types" | "size" | "basis">;
export type FilteredBy = FilterState & ListInputs;

export function filterInputs(
  { view, types, assetMatch, size, basis }: ListInputs & Pick<FilterState, "assetMatch">,
  starred: ReadonlySet<string>,
  prices: PeerPrices | undefined,
  loops?: LoopCapacities,
  loans?: LoanCollateral,
  record?: RecordFigures,
): FilterInputs {
  const side = view === "borrow" ? "borrow" : "deposit";
  return { types, assetMatch, side, size, basis, starred, prices, loops, loans, record };
}

/** The inputs that a filter needs, as parts of a cache key. */
export function inputValues(id: FilterId, inputs: FilterInputs): readonly unknown[] {
  return filters[id].needs.map((need) => {
    const input = inputs[need];
    return Array.isArray(input) ? input.join() : input;
  });
}

/** Cache key: if it is equal, the result has not changed. */
export function filterKeys(
  state: FilteredBy,
  inputs: FilterInputs,
  ids: readonly FilterId[] = filterIds,
): readonly unknown[] {
  const keys = <Id extends FilterId>(id: Id, value: FilterState[Id]): readonly unknown[] =>
    isOff(id, value) ? [undefined] : [filters[id].key(value), ...inputValues(id, inputs)];
  return ids.flatMap((id) => keys(id, state[id]));
}

function isOff<Id extends FilterId>(id: Id, value: FilterState[Id]): boolean {
  const { [id]: filter } = filters;
  return filter.key(value) === filter.key(filter.offValue);
}

/** Each filter judges a row by itself, so their order does not matter. */
export function createFilters<Id extends FilterId>(
  state: Pick<FilterState, Id>,
  inputs: FilterInputs,
  ids: readonly Id[],
) {
  const active = <Own extends FilterId>(id: Own, value: FilterState[Own]) => {
    const judge = isOff(id, value) ? undefined : filters[id].judge(value, inputs);
    return judge === undefined ? [] : [{ id, judge }];
  };
  return ids.flatMap((id) => active(id, state[id]));
}

const scopingIds = ["providers", "assets", "statuses", "unborrowable"] as const satisfies readonly FilterId[];
const scoping: ReadonlySet<FilterId> = new Set(scopingIds);

/** The part of the state that decides what a list is about. Other filters hide some of its markets. */
export type ListScope = Pick<
  ViewState,
  (typeof scopingIds)[number] | "types" | "assetMatch" | "size" | "basis"
>;

export function listScope(state: ListScope): ListScope {
  const { providers, assets, statuses, unborrowable, types, assetMatch, size, basis } = state;
  return { providers, assets, statuses, unborrowable, types, assetMatch, size, basis };
}

export function countInView(rows: readonly MarketRow[], view: ViewId, scope: ListScope): number {
  const other = { ...scope, view, types: views[view].types };
  const inputs = filterInputs(other, new Set(), undefined);
  const isOfType = createTypeFilter(other);
  const active = createFilters(other, inputs, scopingIds);
  return rows.filter((row) => isOfType(row) && active.every(({ judge }) => judge(row) === "pass")).length;
}

const optionalFilterIds = filterIds.filter((id) => filters[id].ignoredText !== undefined);

/** Unknown types are shown only if all types are requested. */
export function createTypeFilter({ types }: Pick<ViewState, "types">): (row: MarketRow) => boolean {
  const wanted: ReadonlySet<string> = new Set(types);
  const everything = marketTypes.every((type) => wanted.has(type));
  return (row) => everything || wanted.has(row.type);
}

export type FilterResult = ReturnType<typeof filterRows>;

/**
 * `ignoredOptional`: optional filters were ignored, because they would have left no row. `searchHidden`: matches of the
 * search that other filters hide. `hiding` begins with the filter whose removal alone brings back the most rows.
 */
export function filterRows(rows: readonly MarketRow[], state: FilteredBy, inputs: FilterInputs) {
  const strict = filterStrictly(rows, state, inputs);
  if (strict.visible.length > 0 || optionalFilterIds.every((id) => isOff(id, state[id])))
    return { ...strict, ignoredOptional: false };
  const result = filterStrictly(rows, { ...state, ...clearFilters(optionalFilterIds) }, inputs);
  return { ...result, ignoredOptional: result.visible.length > 0 };
}

function filterStrictly(rows: readonly MarketRow[], state: FilteredBy, inputs: FilterInputs) {
  const isOfType = createTypeFilter(state);
  const active = createFilters(state, inputs, filterIds).map(({ id, judge }) => ({
    judge,
    isScoping: scoping.has(id),
    counts: { filter: id, hides: 0, unknown: 0, alone: 0, fails: 0 },
  }));
  const search = active.find(({ counts }) => counts.filter === "query");
  const visible: number[] = [];
  let total = 0;
  let unknownHidden = 0;
  let searchHidden = 0;

  // With an index: an iterator allocates an object per row.
  for (let position = 0; position < rows.length; position += 1) {
    const row = rows[position];
    if (row === undefined || !isOfType(row)) continue;
    let isInScope = true;
    let failing = 0;
    let last: (typeof active)[number] | undefined;
    let anyKnown = false;
    let searchFails = false;
    for (let at = 0; at < active.length; at += 1) {
      const filter = active[at];
      const result = filter?.judge(row) ?? "pass";
      if (filter === undefined || result === "pass") continue;
      failing += 1;
      last = filter;
      filter.counts.fails += 1;
      if (result === "fail") anyKnown = true;
      if (filter === search) searchFails = true;
      if (filter.isScoping) isInScope = false;
    }
    if (isInScope) total += 1;
    if (last === undefined) {
      visible.push(position);
      continue;
    }
    if (!anyKnown) unknownHidden += 1;
    if (search !== undefined && !searchFails) searchHidden += 1;
    if (failing > 1) continue;
    last.counts.alone += 1;
    last.counts[anyKnown ? "hides" : "unknown"] += 1;
  }

  const hiding = active
    .map(({ counts }) => counts)
    .filter(({ fails }) => fails > 0)
    .toSorted((a, b) => b.alone - a.alone || b.fails - a.fails);
  return { visible, total, hiding, unknownHidden, searchHidden };
}
