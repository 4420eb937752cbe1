// Reads the cache that the current page fills, for the header and alerts.
import { usePathname } from "wouter/use-browser-location";
import type { MarketsRequest } from "../../../contract/markets-request.ts";
import { routeOf, routes, type RouteId } from "../../../contract/routes.ts";
import {
  allDepositsRequest,
  allMarketsRequest,
  allRatesRequest,
} from "../../data/markets/shared-requests.ts";
import { useFindMarkets } from "../../queries/markets/find-markets.ts";
import type { MarketsResult } from "../../queries/markets/use-markets.ts";
import { idOfPath, useSearch } from "../../view-state/address.ts";
import { toMarketsRequest } from "../../../domain/view-state/markets-request-of-view.ts";
import { useViewState } from "../../view-state/use-view-state.ts";
import { comparedIds } from "./nav-links.ts";

const fixedRequests: Partial<Record<RouteId, MarketsRequest>> = {
  matrix: allRatesRequest,
  portfolio: allDepositsRequest,
  assets: allRatesRequest,
  asset: allRatesRequest,
  changes: allMarketsRequest,
  quality: allMarketsRequest,
  alerts: allRatesRequest,
};

export function useCurrentMarkets(): MarketsResult | undefined {
  const path = usePathname();
  const search = useSearch();
  const state = useViewState();
  const route = routeOf(path);
  const ids = route === "market" ? [idOfPath(path)] : route === "compare" ? comparedIds(search) : [];
  const fixed = route && fixedRequests[route];
  const { result } = useFindMarkets(ids, fixed ?? toMarketsRequest(state), false);
  const isRequested = result.phase !== "loading" || result.loadingPage !== undefined;
  return route !== undefined && routes[route].showsData && isRequested ? result : undefined;
}
