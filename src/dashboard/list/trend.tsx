// The signs and words of how a base rate stands against its own past.
import type { ReactNode } from "react";
import type { FadeClass } from "../../finance/fade.ts";
import { arrowDown, arrowLevel, arrowUp } from "../ui/marks/signs.tsx";

const arrows: Partial<Record<FadeClass, ReactNode>> = {
  spiking: arrowUp,
  fading: arrowDown,
  steady: arrowLevel,
};

/** The arrow of a trend; null where none is known. */
export function fadeArrow(fadeClass: FadeClass): ReactNode {
  return arrows[fadeClass] ?? null;
}

/** Whether a trend is one to look at. */
export function isMoving(fadeClass: FadeClass): boolean {
  return fadeClass === "spiking" || fadeClass === "fading";
}

/** The words of a trend where lines are short. */
export function fadeWord(fadeClass: FadeClass): string {
  return fadeClass === "no averages given" ? "no averages" : fadeClass;
}
