// A file of its own, because the list does not need it.
import { dayOf, minuteMs } from "../../contract/units.ts";
import { formatAxisTime, formatDay } from "./time.ts";

export function formatDayHeading(time: number, now: number): string {
  const named = formatAxisTime(time, "day");
  const away = dayOf(now) - dayOf(time);
  if (away === 0) return `Today, ${named}`;
  if (away === 1) return `Yesterday, ${named}`;
  return new Date(time).getUTCFullYear() === new Date(now).getUTCFullYear() ? named : formatDay(time);
}

export function writeMinute(minuteOfDay: number): string {
  return new Date(minuteOfDay * minuteMs).toISOString().slice(11, 16);
}

export function readMinute(text: string): number | undefined {
  const parts = /^([01]\d|2[0-3]):([0-5]\d)/.exec(text);
  return parts === null ? undefined : Number(parts[1]) * 60 + Number(parts[2]);
}

export function localTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
