// The filters that are on, as removable chips.
import { typeNames } from "../market/market-text.ts";
import { listNames } from "../market/filters/filter-kinds.ts";
import {
  filterIds,
  filters,
  isOn,
  setFilter,
  type FilterId,
  type FilterState,
} from "../market/filters/filters.ts";
import { hasOwnTypes, views } from "../view-state/views.ts";
import type { ViewState } from "../view-state/view-state.ts";
import type { Selection } from "./select.ts";

export interface FilterChip {
  readonly filter: FilterId | "types";
  /** The name of the control. */
  readonly label: string;
  /** A shorter name that is clear beside the value. */
  readonly field: string;
  /** "≥ $1M"; undefined where the field says it all: "Starred". */
  readonly value: string | undefined;
  /** The change that removes it. */
  readonly lift: Partial<ViewState>;
}

/** One chip per filter that differs from the view's own, in the order of the panel. */
export function filterChips(
  state: ViewState,
  { facets, gaveWay }: Pick<Selection, "facets" | "gaveWay">,
): readonly FilterChip[] {
  const names = {
    provider: (id: string) => facets.providers.find((provider) => provider.id === id)?.name ?? id,
    token: (mint: string) => facets.assets.find((asset) => asset.mint === mint)?.symbol ?? mint,
  };
  const chip = <Id extends FilterId>(id: Id, value: FilterState[Id]): readonly FilterChip[] => {
    const { [id]: filter } = filters;
    const said = isOn(id, value, state.types) ? filter.says(value, names) : undefined;
    if (said === undefined) return [];
    const { label, field } = filter;
    const told = (gaveWay ? filter.givesWay : undefined) ?? said;
    // Without its chip a filter is as it was at first, which is not always lifted: predictions are the open ones then.
    const lift = setFilter(id, filter.initial);
    return [{ filter: id, label, field, value: told === "" ? undefined : told, lift }];
  };
  const typeChip: FilterChip = {
    filter: "types",
    label: "Type",
    field: "Type",
    value: listNames(state.types.map((type) => typeNames[type])),
    lift: { types: views[state.view].types },
  };
  return [...(hasOwnTypes(state) ? [] : [typeChip]), ...filterIds.flatMap((id) => chip(id, state[id]))];
}
