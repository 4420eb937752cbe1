// The pages one can go to from anywhere.
import { routeIds, routes, type RouteId } from "../../../contract/routes.ts";
import { usePicks } from "../../data/kept/picks.ts";
import { hrefTo, useSearch } from "../../view-state/address.ts";

export interface Place {
  readonly href: string;
  readonly path: string;
  readonly label: string;
  readonly count?: number;
}

export function usePlaces(): readonly Place[] {
  const { picks } = usePicks();
  const search = useSearch();
  const taken: Readonly<Partial<Record<RouteId, Partial<Place>>>> = {
    compare: { href: compareHref(picks, search), count: picks.length },
  };
  return routeIds.flatMap((id): Place[] => {
    const { path, label } = routes[id];
    return label === undefined ? [] : [{ path, label, href: hrefTo(path, search), ...taken[id] }];
  });
}

/** The address of the compare page for these markets. Ids are joined by commas, which no id of the service holds. */
export function compareHref(ids: readonly string[], search: string): string {
  return hrefTo(routes.compare.path, search, [["ids", ids.length === 0 ? undefined : ids.join(",")]]);
}
