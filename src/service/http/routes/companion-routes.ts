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
import type { Route, ServiceRequest } from "../exchange.ts";
import {
  accepted,
  createQueryReader,
  createSourceRoute,
  pastWeight,
  type RouteParts,
} from "./source-answers.ts";

/** The routes without an id, by their paths. The caller has already shown its key. */
export function createCompanionRoutes(parts: RouteParts): readonly (readonly [path: string, route: Route])[] {
  const { companions } = parts.source;
  return [
    [
      "/api/v0/positions/owners",
      createSourceRoute(parts, createQueryReader(readPositionsRequest), (request, call) =>
        companions.positions(request, call),
      ),
    ],
    [
      "/api/v0/positions/history",
      createSourceRoute(
        parts,
        createQueryReader(readPositionHistoryRequest),
        (request, call) => companions.positionHistory(request, call),
        positionsWeight,
      ),
    ],
    [
      "/api/v0/positions/pnl",
      createSourceRoute(parts, createQueryReader(readPnlRequest), (request, call) =>
        companions.pnl(request, call),
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
      createSourceRoute(parts, createQueryReader(readAssetSearchRequest), (request, call) =>
        companions.search(request, call),
      ),
    ],
    [
      "/api/v0/assets",
      createSourceRoute(parts, createQueryReader(readAssetsRequest), (request, call) =>
        companions.assets(request, call),
      ),
    ],
  ];
}

const assetPath = /^\/api\/v0\/assets\/([^/]+)(\/history)?$/;

/**
 * Finds the route of one asset, or of its past, by the path.
 * @param guard what a request passes before it comes to either
 */
export function createAssetRoutes(
  parts: RouteParts,
  guard: (route: Route) => Route,
): (path: string) => Route | undefined {
  const { companions } = parts.source;
  const asset = guard(
    createSourceRoute(
      parts,
      ({ path }) => assetIn(path),
      (id, call) => companions.asset(id, call),
    ),
  );
  const past = guard(
    createSourceRoute(
      parts,
      ({ path, query }: ServiceRequest) =>
        accepted(readAssetHistoryRequest(assetIn(path), new URLSearchParams(query))),
      (request, call) => companions.assetHistory(request, call),
      (request) => pastWeight(1, request),
    ),
  );
  return (path) => {
    const match = assetPath.exec(path);
    if (match === null) return undefined;
    return match[2] === undefined ? asset : past;
  };
}

function assetIn(path: string): string {
  return accepted(readAssetId(assetPath.exec(path)?.[1] ?? ""));
}

/** Where no positions are named, how many a wallet is taken to have. */
const ordinaryPositions = 10;

function positionsWeight(request: PositionHistoryRequest): number {
  const { positionIds, resolution = defaultPositionResolution } = request;
  return pastWeight(positionIds?.length ?? ordinaryPositions, request, resolutionMs[resolution]);
}
