import { marketHref } from "../../view-state/address.ts";
import { changeViewState } from "../../../domain/view-state/codec.ts";
import { viewStateHref } from "../../view-state/use-view-state.ts";
import type { ViewState } from "../../../domain/view-state/view-state.ts";

export function listHref(state: ViewState, change: Partial<ViewState> = {}): string {
  return viewStateHref("/", changeViewState(state, change));
}

export function marketInListHref(state: ViewState, id: string): string {
  return viewStateHref(marketHref(id), state);
}
