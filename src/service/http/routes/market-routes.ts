import { maximumHistoryMarkets } from "../../../contract/history.ts";
import { defaultLimit } from "../../../contract/markets-request.ts";
import * as assets from "../../../contract/operations/asset-operations.ts";
import * as markets from "../../../contract/operations/market-operations.ts";
import * as positions from "../../../contract/operations/position-operations.ts";
import {
  defaultPositionResolution,
  type PositionHistoryRequest,
} from "../../../contract/positions/positions-request.ts";
import { resolutionMs } from "../../../contract/units.ts";
import { createTrends } from "../../trends/trends.ts";
import { createSourceRoute, pastWeight, type OperationRoute, type RouteParts } from "./source-answers.ts";

export function createMarketRoutes(parts: RouteParts): readonly OperationRoute[] {
  const { source } = parts;
  const route = createSourceRoute(parts);
  const { companions } = source;
  return [
    route(markets.listMarkets, (request, call) => source.listMarkets(request, call)),
    route(
      markets.marketsHistory,
      (request, call) => source.history(request, call),
      (request) => pastWeight(request.marketIds.length, request),
    ),
    // A page may need as many histories.
    route(markets.marketsTrends, createTrends(source), ({ limit = defaultLimit }) =>
      Math.ceil(limit / maximumHistoryMarkets),
    ),
    route(markets.listMarketsByType, (_, call) => companions.marketsByType(call)),
    route(positions.listPositions, companions.positions),
    route(positions.positionsHistory, companions.positionHistory, positionsWeight),
    route(positions.positionsPnl, companions.pnl),
    route(assets.searchAssets, companions.search),
    route(assets.listAssets, companions.assets),
    route(assets.getAsset, ({ id }, call) => companions.asset(id, call)),
    route(assets.assetHistory, companions.assetHistory, (request) => pastWeight(1, request)),
  ];
}

/** Assumed where a request names no positions. */
const ordinaryPositions = 10;

function positionsWeight(request: PositionHistoryRequest): number {
  const { positionIds, resolution = defaultPositionResolution } = request;
  return pastWeight(positionIds?.length ?? ordinaryPositions, request, resolutionMs[resolution]);
}
