// Which list of markets holds everything the rules watch.
import type { AlertRule, AlertTarget } from "../../../contract/alerts/rule.ts";
import { marketTypes, isMarketType, type MarketType } from "../../../contract/market.ts";
import { maximumLimit, type MarketsRequest } from "../../../contract/markets-request.ts";
import { allDepositsRequest } from "../../data/markets/shared-requests.ts";
import { readViewState } from "../../view-state/codec.ts";
import { toMarketsRequest } from "../../view-state/markets-request-of-view.ts";

/** What the list shows unless asked otherwise: asking for at least that asks for nothing that is not read already. */
const usualTypes: readonly MarketType[] = allDepositsRequest.types;

/**
 * The one list that holds all that rules watch; undefined where none needs a list. Prediction markets that are over are in
 * none.
 */
export function watchRequest(rules: readonly AlertRule[]): MarketsRequest | undefined {
  const watched = rules.filter(({ paused, target }) => !paused && target.kind !== "position");
  if (watched.length === 0) return undefined;
  const wanted = [usualTypes, ...watched.map(({ target }) => typesOf(target))];
  const types = marketTypes.filter((type) =>
    wanted.some((some) => some === undefined || some.includes(type)),
  );
  return types.length === marketTypes.length ? { limit: maximumLimit } : { types, limit: maximumLimit };
}

/** The types of a target's markets. Undefined: any type, including unknown ones. */
function typesOf(target: AlertTarget): readonly MarketType[] | undefined {
  if (target.kind === "view") return toMarketsRequest(readViewState(target.search)).types;
  if (target.kind === "market") return isMarketType(target.marketType) ? [target.marketType] : undefined;
  return usualTypes;
}
