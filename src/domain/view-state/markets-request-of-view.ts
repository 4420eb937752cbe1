import { marketTypes } from "../../contract/market.ts";
import { maxLimit, type MarketsRequest } from "../../contract/markets-request.ts";
import { mintsOfAssets } from "../market/asset-families.ts";
import { assetsApply } from "../market/filters/asset-match.ts";
import type { ViewState } from "./view-state.ts";

type RequestedFilters = Pick<ViewState, "types" | "providers" | "assets" | "collateral" | "statuses">;

/**
 * To request all five types it sends no `type`, so that unknown types arrive too. Omits assets for prediction
 * markets, which have none. A request for loans includes the markets of the collateral.
 */
export function toMarketsRequest(state: RequestedFilters): MarketsRequest {
  const assets =
    state.assets.length > 0 && assetsApply(state.types)
      ? mintsOfAssets([...state.assets, ...(state.collateral === undefined ? [] : [state.collateral])])
      : undefined;
  const types = assets === undefined ? state.types : state.types.filter((type) => type !== "prediction");
  const everything = types.length === marketTypes.length;
  const onlyOpen = state.statuses.length === 1 && state.statuses[0] === "open";
  return {
    types: everything ? undefined : types,
    providers: state.providers.length === 0 ? undefined : state.providers,
    assets,
    statuses: types.includes("prediction") && !onlyOpen ? state.statuses : undefined,
    limit: maxLimit,
  };
}
