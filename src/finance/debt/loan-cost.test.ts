// Checks the range of `rateAfterBorrow` with explicit rate curves: the true rate is read off the curve at the new utilization.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../tests/fixtures/property-runs.ts";
import { fraction, near } from "../../../tests/fixtures/quantities.ts";
import type { RateCurve } from "../../service/sources/demo/facts.ts";
import { borrowYield, curveNamed } from "../../service/sources/demo/rate-curve.ts";
import { rateAfterBorrow, type LoanRate } from "./loan-cost.ts";

/** Rates that differ by less are equal up to rounding. */
const bits = 1e-9;

function after(borrowApy: number, utilization: number, then: number): LoanRate | undefined {
  return rateAfterBorrow({
    borrowApy: fraction(borrowApy),
    utilization: fraction(utilization),
    after: fraction(then),
  });
}

const high = (used: number, then: number): number | undefined => after(0.06, used, then)?.high;

const share = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });

/** A curve from a floor to its kink and on to a last rate. */
function bent(
  floor: number,
  kink: number,
  rate: number,
  last: number,
  terms: Partial<RateCurve> = {},
): RateCurve {
  const points: RateCurve["points"] = [
    [0, floor],
    [kink, rate],
    [1, last],
  ];
  return { ...curveNamed("stable"), points, ...terms };
}
const hourly = { borrowFactor: 1.1, compounding: "hourly" } as const;

/** With or without a floor, flat or rising to a kink above 80 %, also with a fixed fee on top. */
const straightCurves = fc.oneof(
  fc
    .tuple(share(0, 0.1), share(0, 0.5), share(0.8, 1))
    .map(([floor, rise, kink]) => bent(floor, kink, floor + rise, kink === 1 ? floor + rise : 3)),
  fc
    .tuple(share(0.001, 0.3), share(0.0001, 0.05))
    .map(([top, borrowFixed]) => bent(0, 0.8, top, 3, { ...hourly, borrowFixed })),
);

const unbounded = (low: number) => ({ low, high: undefined });

describe("the borrow rate after a loan", () => {
  it("lies in the range on any curve that is straight up to 80 %", () => {
    fc.assert(
      fc.property(straightCurves, share(0.0001, 0.8), share(0, 1), (curve, used, part) => {
        const then = used + (0.8 - used) * part;
        const range = after(borrowYield(curve, used), used, then);
        const truth = borrowYield(curve, then);
        expect(range?.low).toBeLessThanOrEqual(truth + bits);
        expect(range?.high ?? Infinity).toBeGreaterThanOrEqual(truth - bits);
        // The bound exists wherever it is meaningful.
        expect(range?.high === undefined).toBe(then > 5 * used);
      }),
      runs(300),
    );
  });

  const unknown = { borrowApy: fraction(0.05), utilization: undefined, after: undefined };
  it.each([
    ["is the bound itself on a line through 0", high(0.2, 0.6), near(1.06 ** 3 - 1, 12)],
    ["is today's rate for a loan of 0, on any curve", high(0.95, 0.95), 0.06],
    ["has a bound for a small loan up to 80 %", high(0.79, 0.8), near(1.06 ** (0.8 / 0.79) - 1, 12)],
    [
      "has a bound above 80 % for the smallest loans",
      high(0.84, 0.8415),
      near(1.06 ** (0.8415 / 0.84) - 1, 12),
    ],
    ["has no bound above 80 % for other loans", high(0.84, 0.8425), undefined],
    ["has no bound above 90 %", high(0.9, 0.9001), undefined],
    ["has no bound above five times the utilization", high(0.1, 0.501), undefined],
    ["has a bound at five times the utilization", high(0.1, 0.5), near(1.06 ** 5 - 1, 12)],
    ["has no bound when nothing was lent out", after(0.013, 0, 0.1), unbounded(0.013)],
    ["has no bound for a negative rate, which no floor explains", after(-0.02, 0.4, 0.5), unbounded(-0.02)],
    ["has no bound when utilization is unknown", rateAfterBorrow(unknown), unbounded(0.05)],
    ["has no bound when utilization falls", after(0.05, 0.5, 0.4), unbounded(0.05)],
  ])("%s", (_rule, answer, expected) => expect(answer).toEqual(expected));
});
