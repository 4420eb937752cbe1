import * as assets from "../../../contract/operations/asset-operations.ts";
import * as markets from "../../../contract/operations/market-operations.ts";
import * as positions from "../../../contract/operations/position-operations.ts";
import * as record from "../../../contract/operations/record-operations.ts";
import type { RecordResponses } from "../../record/record-responses.ts";
import { createTrends } from "../../trends/trends.ts";
import { RequestRefused } from "../request-refused.ts";
import { createExportRoute } from "./export-route.ts";
import { createSourceRoute, type OperationRoute, type RouteParts } from "./operation-route.ts";

export function createSourceRoutes(parts: RouteParts): readonly OperationRoute[] {
  const { source } = parts;
  const { companions } = source;
  const route = createSourceRoute(parts);
  const recorded = (): RecordResponses => {
    if (parts.record !== undefined) return parts.record;
    throw new RequestRefused(
      "not-found",
      "This service keeps no record of the past. Its operator can set STORE to keep one.",
    );
  };
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
    route(record.listChanges, (request, call) => recorded().changes(request, call)),
    route(record.marketChanges, (request, call) => recorded().marketChanges(request, call)),
    route(record.recordSummary, (_, call) => recorded().summary(call)),
    [record.exportRecord, createExportRoute(parts, recorded)],
  ];
}
