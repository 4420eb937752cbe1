import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fraction, someRate } from "../../tests/fixtures/quantities.ts";
import { boxPlot, direction } from "./box-plot.ts";

describe("boxPlot", () => {
  it("is quartiles, whiskers to the last value within 1.5 box heights, and a count of what is farther", () => {
    // Q1 0.02, Q3 0.04: the fences are at −0.01 and 0.07.
    const box = boxPlot([0.9, 0.01, 0.02, 0.03, 0.04].map(fraction));
    expect(box).toEqual({
      lowerQuartile: 0.02,
      median: 0.03,
      upperQuartile: 0.04,
      lowWhisker: 0.01,
      highWhisker: 0.04,
      outliersBelow: 0,
      outliersAbove: 1,
      counted: 5,
    });
  });

  it("of one value is that value, and of none it is nothing", () => {
    expect(boxPlot([fraction(0.05)])).toMatchObject({ lowWhisker: 0.05, median: 0.05, highWhisker: 0.05 });
    expect(boxPlot([])).toBeUndefined();
  });

  it("never has a figure out of order, and counts every value", () => {
    fc.assert(
      fc.property(fc.array(someRate, { minLength: 1, maxLength: 20 }), (rates) => {
        const box = boxPlot(rates);
        if (box === undefined) throw new Error("There were values.");
        const figures = [box.lowWhisker, box.lowerQuartile, box.median, box.upperQuartile, box.highWhisker];
        expect(figures).toEqual(figures.toSorted((a, b) => a - b));
        const within = rates.filter((rate) => rate >= box.lowWhisker && rate <= box.highWhisker).length;
        expect(within + box.outliersBelow + box.outliersAbove).toBe(rates.length);
      }),
    );
  });
});

describe("direction", () => {
  it("is steady within 0.05 percentage points, and nothing where a rate is missing", () => {
    expect(direction(fraction(0.05), fraction(0.0506))).toBe("rising");
    expect(direction(fraction(0.05), fraction(0.0494))).toBe("falling");
    expect(direction(fraction(0.05), fraction(0.0504))).toBe("steady");
    expect(direction(undefined, fraction(0.05))).toBeUndefined();
    expect(direction(fraction(0.05), undefined)).toBeUndefined();
  });
});
