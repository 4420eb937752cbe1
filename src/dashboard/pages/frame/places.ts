// The pages one can go to from anywhere.
import { useSearch } from "wouter";
import { usePicks } from "../../data/kept/picks.ts";
import { readViewState, writeViewState } from "../../view-state/codec.ts";
import { compareHref } from "../compare/compare-href.ts";

export interface Place {
  readonly href: string;
  readonly path: string;
  readonly label: string;
  readonly count?: number;
}

export function usePlaces(): readonly Place[] {
  const { picks } = usePicks();
  // The overview is of what the list shows, so it takes the list's address along.
  const state = readViewState(useSearch());
  const list = writeViewState(state, "");
  return [
    { href: "/", path: "/", label: "Markets" },
    { href: compareHref(picks), path: "/compare", label: "Compare", count: picks.length },
    {
      href: state.size === undefined ? "/matrix" : `/matrix?size=${state.size}`,
      path: "/matrix",
      label: "Matrix",
    },
    { href: list === "" ? "/overview" : `/overview?${list}`, path: "/overview", label: "Overview" },
  ];
}
