import { useCallback } from "react";
import { useLocation } from "wouter";
import { routeIds, routes } from "../../../contract/routes.ts";
import { maxSelected, useSelectedMarkets } from "../../data/storage/selected-markets.ts";
import { useDashboardConfig } from "../../queries/configuration.ts";
import { currentSearch, hrefTo, marketHref, useSearch } from "../../view-state/address.ts";
import { openedFrom } from "../../view-state/back-link.ts";
import { readParameter, withParameters } from "../../../domain/view-state/search-text.ts";

const assets = routes.assets.path;

export function useNavLinks() {
  const { picks } = useSelectedMarkets();
  const search = useSearch();
  const [here] = useLocation();
  const { record, source } = useDashboardConfig();
  const hasPositions = source.lacks?.includes("positions") !== true;
  return routeIds.flatMap((id) => {
    const { path, label, needsRecord = false, needsPositions = false } = routes[id];
    if (label === undefined || (needsRecord && record === undefined) || (needsPositions && !hasPositions))
      return [];
    // The assets page has a search text of its own.
    const stays = here.startsWith(assets) === path.startsWith(assets);
    const goes = stays ? search : withParameters(search, [["q", undefined]]);
    if (id === "compare") return [{ path, label, href: compareHref(picks, goes), count: picks.length }];
    return [{ path, label, href: hrefTo(path, goes), count: 0 }];
  });
}

/** The URL of a market's page carries the list's parameters. */
export function useOpenMarket() {
  const [, go] = useLocation();
  return useCallback(
    (id: string) => {
      const listed = currentSearch();
      go(hrefTo(marketHref(id), listed), { state: openedFrom(hrefTo("/", listed)) });
    },
    [go],
  );
}

/** Joins ids with commas, which no id contains. */
export function compareHref(ids: readonly string[], search: string): string {
  return hrefTo(routes.compare.path, search, [["ids", ids.length === 0 ? undefined : ids.join(",")]]);
}

export function comparedIds(search: string): readonly string[] {
  const ids = (readParameter(search, "ids") ?? "").split(",");
  return [...new Set(ids.filter((id) => id !== "" && id.length <= 300))].slice(0, maxSelected);
}
