import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Ratio } from "../contract/units.ts";
import { fraction, someRate } from "../../tests/fixtures/quantities.ts";
import { offScale, stability, targetRecord } from "./stability.ts";

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
    expect(seen).toMatchObject({ lowest: 0.02, highest: 0.04, observed: 20, coverage: 1, class: "moving" });
  });

  it("classes by the deviation against the mean, and a rate that stays at nothing as steady", () => {
    expect(stability(repeated([0.05, 0.055], 10))?.class).toBe("steady");
    expect(stability(repeated([0.01, 0.09], 10))?.class).toBe("swinging");
    // Tokenised shares: 0.34 of a mean is no calm.
    expect(stability(repeated([0.01, 0.02], 10))?.class).toBe("moving");
    expect(stability(repeated([-0.01, 0.01], 10))?.class).toBe("swinging");
    // Lending of a staking token: a mean of 3e-10.
    expect(stability(repeated([0, 6e-10], 10))?.class).toBe("steady");
    expect(stability(repeated([0], 20))).toMatchObject({ class: "steady", variation: undefined });
  });

  it("gives no class to a short or patchy history, which would look the steadiest of all", () => {
    expect(stability(repeated([0.05], 13))?.class).toBe("too few observations");
    expect(stability(repeated([0.05], 14))?.class).toBe("steady");
    expect(stability(repeated([0.05, 0.05, 0.05, undefined], 20))?.class).toBe("too few observations");
    expect(stability([undefined, undefined])).toBeUndefined();
    expect(stability([])).toBeUndefined();
  });

  it("finds the worst seven days in a row, which a gap ends", () => {
    const week = [0.05, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.05];
    expect(stability(repeated(week, 1))?.worstWeek).toBeCloseTo(0.01, 12);
    expect(stability(repeated([0.05, 0.01, 0.01, undefined, 0.01, 0.01, 0.01, 0.01], 1))?.worstWeek).toBe(
      undefined,
    );
    expect(stability(repeated([0.03], 6))?.worstWeek).toBeUndefined();
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
        expect(seen.worstWeek ?? seen.mean).toBeGreaterThanOrEqual(seen.lowest - 1e-9);
      }),
    );
  });
});

describe("targetRecord", () => {
  it("counts what reached the target of what was observed", () => {
    const rates = repeated([0.05, 0.03, 0.03, undefined, 0.02, 0.06], 1);
    expect(targetRecord({ rates, target: fraction(0.05) })).toEqual({ reached: 2, observed: 5 });
    expect(targetRecord({ rates: [undefined], target: fraction(0.05) })).toBeUndefined();
  });
});

describe("offScale", () => {
  it("finds the one day that would flatten all others, and none in a rate that moves", () => {
    const calm = repeated([0.08, 0.085, undefined, 0.09], 20);
    expect(offScale(calm)).toEqual([]);
    expect(offScale([...calm, fraction(-0.76)])).toEqual([calm.length]);
    expect(offScale(repeated([0.01, 0.09, 0.15], 10))).toEqual([]);
    // A rate that never moved has no span to measure by.
    expect(offScale([...repeated([0], 20), fraction(0.001)])).toEqual([]);
  });
});
