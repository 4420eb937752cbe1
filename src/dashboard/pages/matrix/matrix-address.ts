// The address of the matrix: which rate it shows, and the lists its cells lead to.
import { matrixMeasures, type MatrixMeasure } from "../../select/whole-list/matrix.ts";
import { readParameter } from "../../view-state/address.ts";
import { freshState, viewStateHref } from "../../view-state/use-view-state.ts";
import type { ViewState } from "../../view-state/view-state.ts";
import { chooseView } from "../../view-state/views.ts";

export function readMeasure(search: string): MatrixMeasure {
  const text = readParameter(search, "rate");
  return matrixMeasures.find((measure) => measure === text) ?? "total";
}

/** The list filtered to what a cell stands for: a loop earns its rate on a pair, so loops are in no cell. */
export function cellHref(state: ViewState, measure: MatrixMeasure, provider: string, asset: string): string {
  return viewStateHref("/", {
    ...freshState(state),
    ...chooseView(measure === "borrow" ? "borrow" : "earn"),
    basis: measure === "base" ? "base" : "total",
    providers: [provider],
    assets: [asset],
    // A cell counts the pairs that lend a token besides those that take it.
    assetMatch: "any",
  });
}
