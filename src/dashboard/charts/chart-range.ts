// Which stretch of the past a chart shows, and how fine: never more than 1,000 points, because more cannot be distinguished.
import type { HistoryResolution } from "../../contract/history.ts";
import { dayMs, millis, resolutionMs, type Millis } from "../../contract/units.ts";

export const historyRangeIds = ["7d", "30d", "90d", "180d", "1y"] as const;
export type HistoryRangeId = (typeof historyRangeIds)[number];

interface HistoryRange {
  readonly days: number;
  readonly resolution: HistoryResolution;
}

/** Hourly up to 30 days (720 points), daily beyond (at most 365). */
export const historyRanges: Readonly<Record<HistoryRangeId, HistoryRange>> = {
  "7d": { days: 7, resolution: "1h" },
  "30d": { days: 30, resolution: "1h" },
  "90d": { days: 90, resolution: "1d" },
  "180d": { days: 180, resolution: "1d" },
  "1y": { days: 365, resolution: "1d" },
};

/**
 * The request window of a range that ends at `now` (milliseconds). Starts on a whole step, so that two openings of the same
 * page within the hour ask the same question and the second is answered from the cache.
 */
export function historyWindow(
  range: HistoryRangeId,
  now: number,
): { startTime: number; resolution: HistoryResolution } {
  const { days, resolution } = historyRanges[range];
  const step = resolutionMs[resolution];
  return { startTime: Math.floor((now - days * dayMs) / step) * step, resolution };
}

/** The steps of a window, each by its beginning, up to the one that holds `until` (milliseconds). */
export function windowSteps(
  { startTime, resolution }: { readonly startTime: number; readonly resolution: HistoryResolution },
  until: number,
): number[] {
  const step = resolutionMs[resolution];
  const steps: number[] = [];
  for (let time = Math.ceil(startTime / step) * step; time <= until; time += step) steps.push(time);
  return steps;
}

/** The range that an address names, else the usual one. */
export function readHistoryRange(text: string | undefined, usual: HistoryRangeId): HistoryRangeId {
  return historyRangeIds.find((id) => id === text) ?? usual;
}

/** Up to when a past has been paid: a step that is not over yet has not been. @param now milliseconds since the epoch */
export function endOfPaid(now: number, resolution: HistoryResolution): Millis | undefined {
  const step = resolutionMs[resolution];
  return millis(Math.floor(now / step) * step);
}
