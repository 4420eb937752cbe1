import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fraction, near, someRate } from "../../tests/fixtures/quantities.ts";
import type { Ratio } from "../contract/units.ts";
import { offScale, stability, targetRecord } from "./stability.ts";

function repeated(rates: readonly (number | undefined)[], times: number): (Ratio | undefined)[] {
  const once = rates.map((rate) => (rate === undefined ? undefined : fraction(rate)));
  return Array.from({ length: times }, () => once).flat();
}

describe("stability", () => {
  it("measures the lowest tenth and the worst week", () => {
    expect(stability(repeated([0.02, 0.04], 10))).toEqual({
      class: "moving",
      lowTenth: 0.02,
      worstWeek: near((4 * 0.02 + 3 * 0.04) / 7),
      observed: 20,
    });
  });

  it.for([
    [[0.05, 0.055], 10, "steady"],
    [[0.01, 0.09], 10, "swinging"],
    [[-0.01, 0.01], 10, "swinging"],
    // Lending of a staking token: a mean of 3e-10.
    [[0, 6e-10], 10, "steady"],
    // Without this, new and patchy histories would look the steadiest.
    [[0.05], 13, "too few observations"],
    [[0.05], 14, "steady"],
    [[0.05, 0.05, 0.05, undefined], 20, "too few observations"],
    [[], 1, undefined],
  ] as const)("classes %j, %i times, as %s", ([rates, times, name]) => {
    expect(stability(repeated(rates, times))?.class).toBe(name);
  });

  it.for([
    [[0.05, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.05], near(0.01)],
    [[0.05, 0.01, 0.01, undefined, 0.01, 0.01, 0.01, 0.01], undefined],
    [[0.03, 0.03, 0.03, 0.03, 0.03, 0.03], undefined],
  ] as const)("finds the worst seven consecutive days of %j, which a gap interrupts", ([rates, worst]) => {
    expect(stability(repeated(rates, 1))?.worstWeek).toEqual(worst);
  });

  it("finds the lowest tenth between the lowest and the highest rate", () => {
    fc.assert(
      fc.property(fc.array(someRate, { minLength: 1, maxLength: 60 }), (rates) => {
        const seen = stability(rates);
        if (seen === undefined) throw new Error("Something was observed.");
        expect(seen.lowTenth).toBeGreaterThanOrEqual(Math.min(...rates));
        expect(seen.lowTenth).toBeLessThanOrEqual(Math.max(...rates));
      }),
    );
  });
});

const target = fraction(0.05);
const calm = repeated([0.08, 0.085, undefined, 0.09], 20);
it.each([
  [
    "a target is reached at or above it, out of the observed days",
    targetRecord({ rates: repeated([0.05, 0.03, undefined, 0.06], 1), target }),
    { reached: 2, observed: 3 },
  ],
  ["a target record needs observations", targetRecord({ rates: [undefined], target }), undefined],
  ["a single day far below a calm rate is off its scale", offScale([...calm, fraction(-0.76)]), [80]],
  ["a single day far above a calm rate is off its scale", offScale([...calm, fraction(0.9)]), [80]],
  ["no day of a moving rate is off its scale", offScale(repeated([0.01, 0.09, 0.15], 10)), []],
  ["no day is off the scale of a still rate", offScale([...repeated([0], 20), fraction(0.001)]), []],
])("%s", (_rule, answer, expected) => expect(answer).toEqual(expected));
