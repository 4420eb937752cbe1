import { marketHref } from "../../view-state/address.ts";
import { readParameter, withParameters } from "../../../domain/view-state/search-text.ts";
import { changeViewState } from "../../../domain/view-state/codec.ts";
import { viewStateHref } from "../../view-state/use-view-state.ts";
import type { ViewState } from "../../../domain/view-state/view-state.ts";
import { groupings, type Grouping } from "../../select/whole-list/overview.ts";

const defaultGrouping: Grouping = "asset";
const parameter = "by";

export function readGrouping(search: string): Grouping {
  const text = readParameter(search, parameter);
  return groupings.find((grouping) => grouping === text) ?? defaultGrouping;
}

export function withGrouping(search: string, by: Grouping): string {
  return withParameters(search, [[parameter, by === defaultGrouping ? undefined : by]]);
}

export function listHref(state: ViewState, change: Partial<ViewState> = {}): string {
  return viewStateHref("/", changeViewState(state, change));
}

export function marketInListHref(state: ViewState, id: string): string {
  return viewStateHref(marketHref(id), state);
}
