// What "Clear filters" and its smaller kin change. Order, columns, size and density are no filters.
import { lifted, type FilterHiding, type FilterId } from "../../select/filter.ts";
import { views } from "../../view-state/views.ts";
import type { ViewState } from "../../view-state/view-state.ts";

/** Every filter off; the types go back to the view's own. */
export function clearedFilters(state: Pick<ViewState, "view">): Partial<ViewState> {
  return { ...liftedForSearch, query: "", types: views[state.view].types };
}

const { query: _query, ...liftedBesides } = lifted;

/**
 * Every filter off but the search text and the types: shows the matches that other filters hide. The status goes back to the
 * default, which asks for open predictions.
 */
export const liftedForSearch: Partial<ViewState> = {
  ...Object.assign({}, ...Object.values(liftedBesides)),
  statuses: ["open"],
};

const unknownNouns: Readonly<Record<FilterId, string>> = {
  type: "types",
  provider: "providers",
  notProvider: "providers",
  asset: "tokens",
  assetMatch: "tokens",
  without: "tokens",
  status: "status",
  query: "names",
  minDeposits: "deposits",
  maxDeposits: "deposits",
  minApy: "APY",
  maxApy: "APY",
  minAvailable: "available",
  minLtv: "LTV",
  maxLtv: "LTV",
  hideSmall: "deposits",
  onlyRewards: "rewards",
  onlyBase: "rewards",
  onlySteady: "averages",
  onlyFits: "capacity",
  onlyExits: "available",
  onlyClean: "figures",
  onlyStarred: "stars",
  chosen: "choice",
};

/** What is unknown about the rows that are hidden for that reason: "deposits", "deposits or APY". */
export function unknownNoun(hiding: readonly FilterHiding[]): string {
  const nouns = new Set(
    hiding.filter((entry) => entry.unknown > 0).map((entry) => unknownNouns[entry.filter]),
  );
  return nouns.size === 0 ? "values" : [...nouns].join(" or ");
}
