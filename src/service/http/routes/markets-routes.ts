// The two operations of the markets service. The caller has already shown its key.
import { readHistoryRequest } from "../../../contract/history.ts";
import { readMarketsRequest } from "../../../contract/markets-request.ts";
import type { Route } from "../exchange.ts";
import { createQueryReader, createSourceRoute, pastWeight, type RouteParts } from "./source-answers.ts";

/** GET /v0/markets. */
export function createMarketsRoute(parts: RouteParts): Route {
  return createSourceRoute(parts, createQueryReader(readMarketsRequest), (request, call) =>
    parts.source.listMarkets(request, call),
  );
}

/** GET /v0/markets/history. */
export function createHistoryRoute(parts: RouteParts): Route {
  return createSourceRoute(
    parts,
    createQueryReader(readHistoryRequest),
    (request, call) => parts.source.history(request, call),
    (request) => pastWeight(request.marketIds.length, request),
  );
}
