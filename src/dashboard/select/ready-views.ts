// Views that many people would make for themselves, ready to be taken. Each is made of filters only, so that every one of them
// shows as a chip and can be taken off alone.
import { usd } from "../../contract/units.ts";
import { defaultViewState, changeViewState } from "../view-state/codec.ts";
import type { ViewState } from "../view-state/view-state.ts";

export interface ReadyView {
  readonly name: string;
  readonly change: Partial<ViewState>;
}

export const readyViews: readonly ReadyView[] = [
  {
    name: "Stablecoins over $1M, base yield",
    change: { assets: ["stables"], minDeposits: usd(1e6), onlyBase: true },
  },
  {
    name: "Steady rates, no small markets",
    change: { hideSmall: true, onlySteady: true },
  },
  { name: "Paying rewards", change: { onlyRewards: true } },
  {
    name: "Pegged loops: SOL",
    change: { view: "loop", assets: ["sol"] },
  },
  {
    name: "Pegged loops: stablecoins",
    change: { view: "loop", assets: ["stables"] },
  },
  { name: "Borrow stablecoins", change: { view: "borrow", assets: ["stables"] } },
];

/** A ready view for this visitor: their size, leading rate and row height stay theirs. */
export function takeReadyView(
  { change }: ReadyView,
  { size, basis, density }: Pick<ViewState, "size" | "basis" | "density">,
): ViewState {
  return changeViewState({ ...defaultViewState, size, basis, density }, change);
}
