// What the visitor asked for, read from the address and changed through it.
import { useMemo } from "react";
import { changeSearch, hrefTo, useSearch, type HowToChange } from "./address.ts";
import { changeViewState, defaultViewState, readViewState, writeViewState } from "./codec.ts";
import type { ViewState } from "./view-state.ts";

/** Some fields, or a function from the present state to some fields. */
export type ViewStateChange = Partial<ViewState> | ((state: ViewState) => Partial<ViewState>);

/** Changes the view state; a change that leads to the same state does nothing. */
function setViewState(change: ViewStateChange, how?: HowToChange): void {
  changeSearch((search) => {
    const state = readViewState(search);
    const changed = changeViewState(state, typeof change === "function" ? change(state) : change);
    const next = writeViewState(changed, search);
    // The text may differ while the state does not, when the URL was typed by hand in another order.
    return next === writeViewState(state, search) ? search : next;
  }, how);
}

/** What the visitor asked for, and the function that changes it. Follows Back, Forward and every other navigation. */
export function useViewState(): readonly [ViewState, typeof setViewState] {
  const search = useSearch();
  return [useMemo(() => readViewState(search), [search]), setViewState];
}

/** The address of a page that takes the view state along: the list, the overview, a market opened from either. */
export function viewStateHref(path: string, state: ViewState): string {
  return hrefTo(path, writeViewState(state, ""));
}

/** A list nothing was asked of yet, for the same visitor: my size, the basis and the benchmark are not the list's. */
export function freshState({ size, basis, benchmark }: ViewState): ViewState {
  return { ...defaultViewState, size, basis, benchmark };
}
