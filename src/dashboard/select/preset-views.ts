// Presets are plain filters, so that each one shows as a chip.
import { ratio, usd } from "../../contract/units.ts";
import { filterIds, clearFilters, type FilterState } from "../../domain/market/filters/filters.ts";
import { defaultViewState, changeViewState } from "../../domain/view-state/codec.ts";
import type { ViewState } from "../../domain/view-state/view-state.ts";

interface PresetView {
  readonly name: string;
  /** While the user holds a token, which it keeps instead of its own. */
  readonly nameWithToken?: string;
  readonly change: Partial<ViewState>;
  readonly exits?: number;
}

/** A preset that only adds filters. */
interface Refinement extends PresetView {
  readonly change: Partial<FilterState>;
  readonly help: string;
}

/** Below this rate, being steady is worth nothing. */
export const minSteadyRate = 0.005;

export const refinements: readonly Refinement[] = [
  {
    name: "Stablecoins, no rewards",
    nameWithToken: "No rewards",
    change: { assets: ["stables"], onlyBase: true },
    help: "Markets without rewards, of stablecoins unless you hold another token.",
  },
  {
    name: "Large and steady",
    change: {
      minDeposits: usd(1e7),
      maxRewards: ratio(0.25),
      minApy: ratio(minSteadyRate),
      onlySteady: true,
    },
    exits: 3,
    help: "Over $10M, at least 0.5 % APY near its 90-day average, at most 25 % rewards, three times your size withdrawable.",
  },
];

export const presetViews: readonly PresetView[] = [
  ...refinements,
  { name: "Steady rates", change: { onlySteady: true } },
  { name: "Paying rewards", change: { onlyRewards: true } },
  { name: "Staked-SOL loops", change: { view: "loop", assets: ["sol"] } },
  { name: "Stablecoin loops", change: { view: "loop", assets: ["stables"] } },
  { name: "Borrow stablecoins", change: { view: "borrow", assets: ["stables"] } },
];

export function presetName(
  { name, nameWithToken = name, change }: PresetView,
  { assets }: Pick<ViewState, "assets">,
): string {
  return assets.length === 0 || assets.join() === change.assets?.join() ? name : nameWithToken;
}

/** Keeps the user's token, unless the preset is another view with tokens of its own. */
function addedBy(
  { change, exits }: Pick<PresetView, "change" | "exits">,
  { size, assets }: Pick<ViewState, "size" | "assets">,
): Partial<ViewState> {
  const { assets: own, ...added } = change;
  const keeps = own === undefined || (change.view === undefined && assets.length > 0);
  return {
    ...(exits === undefined || size === undefined ? {} : { minAvailable: usd(exits * size) }),
    ...added,
    ...(keeps ? {} : { assets: own }),
  };
}

/** Keeps token, size, leading rate and row height. */
export function applyPresetView(
  view: Pick<PresetView, "change" | "exits">,
  state: Pick<ViewState, "size" | "basis" | "density" | "assets">,
): ViewState {
  const { size, basis, density, assets } = state;
  return changeViewState({ ...defaultViewState, size, basis, density, assets }, addedBy(view, state));
}

export function isRefined(refinement: Refinement, state: ViewState): boolean {
  return JSON.stringify(changeViewState(state, addedBy(refinement, state))) === JSON.stringify(state);
}

/** Removes the refinement if it is fully on. Keeps token, size, order and columns. */
export function toggleRefinement(refinement: Refinement, state: ViewState): Partial<ViewState> {
  const added = addedBy(refinement, state);
  if (!isRefined(refinement, state)) return added;
  // Removes the family that the refinement has set, but never the user's token.
  const own = state.assets.join() === refinement.change.assets?.join() ? ["assets"] : [];
  const ids: ReadonlySet<string> = new Set([...Object.keys(added), ...own]);
  return clearFilters(filterIds.filter((id) => ids.has(id)));
}
