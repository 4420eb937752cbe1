import { range } from "d3-array";
import type { HistoryResolution } from "../../contract/history.ts";
import { dayMs, millis, resolutionMs, type Millis } from "../../contract/units.ts";

export const historyRangeIds = ["7d", "30d", "90d", "180d", "1y"] as const;
export type HistoryRangeId = keyof typeof historyRanges;

export interface RangeChoice {
  readonly range: HistoryRangeId;
  readonly onRange: (range: HistoryRangeId) => void;
}

/** Hourly up to 30 days (720 points), then daily. */
export const historyRanges = {
  "7d": { days: 7, resolution: "1h" },
  "30d": { days: 30, resolution: "1h" },
  "90d": { days: 90, resolution: "1d" },
  "180d": { days: 180, resolution: "1d" },
  "1y": { days: 365, resolution: "1d" },
} as const;

/** Starts on a whole step, so that reopening a page within the hour uses the cache. */
export function historyWindow(id: HistoryRangeId, now: number) {
  const { days, resolution } = historyRanges[id];
  const step = resolutionMs[resolution];
  return { startTime: Math.floor((now - days * dayMs) / step) * step, resolution };
}

export type HistoryWindow = ReturnType<typeof historyWindow>;

export function windowSteps({ startTime, resolution }: HistoryWindow, until: number): number[] {
  const step = resolutionMs[resolution];
  return range(Math.ceil(startTime / step) * step, until + 1, step);
}

/** The end of the last complete step. An unfinished step has not been paid yet. */
export function endOfPaid(now: number, resolution: HistoryResolution): Millis | undefined {
  const step = resolutionMs[resolution];
  return millis(Math.floor(now / step) * step);
}
