// The address of the overview: the list's own search text, and behind it what the markets are put together by.
import { changeViewState, writeViewState } from "../../view-state/codec.ts";
import type { ViewState } from "../../view-state/view-state.ts";
import { groupings, type Grouping } from "../../select/whole-list/overview.ts";
import { marketHref } from "../../market/link.ts";

export const defaultGrouping: Grouping = "asset";
const parameter = "by";

function parts(search: string): readonly string[] {
  return (search.startsWith("?") ? search.slice(1) : search).split("&").filter((part) => part !== "");
}

function isGrouping(part: string): boolean {
  return part === parameter || part.startsWith(`${parameter}=`);
}

/** What the address puts markets together by; what is none of the three is the default. */
export function readGrouping(search: string): Grouping {
  const text = parts(search)
    .find(isGrouping)
    ?.slice(parameter.length + 1);
  return groupings.find((grouping) => grouping === text) ?? defaultGrouping;
}

/** The same search text with another grouping, everything else letter by letter as it was. */
export function withGrouping(search: string, by: Grouping): string {
  const others = parts(search).filter((part) => !isGrouping(part));
  const list = by === defaultGrouping ? others : [...others, `${parameter}=${by}`];
  return list.length === 0 ? "" : `?${list.join("&")}`;
}

function listSearch(state: ViewState): string {
  const text = writeViewState(state, "");
  return text === "" ? "" : `?${text}`;
}

/** The address of the list that shows the same markets, or those of them that a change leaves. */
export function listHref(state: ViewState, change: Partial<ViewState> = {}): string {
  return `/${listSearch(changeViewState(state, change))}`;
}

/** The address of a market's page, with the list behind it. */
export function marketInListHref(state: ViewState, id: string): string {
  return marketHref(id) + listSearch(state);
}
