import { marketTypes } from "../../../contract/market.ts";
import type { ColumnId } from "../../../domain/market/columns.ts";
import type { GapId } from "../../select/whole-list/quality.ts";
import { freshState, viewStateHref } from "../../view-state/use-view-state.ts";
import type { ViewState } from "../../../domain/view-state/view-state.ts";

export type About = GapId | "doubts" | "markets";

const shownFor: Readonly<Record<Exclude<About, "markets">, readonly ColumnId[]>> = {
  doubts: ["market", "doubts", "type", "provider", "depositApy", "totalDepositUsd", "actions"],
  averages: [
    "market",
    "depositApy",
    "baseDepositApy30d",
    "baseDepositApy90d",
    "baseDepositApy180d",
    "depositApy30d",
    "depositApy90d",
    "depositApy180d",
    "type",
    "actions",
  ],
  limit: ["market", "type", "depositApy", "totalDepositUsd", "capacityLeft", "actions"],
  rewards: ["market", "type", "depositApy", "baseDepositApy", "rewardApy", "actions"],
};

export function listHref(from: ViewState, provider: string | undefined, about: About): string {
  const state: ViewState = {
    ...freshState(from),
    view: "all",
    hideSmall: false,
    types: marketTypes,
    providers: provider === undefined ? [] : [provider],
    ...(about === "markets" ? {} : { columns: shownFor[about] }),
    ...(about === "doubts" ? { sort: [{ column: "doubts", descending: true }] } : {}),
  };
  return viewStateHref("/", state);
}
