import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dollars, fraction, someDollars, somePositiveRate } from "../../tests/fixtures/quantities.ts";
import { dilution, kinkRisk, type Dilution } from "./dilution.ts";
import { aprToApy, apyToApr } from "./rates.ts";

function given(value: Dilution | undefined): Dilution {
  if (value === undefined) throw new Error("The formula gave nothing.");
  return value;
}

const noRewards = { rewardApy: fraction(0) };

describe("dilution", () => {
  it("gives the published bracket of Fluid GHO: 46.33 M at 6.00 %, 10 M more, real 3.95 %", () => {
    const after = given(
      dilution({
        size: dollars(10e6),
        totalDepositUsd: dollars(46.33e6),
        baseApy: aprToApy({ apr: fraction(0.06) }),
        ...noRewards,
      }),
    );
    expect(apyToApr({ apy: after.high })).toBeCloseTo(0.0493, 4);
    expect(apyToApr({ apy: after.low })).toBeCloseTo(0.0406, 4);
  });

  it("gives the bracket of Aave USDC at 16.18 %, and warns of the kink under which the real 2.31 % was", () => {
    const pool = { size: dollars(50e3), totalDepositUsd: dollars(110e3) };
    const after = given(dilution({ ...pool, baseApy: aprToApy({ apr: fraction(0.1618) }), ...noRewards }));
    expect(apyToApr({ apy: after.high })).toBeCloseTo(0.111, 3);
    expect(apyToApr({ apy: after.low })).toBeCloseTo(0.0765, 4);
    expect(kinkRisk({ ...pool, utilization: fraction(0.92) })).toBe(true);
  });

  it("thins rewards by k as they are, and tells the parts apart", () => {
    const after = given(
      dilution({
        size: dollars(250_000),
        totalDepositUsd: dollars(23e6),
        baseApy: fraction(0.01),
        rewardApy: fraction(0.0205),
      }),
    );
    expect(after.k).toBeCloseTo(0.98925, 5);
    expect(after.share).toBeCloseTo(0.01075, 5);
    expect(after.reward).toBeCloseTo(0.0205 * after.k, 12);
    expect(after.low).toBeCloseTo(0.0301, 4);
    expect(after.high).toBeCloseTo(0.0302, 4);
    expect(after.baseLow).toBeCloseTo(0.0098, 4);
    expect(after.baseHigh).toBeCloseTo(0.0099, 4);
  });

  it("keeps the base of a strategy at best and thins it by k at worst", () => {
    const vault = {
      size: dollars(1e6),
      totalDepositUsd: dollars(3e6),
      baseApy: fraction(0.08),
      rewardApy: fraction(0.02),
    };
    const after = given(dilution({ ...vault, strategy: true }));
    expect(after.baseHigh).toBe(0.08);
    expect(after.baseLow).toBe(given(dilution(vault)).baseHigh);
    expect(after.reward).toBeCloseTo(0.015, 12);
  });

  it("changes nothing for a size of 0", () => {
    const now = { totalDepositUsd: dollars(7), baseApy: fraction(0.0534), rewardApy: fraction(0.01) };
    expect(dilution({ ...now, size: dollars(0) })).toMatchObject({
      baseLow: 0.0534,
      baseHigh: 0.0534,
      reward: 0.01,
      share: 0,
      k: 1,
    });
  });

  it("knows nothing of an empty pool, a negative size or a negative base", () => {
    const pool = { size: dollars(1), totalDepositUsd: dollars(10), baseApy: fraction(0.1), ...noRewards };
    expect(dilution({ ...pool, totalDepositUsd: dollars(0) })).toBeUndefined();
    expect(dilution({ ...pool, size: dollars(-1) })).toBeUndefined();
    expect(dilution({ ...pool, baseApy: fraction(-0.01) })).toBeUndefined();
  });

  const pool = fc.record({
    totalDepositUsd: someDollars,
    baseApy: somePositiveRate,
    rewardApy: somePositiveRate,
    strategy: fc.boolean(),
  });

  it("orders the bracket and never promises more than today", () => {
    fc.assert(
      fc.property(pool, someDollars, (now, size) => {
        const after = given(dilution({ ...now, size }));
        expect(after.low).toBeLessThanOrEqual(after.high);
        expect(after.baseLow).toBeGreaterThanOrEqual(0);
        expect(after.high).toBeLessThanOrEqual((now.baseApy + now.rewardApy) * (1 + 1e-12));
        expect(after.share + after.k).toBeCloseTo(1, 12);
      }),
    );
  });

  it("falls with every further dollar", () => {
    fc.assert(
      fc.property(pool, someDollars, someDollars, (now, size, more) => {
        const less = given(dilution({ ...now, size }));
        const larger = given(dilution({ ...now, size: dollars(size + more) }));
        expect(larger.low).toBeLessThanOrEqual(less.low + 1e-15);
        expect(larger.high).toBeLessThanOrEqual(less.high + 1e-15);
      }),
    );
  });

  it("depends on the size in proportion to the pool alone", () => {
    fc.assert(
      fc.property(pool, someDollars, fc.integer({ min: 2, max: 1000 }), (now, size, times) => {
        const one = given(dilution({ ...now, size }));
        const scaled = given(
          dilution({
            ...now,
            size: dollars(size * times),
            totalDepositUsd: dollars(now.totalDepositUsd * times),
          }),
        );
        expect(scaled.low).toBeCloseTo(one.low, 9);
        expect(scaled.high).toBeCloseTo(one.high, 9);
      }),
    );
  });
});

function risk(utilization: number | undefined, size: number): boolean | undefined {
  return kinkRisk({
    utilization: utilization === undefined ? undefined : fraction(utilization),
    size: dollars(size),
    totalDepositUsd: dollars(100),
  });
}

describe("kinkRisk", () => {
  it("needs utilization above 80 % and a size above 5 % of the deposits", () => {
    expect(risk(0.81, 5.1)).toBe(true);
    expect(risk(0.8, 5.1)).toBe(false);
    expect(risk(0.81, 5)).toBe(false);
  });

  it("is unknown for a large size at an unknown utilization, and none for a small one", () => {
    expect(risk(undefined, 6)).toBeUndefined();
    expect(risk(undefined, 4)).toBe(false);
  });
});
