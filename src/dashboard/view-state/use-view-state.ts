import { useMemo } from "react";
import { changeSearch, hrefTo, useSearch, type HowToChange } from "./address.ts";
import {
  changeViewState,
  defaultViewState,
  readViewState,
  writeViewState,
} from "../../domain/view-state/codec.ts";
import type { ViewState } from "../../domain/view-state/view-state.ts";

export type ViewStateChange = Partial<ViewState> | ((state: ViewState) => Partial<ViewState>);

/** A change that leads to the same state does nothing. */
function setViewState(change: ViewStateChange, how?: HowToChange): void {
  changeSearch((search) => {
    const state = readViewState(search);
    const changed = changeViewState(state, typeof change === "function" ? change(state) : change);
    const next = writeViewState(changed, search);
    // The texts may differ for the same state, when the URL was typed by hand in another order.
    return next === writeViewState(state, search) ? search : next;
  }, how);
}

/** The view state and its setter. Follows every navigation. */
export function useViewState(): readonly [ViewState, typeof setViewState] {
  const search = useSearch();
  return [useMemo(() => readViewState(search), [search]), setViewState];
}

/** The address of a page that carries the view state. */
export function viewStateHref(path: string, state: ViewState): string {
  return hrefTo(path, writeViewState(state, ""));
}

/** A default list for the same user: size, basis and benchmark stay. */
export function freshState({ size, basis, benchmark }: ViewState): ViewState {
  return { ...defaultViewState, size, basis, benchmark };
}
