import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { moment } from "../../../tests/fixtures/quantities.ts";
import { freezeClock, frozenAt, noteServiceDate, serviceTime, sourceTime } from "./clock.ts";

const browser = moment("2019-03-04T05:06:07Z");

beforeEach(() => vi.useFakeTimers({ now: browser }));
afterEach(() => {
  freezeClock(undefined);
  noteServiceDate(new Date().toUTCString());
  vi.useRealTimers();
});

describe("the time of the markets", () => {
  test("is the time at which a demo is frozen, whatever the clocks show", () => {
    noteServiceDate("Fri, 02 Oct 2026 00:00:00 GMT");
    expect(frozenAt()).toBeUndefined();
    freezeClock("2027-02-11T23:40:00.000Z");
    expect(sourceTime(browser)).toBe(moment("2027-02-11T23:40:00Z"));
    expect(frozenAt()).toBe(moment("2027-02-11T23:40:00Z"));
  });

  test("is the service's when the browser's clock is wrong, and advances with the browser's", () => {
    noteServiceDate("Fri, 02 Oct 2026 00:00:00 GMT");
    expect(sourceTime(browser)).toBe(moment("2026-10-02T00:00:00Z"));
    expect(serviceTime(browser + 90_000)).toBe(moment("2026-10-02T00:01:30Z"));
    noteServiceDate("Mon, 04 Mar 2019 05:06:07 GMT");
    expect(sourceTime(browser)).toBe(browser);
  });

  test("is the browser's within a minute of the service's, and without a date", () => {
    noteServiceDate("Mon, 04 Mar 2019 05:06:40 GMT");
    expect(sourceTime(browser)).toBe(browser);
    for (const date of [null, "", "soon"]) noteServiceDate(date);
    expect(sourceTime(browser)).toBe(browser);
  });
});
