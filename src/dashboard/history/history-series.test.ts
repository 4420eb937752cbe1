import { ticks } from "d3-array";
import { describe, expect, test } from "vitest";
import * as fc from "fast-check";
import { extremes, paidRates, pastRates, rateDomain as domainOf, toSeries } from "./history-series.ts";
import { dayMs, hourMs } from "../../contract/units.ts";
import { endOfPaid, historyRanges, historyWindow } from "../charts/chart-range.ts";

const day = (index: number): string => new Date(Date.UTC(2026, 0, index)).toISOString();

test("ranges request at most 1,000 points, and the same window for openings within an hour", () => {
  for (const { days, resolution } of Object.values(historyRanges))
    expect((days * dayMs) / (resolution === "1h" ? hourMs : dayMs)).toBeLessThanOrEqual(1000);
  const opened = Date.UTC(2026, 9, 1, 12, 5);
  expect(historyWindow("7d", opened)).toEqual(historyWindow("7d", opened + 20 * 60_000));
});

const now = { apy: 0.04, base: 0.03, borrow: undefined, deposits: undefined };
/** A series of rates keyed by day, with an optional live rate at `time`. */
const seriesOf = (rates: Readonly<Record<number, number | null>>, time?: number) =>
  toSeries(
    Object.entries(rates).map(([index, depositApy]) => ({ timestamp: day(Number(index)), depositApy })),
    "1d",
    time === undefined ? undefined : { time, ...now },
  );
const apys = ({ points }: ReturnType<typeof toSeries>) => points.map(({ apy }) => apy);

describe("series", () => {
  test("a missing step and a null step are both gaps, never zero, and an unreadable time is dropped", () => {
    const series = seriesOf({ 1: 0.03, 2: null, 4: 0.05 });
    expect(apys(series)).toEqual([0.03, undefined, undefined, 0.05]);
    expect(series).toMatchObject({ observed: 2, expected: 4 });
    const points = ["soon", day(1)].map((timestamp) => ({ timestamp, depositApy: 0.02 }));
    expect(apys(toSeries(points, "1d", undefined))).toEqual([0.02]);
  });

  test("the live rate comes last, is marked, is no past rate and is not joined to a history that ended long ago", () => {
    const time = Date.parse(day(2)) + hourMs;
    const series = seriesOf({ 1: 0.03 }, time);
    expect(series.points.at(-1)).toEqual({ time, ...now, live: true });
    expect(pastRates(series)).toEqual([{ time: Date.parse(day(1)), apy: 0.03 }]);
    expect(paidRates(series, Date.parse(day(1)))).toEqual([]);
    const ended = seriesOf({ 1: 0.03 }, Date.parse(day(9)));
    expect([apys(ended), ended.observed]).toEqual([[0.03, undefined, 0.04], 1]);
  });

  test("extremes ignore gaps and are undefined without values", () => {
    expect(extremes(seriesOf({ 1: null }))).toBeUndefined();
    const found = { low: { apy: -0.01 }, high: { apy: 0.02 } };
    expect(extremes(seriesOf({ 1: 0.02, 2: -0.01, 3: null }))).toMatchObject(found);
  });
});

function rateDomain(values: readonly number[]): readonly [number, number] {
  const points = values.map((value, at) => ({ at: at * dayMs, value }));
  return domainOf([{ fileName: "rate", label: "Rate", points, format: String }]);
}

// Rates to eight decimals, as markets send them.
const rate = fc.integer({ min: -2e8, max: 2e9 }).map((step) => step / 1e8);

test("the axis covers every rate and zero, and has two to nine ticks", () => {
  fc.assert(
    fc.property(fc.array(rate, { minLength: 1 }), (values) => {
      const domain = rateDomain(values);
      expect(domain[0]).toBeLessThanOrEqual(Math.min(0, ...values));
      expect(domain[1]).toBeGreaterThanOrEqual(Math.max(0, ...values));
      const marks = ticks(...domain, 5);
      expect(marks.length).toBeGreaterThan(1);
      expect(marks.length).toBeLessThan(10);
    }),
  );
});

test("the axis excludes a few outlier days but never the live rate", () => {
  const steady = Array.from({ length: 180 }, (_, at) => 0.08 + 0.01 * Math.sin(at / 9));
  expect(rateDomain(steady.with(90, -0.76))).toEqual([0, 0.1]);
  expect(rateDomain(steady.with(90, 0.17))[1]).toBeGreaterThanOrEqual(0.17);
  expect(rateDomain(steady.with(90, 0.2))).toEqual([0, 0.1]);
  expect(rateDomain(steady.with(179, 0.5))[1]).toBeGreaterThanOrEqual(0.5);
  // A month at one rate is not an outlier.
  expect(rateDomain(steady.map((usual, at) => (at < 30 ? 0.6 : usual)))[1]).toBeGreaterThanOrEqual(0.6);
});

test("only complete steps count as paid, so that daily data has full coverage before the day ends", () => {
  const morning = Date.UTC(2026, 3, 10, 7, 31);
  expect(endOfPaid(morning, "1d")).toBe(Date.UTC(2026, 3, 10));
  expect(endOfPaid(morning, "1h")).toBe(Date.UTC(2026, 3, 10, 7));
});
