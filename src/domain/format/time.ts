// All times are UTC, and texts with a clock time say so.
import { dayMs, daysPerYear, hourMs, minuteMs } from "../../contract/units.ts";

const missingText = "—";

const second = 1000;

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/** In the largest whole unit: "12 s", "2 min", "3 h", "1 day". Rounds down, so that an age is never overstated. */
export function formatSpan(span: number): string {
  if (span < minuteMs) return `${Math.floor(span / second)} s`;
  if (span < hourMs) return `${Math.floor(span / minuteMs)} min`;
  if (span < dayMs) return `${Math.floor(span / hourMs)} h`;
  const days = Math.floor(span / dayMs);
  return days === 1 ? "1 day" : `${days} days`;
}

/** An interval after the word "every": "10 minutes", "hour", "90 seconds". */
export function formatInterval(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / second));
  const [size, unit] =
    seconds % 3600 === 0 ? [3600, "hour"] : seconds % 60 === 0 ? [60, "minute"] : [1, "second"];
  const count = seconds / size;
  return count === 1 ? unit : `${count} ${unit}s`;
}

function dateOf(time: number | undefined): Date | undefined {
  if (time === undefined) return undefined;
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** The dashboard warns about rates older than this. */
export const oldAfterMs = 5 * 60_000;

/** "just now", "12 s ago"; "short": "now", "12 s". Future times, which clocks that differ cause, are "just now". */
export function formatAge(time: number | undefined, now: number, length?: "short"): string {
  if (dateOf(time) === undefined || time === undefined) return missingText;
  const age = now - time;
  if (length === "short") return age < 5 * second ? "now" : formatSpan(age);
  return age < 5 * second ? "just now" : `${formatSpan(age)} ago`;
}

/** "in 18 s", "in 8 min", "in 3 days". Within a second "now"; past times read as an age. */
export function formatUntil(time: number | undefined, now: number): string {
  if (dateOf(time) === undefined || time === undefined) return missingText;
  const ahead = time - now;
  if (Math.abs(ahead) < second) return "now";
  return ahead > 0 ? `in ${formatSpan(ahead)}` : formatAge(time, now);
}

/** "14:02:31 UTC". With its date, but no seconds, if it is not the day of `now`. */
export function formatClock(time: number | undefined, now = time): string {
  const date = dateOf(time);
  if (formatDay(time) !== formatDay(now)) return formatMoment(time);
  return date === undefined ? missingText : `${date.toISOString().slice(11, 19)} UTC`;
}

/** "17 Feb 2026". Takes milliseconds since the epoch or YYYY-MM-DD, which is that day in UTC. */
export function formatDay(time: number | string | undefined): string {
  const date = dateOf(typeof time === "string" ? Date.parse(time) : time);
  return date === undefined
    ? missingText
    : `${date.getUTCDate()} ${months[date.getUTCMonth()] ?? ""} ${date.getUTCFullYear()}`;
}

/** "13 Jan" by day; "Feb" by month, with the year in January: "Jan 2026". */
export function formatAxisTime(time: number | undefined, by: "day" | "month"): string {
  const date = dateOf(time);
  if (date === undefined) return missingText;
  const month = months[date.getUTCMonth()] ?? "";
  if (by === "day") return `${date.getUTCDate()} ${month}`;
  return date.getUTCMonth() === 0 ? `${month} ${date.getUTCFullYear()}` : month;
}

export function formatMoment(time: number | undefined): string {
  const date = dateOf(time);
  return date === undefined ? missingText : `${formatDay(time)}, ${formatTimeOfDay(time)} UTC`;
}

export function formatDuration(milliseconds: number | undefined): string {
  if (milliseconds === undefined || !Number.isFinite(milliseconds)) return missingText;
  const whole = Math.max(0, Math.round(milliseconds));
  return whole < second ? `${whole} ms` : `${Math.floor(whole / 100) / 10} s`;
}

/** "under 1 day", "15.6 days", "120 days", "2.5 years". */
export function formatDays(days: number | undefined): string {
  if (days === undefined || !Number.isFinite(days) || days < 0) return missingText;
  if (days === 0) return "0 days";
  if (days < 1) return "under 1 day";
  const years = Math.round((days / daysPerYear) * 10) / 10;
  if (years >= 1000) return years > 1000 ? "over 1,000 years" : "1,000 years";
  if (days >= 2 * daysPerYear) return `${years} years`;
  const shown = days < 100 ? Math.round(days * 10) / 10 : Math.round(days);
  return shown === 1 ? "1 day" : `${shown} days`;
}

export function formatTimeOfDay(time: number | undefined): string {
  const date = dateOf(time);
  return date === undefined ? missingText : date.toISOString().slice(11, 16);
}
