import type { MarketChanges } from "../../contract/record/market-changes.ts";
import type { Gap } from "../../contract/record/record-parts.ts";
import { hourMs, isoText } from "../../contract/units.ts";
import { kinkUtilization } from "../../finance/dilution.ts";
import type { RecordedEvent } from "./events.ts";
import { roundRate } from "./figures.ts";
import type { TimeSeries } from "./market-record.ts";
import { utilizationOf, type Pool } from "./pool.ts";

/** Milliseconds since the epoch; `to` is exclusive. */
interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** `events` newest first. */
export function awayPeriods(events: readonly RecordedEvent[], until: number): TimeRange[] {
  const away: TimeRange[] = [];
  let to = until;
  for (const { kind, time } of events)
    if (kind === "back") to = time;
    else if (kind === "gone") away.push({ from: time, to });
  return away;
}

/** How much of `within` the ranges cover. They must not overlap. */
export function overlapMs(ranges: readonly TimeRange[], within: TimeRange): number {
  return ranges.reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.min(to, within.to) - Math.max(from, within.from)),
    0,
  );
}

/** Whole hours without a mean, newest first. `hours` are the starts of known hours. `absences` are not gaps. */
export function gapsOf(
  hours: Iterable<number>,
  { from, to }: TimeRange,
  absences: readonly TimeRange[],
): Gap[] {
  const known = new Set(hours);
  const gaps: { from: number; to: number }[] = [];
  for (let hour = Math.ceil(from / hourMs) * hourMs; hour + hourMs <= to; hour += hourMs) {
    if (known.has(hour)) continue;
    if (absences.some((away) => hour < away.to && away.from < hour + hourMs)) continue;
    const last = gaps.at(-1);
    if (last?.to === hour) last.to = hour + hourMs;
    else gaps.push({ from: hour, to: hour + hourMs });
  }
  return gaps.toReversed().map((gap) => ({ from: isoText(gap.from), to: isoText(gap.to) }));
}

/** From hourly and daily means. Skips days with less than a known hour; a count is missing if unknown on all days. */
export function countDays(hourly: TimeSeries, daily: TimeSeries, market: Pool): MarketChanges["recorded"] {
  const days = daily.readings().filter(({ figures: { coverage = 0 } }) => coverage >= 1 / 24);
  const used = days.flatMap(({ figures }) => utilizationOf(figures, market) ?? []);
  const paying = (name: "rewardApy" | "borrowRewardApy"): number | undefined => {
    const rewards = days.flatMap(({ figures }) => figures[name] ?? []);
    return rewards.length === 0 ? undefined : rewards.filter((apy) => apy > 0).length;
  };
  const hours = hourly.readings();
  const highest = Math.max(...hours.map(({ figures: { borrowApy = -Infinity } }) => borrowApy));
  const at = hours.find(({ figures }) => figures.borrowApy === highest);
  return {
    days: days.length,
    daysOverKink: used.length === 0 ? undefined : used.filter((share) => share > kinkUtilization).length,
    daysWithRewards: paying("rewardApy"),
    daysWithBorrowRewards: paying("borrowRewardApy"),
    kinkUtilization,
    highestBorrowApy: roundRate(at?.figures.borrowApy),
    highestBorrowApyAt: at && isoText(at.time),
  };
}
