// The filters that are on, as removable chips. Their figures stay figures: the page writes them.
import type { MarketType, PredictionStatus } from "../../contract/market.ts";
import type { Ratio, Usd } from "../../contract/units.ts";
import { views } from "../view-state/views.ts";
import type { AssetMatch, ViewState } from "../view-state/view-state.ts";
import { splitFamilies } from "../market/asset-families.ts";
import type { Facets } from "./facets.ts";
import type { Selection } from "./select.ts";
import { filterLabels, liftFilter, type FilterId } from "./filter.ts";

export type ChipValue =
  | { readonly kind: "names"; readonly names: readonly string[] }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "leastUsd"; readonly usd: Usd }
  | { readonly kind: "mostUsd"; readonly usd: Usd }
  | { readonly kind: "leastRate"; readonly rate: Ratio }
  | { readonly kind: "mostRate"; readonly rate: Ratio }
  /** Small markets were to be hidden and are shown, because nothing larger is left. */
  | { readonly kind: "smallShown" }
  | { readonly kind: "on" };

export interface FilterChip {
  readonly filter: FilterId;
  readonly label: string;
  readonly value: ChipValue;
  /** The change that removes it. */
  readonly lift: Partial<ViewState>;
}

/** What a type is called wherever it is named. */
export const typeNames: Readonly<Record<MarketType, string>> = {
  lending: "Lending",
  yield: "Yield",
  loop: "Loop",
  perpetual: "Perpetual",
  prediction: "Prediction",
};

const statusNames: Readonly<Record<PredictionStatus, string>> = {
  open: "Open",
  closed: "Closed",
  settled: "Settled",
};

const matchNames: Readonly<Record<AssetMatch, string>> = {
  any: "any of them",
  all: "all of them",
  only: "no other token",
};

/** One chip per filter that differs from the view's own, in the order of the sidebar. */
export function filterChips(
  state: ViewState,
  { facets, smallShown }: Pick<Selection, "facets" | "smallShown">,
): readonly FilterChip[] {
  const chips: FilterChip[] = [];
  const add = (filter: FilterId, value: ChipValue): void =>
    void chips.push({ filter, label: filterLabels[filter], value, lift: lift(filter, state) });

  const own = views[state.view].types;
  if (state.types.length !== own.length || !own.every((type) => state.types.includes(type)))
    add("type", names(state.types.map((type) => typeNames[type])));
  const providerNames = (ids: readonly string[]): ChipValue =>
    names(ids.map((id) => facets.providers.find((provider) => provider.id === id)?.name ?? id));
  const least = (filter: FilterId, bound: Usd | undefined): void => {
    if (bound !== undefined) add(filter, { kind: "leastUsd", usd: bound });
  };
  const leastRate = (filter: FilterId, bound: Ratio | undefined): void => {
    if (bound !== undefined) add(filter, { kind: "leastRate", rate: bound });
  };
  const mostRate = (filter: FilterId, bound: Ratio | undefined): void => {
    if (bound !== undefined) add(filter, { kind: "mostRate", rate: bound });
  };
  if (state.providers.length > 0) add("provider", providerNames(state.providers));
  if (state.notProviders.length > 0) add("notProvider", providerNames(state.notProviders));
  if (state.assets.length > 0) add("asset", names(assetNames(state.assets, facets)));
  if (state.assetMatch !== "any") add("assetMatch", names([matchNames[state.assetMatch]]));
  if (state.without.length > 0) add("without", names(assetNames(state.without, facets)));
  if (state.types.includes("prediction") && !(state.statuses.length === 1 && state.statuses[0] === "open"))
    add("status", names(state.statuses.map((status) => statusNames[status])));
  if (state.query.trim() !== "") add("query", { kind: "text", text: state.query.trim() });
  least("minDeposits", state.minDeposits);
  if (state.maxDeposits !== undefined) add("maxDeposits", { kind: "mostUsd", usd: state.maxDeposits });
  leastRate("minApy", state.minApy);
  mostRate("maxApy", state.maxApy);
  least("minAvailable", state.minAvailable);
  leastRate("minLtv", state.minLtv);
  mostRate("maxLtv", state.maxLtv);
  if (state.hideSmall) add("hideSmall", { kind: smallShown ? "smallShown" : "on" });
  if (state.onlyRewards) add("onlyRewards", { kind: "on" });
  if (state.onlyBase) add("onlyBase", { kind: "on" });
  if (state.onlySteady) add("onlySteady", { kind: "on" });
  if (state.onlyFits) add("onlyFits", { kind: "on" });
  if (state.onlyExits) add("onlyExits", { kind: "on" });
  if (state.onlyClean) add("onlyClean", { kind: "on" });
  if (state.onlyStarred) add("onlyStarred", { kind: "on" });
  if (state.chosen.length > 0) add("chosen", { kind: "on" });
  return chips;
}

function names(list: readonly string[]): ChipValue {
  return { kind: "names", names: list };
}

// Removing the chip of the status goes back to the default, while lifting the status as a filter shows all three.
function lift(filter: FilterId, state: ViewState): Partial<ViewState> {
  return filter === "status" ? { statuses: ["open"] } : liftFilter(filter, state);
}

/** Whole families by their name first, then what is left by symbol. */
function assetNames(assets: readonly string[], facets: Facets): readonly string[] {
  const { families, single } = splitFamilies(assets);
  return [
    ...families.map((family) => family.label),
    ...single.map((mint) => facets.assets.find((asset) => asset.mint === mint)?.symbol ?? mint),
  ];
}
