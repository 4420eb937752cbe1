// The operations on lists of markets. The caller has already shown its key.
import { maximumHistoryMarkets, readHistoryRequest } from "../../../contract/history.ts";
import { defaultLimit, readMarketsRequest } from "../../../contract/markets-request.ts";
import { createTrends } from "../../trends/trends.ts";
import type { Route } from "../context.ts";
import { accepted, createSourceRoute, pastWeight, queryOf, type RouteParts } from "./source-answers.ts";

/** GET /v0/markets. */
export function createMarketsRoute(parts: RouteParts): Route {
  return createSourceRoute(
    parts,
    (c) => accepted(readMarketsRequest(queryOf(c))),
    (request, call) => parts.source.listMarkets(request, call),
  );
}

/** GET /v0/markets/history. */
export function createHistoryRoute(parts: RouteParts): Route {
  return createSourceRoute(
    parts,
    (c) => accepted(readHistoryRequest(queryOf(c))),
    (request, call) => parts.source.history(request, call),
    (request) => pastWeight(request.marketIds.length, request),
  );
}

/** GET /v0/markets/trends: ours. A page costs as many requests as the histories it may need. */
export function createTrendsRoute(parts: RouteParts): Route {
  const trends = createTrends(parts.source);
  return createSourceRoute(
    parts,
    (c) => accepted(readMarketsRequest(queryOf(c))),
    trends,
    ({ limit = defaultLimit }) => Math.ceil(limit / maximumHistoryMarkets),
  );
}
