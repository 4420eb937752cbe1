import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayMs, hourMs } from "../../contract/units.ts";
import {
  chartTable,
  findGaps,
  offScaleText,
  paneDomain,
  splitTimes,
  timeText,
  timeTicks,
  type ChartPane,
  type ChartSeries,
} from "./chart-series.ts";

function series(values: readonly (number | undefined)[], fileName = "figure"): ChartSeries {
  const points = values.map((value, index) => ({ at: index * dayMs, value }));
  return { fileName, label: fileName, points, format: (value) => `${String(value * 100)} %` };
}
const pane = (values: readonly (number | undefined)[], more?: Partial<ChartPane>): ChartPane => ({
  series: [series(values)],
  tick: String,
  ...more,
});
const none = undefined;

test("a chart's table has a row for every time of any series, with gaps for missing points", () => {
  const late = { ...series([], "late"), points: [{ at: dayMs, value: 3 }] };
  const table = chartTable([{ series: [series([1, none, 2]), late], tick: String }], [], "1d", 2 * dayMs);
  expect(table.rows).toEqual([
    { at: 0, values: [1, none] },
    { at: dayMs, values: [none, 3] },
    { at: 2 * dayMs, values: [2, none] },
  ]);
  expect(table.rows.map(({ at }) => timeText(table, at))).toEqual(["1 Jan 1970", "2 Jan 1970", "Now"]);
});

test("the total is drawn where no part is known, and beside it, so that it connects the parts", () => {
  const total = { ...series([1, 2, 3, 4, 5, 6, 7], "total"), shape: "total" as const };
  const base = { ...series([1, 1, 1, none, 1, 1, 1], "base"), shape: "stacked" as const };
  const split = { ...pane([]), series: [total, base] };
  const days = [...splitTimes(split, chartTable([split], [], "1d", none))].map((at) => at / dayMs);
  expect(days).toEqual([0, 1, 5, 6]);
  const whole = { ...pane([]), series: [total] };
  expect(splitTimes(whole, chartTable([whole], [], "1d", none)).size).toBe(0);
});

type Bands = Parameters<typeof findGaps>[2];
const gapsOf = (values: readonly (number | undefined)[], bands?: Bands) =>
  findGaps(
    [series(values)],
    values.map((_, index) => index * dayMs),
    bands,
  )
    .map(({ from, to }) => `${String(from / dayMs)}–${String(to / dayMs)}`)
    .join(", ");

const band = { from: 0, to: 1.5 * dayMs, label: "not recorded yet" };

test.each<readonly [what: string, values: readonly (number | undefined)[], gaps: string, bands: Bands]>([
  ["span from the last known point to the next", [1, none, none, 4, 5, none, 7], "0–3, 4–6", []],
  ["include a missing start", [none, 2, 3], "0–1", []],
  ["ignore a single missing step at the end, which may not be over yet", [1, 2, none], "", []],
  ["include several missing steps at the end", [1, none, none], "0–2", []],
  ["exclude the part that a band explains", [none, none, 3], "1.5–2", [band]],
  ["are absent when a band explains all", [none, 2, 3], "", [band]],
  ["start where the band ends", [none, 2, none, none, 5], "1.5–4", [band]],
])("gaps %s", (_what, values, gaps, bands) => {
  expect(gapsOf(values, bands)).toBe(gaps);
});

test("a time at which another series has a value is no gap", () => {
  const times = [0, dayMs, 2 * dayMs];
  expect(findGaps([series([1, none, 3]), series([none, 2, none])], times)).toEqual([]);
});

describe("the value axis", () => {
  test("covers all values and required levels, and goes below zero only if a value does", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1 }),
        fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { maxLength: 2 }),
        (values, include) => {
          const [low, high] = paneDomain(pane(values, { include }));
          expect(low).toBeLessThanOrEqual(Math.min(...values, ...include));
          expect(high).toBeGreaterThanOrEqual(Math.max(...values, ...include));
          expect(high).toBeGreaterThan(low);
          expect(low).toBeGreaterThanOrEqual(Math.min(...values, ...include) < 0 ? -Infinity : 0);
        },
      ),
    );
  });
  test("includes a nearby threshold but not one that would flatten the line", () => {
    const near = paneDomain(pane([0.04, 0.05], { levels: [{ value: 0.06 }] }));
    const far = paneDomain(pane([0.04, 0.05], { levels: [{ value: 0.5 }] }));
    expect(near[1]).toBeGreaterThanOrEqual(0.06);
    expect(far[1]).toBeLessThan(0.06);
  });
  test("has zero at one end when zero is included, and stays near the values otherwise", () => {
    expect(paneDomain(pane([0.05], { include: [0] }))[0]).toBe(0);
    expect(paneDomain(pane([0.7, 0.84], { include: [0.8] }))[0]).toBeGreaterThan(0.6);
    expect(paneDomain(pane([-5, -3.2], { include: [0] }))).toEqual([-5, 0]);
  });
  test("fits prices of a fraction of a cent", () => {
    expect(paneDomain(pane([0.000_005, 0.000_011]))).toEqual([0, 0.000_02]);
  });
});

test("the off-scale text counts the points and gives their range, or their value if they share it", () => {
  const domain = [0, 0.2] as const;
  expect(offScaleText(pane([0.1, none, -0.75], { domain }), "1d")).toBe("One day at -75 % is off the scale.");
  expect(offScaleText(pane([-0.5, 0.1, -0.75], { domain }), "1h")).toBe(
    "2 hours between -75 % and -50 % are off the scale.",
  );
  expect(offScaleText(pane([0.5, 0.1, 0.5], { domain }), "1d")).toBe("2 days at 50 % are off the scale.");
  expect(offScaleText(pane([0.1], { domain }), "1d")).toBe("");
  expect(offScaleText(pane([0.1]), "1d")).toBe("");
});

test("a time axis has two to nine sorted ticks within its range", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 365 }), fc.integer({ min: 0, max: 400 * 24 }), (days, hours) => {
      const from = Date.UTC(2025, 5, 1) + hours * hourMs;
      const { ticks: marks } = timeTicks(from, from + days * dayMs);
      expect(marks.length).toBeGreaterThan(1);
      expect(marks.length).toBeLessThan(10);
      expect(marks.toSorted((a, b) => a - b)).toEqual(marks);
      expect(marks.every((time) => time >= from && time <= from + days * dayMs)).toBe(true);
    }),
  );
});
