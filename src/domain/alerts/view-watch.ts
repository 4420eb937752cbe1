// Which markets a saved view contains, by the same codec and filters as the list.
import type { AlertTarget } from "../../contract/alerts/rule.ts";
import { peerPrices } from "../market/assess/checks.ts";
import type { LoopCapacities } from "../market/column.ts";
import { filtersByRecord } from "../market/filters/filters.ts";
import { loopCapacities } from "../market/loops/loop-capacity.ts";
import type { MarketRow } from "../market/market-row.ts";
import { loansAgainst } from "../market/loan-terms.ts";
import { readViewState } from "../view-state/codec.ts";
import { filterInputs, filterRows } from "../view-state/filter.ts";
import { toMarketsRequest } from "../view-state/markets-request-of-view.ts";

export type ViewTarget = Extract<AlertTarget, { readonly kind: "view" }>;

/** Why a view cannot be watched, as a verb phrase. Undefined if it can. */
export function unwatchableReason({
  search,
  starred,
}: Pick<ViewTarget, "search" | "starred">): string | undefined {
  const state = readViewState(search);
  if (toMarketsRequest(state).statuses?.some((status) => status !== "open") === true)
    return "includes closed or settled prediction markets";
  if (filtersByRecord(state)) return "filters by recorded flows or ages";
  return state.onlyStarred && starred === undefined
    ? "filters by stars, but the rule lists no starred markets"
    : undefined;
}

export type ViewMarkets = ReturnType<typeof viewMarkets>;

/** The whole list with what filters need besides a row, because a part says nothing about prices and loops. */
export function viewMarkets(rows: readonly MarketRow[]) {
  const open = rows.filter(({ kind, status }) => kind !== "prediction" || status === "open");
  let capacities: LoopCapacities | undefined;
  // Computed when a view first needs it: matching the legs of all loops takes a second for 10,000 markets.
  const loops = (): LoopCapacities => (capacities ??= loopCapacities(open, open));
  return { rows: open, prices: peerPrices(open), loops };
}

/** The markets in a view. Undefined for a view that cannot be watched. */
export function marketsInView(
  target: Pick<ViewTarget, "search" | "starred">,
  { rows, prices, loops }: ViewMarkets,
): readonly MarketRow[] | undefined {
  if (unwatchableReason(target) !== undefined) return undefined;
  const state = readViewState(target.search);
  const loans =
    state.view === "borrow" ? loansAgainst(state.collateral, rows, undefined, state.loanShare) : undefined;
  const legs = state.onlyFits ? loops() : undefined;
  const inputs = filterInputs(state, new Set(target.starred), prices, legs, loans);
  const { visible, ignoredOptional } = filterRows(rows, state, inputs);
  // The list ignores optional filters that would leave no market. The view itself is then empty.
  return ignoredOptional ? [] : visible.flatMap((position) => rows[position] ?? []);
}
