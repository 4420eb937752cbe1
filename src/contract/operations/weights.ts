// How many requests an operation counts as in the limits for callers.
import { dayMs, hourMs } from "../units.ts";

/** Made once per poll for everybody. */
export const sharedWeight = 2;
export const ownWeight = 10;

const monthMs = 30 * dayMs;
const heaviestPast = 300;

/** One per item and started month; with steps below an hour, as many more as there are more points. */
export function pastWeight(
  things: number,
  { startTime, endTime = Date.now() }: { readonly startTime: number; readonly endTime?: number | undefined },
  stepMs = hourMs,
): number {
  const months = Math.max(1, Math.ceil(((endTime - startTime) / monthMs) * Math.max(1, hourMs / stepMs)));
  return Math.min(heaviestPast, things * months);
}
