import type { AlertRule, AlertTarget } from "../../../contract/alerts/rule.ts";
import { marketTypes, isMarketType, type MarketType } from "../../../contract/market.ts";
import { maximumLimit, type MarketsRequest } from "../../../contract/markets-request.ts";
import { allDepositsRequest } from "../../data/markets/shared-requests.ts";
import { readViewState } from "../../../domain/view-state/codec.ts";
import { toMarketsRequest } from "../../../domain/view-state/markets-request-of-view.ts";

/** The list already loads these. */
const usualTypes: readonly MarketType[] = allDepositsRequest.types;

/** Covers all rules; undefined where none needs a list. Settled predictions are in no list. */
export function watchRequest(rules: readonly AlertRule[]): MarketsRequest | undefined {
  const watched = rules.filter(({ paused, target }) => !paused && target.kind !== "position");
  if (watched.length === 0) return undefined;
  const wanted = [usualTypes, ...watched.map(({ target }) => typesOf(target))];
  const types = marketTypes.filter((type) =>
    wanted.some((some) => some === undefined || some.includes(type)),
  );
  return types.length === marketTypes.length ? { limit: maximumLimit } : { types, limit: maximumLimit };
}

/** Undefined: any type, unknown ones included. */
function typesOf(target: AlertTarget): readonly MarketType[] | undefined {
  if (target.kind === "view") return toMarketsRequest(readViewState(target.search)).types;
  if (target.kind === "market") return isMarketType(target.marketType) ? [target.marketType] : undefined;
  return usualTypes;
}
