import type { MatrixMeasure } from "../../select/whole-list/matrix.ts";
import { freshState, viewStateHref } from "../../view-state/use-view-state.ts";
import type { ViewState } from "../../../domain/view-state/view-state.ts";
import { chooseView } from "../../../domain/view-state/views.ts";

/** Loops earn their rate on a pair, so they are in no cell. */
export function cellHref(state: ViewState, measure: MatrixMeasure, provider: string, asset: string): string {
  return viewStateHref("/", {
    ...freshState(state),
    ...chooseView(measure === "borrow" ? "borrow" : "earn"),
    basis: measure === "base" ? "base" : "total",
    providers: [provider],
    assets: [asset],
    // A cell counts pairs that lend the token, too.
    assetMatch: "any",
    // It counts small markets, too.
    hideSmall: false,
  });
}
