import { finite } from "../contract/units.ts";

export const multiple = finite;

/** 1 is no loop, but valid. */
export function isLeverage(leverage: number | undefined): leverage is number {
  return leverage !== undefined && Number.isFinite(leverage) && leverage >= 1;
}

/** Sources round their limits, so leverage and LTV contradict each other only beyond this share. */
export const limitTolerance = 0.01;
