// When an event is announced: at once, after quiet hours, or with the digest.
import type { AlertEvent } from "../../contract/alerts/rule.ts";
import type { ServedRules } from "../../contract/alerts/served.ts";
import { minuteMs } from "../../contract/units.ts";

/** Without a digest, new markets of views are announced at once. */
export type NotificationTimes = Pick<ServedRules, "quiet" | "digest">;

const minutesPerDay = 24 * 60;

/** Minutes after midnight in a time zone; UTC for unknown zones. */
export function minutesOfDay(at: number, timeZone: string): number {
  const clock = clockOf(timeZone).format(at);
  const [hours = "0", minutes = "0"] = clock.split(":");
  return (Number(hours) % 24) * 60 + Number(minutes);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    const clockOptions = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
    try {
      clock = new Intl.DateTimeFormat("en-GB", { ...clockOptions, timeZone });
    } catch {
      clock = new Intl.DateTimeFormat("en-GB", { ...clockOptions, timeZone: "UTC" });
    }
    clocks.set(timeZone, clock);
  }
  return clock;
}

/** Quiet hours may cross midnight. If both ends are equal, there are no quiet hours. */
function isQuiet(at: number, { from, to, timeZone }: NonNullable<NotificationTimes["quiet"]>): boolean {
  const minute = minutesOfDay(at, timeZone);
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}

/** The next time after `at` at which the clock shows this minute, or an hour later if clocks skip it. */
function nextTime(minute: number, at: number, timeZone: string): number {
  const start = Math.floor(at / minuteMs) * minuteMs;
  const away = (minute - minutesOfDay(start, timeZone) + minutesPerDay) % minutesPerDay;
  const next = start + (away === 0 ? minutesPerDay : away) * minuteMs;
  // In between, the clock may have changed for daylight saving.
  const off = (minutesOfDay(next, timeZone) - minute + minutesPerDay) % minutesPerDay;
  const exact = next - (off > minutesPerDay / 2 ? off - minutesPerDay : off) * minuteMs;
  return minutesOfDay(exact, timeZone) === minute ? exact : next;
}

/**
 * Loans are announced at once. View events wait for the digest. All others, and a digest that falls into quiet hours,
 * wait until quiet hours end.
 * @param now when the event happened, in ms since the epoch
 */
export function notifyAt(
  { rule }: Pick<AlertEvent, "rule">,
  { quiet, digest }: NotificationTimes,
  now: number,
): number {
  const { kind } = rule.target;
  if (kind === "position") return now;
  const due = kind === "view" && digest !== undefined ? nextTime(digest.at, now, digest.timeZone) : now;
  return quiet !== undefined && isQuiet(due, quiet) ? nextTime(quiet.to, due, quiet.timeZone) : due;
}
