// Holds the range of `rateAfterBorrow` against explicit rate curves: the true rate is read off the curve at the new utilization.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fraction } from "../../../tests/fixtures/quantities.ts";
import { curvePoints, kaminoFacts, type CurvePoint } from "../../service/sources/demo/facts.ts";
import { reserveCurve } from "../../service/sources/demo/products/pools.ts";
import { borrowYield, type RateCurve } from "../../service/sources/demo/rate-curve.ts";
import { tokenOf } from "../../service/sources/demo/tokens.ts";
import { rateAfterBorrow, type LoanRate } from "./loan-cost.ts";

/** Rates that differ by less than the last bits of their logarithms are one. */
const bits = 1e-9;

function after(borrowApy: number, utilization: number, then: number): LoanRate | undefined {
  return rateAfterBorrow({
    borrowApy: fraction(borrowApy),
    utilization: fraction(utilization),
    after: fraction(then),
  });
}

const high = (used: number, then: number): number | undefined => after(0.06, used, then)?.high;

/** Floor and slope of the first stretch, where it ends, how steep the next is, and what is charged on top at any utilization. */
function curveOf(points: readonly CurvePoint[], more: Partial<RateCurve> = {}): RateCurve {
  const plain = { take: 0.1, hostFixed: 0, borrowFactor: 1, borrowFixed: 0 };
  return { points, compounding: "continuous", ...plain, ...more };
}

const share = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });

const straightCurves = {
  "a straight curve through 0": share(0.001, 0.5).map((top) =>
    curveOf([
      [0, 0],
      [1, top],
    ]),
  ),
  "a curve with a floor": fc.tuple(share(0.0001, 0.1), share(0, 0.5)).map(([floor, rise]) =>
    curveOf([
      [0, floor],
      [1, floor + rise],
    ]),
  ),
  "a curve with a kink above 80 %": fc
    .tuple(share(0, 0.05), share(0, 0.3), share(0.8, 0.95))
    .map(([floor, rise, kink]) =>
      curveOf([
        [0, floor],
        [kink, floor + rise],
        [1, 3],
      ]),
    ),
  "a curve with a fixed fee on top, compounded hourly": fc
    .tuple(share(0.001, 0.3), share(0.0001, 0.05))
    .map(([top, borrowFixed]) =>
      curveOf(
        [
          [0, 0],
          [0.8, top],
          [1, 3],
        ],
        { borrowFixed, borrowFactor: 1.1, compounding: "hourly" },
      ),
    ),
  "a flat curve": share(0, 0.2).map((rate) =>
    curveOf([
      [0, rate],
      [1, rate],
    ]),
  ),
} satisfies Record<string, fc.Arbitrary<RateCurve>>;

