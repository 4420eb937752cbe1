import { describe, expect, it } from "vitest";
import { dayMs, hourMs } from "../../contract/units.ts";
import type { Point } from "../store/point.ts";
import { Series } from "../store/series.ts";
import { moment } from "./figures.ts";
import { averagesOf, flowOf, flowStepsOf, gapsOf, knownMs, lastPointOf, share } from "./sums.ts";

const start = Date.UTC(2026, 8, 1);

function seriesOf(points: readonly (readonly [time: number, point: Point])[]): Series {
  const series = new Series();
  for (const [time, point] of points) series.push(time / 1000, point);
  return series;
}

function hourly(hours: readonly number[], pointAt: (hour: number) => Point): Series {
  return seriesOf(hours.map((hour) => [start + hour * hourMs, { coverage: 1, ...pointAt(hour) }]));
}

describe("recorded averages", () => {
  it("weigh each day by how much of it is known: 2 % for a whole day and 8 % for half of one are 4 %", () => {
    const daily = seriesOf([
      [start, { depositApy: 0.02, coverage: 1 }],
      [start + dayMs, { depositApy: 0.08, coverage: 0.5 }],
    ]);
    const until = start + 2 * dayMs;
    const [average, ...others] = averagesOf(daily, { type: "lending", firstSeen: start }, until);
    expect(average).toEqual({
      days: 30,
      since: moment(start),
      // A day and a half of 29 days and the one that has just begun.
      coverage: 0.0517,
      depositApy: 0.04,
    });
    expect(others.map(({ days }) => days)).toEqual([90, 180]);
  });

  it("reach over the last days only, and are not there where nothing is known", () => {
    const daily = seriesOf([
      [start - 60 * dayMs, { depositApy: 0.5, coverage: 1 }],
      [start, { depositApy: 0.02, coverage: 1 }],
    ]);
    const averages = averagesOf(daily, { type: "lending", firstSeen: start - 60 * dayMs }, start + dayMs);
    expect(averages.map(({ days, depositApy }) => [days, depositApy])).toEqual([
      [30, 0.02],
      [90, 0.26],
      [180, 0.26],
    ]);
    expect(averages[0]?.since).toBe(moment(start - 28 * dayMs));
    expect(averagesOf(new Series(), { type: "lending", firstSeen: start }, start + dayMs)).toEqual([]);
  });

  it("have a utilization where debt and deposits are one pool, and none of a loop", () => {
    const daily = seriesOf([[start, { totalDeposit: 400, totalBorrow: 100, depositApy: 0, coverage: 1 }]]);
    expect(averagesOf(daily, { type: "lending", firstSeen: start }, start + dayMs)[0]?.utilization).toBe(
      0.25,
    );
    expect(
      averagesOf(daily, { type: "loop", firstSeen: start }, start + dayMs)[0]?.utilization,
    ).toBeUndefined();
  });
});

describe("flows of a record", () => {
  const still = { baseDepositApy: 0 };

  it("come from hours and the last point: 100, 130 and 90 are 30 in and 40 out", () => {
    const hours = hourly([0, 1], (hour) => ({ ...still, totalDeposit: hour === 0 ? 100 : 130 }));
    const until = start + 2 * hourMs;
    const end = { time: until, point: { ...still, totalDeposit: 90 } };
    const steps = flowStepsOf(hours, "lending", hourMs, { end });
    expect(flowOf(steps, hours, 7, until, 2)).toEqual({
      days: 7,
      since: moment(start + hourMs / 2),
      coverage: share(2, 7 * 24),
      in: 30,
      out: 40,
      net: -10,
      inUsd: 60,
      outUsd: 80,
      netUsd: -20,
    });
  });

  it("are not told of a market without token totals, and have no dollars without a price", () => {
    const hours = hourly([0, 1], () => ({ depositApy: 0.1 }));
    expect(
      flowOf(flowStepsOf(hours, "yield", hourMs, { end: undefined }), hours, 7, start + dayMs, 1),
    ).toBeUndefined();
    const told = hourly([0, 1], (hour) => ({ ...still, totalDeposit: hour }));
    const steps = flowStepsOf(told, "yield", hourMs, { end: undefined });
    expect(flowOf(steps, told, 7, start + dayMs, undefined)).toMatchObject({ in: 1, inUsd: undefined });
  });

  it("count no growth of a loop's collateral, whatever the loop earns", () => {
    const hours = hourly([0, 1000], () => ({ depositApy: 0.4, totalDeposit: 100 }));
    const flows = flowStepsOf(hours, "loop", hourMs, { end: undefined }).map(({ flow }) => flow);
    expect(flows).toEqual([0]);
    const lent = flowStepsOf(hours, "lending", hourMs, { end: undefined }).map(({ flow }) => flow);
    expect(lent[0]).toBeCloseTo(100 - 100 * 1.4 ** (1000 / 8760), 9);
  });
});

describe("gaps of a record", () => {
  it("are the whole hours of which nothing is known, the newest first, and never those in which the market was gone", () => {
    const hours = hourly([0, 1, 4, 5, 9], () => ({ depositApy: 0.1 }));
    const stretch = { from: start, to: start + 12 * hourMs };
    const at = (hour: number): string => moment(start + hour * hourMs);
    expect(gapsOf(hours, stretch, [])).toEqual([
      { from: at(10), to: at(12) },
      { from: at(6), to: at(9) },
      { from: at(2), to: at(4) },
    ]);
    const away = { from: start + 5.5 * hourMs, to: start + 9 * hourMs };
    expect(gapsOf(hours, stretch, [away])).toEqual([
      { from: at(10), to: at(12) },
      { from: at(2), to: at(4) },
    ]);
  });

  it("leave a part of the time: an hour known by half counts as half an hour, and not more than lies in the time", () => {
    const hours = seriesOf([
      [start, { coverage: 0.5 }],
      [start + hourMs, { coverage: 1 }],
    ]);
    expect(knownMs(hours, start, start + 2 * hourMs)).toBe(1.5 * hourMs);
    expect(knownMs(hours, start + 1.75 * hourMs, start + 2 * hourMs)).toBe(0.25 * hourMs);
    expect([share(1, 3), share(5, 3), share(0, 0)]).toEqual([0.3333, 1, 1]);
  });

  it("end what was said before: a point without figures is no last point, and neither is one that is too old", () => {
    const points = seriesOf([
      [start, { depositApy: 0.1 }],
      [start + hourMs, {}],
    ]);
    expect(lastPointOf(points, start, start + 2 * hourMs)).toBeUndefined();
    expect(lastPointOf(points, start, start + 1)).toEqual({ time: start, point: { depositApy: 0.1 } });
    expect(lastPointOf(points, start + 1, start + 2)).toBeUndefined();
  });
});
