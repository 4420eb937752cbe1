// How many requests an operation counts as in the rate limits.
import { dayMs, hourMs } from "../units.ts";

/** For answers that are computed once per poll for all callers. */
export const sharedWeight = 2;
export const ownWeight = 10;

const monthMs = 30 * dayMs;
const heaviestPast = 300;

/** One per item and started month. Steps below an hour multiply that by how many more points they have. */
export function pastWeight(
  things: number,
  { startTime, endTime = Date.now() }: { readonly startTime: number; readonly endTime?: number | undefined },
  stepMs = hourMs,
): number {
  const months = Math.max(1, Math.ceil(((endTime - startTime) / monthMs) * Math.max(1, hourMs / stepMs)));
  return Math.min(heaviestPast, things * months);
}
