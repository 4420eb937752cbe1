import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dollars, fraction, someDollars, someRate } from "../../tests/fixtures/quantities.ts";
import { blend, groupRate, quantile } from "./blend.ts";

const split = [
  { amount: dollars(300), apy: fraction(0.08) },
  { amount: dollars(100), apy: fraction(0.04) },
];

describe("blend", () => {
  it("weighs each rate by its money", () => {
    const whole = blend(split);
    expect(whole?.apy).toBeCloseTo(0.07, 12);
    expect(whole?.usdPerYear).toBeCloseTo(28, 12);
    expect(whole?.amount).toBe(400);
    expect(whole?.shares).toEqual([0.75, 0.25]);
  });

  it("does not need the rate of a market that gets nothing, and no other may miss its own", () => {
    expect(blend([...split, { amount: dollars(0), apy: undefined }])?.apy).toBeCloseTo(0.07, 12);
    expect(blend([...split, { amount: dollars(1), apy: undefined }])).toBeUndefined();
    expect(blend([...split, { amount: undefined, apy: fraction(0.1) }])).toBeUndefined();
  });

  it("is nothing without money", () => {
    expect(blend([])).toBeUndefined();
    expect(blend([{ amount: dollars(0), apy: fraction(0.1) }])).toBeUndefined();
    expect(blend([{ amount: dollars(-1), apy: fraction(0.1) }])).toBeUndefined();
  });

  const parts = fc.array(fc.record({ amount: someDollars, apy: someRate }), { minLength: 1, maxLength: 8 });

  it("lies between the lowest and the highest rate, and its shares make one", () => {
    fc.assert(
      fc.property(parts, (given) => {
        const whole = blend(given);
        const rates = given.map((part) => part.apy);
        expect(whole?.apy).toBeGreaterThanOrEqual(Math.min(...rates) - 1e-9);
        expect(whole?.apy).toBeLessThanOrEqual(Math.max(...rates) + 1e-9);
        expect(whole?.shares.reduce<number>((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
      }),
    );
  });
});

describe("groupRate", () => {
  it("weighs by deposits, over the markets that have both figures", () => {
    const group = groupRate([
      { apy: fraction(0.02), totalDepositUsd: dollars(900) },
      { apy: fraction(0.12), totalDepositUsd: dollars(100) },
      { apy: fraction(9), totalDepositUsd: undefined },
      { apy: fraction(9), totalDepositUsd: dollars(0) },
      { apy: undefined, totalDepositUsd: dollars(1e9) },
    ]);
    expect(group?.weighted).toBeCloseTo(0.03, 12);
    expect(group?.median).toBeCloseTo(0.07, 12);
    expect(group?.counted).toBe(2);
    expect(groupRate([])).toBeUndefined();
  });
});

describe("quantile", () => {
  it("lies between two values in proportion", () => {
    expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
    expect(quantile([1, 2, 3, 4, 5], 0.25)).toBe(2);
    expect(quantile([7], 0.9)).toBe(7);
    expect(quantile([], 0.5)).toBeUndefined();
  });
});
