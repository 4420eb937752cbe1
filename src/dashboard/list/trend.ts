import type { FadeClass } from "../../finance/fade.ts";

type TrendDirection = "up" | "level" | "down";

const marks: Partial<Record<FadeClass, TrendDirection>> = {
  spiking: "up",
  rising: "up",
  fading: "down",
  steady: "level",
};

export function trendDirection(fadeClass: FadeClass): TrendDirection | undefined {
  return marks[fadeClass];
}

/** Neither a spike nor a fall is likely to last. */
export function isMoving(fadeClass: FadeClass): boolean {
  return fadeClass === "spiking" || fadeClass === "fading";
}

/** Steady rates have none. */
export function trendText(fadeClass: FadeClass): string | undefined {
  return fadeClass === "rising" || isMoving(fadeClass) ? fadeClass : undefined;
}
