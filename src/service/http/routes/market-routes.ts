import * as assets from "../../../contract/operations/asset-operations.ts";
import * as markets from "../../../contract/operations/market-operations.ts";
import * as positions from "../../../contract/operations/position-operations.ts";
import { createTrends } from "../../trends/trends.ts";
import { createSourceRoute, type OperationRoute, type RouteParts } from "./source-answers.ts";

export function createMarketRoutes(parts: RouteParts): readonly OperationRoute[] {
  const { source } = parts;
  const route = createSourceRoute(parts);
  const { companions } = source;
  return [
    route(markets.listMarkets, (request, call) => source.listMarkets(request, call)),
    route(markets.marketsHistory, (request, call) => source.history(request, call)),
    route(markets.marketsTrends, createTrends(source)),
    route(markets.listMarketsByType, (_, call) => companions.marketsByType(call)),
    route(positions.listPositions, companions.positions),
    route(positions.positionsHistory, companions.positionHistory),
    route(positions.positionsPnl, companions.pnl),
    route(assets.searchAssets, companions.search),
    route(assets.listAssets, companions.assets),
    route(assets.getAsset, ({ id }, call) => companions.asset(id, call)),
    route(assets.assetHistory, companions.assetHistory),
  ];
}
