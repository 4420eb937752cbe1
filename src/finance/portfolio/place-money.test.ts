import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../tests/fixtures/property-runs.ts";
import { placeMoney, type Slot } from "./place-money.ts";

const amount = 1000;

/** Earns `rate` on the first dollar and less on each one after. */
const someSlot = fc
  .record({
    group: fc.constantFrom("a", "b"),
    max: fc.integer({ min: 0, max: 1500 }),
    rate: fc.integer({ min: 1, max: 100 }),
    halvedAt: fc.integer({ min: 100, max: 100_000 }),
  })
  .map(({ group, max, rate, halvedAt }): Slot => ({
    groups: [group],
    max,
    earned: (placed) => (rate * placed * halvedAt) / (halvedAt + placed),
  }));

const earnedBy = (slots: readonly Slot[], placed: readonly number[]): number =>
  slots.reduce((sum, { earned }, at) => sum + earned(placed[at] ?? 0), 0);

const slot = (rate: number): Slot => ({
  groups: ["a"],
  max: 80_000,
  earned: (placed) => (rate * placed) / (1 + placed / 1e6),
});

describe("placing money", () => {
  it("respects slot and group limits, and earns as much as the best placement in tenths", () => {
    const someLimit = fc.integer({ min: 0, max: 1500 });
    fc.assert(
      fc.property(fc.array(someSlot, { minLength: 1, maxLength: 4 }), someLimit, someLimit, (slots, a, b) => {
        const limits = new Map([
          ["a", a],
          ["b", b],
        ]);
        const inGroup = (placed: readonly number[], name: string): number =>
          placed.reduce((sum, own, at) => sum + (slots[at]?.groups.includes(name) ? own : 0), 0);
        const isAllowed = (placed: readonly number[]): boolean =>
          placed.every((own, at) => own <= (slots[at]?.max ?? 0) + 1e-6) &&
          [...limits].every(([name, max]) => inGroup(placed, name) <= max + 1e-6) &&
          placed.reduce((sum, own) => sum + own, 0) <= amount + 1e-6;
        const placed = placeMoney(amount, slots, limits);
        expect(isAllowed(placed)).toBe(true);
        let ways: (readonly number[])[] = [[]];
        for (const _ of slots)
          ways = ways.flatMap((way) => Array.from({ length: 11 }, (__, tenths) => [...way, tenths * 100]));
        const best = Math.max(...ways.filter(isAllowed).map((way) => earnedBy(slots, way)));
        expect(earnedBy(slots, placed)).toBeGreaterThanOrEqual(best * 0.999 - 1e-6);
      }),
      runs(50),
    );
  });

  it("uses round steps and places the whole amount", () => {
    const placed = placeMoney(82_345, [slot(0.08), slot(0.078)], new Map([["a", 1e6]]));
    expect(placed.reduce((sum, own) => sum + own, 0)).toBeCloseTo(82_345, 6);
    expect(placed.some((own) => own % 200 === 0)).toBe(true);
  });
});
