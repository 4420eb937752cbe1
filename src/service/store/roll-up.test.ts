import * as fc from "fast-check";
import { expect, test } from "vitest";
import { rollUp } from "./roll-up.ts";
import { Series } from "./series.ts";

function seriesOf(points: readonly (readonly [time: number, rate?: number])[]): Series {
  const series = new Series();
  for (const [time, rate] of points) series.push(time, rate === undefined ? {} : { depositApy: rate });
  return series;
}

test("a value counts for as long as it held: 20 minutes at 3 % and 40 at 6 % are 5 %", () => {
  const means = rollUp(
    seriesOf([
      [0, 0.03],
      [1200, 0.06],
      [3600, 0.09],
    ]),
    0,
    3600,
    3600,
    3600,
  );
  expect(means.times).toEqual([0]);
  expect(means.pointAt(0)).toEqual({ depositApy: 0.05, coverage: 1 });
});

test("a point before the step reaches into it, and after its time nobody knows", () => {
  const means = rollUp(seriesOf([[3000, 0.04]]), 3600, 10_800, 3600, 1800);
  expect(means.times).toEqual([3600]);
  expect(means.pointAt(0)).toEqual({ depositApy: 0.04, coverage: 1200 / 3600 });
});

test("a point that says nothing ends what was said before it", () => {
  const means = rollUp(seriesOf([[0, 0.04], [900]]), 0, 3600, 3600, 3600);
  expect(means.pointAt(0)).toEqual({ depositApy: 0.04, coverage: 0.25 });
});

test("a figure that is left out for a while is weighed by the time for which it was told", () => {
  const series = new Series();
  series.push(0, { depositApy: 0.02, totalDeposit: 10 });
  series.push(900, { totalDeposit: 20 });
  series.push(1800, { depositApy: 0.04, totalDeposit: 20 });
  const mean = rollUp(series, 0, 3600, 3600, 3600).pointAt(0);
  expect(mean.depositApy).toBeCloseTo((0.02 * 900 + 0.04 * 1800) / 2700, 12);
  expect(mean.totalDeposit).toBe(17.5);
});

test("means of hours, weighed by their coverage, are the mean of the day", () => {
  const points = fc.uniqueArray(
    fc.tuple(fc.integer({ min: 0, max: 86_399 }), fc.integer({ min: 0, max: 1000 })),
    {
      selector: ([time]) => time,
      minLength: 1,
      maxLength: 200,
    },
  );
  fc.assert(
    fc.property(points, (list) => {
      const series = seriesOf(
        list.toSorted(([left], [right]) => left - right).map(([time, rate]) => [time, rate / 1000]),
      );
      const hours = rollUp(series, 0, 86_400, 3600, 1800);
      const dayMean = rollUp(series, 0, 86_400, 86_400, 1800).pointAt(0);
      let sum = 0;
      let covered = 0;
      for (const index of hours.times.keys()) {
        const { depositApy = Number.NaN, coverage = 0 } = hours.pointAt(index);
        sum += depositApy * coverage;
        covered += coverage;
      }
      expect(dayMean.depositApy).toBeCloseTo(sum / covered, 10);
      expect(dayMean.coverage).toBeCloseTo(covered / 24, 10);
    }),
  );
});

test("steps without a point are left out", () => {
  expect(
    rollUp(
      seriesOf([
        [0, 1],
        [20_000, 2],
      ]),
      0,
      21_600,
      3600,
      600,
    ).times,
  ).toEqual([0, 18_000]);
  expect(rollUp(seriesOf([]), 0, 3600, 3600, 600).times).toEqual([]);
});
