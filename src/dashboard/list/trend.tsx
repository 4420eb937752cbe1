// The signs and words of how a base rate stands against its own past.
import type { ReactNode } from "react";
import type { FadeClass } from "../../finance/fade.ts";
import { arrowDown, arrowLevel, arrowUp } from "../ui/marks/inline-icons.tsx";

const arrows = { up: arrowUp, level: arrowLevel, down: arrowDown } as const;
const marks: Partial<Record<FadeClass, keyof typeof arrows>> = {
  spiking: "up",
  rising: "up",
  fading: "down",
  steady: "level",
};

/** Which way the arrow of a trend points; undefined where no trend is known. */
export function trendDirection(fadeClass: FadeClass): keyof typeof arrows | undefined {
  return marks[fadeClass];
}

/** The arrow of a trend; null where none is known. */
export function trendArrow(fadeClass: FadeClass): ReactNode {
  const mark = trendDirection(fadeClass);
  return mark === undefined ? null : arrows[mark];
}

/** Whether a trend is a warning: neither a spike nor a fall is likely to be what a deposit will earn. */
export function isMoving(fadeClass: FadeClass): boolean {
  return fadeClass === "spiking" || fadeClass === "fading";
}

const shortWords: Partial<Record<FadeClass, string>> = {
  "no 90-day average given": "no 90d",
  "no averages given": "no averages",
};

/** The words of a trend where lines are short. */
export function trendText(fadeClass: FadeClass): string {
  return shortWords[fadeClass] ?? fadeClass;
}
