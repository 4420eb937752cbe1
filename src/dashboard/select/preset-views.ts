// Presets: sets of filters, so that each part shows as a chip and can be removed on its own.
import { ratio, usd } from "../../contract/units.ts";
import { filterIds, liftFilters, type FilterState } from "../../domain/market/filters/filters.ts";
import { defaultViewState, changeViewState } from "../../domain/view-state/codec.ts";
import type { ViewState } from "../../domain/view-state/view-state.ts";

export interface PresetView {
  readonly name: string;
  readonly change: Partial<ViewState>;
  /** Required liquidity as a multiple of my size; ignored without a size. */
  readonly exits?: number;
}

/** A chip that refines what I hold: it only adds filters. */
export interface Refinement extends PresetView {
  readonly change: Partial<FilterState>;
  /** Says in one sentence which markets stay. */
  readonly help: string;
  /** Whether it does nothing without a size. */
  readonly needsSize?: true;
}

/** Below this rate a steady market has nothing to offer. */
const leastSteadyRate = ratio(0.005);

export const refinements: readonly Refinement[] = [
  {
    name: "Stablecoins, no rewards",
    change: { assets: ["stables"], onlyBase: true },
    help: "Markets whose whole APY is base, of stablecoins unless you hold another token.",
  },
  {
    name: "Large and steady",
    change: {
      minDeposits: usd(1e7),
      maxRewards: ratio(0.25),
      minApy: leastSteadyRate,
      onlySteady: true,
    },
    exits: 3,
    help: "Over $10M, at least 0.5 % APY near its 90-day average, at most 25 % rewards, three times your size withdrawable.",
  },
  {
    name: "Withdrawable now",
    change: { onlyExits: true },
    needsSize: true,
    help: "Markets with at least your size available to withdraw now.",
  },
];

export const presetViews: readonly PresetView[] = [
  ...refinements.filter(({ needsSize }) => needsSize !== true),
  { name: "Steady rates", change: { onlySteady: true } },
  { name: "Paying rewards", change: { onlyRewards: true } },
  { name: "Staked-SOL loops", change: { view: "loop", assets: ["sol"] } },
  { name: "Stablecoin loops", change: { view: "loop", assets: ["stables"] } },
  { name: "Borrow stablecoins", change: { view: "borrow", assets: ["stables"] } },
];

/** What a preset adds to a list. A token that I hold stays, unless the preset is another view with tokens of its own. */
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

/** Applies a preset to a fresh list; the user's token, size, leading rate and row height stay. */
export function applyPresetView(
  view: Pick<PresetView, "change" | "exits">,
  state: Pick<ViewState, "size" | "basis" | "density" | "assets">,
): ViewState {
  const { size, basis, density, assets } = state;
  return changeViewState({ ...defaultViewState, size, basis, density, assets }, addedBy(view, state));
}

/** Whether a list has every filter of a refinement. */
export function isRefined(refinement: Refinement, state: ViewState): boolean {
  return JSON.stringify(changeViewState(state, addedBy(refinement, state))) === JSON.stringify(state);
}

/** Adds a refinement, or takes it away where it is fully on. Token, size, order and columns stay. */
export function toggleRefinement(refinement: Refinement, state: ViewState): Partial<ViewState> {
  const added = addedBy(refinement, state);
  if (!isRefined(refinement, state)) return added;
  // A family that the refinement brought goes with it; a token of my own never does.
  const own = state.assets.join() === refinement.change.assets?.join() ? ["assets"] : [];
  const ids: ReadonlySet<string> = new Set([...Object.keys(added), ...own]);
  return liftFilters(filterIds.filter((id) => ids.has(id)));
}
