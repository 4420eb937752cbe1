// The pages one can go to from anywhere.
import { usePicks } from "../data/picks.ts";
import { compareHref } from "./compare-href.ts";

export interface Place {
  readonly href: string;
  readonly path: string;
  readonly label: string;
  readonly count?: number;
}

export function usePlaces(): readonly Place[] {
  const { picks } = usePicks();
  return [
    { href: "/", path: "/", label: "Markets" },
    { href: compareHref(picks), path: "/compare", label: "Compare", count: picks.length },
    { href: "/matrix", path: "/matrix", label: "Matrix" },
  ];
}
