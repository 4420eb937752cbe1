// What is said of the rule about prediction markets, which have no asset.
import { assetsApply } from "../../market/filters/asset-match.ts";
import type { ViewState } from "../../view-state/view-state.ts";

/** The sentence beside the asset control while the rule changes what is asked for. */
export function assetRuleNotice({ assets, types }: Pick<ViewState, "assets" | "types">): string | undefined {
  if (assets.length === 0 || !types.includes("prediction")) return undefined;
  return assetsApply(types)
    ? "Prediction markets have no asset, so they are left out while an asset is chosen."
    : "Prediction markets have no asset, so the asset filter does not apply to them.";
}
