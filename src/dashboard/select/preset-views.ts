// Preset views. Each consists of filters only, so every part shows as a chip and can be removed on its own.
import { ratio, usd } from "../../contract/units.ts";
import { defaultViewState, changeViewState } from "../view-state/codec.ts";
import type { ViewState } from "../view-state/view-state.ts";

export interface PresetView {
  readonly name: string;
  /** Its label in front of the list; absent where it has no button there. */
  readonly chip?: string;
  readonly change: Partial<ViewState>;
  /** Required liquidity as a multiple of my size; ignored without a size. */
  readonly exits?: number;
}

export const presetViews: readonly PresetView[] = [
  {
    name: "Stablecoins over $1M, base yield",
    chip: "Stables, large, base yield",
    change: { assets: ["stables"], minDeposits: usd(1e6), onlyBase: true },
  },
  {
    name: "Over $10M, near its own 90-day average, rewards at most 25 % of the rate, three times my size free to leave",
    chip: "Large and steady",
    change: { minDeposits: usd(1e7), maxRewards: ratio(0.25), onlySteady: true },
    exits: 3,
  },
  {
    name: "Steady rates, no small markets",
    change: { hideSmall: true, onlySteady: true },
  },
  { name: "Paying rewards", change: { onlyRewards: true } },
  {
    name: "Pegged loops: SOL",
    chip: "Pegged loops",
    change: { view: "loop", assets: ["sol"] },
  },
  {
    name: "Pegged loops: stablecoins",
    change: { view: "loop", assets: ["stables"] },
  },
  { name: "Borrow stablecoins", chip: "Borrow stables", change: { view: "borrow", assets: ["stables"] } },
];

/** Applies a preset; the user's size, leading rate and row height stay. */
export function applyPresetView(
  { change, exits }: Pick<PresetView, "change" | "exits">,
  { size, basis, density }: Pick<ViewState, "size" | "basis" | "density">,
): ViewState {
  const minAvailable = exits === undefined || size === undefined ? undefined : usd(exits * size);
  return changeViewState({ ...defaultViewState, size, basis, density, minAvailable }, change);
}
