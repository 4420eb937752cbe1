// The pages one can go to from anywhere.
import { routeIds, routes, type RouteId } from "../../../contract/routes.ts";
import { usePicks } from "../../data/kept/picks.ts";
import { addressOf, withParameters } from "../../view-state/address.ts";
import { defaultViewState } from "../../view-state/codec.ts";
import { useViewState, viewStateHref } from "../../view-state/use-view-state.ts";

export interface Place {
  readonly href: string;
  readonly path: string;
  readonly label: string;
  readonly count?: number;
}

export function usePlaces(): readonly Place[] {
  const { picks } = usePicks();
  const [state] = useViewState();
  const taken: Readonly<Partial<Record<RouteId, Partial<Place>>>> = {
    compare: { href: compareHref(picks), count: picks.length },
    matrix: { href: viewStateHref(routes.matrix.path, { ...defaultViewState, size: state.size }) },
    // The overview is of what the list shows, so it takes the list's address along.
    overview: { href: viewStateHref(routes.overview.path, state) },
  };
  return routeIds.flatMap((id): Place[] => {
    const { path, label } = routes[id];
    return label === undefined ? [] : [{ path, label, href: path, ...taken[id] }];
  });
}

/** The address of the compare page for these markets. Ids are joined by commas, which no id of the service holds. */
export function compareHref(ids: readonly string[]): string {
  return addressOf(
    routes.compare.path,
    withParameters("", [["ids", ids.length === 0 ? undefined : ids.join(",")]]),
  );
}
