// When an event may be told: at once, after quiet hours, or with the digest. Pure.
import type { AlertEvent } from "../contract/alerts/rule.ts";
import { minuteMs } from "../contract/units.ts";

/** Minutes after midnight, by the clock of `timeZone`. */
export interface TellingTimes {
  readonly quiet: { readonly from: number; readonly to: number } | undefined;
  /** Views are told once a day at this time; undefined: at once. */
  readonly digest: number | undefined;
  /** An IANA name, such as "Europe/Berlin". */
  readonly timeZone: string;
}

const minutesPerDay = 24 * 60;

/** Minutes after midnight in a time zone; of a zone nobody knows, in UTC. */
export function minutesOfDay(at: number, timeZone: string): number {
  const clock = clockOf(timeZone).format(at);
  const [hours = "0", minutes = "0"] = clock.split(":");
  return (Number(hours) % 24) * 60 + Number(minutes);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    const asked = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
    try {
      clock = new Intl.DateTimeFormat("en-GB", { ...asked, timeZone });
    } catch {
      clock = new Intl.DateTimeFormat("en-GB", { ...asked, timeZone: "UTC" });
    }
    clocks.set(timeZone, clock);
  }
  return clock;
}

/** Whether a minute of the day is in quiet hours, which may go over midnight. From and to alike are no hours at all. */
function isQuiet(minute: number, { from, to }: { readonly from: number; readonly to: number }): boolean {
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}

/** The next moment, after `at`, at which the clock shows a minute of the day. */
function nextTime(minute: number, at: number, timeZone: string): number {
  const start = Math.floor(at / minuteMs) * minuteMs;
  const away = (minute - minutesOfDay(start, timeZone) + minutesPerDay) % minutesPerDay;
  const next = start + (away === 0 ? minutesPerDay : away) * minuteMs;
  // The clock may have been put forward or back on the way.
  const off = (minutesOfDay(next, timeZone) - minute + minutesPerDay) % minutesPerDay;
  return next - (off > minutesPerDay / 2 ? off - minutesPerDay : off) * minuteMs;
}

/**
 * When an event is told. Loans are told at once, whatever the time. A view waits for the digest; what happens in quiet hours,
 * the digest's time included, waits for their end.
 * @param now the moment it happened, in ms since the epoch
 */
export function notifyAt({ rule }: Pick<AlertEvent, "rule">, times: TellingTimes, now: number): number {
  const { quiet, digest, timeZone } = times;
  if (rule.target.kind === "position") return now;
  const due = rule.target.kind === "view" && digest !== undefined ? nextTime(digest, now, timeZone) : now;
  return quiet !== undefined && isQuiet(minutesOfDay(due, timeZone), quiet)
    ? nextTime(quiet.to, due, timeZone)
    : due;
}
