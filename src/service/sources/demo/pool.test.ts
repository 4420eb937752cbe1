import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hourMs } from "../../../contract/units.ts";
import { kaminoSolCurve } from "./facts/curves.ts";
import { Pool, type PoolFacts } from "./pool.ts";
import { tokenOf } from "./token-prices.ts";

const facts: PoolFacts = {
  key: "test",
  token: tokenOf("SOL"),
  supplyUsd: 100_000_000,
  utilization: 0.87,
  curve: {
    points: kaminoSolCurve,
    compounding: "continuous",
    take: 0.1,
    hostFixed: 0,
    borrowFactor: 1,
    borrowFixed: 0,
  },
};
const start = Date.UTC(2026, 0, 1);
const hours = (pool: Pool, days: number): number[] =>
  Array.from({ length: days * 24 }, (_, hour) => pool.utilizationAt(start + hour * hourMs));

describe("pool", () => {
  test("utilization comes back to its level: the median over three years is near it, whatever the seed", () => {
    for (const seed of [1, 2, 3, 4]) {
      const sorted = hours(new Pool(seed, facts), 3 * 365).toSorted((one, other) => one - other);
      expect(sorted[Math.floor(sorted.length / 2)]).toBeGreaterThan(0.83);
      expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(0.91);
    }
  });

  test("squeezes are rare, short and felt: less than 5 % of the hours, several in ten years", () => {
    const pool = new Pool(1, facts);
    const squeezed = hours(pool, 3650).map((utilization) => utilization > 0.945);
    const share = squeezed.filter(Boolean).length / squeezed.length;
    expect(share).toBeGreaterThan(0.001);
    expect(share).toBeLessThan(0.05);
  });

  test("a day and a week have their rhythm: utilization an hour apart differs by little, but differs", () => {
    const values = hours(new Pool(1, facts), 60);
    const steps = values.slice(1).map((value, index) => Math.abs(value - (values[index] ?? 0)));
    expect(Math.max(...steps)).toBeLessThan(0.05);
    expect(steps.every((step) => step > 0)).toBe(true);
  });

  test("never more is borrowed than supplied, never more than the limits, and a full pool is full", () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2090, 0, 1) }),
        fc.constantFrom(undefined, "full" as const, "full-borrow" as const),
        (seed, time, limits) => {
          const pool = new Pool(seed, { ...facts, ...(limits === undefined ? {} : { limits }) });
          const deposits = pool.depositsAt(time);
          const borrows = pool.borrowsAt(time);
          expect(borrows).toBeLessThan(deposits);
          expect(deposits).toBeLessThanOrEqual(pool.maxDeposit);
          expect(borrows).toBeLessThanOrEqual(pool.maxBorrow * (1 + 1e-12));
          const full = { full: deposits / pool.maxDeposit, "full-borrow": borrows / pool.maxBorrow };
          expect(limits === undefined ? 1 : full[limits]).toBeCloseTo(1, 9);
        },
      ),
    );
  });
});
