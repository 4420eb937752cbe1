import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { curvePoints, kaminoFacts } from "./facts.ts";
import { reserveCurve } from "./products/pools.ts";
import { tokenOf } from "./tokens.ts";
import {
  aprToYield,
  borrowYield,
  curveApr,
  fittedCurve,
  highestUtilization,
  rateCurve,
  supplyYield,
} from "./rate-curve.ts";

const { stable, marginfiStandard } = curvePoints;
const marginfi = rateCurve(marginfiStandard, {
  compounding: "hourly",
  take: 0,
  borrowFactor: 1.05,
  borrowFixed: 0.01,
});

describe("rate curves", () => {
  test("a curve passes through its points and is straight between them", () => {
    expect(curveApr(stable, 0)).toBe(0);
    expect(curveApr(stable, 0.95)).toBe(0.0475);
    expect(curveApr(stable, 0.475)).toBeCloseTo(0.02375, 12);
    expect(curveApr(stable, 1)).toBe(0.3);
  });

  test("a captured pair of rates comes out: 4.48072 % borrowed at 68.9 % is 2.7555 % supplied", () => {
    const curve = fittedCurve(stable, {
      utilization: 0.689,
      borrowApy: 0.0448072,
      supplyApy: Math.expm1(Math.log1p(0.0448072) * 0.689 * 0.9),
    });
    expect(borrowYield(curve, 0.689)).toBeCloseTo(0.0448072, 8);
    expect(supplyYield(curve, 0.689)).toBeCloseTo(0.027555, 5);
    expect(curve.hostFixed).toBeCloseTo(0, 8);
  });

  test("every captured reserve charges the captured borrow rate at the captured utilization", () => {
    const off = kaminoFacts.reserves.filter((facts) => {
      const { symbol, supplyApy, borrowApy, utilization } = facts;
      if (supplyApy === undefined || borrowApy === undefined) return false;
      const curve = reserveCurve(facts, tokenOf(symbol));
      return (
        Math.abs(borrowYield(curve, utilization) - borrowApy) > 1e-8 ||
        Math.abs(supplyYield(curve, utilization) - supplyApy) > 5e-4
      );
    });
    expect(off).toEqual([]);
  });

  test("hourly compounding pays less than continuous and more than none", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 2, noNaN: true }), (apr) => {
        const hourly = aprToYield(apr, "hourly");
        expect(hourly).toBeGreaterThan(apr);
        expect(hourly).toBeLessThan(aprToYield(apr, "continuous"));
      }),
    );
  });

  test("suppliers earn at most what borrowers pay on the borrowed share", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 0.99, noNaN: true }), (utilization) => {
        const apr = Math.log1p(supplyYield(marginfi, utilization));
        expect(apr).toBeLessThanOrEqual(Math.log1p(borrowYield(marginfi, utilization)) * utilization + 1e-4);
      }),
    );
  });

  test("borrowers bear 65 % and no more", () => {
    const highest = highestUtilization(marginfi);
    expect(curveApr(marginfi.points, highest) * 1.05 + 0.01).toBeCloseTo(0.65, 6);
  });
});