describe("the borrow rate after a loan", () => {
  for (const [name, curves] of Object.entries(straightCurves))
    it(`lies in the range on ${name}`, () => {
      fc.assert(
        fc.property(curves, share(0.0001, 0.8), share(0, 1), (curve, used, part) => {
          const then = used + (0.8 - used) * part;
          const range = after(borrowYield(curve, used), used, then);
          const truth = borrowYield(curve, then);
          expect(range?.low).toBeLessThanOrEqual(truth + bits);
          expect(range?.high ?? Infinity).toBeGreaterThanOrEqual(truth - bits);
          // The bound is there wherever it says something.
          expect(range?.high === undefined).toBe(then > 5 * used);
        }),
      );
    });

  it("is the bound itself through 0, and the rate of today on a flat curve: neither edge can be drawn in", () => {
    expect(after(0.06, 0.2, 0.6)?.high).toBeCloseTo(1.06 ** 3 - 1, 12);
    const straight = curveOf([
      [0, 0],
      [1, 0.1],
    ]);
    expect(after(borrowYield(straight, 0.2), 0.2, 0.6)?.high).toBeCloseTo(borrowYield(straight, 0.6), 12);
    expect(after(0.06, 0.2, 0.6)?.low).toBe(0.06);
  });

  it("with the floor of 1.3 % of a staking token costs today's 1.50 % at least, and not the 3.66 % of a curve through 0", () => {
    const staking = curveOf(curvePoints.staked);
    const now = borrowYield(staking, 0.12);
    const range = after(now, 0.12, 0.29);
    expect(range?.low).toBeCloseTo(0.015, 4);
    expect(range?.high).toBeCloseTo(0.0366, 4);
    expect(borrowYield(staking, 0.29)).toBeCloseTo(0.0177, 4);
  });

  it("has no upper bound where the stretch may end first: above 80 %, by all but the smallest loans, and above 90 % by any", () => {
    expect(high(0.79, 0.8)).toBeCloseTo(1.06 ** (0.8 / 0.79) - 1, 12);
    expect(high(0.79, 0.83)).toBeUndefined();
    expect(high(0.84, 0.8415)).toBeCloseTo(1.06 ** (0.8415 / 0.84) - 1, 12);
    expect(high(0.84, 0.8425)).toBeUndefined();
    expect(high(0.9, 0.9001)).toBeUndefined();
    // Where nothing is borrowed the rate is that of now, whatever the curve.
    expect(high(0.95, 0.95)).toBe(0.06);
  });

  it("has no upper bound where utilization was near 0: from 0.0001 % to 10 % it would be 1.7 million percent", () => {
    expect(after(0.000_001, 0.000_001, 0.1)).toEqual({ low: 0.000_001, high: undefined });
    expect(after(0.013, 0.000_001, 0.1)).toEqual({ low: 0.013, high: undefined });
    expect(after(0.013, 0, 0.1)).toEqual({ low: 0.013, high: undefined });
    expect(after(0.013, 0.1, 0.5)?.high).toBeDefined();
    expect(after(0.013, 0.1, 0.501)?.high).toBeUndefined();
  });

  it("keeps a rate under 0 as its lower bound, which no floor explains, and stays 0 where nothing is charged", () => {
    expect(after(-0.02, 0.4, 0.5)).toEqual({ low: -0.02, high: undefined });
    expect(after(0, 0.4, 0.5)).toEqual({ low: 0, high: 0 });
  });

  it("is at least the rate of now where utilization is unknown or contradicts itself, and unknown without a rate", () => {
    const borrowApy = fraction(0.05);
    const unknown = { borrowApy, utilization: undefined, after: undefined };
    expect(rateAfterBorrow(unknown)).toEqual({ low: 0.05, high: undefined });
    expect(after(0.05, 0.5, 0.4)).toEqual({ low: 0.05, high: undefined });
    expect(rateAfterBorrow({ ...unknown, borrowApy: undefined })).toBeUndefined();
  });

  it("lies in the range on every captured curve at every loan up to 80 %, before its first kink", () => {
    const { marginfiStandard, marginfiTether, marginfiVolatile } = curvePoints;
    const captured = [
      ...kaminoFacts.reserves
        .filter(({ borrowApy }) => borrowApy !== undefined)
        .map((facts) => reserveCurve(facts, tokenOf(facts.symbol))),
      ...[marginfiStandard, marginfiTether, marginfiVolatile].map((points) =>
        curveOf(points, { borrowFixed: 0.01, borrowFactor: 1.125, compounding: "hourly" }),
      ),
    ];
    let cases = 0;
    let outside = 0;
    for (const curve of captured)
      for (let used = 0.01; used < 0.8; used += 0.03)
        for (let then = used; then <= 0.8; then += 0.03) {
          if (then > (curve.points[1]?.[0] ?? 1)) continue;
          const range = after(borrowYield(curve, used), used, then);
          const truth = borrowYield(curve, then);
          cases += 1;
          if (truth < (range?.low ?? Infinity) - bits || truth > (range?.high ?? Infinity) + bits)
            outside += 1;
        }
    expect(cases).toBeGreaterThan(5000);
    expect(outside).toBe(0);
  });

  it("has a lower bound only across a kink below 80 %: a staking token's curve bends at 45 %", () => {
    const staking = curveOf(curvePoints.staked);
    const range = after(borrowYield(staking, 0.3), 0.3, 0.7);
    const truth = borrowYield(staking, 0.7);
    expect(range?.low).toBeLessThan(truth);
    expect(truth - (range?.high ?? Infinity)).toBeCloseTo(0.0077, 4);
  });
});
