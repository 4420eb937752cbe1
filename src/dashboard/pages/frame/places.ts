// The pages one can go to from anywhere.
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
  // The overview is of what the list shows, so it takes the list's address along.
  const [state] = useViewState();
  return [
    { href: "/", path: "/", label: "Markets" },
    { href: compareHref(picks), path: "/compare", label: "Compare", count: picks.length },
    {
      href: viewStateHref("/matrix", { ...defaultViewState, size: state.size }),
      path: "/matrix",
      label: "Matrix",
    },
    { href: viewStateHref("/overview", state), path: "/overview", label: "Overview" },
  ];
}

/** The address of the compare page for these markets. Ids are joined by commas, which no id of the service holds. */
export function compareHref(ids: readonly string[]): string {
  return addressOf("/compare", withParameters("", [["ids", ids.length === 0 ? undefined : ids.join(",")]]));
}
