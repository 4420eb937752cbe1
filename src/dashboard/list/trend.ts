// The marks and words of how a base rate compares with its own past.
import type { FadeClass } from "../../finance/fade.ts";

type TrendDirection = "up" | "level" | "down";

const marks: Partial<Record<FadeClass, TrendDirection>> = {
  spiking: "up",
  rising: "up",
  fading: "down",
  steady: "level",
};

/** Which way the arrow of a trend points; undefined where no trend is known. */
export function trendDirection(fadeClass: FadeClass): TrendDirection | undefined {
  return marks[fadeClass];
}

/** Whether a trend is a warning: neither a spike nor a fall is likely to be what a deposit will earn. */
export function isMoving(fadeClass: FadeClass): boolean {
  return fadeClass === "spiking" || fadeClass === "fading";
}

/** The word of a rate that moves; a steady rate needs none. */
export function trendText(fadeClass: FadeClass): string | undefined {
  return fadeClass === "rising" || isMoving(fadeClass) ? fadeClass : undefined;
}
