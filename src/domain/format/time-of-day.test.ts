import { expect, test } from "vitest";
import { formatDayHeading, readMinute, writeMinute } from "./time-of-day.ts";

test.each([
  ["2026-11-22T00:00Z", "Today, 22 Nov"],
  ["2026-11-21T23:59Z", "Yesterday, 21 Nov"],
  ["2026-11-20T23:59Z", "20 Nov"],
  ["2025-12-31T00:00Z", "31 Dec 2025"],
])("the heading of a day follows the UTC calendar, not the hours elapsed: %s is %s", (time, heading) => {
  expect(formatDayHeading(Date.parse(time), Date.UTC(2026, 10, 22, 0, 5))).toBe(heading);
});

test("31 December is yesterday on 1 January", () => {
  expect(formatDayHeading(Date.UTC(2025, 11, 31, 23), Date.UTC(2026, 0, 1, 1))).toBe("Yesterday, 31 Dec");
});

test("a minute of the day round-trips, whatever seconds a time field adds", () => {
  expect([0, 545, 1439].map(writeMinute)).toEqual(["00:00", "09:05", "23:59"]);
  expect(["00:00", "09:05:30", "23:59"].map(readMinute)).toEqual([0, 545, 1439]);
  const none = ["", "24:00", "9:05", "12:60", "noon"];
  expect(none.filter((text) => readMinute(text) !== undefined)).toEqual([]);
});
