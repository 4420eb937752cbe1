import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dollars, fraction, near, someDollars, someRate } from "../../tests/fixtures/quantities.ts";
import { networkCost, switchBreakEven, switchGain } from "./break-even.ts";

const move = (from: number, to: number, costUsd = 40, size = 50_000) => ({
  size: dollars(size),
  fromApy: fraction(from),
  toApy: fraction(to),
  costUsd: dollars(costUsd),
});

const days = (cost: number, size: number): number => {
  const answer = switchBreakEven(move(0.06, 0.08, cost, size));
  return typeof answer === "number" ? answer : Number.NaN;
};

describe("a move", () => {
  it.each([
    ["from 6 to 8 % pays back $40 in 15.6 days", switchBreakEven(move(0.06, 0.08)), near(15.6, 1)],
    ["to the same rate never pays back", switchBreakEven(move(0.06, 0.06)), "never"],
    ["to a rate that takes a thousand years never pays back", switchBreakEven(move(0, 1e-7)), "never"],
    ["to a very high rate pays back, too", switchBreakEven(move(0.06, 1)), near(0.46, 2)],
    ["without a cost to the same rate pays back at once", switchBreakEven(move(0.06, 0.06, 0)), 0],
    ["without a cost to a lower rate never pays back", switchBreakEven(move(0.06, 0.05, 0)), "never"],
    [
      "that gains its cost in a year pays back in that year",
      switchBreakEven(move(0.06, 0.2, 28, 200)),
      near(365, 6),
    ],
    [
      "away from a rate below −100 % pays back within a day",
      switchBreakEven(move(-1.07, 0.06)),
      near(0.26, 2),
    ],
    ["away from a rate below −100 % saves the size", switchGain(move(-1.07, 0.06)), near(52_960)],
    ["gains a year's rate difference minus the cost", switchGain(move(0.06, 0.08)), near(960)],
    ["costs two transactions and a token account", networkCost({ solPrice: dollars(100) }), near(0.224928)],
  ])("%s", (_rule, answer, expected) => expect(answer).toEqual(expected));

  it("has earned its cost after those days, with both rates compounded", () => {
    const rate = fc.double({ min: 0, max: 1, noNaN: true });
    const price = fc.double({ min: 0.01, max: 500, noNaN: true });
    fc.assert(
      fc.property(rate, rate, price, (from, to, cost) => {
        const answer = switchBreakEven(move(from, to, cost, 1000));
        if (typeof answer !== "number" || answer > 3650) return;
        const years = answer / 365;
        expect(1000 * ((1 + to) ** years - (1 + from) ** years)).toBeCloseTo(cost, 6);
      }),
    );
  });

  it("takes longer for a higher cost or smaller size, and its reverse has the opposite gain", () => {
    fc.assert(
      fc.property(someDollars, someDollars, someDollars, (cost, more, size) => {
        expect(days(cost + more, size)).toBeGreaterThanOrEqual(days(cost, size));
        expect(days(cost, size + more)).toBeLessThanOrEqual(days(cost, size));
      }),
    );
    fc.assert(
      fc.property(someRate, someRate, (one, other) => {
        const there = switchGain(move(one, other, 0, 100)) ?? Number.NaN;
        expect(switchGain(move(other, one, 0, 100))).toBeCloseTo(-there, 9);
      }),
    );
  });
});
