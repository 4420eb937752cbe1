import { expect, test } from "vitest";
import {
  formatAge,
  formatClock,
  formatDay,
  formatAxisTime,
  formatDays,
  formatInterval,
  formatDuration,
  formatMoment,
  formatUntil,
} from "./time.ts";

const now = Date.parse("2026-10-01T14:02:31Z");
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

test.each([
  [-hour, "just now"],
  [4.9 * second, "just now"],
  [5 * second, "5 s ago"],
  [59.9 * second, "59 s ago"],
  [minute, "1 min ago"],
  [59 * minute + 59 * second, "59 min ago"],
  [hour, "1 h ago"],
  [day, "1 day ago"],
  [47 * hour, "1 day ago"],
  [2 * day, "2 days ago"],
])("an age of %d ms reads %s", (age, text) => expect(formatAge(now - age, now)).toBe(text));

test.each([
  [999, "now"],
  [day, "in 1 day"],
  [-2 * minute, "2 min ago"],
])("%d ms ahead reads %s", (ahead, text) => expect(formatUntil(now + ahead, now)).toBe(text));

test("moments are shown in UTC and say so", () => {
  expect([formatClock(now), formatClock(now, now + hour)]).toEqual(["14:02:31 UTC", "14:02:31 UTC"]);
  expect(formatClock(now, now + 10 * hour)).toBe("1 Oct 2026, 14:02 UTC");
  expect(formatMoment(now)).toBe("1 Oct 2026, 14:02 UTC");
  expect(formatDay(Date.parse("2026-02-17T23:59:59Z"))).toBe("17 Feb 2026");
  expect(formatDay("2026-02-17")).toBe("17 Feb 2026");
});

test.each([
  [412.4, "412 ms"],
  [999.6, "1 s"],
  [1250, "1.2 s"],
  [-5, "0 ms"],
])("a duration of %d ms reads %s", (duration, text) => expect(formatDuration(duration)).toBe(text));

test.each([undefined, Number.NaN, Infinity, 9e15])("formats the moment %s as an em dash", (time) => {
  const formats = [formatAge, formatUntil, formatClock, formatDay, formatMoment];
  expect(formats.map((format) => format(time, now))).toEqual(formats.map(() => "—"));
  expect([formatDay("soon"), formatDuration(undefined)]).toEqual(["—", "—"]);
});

test.each([
  [0, "0 days"],
  [0.4, "under 1 day"],
  [1, "1 day"],
  [15.63, "15.6 days"],
  [120.4, "120 days"],
  [912.5, "2.5 years"],
  [364_990, "1,000 years"],
  [1e9, "over 1,000 years"],
  [undefined, "—"],
  [-1, "—"],
  [Number.NaN, "—"],
])("%s days read %s", (days, text) => expect(formatDays(days)).toBe(text));

test("an axis label is a day and month, or a month that names the year when it changes", () => {
  const newYear = Date.UTC(2026, 0, 1);
  expect(formatAxisTime(newYear, "day")).toBe("1 Jan");
  expect(formatAxisTime(newYear, "month")).toBe("Jan 2026");
  expect(formatAxisTime(Date.UTC(2026, 1, 1), "month")).toBe("Feb");
  expect(formatAxisTime(undefined, "day")).toBe("—");
});

test.each([
  [60_000, "minute"],
  [90_000, "90 seconds"],
  [3_600_000, "hour"],
  [7_200_000, "2 hours"],
])("an interval of %d ms reads every %s", (ms, text) => expect(formatInterval(ms)).toBe(text));
