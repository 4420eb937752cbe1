// The address of the overview: the list's own search text, and beside it what the markets are put together by.
import { marketHref, readParameter, withParameters } from "../../view-state/address.ts";
import { changeViewState } from "../../view-state/codec.ts";
import { viewStateHref } from "../../view-state/use-view-state.ts";
import type { ViewState } from "../../view-state/view-state.ts";
import { groupings, type Grouping } from "../../select/whole-list/overview.ts";

const defaultGrouping: Grouping = "asset";
const parameter = "by";

/** What the address puts markets together by; what is none of the three is the default. */
export function readGrouping(search: string): Grouping {
  const text = readParameter(search, parameter);
  return groupings.find((grouping) => grouping === text) ?? defaultGrouping;
}

/** The same search text with another grouping, everything else letter by letter as it was. */
export function withGrouping(search: string, by: Grouping): string {
  return withParameters(search, [[parameter, by === defaultGrouping ? undefined : by]]);
}

/** The address of the list that shows the same markets, or those of them that a change leaves. */
export function listHref(state: ViewState, change: Partial<ViewState> = {}): string {
  return viewStateHref("/", changeViewState(state, change));
}

/** The address of a market's page, with the list behind it. */
export function marketInListHref(state: ViewState, id: string): string {
  return viewStateHref(marketHref(id), state);
}
