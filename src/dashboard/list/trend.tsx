// The signs and words of how a base rate stands against its own past.
import type { ReactNode } from "react";
import type { FadeClass } from "../../finance/fade.ts";
import { arrowDown, arrowLevel, arrowUp } from "../ui/marks/signs.tsx";

const arrows: Partial<Record<FadeClass, ReactNode>> = {
  spiking: arrowUp,
  rising: arrowUp,
  fading: arrowDown,
  steady: arrowLevel,
};

/** The arrow of a trend; null where none is known. */
export function fadeArrow(fadeClass: FadeClass): ReactNode {
  return arrows[fadeClass] ?? null;
}

/** Whether a trend is a warning: neither a spike nor a fall is likely to be what a deposit will earn. */
export function isMoving(fadeClass: FadeClass): boolean {
  return fadeClass === "spiking" || fadeClass === "fading";
}

const shortWords: Partial<Record<FadeClass, string>> = {
  "no 90-day average given": "no 90d average",
  "no averages given": "no averages",
};

/** The words of a trend where lines are short. */
export function fadeWord(fadeClass: FadeClass): string {
  return shortWords[fadeClass] ?? fadeClass;
}
