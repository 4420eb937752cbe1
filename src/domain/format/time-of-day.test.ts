import { describe, expect, test } from "vitest";
import { formatDayHeading, readMinute, writeMinute } from "./time-of-day.ts";

describe("formatDayHeading", () => {
  const now = Date.UTC(2026, 10, 22, 0, 5);
  test.each([
    [Date.UTC(2026, 10, 22), "Today, 22 Nov"],
    [Date.UTC(2026, 10, 21, 23, 59), "Yesterday, 21 Nov"],
    [Date.UTC(2026, 10, 20, 23, 59), "20 Nov"],
    [Date.UTC(2025, 11, 31), "31 Dec 2025"],
  ])("names the day of %d by the UTC calendar, not by hours elapsed: %s", (time, heading) =>
    expect(formatDayHeading(time, now)).toBe(heading),
  );
  test("of 31 December is yesterday on 1 January", () =>
    expect(formatDayHeading(Date.UTC(2025, 11, 31, 23), Date.UTC(2026, 0, 1, 1))).toBe("Yesterday, 31 Dec"));
});

describe("a minute of the day", () => {
  test.each([
    ["00:00", 0],
    ["09:05", 545],
    ["23:59", 1439],
  ])("round-trips %s", (text, minute) => {
    expect(writeMinute(minute)).toBe(text);
    expect(readMinute(text)).toBe(minute);
  });
  test("ignores the seconds that some time fields add", () => expect(readMinute("09:05:30")).toBe(545));
  test.each(["", "24:00", "9:05", "12:60", "noon"])("rejects %j", (text) =>
    expect(readMinute(text)).toBeUndefined(),
  );
});
