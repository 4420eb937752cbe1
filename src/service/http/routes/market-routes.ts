import { maximumHistoryMarkets } from "../../../contract/history.ts";
import { defaultLimit } from "../../../contract/markets-request.ts";
import {
  assetHistory,
  getAsset,
  listAssets,
  searchAssets,
} from "../../../contract/operations/asset-operations.ts";
import {
  listMarkets,
  listMarketsByType,
  marketsHistory,
  marketsTrends,
} from "../../../contract/operations/market-operations.ts";
import {
  listPositions,
  positionsHistory,
  positionsPnl,
} from "../../../contract/operations/position-operations.ts";
import {
  defaultPositionResolution,
  type PositionHistoryRequest,
} from "../../../contract/positions/positions-request.ts";
import { resolutionMs } from "../../../contract/units.ts";
import { createTrends } from "../../trends/trends.ts";
import { pastWeight, sourceRoute, type OperationRoute, type RouteParts } from "./source-answers.ts";

export function createMarketRoutes(parts: RouteParts): readonly OperationRoute[] {
  const { source } = parts;
  const { companions } = source;
  return [
    sourceRoute(parts, listMarkets, (request, call) => source.listMarkets(request, call)),
    sourceRoute(
      parts,
      marketsHistory,
      (request, call) => source.history(request, call),
      (request) => pastWeight(request.marketIds.length, request),
    ),
    // A page may need as many histories.
    sourceRoute(parts, marketsTrends, createTrends(source), ({ limit = defaultLimit }) =>
      Math.ceil(limit / maximumHistoryMarkets),
    ),
    sourceRoute(parts, listMarketsByType, (_, call) => companions.marketsByType(call)),
    sourceRoute(parts, listPositions, (request, call) => companions.positions(request, call)),
    sourceRoute(
      parts,
      positionsHistory,
      (request, call) => companions.positionHistory(request, call),
      positionsWeight,
    ),
    sourceRoute(parts, positionsPnl, (request, call) => companions.pnl(request, call)),
    sourceRoute(parts, searchAssets, (request, call) => companions.search(request, call)),
    sourceRoute(parts, listAssets, (request, call) => companions.assets(request, call)),
    sourceRoute(parts, getAsset, ({ id }, call) => companions.asset(id, call)),
    sourceRoute(
      parts,
      assetHistory,
      (request, call) => companions.assetHistory(request, call),
      (request) => pastWeight(1, request),
    ),
  ];
}

/** Assumed where a request names no positions. */
const ordinaryPositions = 10;

function positionsWeight(request: PositionHistoryRequest): number {
  const { positionIds, resolution = defaultPositionResolution } = request;
  return pastWeight(positionIds?.length ?? ordinaryPositions, request, resolutionMs[resolution]);
}
