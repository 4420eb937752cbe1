// The operations beside markets: positions, profit and loss, markets by type, and assets.
import {
  readAssetHistoryRequest,
  readAssetId,
  readAssetSearchRequest,
  readAssetsRequest,
} from "../../../contract/assets/assets-request.ts";
import {
  defaultPositionResolution,
  readPnlRequest,
  readPositionHistoryRequest,
  readPositionsRequest,
  type PositionHistoryRequest,
} from "../../../contract/positions/positions-request.ts";
import { resolutionMs } from "../../../contract/units.ts";
import type { Route, ServiceContext } from "../context.ts";
import { accepted, createSourceRoute, pastWeight, queryOf, type RouteParts } from "./source-answers.ts";

/** The routes by their paths. The caller has already shown its key. */
export function createCompanionRoutes(parts: RouteParts): readonly (readonly [path: string, route: Route])[] {
  const { companions } = parts.source;
  return [
    [
      "/api/v0/positions/owners",
      createSourceRoute(
        parts,
        (c) => accepted(readPositionsRequest(queryOf(c))),
        (request, call) => companions.positions(request, call),
      ),
    ],
    [
      "/api/v0/positions/history",
      createSourceRoute(
        parts,
        (c) => accepted(readPositionHistoryRequest(queryOf(c))),
        (request, call) => companions.positionHistory(request, call),
        positionsWeight,
      ),
    ],
    [
      "/api/v0/positions/pnl",
      createSourceRoute(
        parts,
        (c) => accepted(readPnlRequest(queryOf(c))),
        (request, call) => companions.pnl(request, call),
      ),
    ],
    [
      "/api/v0/marketsByType",
      createSourceRoute(
        parts,
        () => undefined,
        (_, call) => companions.marketsByType(call),
      ),
    ],
    [
      "/api/v0/search",
      createSourceRoute(
        parts,
        (c) => accepted(readAssetSearchRequest(queryOf(c))),
        (request, call) => companions.search(request, call),
      ),
    ],
    [
      "/api/v0/assets",
      createSourceRoute(
        parts,
        (c) => accepted(readAssetsRequest(queryOf(c))),
        (request, call) => companions.assets(request, call),
      ),
    ],
    ["/api/v0/assets/:id", createSourceRoute(parts, assetIn, (id, call) => companions.asset(id, call))],
    [
      "/api/v0/assets/:id/history",
      createSourceRoute(
        parts,
        (c) => accepted(readAssetHistoryRequest(assetIn(c), queryOf(c))),
        (request, call) => companions.assetHistory(request, call),
        (request) => pastWeight(1, request),
      ),
    ],
  ];
}

function assetIn(c: ServiceContext): string {
  return accepted(readAssetId(c.req.param("id") ?? ""));
}

/** Where no positions are named, how many a wallet is taken to have. */
const ordinaryPositions = 10;

function positionsWeight(request: PositionHistoryRequest): number {
  const { positionIds, resolution = defaultPositionResolution } = request;
  return pastWeight(positionIds?.length ?? ordinaryPositions, request, resolutionMs[resolution]);
}
