import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dollars, fraction, near, someDollars, somePositiveRate } from "../../tests/fixtures/quantities.ts";
import { dilution, kinkRisk } from "./dilution.ts";
import { aprToApy, apyToApr } from "./rates.ts";

type Input = Parameters<typeof dilution>[0];

function after(size: number, deposits: number, more: Partial<Input>) {
  const pool = { size: dollars(size), totalDepositUsd: dollars(deposits) };
  return dilution({ ...pool, baseApy: fraction(0), rewardApy: fraction(0), ...more });
}

const ofApr = (apr: number) => aprToApy({ apr: fraction(apr) });
/** The rates as published APRs. */
function aprs(range: ReturnType<typeof dilution>) {
  return { low: apyToApr({ apy: range?.low }), high: apyToApr({ apy: range?.high }) };
}

const risk = (utilization: number, size: number, deposits = 100) =>
  kinkRisk({ utilization: fraction(utilization), size: dollars(size), totalDepositUsd: dollars(deposits) });

describe("dilution", () => {
  const unchanged = { low: near(0.1), high: near(0.1), baseLow: 0.08, baseHigh: 0.08, reward: 0.02 };
  const vault = { baseApy: fraction(0.08), rewardApy: fraction(0.02) };
  const spike = { baseApy: fraction(0.2856), utilization: fraction(0.978) };
  // Supply APR = U · (borrow rate − spread), the borrow rate in proportion to utilization.
  const [used, borrow] = [0.269, 0.0172];
  const lent = {
    baseApy: ofApr(used * (borrow - 0.01)),
    utilization: fraction(used),
    baseBorrowApy: ofApr(borrow),
  };
  const k = 1.9 / 2.9;
  const kSpike = 26.2 / 27.4;
  const fixed = k * used * (k * borrow - 0.01);
  const spreadThin = (size: number) => after(size, 10_000, { ...vault, allocates: true })?.baseHigh;
  const spiked = (baseApy90d: number) =>
    after(1.2e6, 26.2e6, { ...spike, baseApy90d: fraction(baseApy90d) })?.low;

  it.each([
    [
      "gives the published bracket of Fluid GHO: 46.33 M at 6.00 %, 10 M more, real 3.95 %",
      aprs(after(10e6, 46.33e6, { baseApy: ofApr(0.06) })),
      { low: near(0.0406, 4), high: near(0.0493, 4) },
    ],
    [
      "dilutes rewards by k and keeps base and rewards separate",
      after(250_000, 23e6, { baseApy: fraction(0.01), rewardApy: fraction(0.0205) }),
      expect.objectContaining({
        reward: near(0.02028, 5),
        baseLow: near(0.00979, 5),
        baseHigh: near(0.00989, 5),
      }),
    ],
    [
      "keeps an allocator's base at best and dilutes its rewards",
      after(1e6, 19e6, { ...vault, allocates: true }),
      { ...after(1e6, 19e6, vault), baseHigh: 0.08, high: near(0.099), reward: near(0.019) },
    ],
    ["keeps that base up to a tenth of the strategy", spreadThin(1000), 0.08],
    ["dilutes that base for a larger size", spreadThin(1001), after(1001, 10_000, vault)?.baseHigh],
    ["falls below k² under a fixed spread", aprs(after(1e6, 1.9e6, lent)).low, near(fixed)],
    ["limits a spike to its usual rate", spiked(0.061), near(0.05823, 4)],
    ["limits a spike to 0 if its usual rate is a loss", spiked(-0.01), 0],
    ["treats 1.5 times the average as noise, not a spike", spiked(0.1904), near(1.2856 ** (kSpike ** 2) - 1)],
    [
      "keeps a loss, and dilutes its rewards",
      after(1e6, 1e6, { baseApy: fraction(-0.001), rewardApy: fraction(0.02) }),
      { low: near(0.009), high: near(0.009), baseLow: -0.001, baseHigh: -0.001, reward: 0.01 },
    ],
    ["changes nothing for a size of 0", after(0, 7, vault), unchanged],
  ])("%s", (_rule, answer, expected) => expect(answer).toEqual(expected));

  it("keeps today's base exactly for a size of 0", () => {
    fc.assert(
      fc.property(somePositiveRate, somePositiveRate, (baseApy, baseBorrowApy) => {
        const range = after(0, 7, { baseApy, baseBorrowApy, utilization: fraction(0.5) });
        expect([range?.baseLow, range?.baseHigh]).toEqual([baseApy, baseApy]);
      }),
    );
  });

  it("is ordered, never above today's rate, falls with size and depends on proportions only", () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true }).map(fraction);
    const pool = fc.record({
      baseApy: somePositiveRate,
      rewardApy: somePositiveRate,
      allocates: fc.boolean(),
      utilization: fc.option(share, { nil: undefined }),
      baseBorrowApy: fc.option(somePositiveRate, { nil: undefined }),
      baseApy90d: fc.option(somePositiveRate, { nil: undefined }),
    });
    const factor = fc.integer({ min: 2, max: 1000 });
    fc.assert(
      fc.property(pool, someDollars, someDollars, someDollars, factor, (now, deposits, size, more, times) => {
        const range = after(size, deposits, now);
        const larger = after(size + more, deposits, now);
        const scaled = after(size * times, deposits * times, now);
        if (range === undefined || larger === undefined || scaled === undefined)
          throw new Error("No bracket.");
        expect(range.low).toBeLessThanOrEqual(range.high);
        expect(range.baseLow).toBeGreaterThanOrEqual(0);
        expect(range.high).toBeLessThanOrEqual((now.baseApy + now.rewardApy) * (1 + 1e-12));
        expect(larger.low).toBeLessThanOrEqual(range.low + 1e-15);
        expect(larger.high).toBeLessThanOrEqual(range.high + 1e-15);
        expect(scaled.low).toBeCloseTo(range.low, 9);
        expect(scaled.high).toBeCloseTo(range.high, 9);
      }),
    );
  });
});

// The published Kamino USDC curve (0, 0) (0.95, 0.0475) (1, 0.30), with a reserve factor of 10 %.
const supply = (at: number): number =>
  0.9 * at * (at <= 0.95 ? 0.05 * at : 0.0475 + ((at - 0.95) / 0.05) * 0.2525);

describe("kinkRisk", () => {
  it("is flagged when a small deposit undoes a spike, far below the bracket", () => {
    const now = ofApr(supply(0.97));
    const then = ofApr(supply(0.97 / 1.02));
    expect([now, then]).toEqual([near(0.1384, 3), near(0.0459, 3)]);
    expect(then).toBeLessThan(0.5 * (after(2, 100, { baseApy: now })?.low ?? 0));
    expect(risk(0.97, 2)).toBe(true);
  });

  it.each([
    ["is flagged for any size above 90 %", risk(0.901, 0.001), true],
    ["needs more than 0.2 points above 80 %", [risk(0.85, 0.3), risk(0.85, 0.2)], [true, false]],
    ["needs utilization above 80 %", risk(0.8, 50), false],
  ])("%s", (_rule, answer, expected) => expect(answer).toEqual(expected));
});
