import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Ratio } from "../contract/units.ts";
import { fraction, someRate } from "../../tests/fixtures/quantities.ts";
import { averageRange, excessPerDeviation, stability, targetRecord } from "./stability.ts";

function repeated(rates: readonly (number | undefined)[], times: number): (Ratio | undefined)[] {
  return Array.from({ length: times }, () => rates)
    .flat()
    .map((rate) => (rate === undefined ? undefined : fraction(rate)));
}

describe("stability", () => {
  it("measures mean, deviation and range", () => {
    const seen = stability(repeated([0.02, 0.04], 10));
    expect(seen?.mean).toBeCloseTo(0.03, 12);
    expect(seen?.deviation).toBeCloseTo(Math.sqrt(20 / 19) * 0.01, 12);
    expect(seen).toMatchObject({ lowest: 0.02, highest: 0.04, observed: 20, coverage: 1, class: "stable" });
  });

  it("classes by the deviation against the mean", () => {
    expect(stability(repeated([0.01, 0.09], 10))?.class).toBe("mixed");
    expect(stability(repeated([...Array.from({ length: 19 }, () => 0.001), 1], 1))?.class).toBe("volatile");
    expect(stability(repeated([-0.01, 0.01], 10))?.class).toBe("volatile");
    expect(stability(repeated([0], 20))).toMatchObject({ class: "volatile", variation: undefined });
  });

  it("gives no class to a short or patchy history, which would look the steadiest of all", () => {
    expect(stability(repeated([0.05], 13))?.class).toBe("too few observations");
    expect(stability(repeated([0.05], 14))?.class).toBe("stable");
    expect(stability(repeated([0.05, 0.05, 0.05, undefined], 20))?.class).toBe("too few observations");
    expect(stability([undefined, undefined])).toBeUndefined();
    expect(stability([])).toBeUndefined();
  });

  it("finds the deepest fall from a peak to what comes after it", () => {
    expect(stability(repeated([0.02, 0.1, 0.06, 0.08, 0.03, 0.2], 1))?.deepestFall).toBeCloseTo(0.07, 12);
    expect(stability(repeated([0.01, 0.02, 0.03], 1))?.deepestFall).toBe(0);
  });

  it("counts a spike and keeps it", () => {
    const spiked = stability(repeated([0.05, 0.051, 0.052, 0.049, 0.05, 0.05, 0.051, 2], 1));
    expect(spiked).toMatchObject({ outliers: 1, highest: 2, observed: 8 });
  });

  it("orders lowest, lowest tenth, mean and highest", () => {
    fc.assert(
      fc.property(fc.array(someRate, { minLength: 1, maxLength: 60 }), (rates) => {
        const seen = stability(rates);
        if (seen === undefined) throw new Error("Something was observed.");
        expect(seen.lowest).toBeLessThanOrEqual(seen.lowTenth);
        expect(seen.lowTenth).toBeLessThanOrEqual(seen.highest);
        expect(seen.mean).toBeGreaterThanOrEqual(seen.lowest - 1e-9);
        expect(seen.mean).toBeLessThanOrEqual(seen.highest + 1e-9);
        expect(seen.deepestFall).toBeLessThanOrEqual(seen.highest - seen.lowest);
      }),
    );
  });
});

describe("targetRecord", () => {
  it("counts what reached the target and the longest row under it, which a gap ends", () => {
    const rates = repeated([0.05, 0.03, 0.03, undefined, 0.02, 0.06], 1);
    expect(targetRecord({ rates, target: fraction(0.05) })).toEqual({
      reached: 2,
      observed: 5,
      longestUnder: 2,
    });
    expect(targetRecord({ rates: [undefined], target: fraction(0.05) })).toBeUndefined();
  });
});

describe("averageRange", () => {
  it("spans the rate now and its averages, in parts of their mean", () => {
    const four = { now: fraction(0.01), d30: fraction(0.02), d90: fraction(0.02), d180: fraction(0.03) };
    expect(averageRange(four)).toBeCloseTo(1, 12);
    expect(averageRange({ ...four, now: fraction(-0.07) })).toBeUndefined();
  });
});

describe("excessPerDeviation", () => {
  it("sets a yield above a reference against its deviation", () => {
    const steady = { apy: fraction(0.08), referenceApy: fraction(0.05), deviation: fraction(0.01) };
    expect(excessPerDeviation(steady)).toBeCloseTo(3, 12);
    expect(excessPerDeviation({ ...steady, deviation: fraction(0) })).toBeUndefined();
  });
});
