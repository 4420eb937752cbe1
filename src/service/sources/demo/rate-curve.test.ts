import { describe, expect, test } from "vitest";
import { kaminoFacts } from "./facts.ts";
import { reserveCurve } from "./products/pools.ts";
import { borrowYield, curveApr, curveNamed, highestUtilization, supplyYield } from "./rate-curve.ts";

const marginfi = curveNamed("marginfiStandard");

describe("rate curves", () => {
  test("every captured reserve charges the captured borrow rate at the captured utilization", () => {
    const off = kaminoFacts.reserves.filter((facts) => {
      const { supplyApy, borrowApy, utilization } = facts;
      if (supplyApy === undefined || borrowApy === undefined) return false;
      const curve = reserveCurve(facts);
      return (
        Math.abs(borrowYield(curve, utilization) - borrowApy) > 1e-8 ||
        Math.abs(supplyYield(curve, utilization) - supplyApy) > 5e-4
      );
    });
    expect(off).toEqual([]);
  });

  test("borrowers bear 65 % and no more", () => {
    const highest = highestUtilization(marginfi);
    expect(curveApr(marginfi.points, highest) * 1.05 + 0.01).toBeCloseTo(0.65, 6);
  });
});
