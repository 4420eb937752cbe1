// What a saved view keeps, in the form a service judges it by; or why none can.
import type { ViewFilter } from "../../../contract/alerts/view-filter.ts";
import { marketTypes } from "../../../contract/market.ts";
import { familyOf, mintsOfAssets } from "../../market/asset-families.ts";
import { assetsApply } from "../../market/filters/asset-match.ts";
import { smallUsd } from "../../market/filters/filters.ts";
import { readViewState } from "../../view-state/codec.ts";
import type { ViewState } from "../../view-state/view-state.ts";
import { canWatchView } from "./alert-facts.ts";

/** @returns the filter, or what of the view only this browser can tell, as it ends "It looks at …" */
export function viewFilterOf(search: string): { readonly filter: ViewFilter } | { readonly why: string } {
  const state = readViewState(search);
  const why = onlyHere(state);
  if (why !== undefined) return { why };
  if (!canWatchView(search)) return { why: "markets that are over" };
  const { types, providers, notProviders, assets, assetMatch, without, basis } = state;
  const rate = basis === "base" ? "baseDepositApy" : "depositApy";
  const bounds: NonNullable<ViewFilter["bounds"]> = [
    { figure: "totalDepositUsd", least: state.minDeposits, most: state.maxDeposits },
    ...(state.hideSmall ? [{ figure: "totalDepositUsd" as const, least: smallUsd }] : []),
    { figure: rate, least: state.minApy, most: state.maxApy },
    { figure: "available", least: state.minAvailable },
    { figure: "maxLtv", least: state.minLtv, most: state.maxLtv },
    { figure: "utilization", most: state.maxUtilization },
    { figure: "rewardShare", most: state.maxRewards },
  ];
  const only: NonNullable<ViewFilter["only"]> = [
    ...(state.onlyRewards ? (["rewards"] as const) : []),
    ...(state.onlyBase ? (["base"] as const) : []),
    ...(state.onlySteady ? (["steady"] as const) : []),
  ];
  const wishes = assets.map((asset) => familyOf(asset)?.mints.slice() ?? [asset]);
  return {
    filter: {
      ...(types.length === marketTypes.length ? {} : { types: [...types] }),
      ...(providers.length === 0 ? {} : { providers: [...providers] }),
      ...(notProviders.length === 0 ? {} : { notProviders: [...notProviders] }),
      ...(wishes.length === 0 || !assetsApply(types) ? {} : { assets: { wishes, match: assetMatch } }),
      ...(without.length === 0 ? {} : { without: [...mintsOfAssets(without)] }),
      bounds: bounds.filter(({ least, most }) => least !== undefined || most !== undefined),
      only,
    },
  };
}

function onlyHere(state: ViewState): string | undefined {
  if (state.view === "borrow") return "what can be borrowed";
  if (state.query.trim() !== "") return "words in names";
  if (state.onlyStarred) return "your stars";
  if (state.chosen.length > 0) return "a list of markets of your own";
  if (state.onlyClean) return "doubts";
  return state.size !== undefined && (state.onlyFits || state.onlyExits) ? "your size" : undefined;
}
