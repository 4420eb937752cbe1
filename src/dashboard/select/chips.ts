import { typeNames } from "../../domain/market/market-text.ts";
import { listNames } from "../../domain/market/filters/filter-kinds.ts";
import {
  filterIds,
  filters,
  initialFilters,
  isOn,
  clearFilters,
  setFilter,
  type FilterId,
  type FilterState,
} from "../../domain/market/filters/filters.ts";
import { hasOwnTypes, views } from "../../domain/view-state/views.ts";
import type { ViewState } from "../../domain/view-state/view-state.ts";
import type { Selection } from "./select.ts";

export interface FilterChip {
  readonly filter: FilterId | "types";
  readonly label: string;
  readonly field: string;
  /** "≥ $1M". Undefined for switches. */
  readonly value: string | undefined;
  readonly help: string;
  readonly removal: Partial<ViewState>;
}

export function filterChips(
  state: ViewState,
  { facets, ignoredOptional }: Pick<Selection, "facets" | "ignoredOptional">,
): readonly FilterChip[] {
  const names = {
    provider: (id: string) => facets.providers.find((provider) => provider.id === id)?.name ?? id,
    token: (mint: string) => facets.assets.find((asset) => asset.mint === mint)?.symbol ?? mint,
  };
  const chip = <Id extends FilterId>(id: Id, value: FilterState[Id]): readonly FilterChip[] => {
    const { [id]: filter } = filters;
    const shown = isOn(id, value, state.types) ? filter.chipText(value, names) : undefined;
    if (shown === undefined) return [];
    const { label, field, hint, unknown, control } = filter;
    const missing = control === "own" ? "" : `, and those with unknown ${unknown}`;
    const text = (ignoredOptional ? filter.ignoredText : undefined) ?? shown;
    // The default may filter, too: predictions show only open ones.
    const removal = setFilter(id, filter.initial);
    const help = hint ?? `Hides all other markets${missing}.`;
    return [{ filter: id, label, field, value: text === "" ? undefined : text, help, removal }];
  };
  const typeChip: FilterChip = {
    filter: "types",
    label: "Type",
    field: "Type",
    value: listNames(state.types.map((type) => typeNames[type])),
    help: "Hides all other types.",
    removal: { types: views[state.view].types },
  };
  return [...(hasOwnTypes(state) ? [] : [typeChip]), ...filterIds.flatMap((id) => chip(id, state[id]))];
}

/** Order, columns, size and density stay. */
export function resetFilters(state: Pick<ViewState, "view">): Partial<ViewState> {
  return { ...initialFilters, types: views[state.view].types };
}

/** Keeps prediction statuses: they are requested, so they hide no match that was loaded. */
export const clearedForSearch: Partial<FilterState> = clearFilters(
  filterIds.filter((id) => id !== "query" && id !== "statuses"),
);
