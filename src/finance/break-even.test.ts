import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dollars, fraction, someDollars, someRate } from "../../tests/fixtures/quantities.ts";
import { networkCost, switchBreakEven, switchGain } from "./break-even.ts";

const move = {
  size: dollars(50_000),
  fromApy: fraction(0.06),
  toApy: fraction(0.08),
  costUsd: dollars(40),
};

function days(cost: number, size: number): number {
  const answer = switchBreakEven({ ...move, costUsd: dollars(cost), size: dollars(size) });
  return answer?.kind === "after" ? answer.days : Number.NaN;
}

describe("switchBreakEven", () => {
  it("takes 15.6 days for $40 on $50,000 from 6 to 8 %", () => {
    const answer = switchBreakEven(move);
    expect(answer?.kind === "after" ? answer.days : undefined).toBeCloseTo(15.6, 1);
  });

  it("never comes when the other market pays no more", () => {
    expect(switchBreakEven({ ...move, toApy: fraction(0.06) })).toEqual({ kind: "never" });
    expect(switchBreakEven({ ...move, toApy: fraction(0.05) })).toEqual({ kind: "never" });
  });

  it("comes at once without a cost, unless the other market pays less", () => {
    expect(switchBreakEven({ ...move, costUsd: dollars(0) })).toEqual({ kind: "after", days: 0 });
    const worse = { ...move, costUsd: dollars(0), toApy: fraction(0.05) };
    expect(switchBreakEven(worse)).toEqual({ kind: "never" });
  });

  it("is unknown for no money or a negative cost", () => {
    expect(switchBreakEven({ ...move, size: dollars(0) })).toBeUndefined();
    expect(switchBreakEven({ ...move, costUsd: dollars(-1) })).toBeUndefined();
  });

  it("takes longer for a higher cost and a smaller size", () => {
    fc.assert(
      fc.property(someDollars, someDollars, someDollars, (cost, more, size) => {
        expect(days(cost + more, size)).toBeGreaterThanOrEqual(days(cost, size));
        expect(days(cost, size + more)).toBeLessThanOrEqual(days(cost, size));
      }),
    );
  });
});

describe("switchGain", () => {
  it("is the difference of a year's earnings less the cost", () => {
    expect(switchGain(move)).toBeCloseTo(960, 9);
    expect(switchGain({ ...move, days: 0 })).toBe(-40);
  });

  it("has the opposite sign, cost aside, for the move back", () => {
    fc.assert(
      fc.property(someRate, someRate, (fromApy, toApy) => {
        const free = { size: dollars(100), costUsd: dollars(0) };
        const there = switchGain({ ...free, fromApy, toApy }) ?? Number.NaN;
        expect(switchGain({ ...free, fromApy: toApy, toApy: fromApy })).toBeCloseTo(-there, 9);
      }),
    );
  });
});

it("a move costs two transactions and a token account: 0.00224928 SOL", () => {
  expect(networkCost({ solPrice: dollars(100) })).toBeCloseTo(0.224928, 9);
  expect(networkCost({ solPrice: undefined })).toBeUndefined();
});
