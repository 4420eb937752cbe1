import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dollars, fraction, someDollars, somePositiveRate } from "../../tests/fixtures/quantities.ts";
import { dilution, kinkRisk } from "./dilution.ts";
import { aprToApy, apyToApr } from "./rates.ts";

function given<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("The formula gave nothing.");
  return value;
}

const someUtilization = fc.option(
  fc.double({ min: 0, max: 1, noNaN: true }).map((value) => fraction(value)),
  { nil: undefined },
);
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

  it("keeps the base of a strategy that spreads its deposits at best, and dilutes its rewards", () => {
    const vault = {
      size: dollars(1e6),
      totalDepositUsd: dollars(19e6),
      baseApy: fraction(0.08),
      rewardApy: fraction(0.02),
    };
    const after = given(dilution({ ...vault, allocates: true }));
    expect(after.baseHigh).toBe(0.08);
    expect(after.baseLow).toBe(given(dilution(vault)).baseLow);
    expect(after.reward).toBeCloseTo(0.019, 12);
  });

  it("finds as much room elsewhere only for a size of at most a tenth of the strategy: a vault of $10k and $1M", () => {
    const vault = { totalDepositUsd: dollars(10_000), baseApy: fraction(0.09), ...noRewards };
    const high = (size: number): number =>
      given(dilution({ ...vault, size: dollars(size), allocates: true })).high;
    expect(high(1000)).toBe(0.09);
    expect(high(1001)).toBeLessThan(0.085);
    expect(high(1_000_000)).toBeCloseTo(Math.expm1(Math.log1p(0.09) / 101), 12);
  });

  it("falls below k² where the market keeps a fixed spread: EURC at 26.9 % of $1.9M, $1M more", () => {
    // A borrow rate in proportion to utilization and a spread of 1 percentage point: supply APR = U · (b − 0.01).
    const utilization = 0.269;
    const borrow = 0.0172;
    const after = given(
      dilution({
        size: dollars(1e6),
        totalDepositUsd: dollars(1.9e6),
        baseApy: aprToApy({ apr: fraction(utilization * (borrow - 0.01)) }),
        ...noRewards,
        utilization: fraction(utilization),
        baseBorrowApy: aprToApy({ apr: fraction(borrow) }),
      }),
    );
    const k = 1.9 / 2.9;
    expect(apyToApr({ apy: after.baseLow })).toBeCloseTo(k * utilization * (k * borrow - 0.01), 12);
    expect(after.baseLow).toBeLessThan(given(aprToApy({ apr: fraction(k * k * 0.0019368) })));
  });

  it("is k² where all interest goes to depositors in proportion", () => {
    const pool = {
      size: dollars(20),
      totalDepositUsd: dollars(80),
      baseApy: aprToApy({ apr: fraction(0.06) }),
    };
    const lent = { utilization: fraction(0.6), baseBorrowApy: aprToApy({ apr: fraction(0.1) }) };
    expect(given(dilution({ ...pool, ...noRewards, ...lent })).baseLow).toBeCloseTo(
      given(dilution({ ...pool, ...noRewards })).baseLow,
      12,
    );
  });

  it("falls back to what it usually was where it spikes: 28.56 % against 6.1 % over 90 days", () => {
    const pool = {
      size: dollars(1.2e6),
      totalDepositUsd: dollars(26.2e6),
      baseApy: fraction(0.2856),
      ...noRewards,
      utilization: fraction(0.978),
    };
    expect(given(dilution({ ...pool, baseApy90d: fraction(0.061) })).low).toBeLessThan(0.0609);
    // Not a spike: half as much again, exactly, is still within the daily noise.
    expect(given(dilution({ ...pool, baseApy90d: fraction(0.1904) })).low).toBeGreaterThan(0.25);
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
    allocates: fc.boolean(),
    utilization: someUtilization,
    baseBorrowApy: fc.option(somePositiveRate, { nil: undefined }),
    baseApy90d: fc.option(somePositiveRate, { nil: undefined }),
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

// The published Kamino USDC curve (0, 0) (0.95, 0.0475) (1, 0.30), of which the market keeps a tenth.
const supply = (utilization: number): number =>
  0.9 *
  utilization *
  (utilization <= 0.95 ? 0.05 * utilization : 0.0475 + ((utilization - 0.95) / 0.05) * 0.2525);

describe("kinkRisk", () => {
  it.each([
    [0.97, 2, 0.1384, 0.0459],
    [0.96, 1.2, 0.0884, 0.0413],
    [0.98, 3, 0.1919, 0.0481],
  ])(
    "is said where a small deposit undoes a spike: at %d, %d %% of the pool",
    (utilization, size, now, then) => {
      const aprNow = supply(utilization);
      const aprThen = supply(utilization / (1 + size / 100));
      expect(aprToApy({ apr: fraction(aprNow) })).toBeCloseTo(now, 3);
      expect(aprToApy({ apr: fraction(aprThen) })).toBeCloseTo(then, 3);
      const before = {
        size: dollars(size),
        totalDepositUsd: dollars(100),
        baseApy: aprToApy({ apr: fraction(aprNow) }),
      };
      // Far below the bracket of a market that gives no average: what the warning is for.
      expect(then).toBeLessThan(0.5 * given(dilution({ ...before, ...noRewards })).low);
      expect(risk(utilization, size)).toBe(true);
    },
  );

  it("needs utilization above 90 %, or above 80 % and a deposit that moves it by more than 0.2 points", () => {
    expect(risk(0.901, 0.001)).toBe(true);
    expect(risk(0.85, 0.3)).toBe(true);
    expect(risk(0.85, 0.2)).toBe(false);
    expect(risk(0.8, 50)).toBe(false);
  });

  it("is unknown at an unknown utilization, whatever the size, and without a size", () => {
    expect(risk(undefined, 6)).toBeUndefined();
    expect(risk(undefined, 0.1)).toBeUndefined();
    expect(risk(0.95, 0)).toBeUndefined();
  });
});
