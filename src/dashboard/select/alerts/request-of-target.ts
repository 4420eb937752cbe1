import type { AlertTarget } from "../../../contract/alerts/rule.ts";
import { marketTypes, isMarketType, type MarketType } from "../../../contract/market.ts";
import { maximumLimit, type MarketsRequest } from "../../../contract/markets-request.ts";
import { allDepositsRequest } from "../../data/markets/shared-requests.ts";
import { readViewState } from "../../../domain/view-state/codec.ts";
import { toMarketsRequest } from "../../../domain/view-state/markets-request-of-view.ts";

/** The list that has a target; undefined for a loan, which no list has. Prices need every deposit market. */
export function requestOfTarget(target: AlertTarget): MarketsRequest | undefined {
  if (target.kind === "position") return undefined;
  const wanted = typesOf(target);
  const deposits: readonly MarketType[] = allDepositsRequest.types;
  const types = marketTypes.filter(
    (type) => wanted === undefined || wanted.includes(type) || deposits.includes(type),
  );
  return types.length === marketTypes.length ? { limit: maximumLimit } : { types, limit: maximumLimit };
}

/** Undefined for any type, unknown ones included. */
function typesOf(target: AlertTarget): readonly MarketType[] | undefined {
  if (target.kind === "view") return toMarketsRequest(readViewState(target.search)).types;
  if (target.kind === "market") return isMarketType(target.marketType) ? [target.marketType] : undefined;
  return [];
}
