import { changeSearch, hrefTo, useSharedParameters, type HistoryMode } from "./address.ts";
import {
  changeViewState,
  defaultViewState,
  readViewState,
  writeViewState,
} from "../../domain/view-state/codec.ts";
import { memoizeLast } from "../../domain/memoize.ts";
import type { ViewState } from "../../domain/view-state/view-state.ts";

export type ViewStateChange = Partial<ViewState> | ((state: ViewState) => Partial<ViewState>);

export function setViewState(change: ViewStateChange, how?: HistoryMode): void {
  changeSearch((search) => {
    const state = readViewState(search);
    const changed = changeViewState(state, typeof change === "function" ? change(state) : change);
    const next = writeViewState(changed, search);
    // A URL typed by hand may have its parameters in another order.
    return next === writeViewState(state, search) ? search : next;
  }, how);
}

export function useViewState(): ViewState {
  return viewStateOf(useSharedParameters());
}

/** Many components read the same search text with every change. */
const viewStateOf = memoizeLast(readViewState);

export function viewStateHref(path: string, state: ViewState): string {
  return hrefTo(path, writeViewState(state, ""));
}

/** Leads to a list that keeps only size, basis and benchmark of this one. */
export function freshListHref(
  { size, basis, benchmark }: ViewState,
  change: Partial<ViewState> = {},
): string {
  return viewStateHref("/", { ...defaultViewState, size, basis, benchmark, ...change });
}
