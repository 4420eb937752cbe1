import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AlertRule } from "../../contract/alerts/rule.ts";
import { minutesOfDay, notifyAt } from "./quiet-hours.ts";

const on = (target: AlertRule["target"]) => ({
  rule: {
    id: "rule1",
    target,
    condition: { kind: "cap" } as const,
    browser: false,
    paused: false,
    madeAt: 0,
  },
});
const market = on({ kind: "market", id: "m", name: "M", marketType: "lending" });
const view = on({ kind: "view", search: "", name: "V" });
const loan = on({ kind: "position", wallet: "w", id: "p", name: "L" });
const quiet = { from: 23 * 60, to: 7 * 60, timeZone: "UTC" };
const digestAt = (at: number) => ({ at, timeZone: "UTC" });
const time = (text: string): number => Date.parse(text);

describe("an event in quiet hours", () => {
  test("is announced when they end, in the user's time zone", () => {
    const berlin = { quiet: { ...quiet, timeZone: "Europe/Berlin" } };
    expect(notifyAt(market, berlin, time("2026-11-22T21:59:30Z"))).toBe(time("2026-11-22T21:59:30Z"));
    expect(notifyAt(market, berlin, time("2026-11-22T22:00:00Z"))).toBe(time("2026-11-23T06:00:00Z"));
    expect(notifyAt(market, berlin, time("2026-11-23T05:59:59Z"))).toBe(time("2026-11-23T06:00:00Z"));
    expect(notifyAt(market, berlin, time("2026-11-23T06:00:00Z"))).toBe(time("2026-11-23T06:00:00Z"));
  });

  test("is announced at the local hour, even when daylight saving changes", () => {
    const berlin = { quiet: { ...quiet, timeZone: "Europe/Berlin" } };
    expect(notifyAt(market, berlin, time("2026-10-24T22:00:00Z"))).toBe(time("2026-10-25T06:00:00Z"));
    // 02:30 does not exist in this night, and 02:00 to 03:00 comes twice in the other.
    const timeZone = "Europe/Berlin";
    const short = { quiet: { from: 23 * 60, to: 150, timeZone }, digest: { at: 140, timeZone } };
    expect(notifyAt(market, short, time("2026-03-28T23:00:00Z"))).toBe(time("2026-03-29T01:30:00Z"));
    expect(notifyAt(view, { digest: short.digest }, time("2026-03-29T00:30:00Z"))).toBe(
      time("2026-03-29T01:20:00Z"),
    );
    expect(notifyAt(market, short, time("2026-10-24T22:00:00Z"))).toBe(time("2026-10-25T00:30:00Z"));
  });

  test("is announced at once when it concerns a loan", () => {
    const night = time("2026-11-22T23:30:00Z");
    expect(notifyAt(loan, { quiet, digest: digestAt(0) }, night)).toBe(night);
  });
});

describe("a view event", () => {
  test("waits for the digest, or for the end of quiet hours when the digest falls within them", () => {
    const noon = time("2026-11-22T12:00:00Z");
    expect(notifyAt(view, { quiet, digest: digestAt(19 * 60) }, noon)).toBe(time("2026-11-22T19:00:00Z"));
    expect(notifyAt(view, { quiet, digest: digestAt(19 * 60) }, time("2026-11-22T19:00:30Z"))).toBe(
      time("2026-11-23T19:00:00Z"),
    );
    expect(notifyAt(view, { quiet, digest: digestAt(2 * 60) }, noon)).toBe(time("2026-11-23T07:00:00Z"));
    expect(notifyAt(view, {}, noon)).toBe(noon);
  });

  test("waits for the digest in the digest's own time zone", () => {
    const tokyo = { at: 8 * 60, timeZone: "Asia/Tokyo" };
    expect(notifyAt(view, { quiet, digest: tokyo }, time("2026-11-22T12:00:00Z"))).toBe(
      time("2026-11-23T07:00:00Z"),
    );
    expect(notifyAt(view, { quiet, digest: { ...tokyo, at: 17 * 60 } }, time("2026-11-22T12:00:00Z"))).toBe(
      time("2026-11-23T08:00:00Z"),
    );
  });
});

test("nothing is announced early, in quiet hours or more than 50 hours late, and without a digest nothing waits outside quiet hours", () => {
  const minute = fc.integer({ min: 0, max: 1439 });
  fc.assert(
    fc.property(
      fc.integer({ min: time("2026-01-01"), max: time("2027-01-01") }),
      fc.record({ from: minute, to: minute }),
      fc.option(minute, { nil: undefined }),
      // Only zones without daylight saving: when clocks go forward, the chosen hour may not exist.
      fc.constantFrom("UTC", "Asia/Kolkata", "Nowhere/Known"),
      (now, hours, digest, timeZone) => {
        const times = {
          quiet: { ...hours, timeZone },
          digest: digest === undefined ? undefined : { at: digest, timeZone },
        };
        const announcedAt = notifyAt(view, times, now);
        expect(announcedAt).toBeGreaterThanOrEqual(now);
        expect(announcedAt - now).toBeLessThan(50 * 3_600_000);
        const isInside = (moment: number): boolean => {
          const at = minutesOfDay(moment, timeZone);
          return hours.from <= hours.to
            ? at >= hours.from && at < hours.to
            : at >= hours.from || at < hours.to;
        };
        expect(isInside(announcedAt)).toBe(false);
        expect(digest !== undefined || isInside(now) || announcedAt === now).toBe(true);
      },
    ),
  );
});
