// What "Clear filters" and its smaller kin change. Order, columns, size and density are no filters.
import type { FilterHiding, FilterId } from "../select/filter.ts";
import { views } from "../view-state/views.ts";
import type { ViewState } from "../view-state/view-state.ts";

/** Every filter off; the types go back to the view's own. */
export function clearedFilters(state: Pick<ViewState, "view">): Partial<ViewState> {
  return { ...liftedForSearch, query: "", types: views[state.view].types };
}

/** Every filter off but the search text and the types: shows the matches that other filters hide. */
export const liftedForSearch: Partial<ViewState> = {
  providers: [],
  assets: [],
  without: [],
  statuses: ["open"],
  minDeposits: undefined,
  minApy: undefined,
  onlyRewards: false,
  onlyBase: false,
  onlyFits: false,
  onlyStarred: false,
  chosen: [],
};

const unknownNouns: Readonly<Record<FilterId, string>> = {
  type: "types",
  provider: "providers",
  asset: "tokens",
  without: "tokens",
  status: "status",
  query: "names",
  minDeposits: "deposits",
  minApy: "APY",
  onlyRewards: "rewards",
  onlyBase: "rewards",
  onlyFits: "capacity",
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
