// Days and times of day as pages of alerts tell and ask them. Apart from the other formats, because the list does neither.
import { dayOf, minuteMs } from "../../contract/units.ts";
import { formatAxisTime, formatDay } from "./time.ts";

/** The heading of a day in a list by days: "Today, 22 Nov", "Yesterday, 21 Nov", "19 Nov", "19 Nov 2025" of another year. */
export function formatDayHeading(time: number, now: number): string {
  const named = formatAxisTime(time, "day");
  const away = dayOf(now) - dayOf(time);
  if (away === 0) return `Today, ${named}`;
  if (away === 1) return `Yesterday, ${named}`;
  return new Date(time).getUTCFullYear() === new Date(now).getUTCFullYear() ? named : formatDay(time);
}

/** A minute of the day, as a field for times has it: 1380 is "23:00". */
export function writeMinute(minuteOfDay: number): string {
  return new Date(minuteOfDay * minuteMs).toISOString().slice(11, 16);
}

/** The other way; undefined for what is no time of day. */
export function readMinute(text: string): number | undefined {
  const parts = /^([01]\d|2[0-3]):([0-5]\d)/.exec(text);
  return parts === null ? undefined : Number(parts[1]) * 60 + Number(parts[2]);
}

/** The name of the time zone of this computer's clock: "Europe/Berlin". */
export function localTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
