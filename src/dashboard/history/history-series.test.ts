import { ticks } from "d3-array";
import { describe, expect, test } from "vitest";
import * as fc from "fast-check";
import { extremes, pastRates, rateDomain as domainOf, toSeries } from "./history-series.ts";
import { fraction } from "../../../tests/fixtures/quantities.ts";
import { dayMs, hourMs, millis } from "../../contract/units.ts";
import { realised } from "../../finance/realised.ts";
import { endOfPaid, historyRanges, historyWindow } from "../charts/chart-range.ts";

const day = (index: number): string => new Date(Date.UTC(2026, 0, index)).toISOString();

describe("history window", () => {
  test("no range asks for more than 1,000 points", () => {
    for (const { days, resolution } of Object.values(historyRanges)) {
      expect((days * dayMs) / (resolution === "1h" ? hourMs : dayMs)).toBeLessThanOrEqual(1000);
    }
  });
  test("two openings within the same hour ask the same question", () => {
    const now = Date.UTC(2026, 9, 1, 12, 5);
    expect(historyWindow("7d", now)).toEqual(historyWindow("7d", now + 20 * 60_000));
  });
});

const live = { apy: 0.04, base: 0.03, borrow: undefined, deposits: undefined };

describe("series", () => {
  test("a step that was not sent and a step sent as null are both gaps, never zero", () => {
    const series = toSeries(
      [
        { timestamp: day(1), depositApy: 0.03 },
        { timestamp: day(2), depositApy: null },
        { timestamp: day(4), depositApy: 0.05 },
      ],
      "1d",
      undefined,
    );
    expect(series.points.map((point) => point.apy)).toEqual([0.03, undefined, undefined, 0.05]);
    expect(series.observed).toBe(2);
    expect(series.expected).toBe(4);
  });
  test("the live rate comes last and is marked", () => {
    const time = Date.parse(day(2)) + hourMs;
    const series = toSeries([{ timestamp: day(1), depositApy: 0.03 }], "1d", {
      time,
      ...live,
    });
    expect(series.points.at(-1)).toEqual({ time, ...live, live: true });
  });
  test("a past that ended long before now is not joined to it", () => {
    const time = Date.parse(day(9));
    const series = toSeries([{ timestamp: day(1), depositApy: 0.03 }], "1d", {
      time,
      ...live,
    });
    expect(series.points.map((point) => point.apy)).toEqual([0.03, undefined, 0.04]);
    expect(series.observed).toBe(1);
  });
  test("what has been paid leaves the rate of now out", () => {
    const series = toSeries([{ timestamp: day(1), depositApy: 0.03 }], "1d", {
      time: Date.parse(day(2)),
      ...live,
    });
    expect(pastRates(series)).toEqual([{ time: Date.parse(day(1)), apy: 0.03 }]);
  });
  test("a timestamp that cannot be read leaves the rest in place", () => {
    const series = toSeries(
      [
        { timestamp: "soon", depositApy: 1 },
        { timestamp: day(1), depositApy: 0.02 },
      ],
      "1d",
      undefined,
    );
    expect(series.points).toHaveLength(1);
  });
  test("extremes ignore gaps and know when there is nothing", () => {
    expect(extremes(toSeries([{ timestamp: day(1), depositApy: null }], "1d", undefined))).toBeUndefined();
    const found = extremes(
      toSeries(
        [
          { timestamp: day(1), depositApy: 0.02 },
          { timestamp: day(2), depositApy: -0.01 },
        ],
        "1d",
        undefined,
      ),
    );
    expect([found?.low.apy, found?.high.apy]).toEqual([-0.01, 0.02]);
  });
});

function rateDomain([values = []]: readonly (readonly number[])[]): readonly [number, number] {
  const points = values.map((value, index) => ({ at: index * dayMs, value }));
  return domainOf([{ fileName: "rate", label: "Rate", points, format: String }]);
}

// Rates to eight decimals, as markets send them.
const rate = fc.integer({ min: -2e8, max: 2e9 }).map((step) => step / 1e8);

test("the axis holds every rate, always contains zero, and its ticks stay within it", () => {
  fc.assert(
    fc.property(fc.array(rate, { minLength: 1 }), (values) => {
      const domain = rateDomain([values]);
      expect(domain[0]).toBeLessThanOrEqual(Math.min(0, ...values));
      expect(domain[1]).toBeGreaterThanOrEqual(Math.max(0, ...values));
      const marks = ticks(...domain, 5);
      expect(marks.length).toBeGreaterThan(1);
      expect(marks.length).toBeLessThan(10);
    }),
  );
});

test("the axis leaves out only the few days that are over twice the rest, and never the rate of now", () => {
  const steady = Array.from({ length: 180 }, (_, at) => 0.08 + 0.01 * Math.sin(at / 9));
  expect(rateDomain([steady.with(90, -0.76)])).toEqual([0, 0.1]);
  expect(rateDomain([steady.with(90, 0.17)])[1]).toBeGreaterThanOrEqual(0.17);
  expect(rateDomain([steady.with(90, 0.2)])).toEqual([0, 0.1]);
  expect(rateDomain([steady.with(179, 0.5)])[1]).toBeGreaterThanOrEqual(0.5);
  // A month at one rate is no exception.
  expect(rateDomain([steady.map((usual, at) => (at < 30 ? 0.6 : usual))])[1]).toBeGreaterThanOrEqual(0.6);
});

test("complete daily data is whole: the day that is not over is no day without a rate", () => {
  const morning = Date.UTC(2026, 3, 10, 7, 31);
  const from = millis(Date.UTC(2026, 0, 10));
  const to = endOfPaid(morning, "1d");
  expect(to).toBe(Date.UTC(2026, 3, 10));
  expect(endOfPaid(morning, "1h")).toBe(Date.UTC(2026, 3, 10, 7));
  const points = Array.from({ length: 90 }, (_, index) => ({
    time: millis((from ?? 0) + index * dayMs),
    apy: fraction(0.05),
  })).flatMap(({ time, apy }) => (time === undefined ? [] : [{ time, apy }]));
  const paid = (until: typeof to): number | undefined =>
    from === undefined || until === undefined
      ? undefined
      : realised({ points, from, to: until, stepMs: dayMs })?.coverage;
  expect(paid(to)).toBe(1);
  // With the day of now it read 98.9 %.
  expect(paid(millis(Date.UTC(2026, 3, 11)))).toBeCloseTo(90 / 91, 12);
});
