// For the form of a rule: the list that contains its target, and the target's known figures.
import type { AlertTarget } from "../../../contract/alerts/rule.ts";
import { marketTypes, isMarketType, type MarketType } from "../../../contract/market.ts";
import { maxLimit, type MarketsRequest } from "../../../contract/markets-request.ts";
import type { TargetFacts } from "../../../domain/alerts/judge.ts";
import { assetFacts, marketFacts, marketsOfAsset } from "../../../domain/alerts/market-figures.ts";
import { peerPrices } from "../../../domain/market/assess/checks.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { readViewState } from "../../../domain/view-state/codec.ts";
import { toMarketsRequest } from "../../../domain/view-state/markets-request-of-view.ts";
import { allDepositsRequest } from "../../data/markets/shared-requests.ts";

/** The list that contains a target. Undefined for a loan, which no list contains. Prices need every deposit market. */
export function requestOfTarget(target: AlertTarget): MarketsRequest | undefined {
  if (target.kind === "position") return undefined;
  const wanted = typesOf(target);
  const deposits: readonly MarketType[] = allDepositsRequest.types;
  const types = marketTypes.filter(
    (type) => wanted === undefined || wanted.includes(type) || deposits.includes(type),
  );
  return types.length === marketTypes.length ? { limit: maxLimit } : { types, limit: maxLimit };
}

/** Undefined means all types, including unknown ones. */
function typesOf(target: AlertTarget): readonly MarketType[] | undefined {
  if (target.kind === "view") return toMarketsRequest(readViewState(target.search)).types;
  if (target.kind === "market") return isMarketType(target.marketType) ? [target.marketType] : undefined;
  return [];
}

export function targetFacts(target: AlertTarget, rows: readonly MarketRow[]): TargetFacts | undefined {
  const prices = peerPrices(rows);
  if (target.kind === "asset") return assetFacts(marketsOfAsset(target.mint, rows), prices);
  const own = rows.find(({ id }) => target.kind === "market" && id === target.id);
  return own === undefined ? undefined : marketFacts(own, prices);
}
