import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis, type Millis, type Ratio } from "../contract/units.ts";
import { fraction, moment, somePositiveRate, someRate } from "../../tests/fixtures/quantities.ts";
import { growthSeries, realised, type RateHistory, type RatePoint } from "./realised.ts";
import { runs } from "../../tests/fixtures/property-runs.ts";

const day = 86_400_000;
const start = moment("2026-01-01T06:00:00Z");

function at(days: number): Millis {
  return millis(start + days * day) ?? start;
}

function daily(rates: readonly (Ratio | undefined)[]): RateHistory {
  const points: RatePoint[] = rates.map((apy, index) => ({ time: at(index), apy }));
  return { points, from: start, to: at(rates.length), stepMs: day };
}

/** What $1 becomes in one day at a rate. */
function afterDay(rate: number): number {
  return realised(daily([fraction(rate)]))?.growth ?? Number.NaN;
}

function observed(seen: number, missing: number): (Ratio | undefined)[] {
  const rates: (Ratio | undefined)[] = Array.from({ length: seen }, () => fraction(0.1));
  return [...rates, ...Array.from({ length: missing }, () => undefined)];
}

describe("realised", () => {
  it("is 8.7 % for 29 days at 5 % and one at 200 %, whose mean is 11.5 %", () => {
    const result = realised(daily([...Array.from({ length: 29 }, () => fraction(0.05)), fraction(2)]));
    expect(result?.apy).toBeCloseTo(0.087, 3);
    expect(result?.meanApy).toBeCloseTo(0.115, 12);
    expect(result?.coverage).toBe(1);
    expect(result?.enough).toBe(true);
  });

  it("makes the yearly rate of a year of days at that rate", () => {
    fc.assert(
      fc.property(somePositiveRate, (rate) => {
        const result = realised(daily(Array.from({ length: 365 }, () => rate)));
        expect(result?.growth).toBeCloseTo(1 + rate, 9);
        expect(result?.apy).toBeCloseTo(rate, 9);
      }),
      runs(20),
    );
  });

  it("is never above the arithmetic mean of rates from 0 up", () => {
    fc.assert(
      fc.property(fc.array(somePositiveRate, { minLength: 1, maxLength: 60 }), (rates) => {
        const result = realised(daily(rates));
        expect(result?.apy).toBeLessThanOrEqual((result?.meanApy ?? Number.NaN) + 1e-12);
      }),
    );
  });

  it("leaves gaps out of the rate and tells them by coverage", () => {
    const gappy = realised(daily([fraction(0.1), undefined, fraction(0.1), undefined]));
    expect(gappy).toMatchObject({ observed: 2, coverage: 0.5, enough: false });
    expect(gappy?.apy).toBeCloseTo(0.1, 12);
    expect(gappy?.growth).toBeCloseTo(1.1 ** (2 / 365), 12);
    expect(realised(daily([undefined, undefined]))).toBeUndefined();
  });

  it("calls less than 14 observations or 80 % of the window too little", () => {
    expect(realised(daily(observed(13, 0)))?.enough).toBe(false);
    expect(realised(daily(observed(14, 0)))?.enough).toBe(true);
    expect(realised(daily(observed(80, 20)))?.enough).toBe(true);
    expect(realised(daily(observed(79, 21)))?.enough).toBe(false);
  });

  it("counts two points of one step once, and points outside the window not at all", () => {
    const points = [
      { time: at(-1), apy: fraction(5) },
      { time: at(0), apy: fraction(0.1) },
      { time: at(0.5), apy: fraction(0.2) },
      { time: at(2), apy: fraction(5) },
    ];
    const result = realised({ points, from: at(0), to: at(2), stepMs: day });
    expect(result).toMatchObject({ observed: 1, coverage: 0.5 });
    expect(result?.apy).toBeCloseTo(0.2, 12);
  });

  it("counts a day at −155.95 % a year: it costs 0.43 % and takes the mean from 7.0 % to 6.1 %", () => {
    const before = Array.from({ length: 179 }, () => fraction(0.0699));
    const result = realised(daily([...before, fraction(-1.5595)]));
    expect(result).toMatchObject({ observed: 180, coverage: 1 });
    // (179 · 6.99 % − 155.95 %) / 180
    expect(result?.meanApy).toBeCloseTo(0.0608, 4);
    expect(result?.growth).toBeCloseTo(1.0699 ** (179 / 365) * (1 - 1.5595 / 365), 12);
    expect(result?.apy).toBeCloseTo((result?.growth ?? Number.NaN) ** (365 / 180) - 1, 12);
  });

  it("pays more for a higher rate, on both sides of 0 and of −100 %", () => {
    const rates = fc.double({ min: -300, max: 5, noNaN: true });
    fc.assert(
      fc.property(rates, rates, (one, other) => {
        fc.pre(Math.abs(one - other) > 1e-6);
        expect(Math.sign(afterDay(one) - afterDay(other))).toBe(Math.sign(one - other));
      }),
    );
    const [above, below] = [1e-7, -1e-7].map(
      (rate) => realised(daily([fraction(rate)]))?.growth ?? Number.NaN,
    );
    expect(((above ?? Number.NaN) - (below ?? Number.NaN)) / 2e-7).toBeCloseTo(1 / 365, 6);
  });

  it("takes a day that would lose everything for a gap and refuses an empty window", () => {
    expect(realised(daily([fraction(-365), fraction(0.1)]))?.observed).toBe(1);
    expect(realised(daily([fraction(-364), fraction(0.1)]))?.observed).toBe(2);
    expect(realised({ points: [], from: at(1), to: at(1), stepMs: day })).toBeUndefined();
    expect(realised({ points: [], from: at(0), to: at(1), stepMs: 0 })).toBeUndefined();
  });
});

describe("growthSeries", () => {
  it("starts at 1, shows what was earned before each point, and stays flat in a gap", () => {
    const { points } = daily([fraction(0.1), undefined, fraction(0.2), fraction(0.3)]);
    const growths = growthSeries({ points, stepMs: day }).map((point) => point.growth);
    expect(growths[0]).toBe(1);
    expect(growths[1]).toBeUndefined();
    expect(growths[2]).toBeCloseTo(1.1 ** (1 / 365), 12);
    expect(growths[3]).toBeCloseTo(1.1 ** (1 / 365) * 1.2 ** (1 / 365), 12);
  });

  it("goes on through a day under −100 %", () => {
    const { points } = daily([fraction(-1.5595), fraction(0.1)]);
    expect(growthSeries({ points, stepMs: day }).at(-1)?.growth).toBeCloseTo(1 - 1.5595 / 365, 12);
  });

  it("ends where the realised growth begins its last step", () => {
    fc.assert(
      fc.property(fc.array(someRate, { minLength: 2, maxLength: 40 }), (rates) => {
        const history = daily(rates);
        const before = { ...history, points: history.points.slice(0, -1), to: at(rates.length - 1) };
        const last = growthSeries({ points: history.points, stepMs: day }).at(-1)?.growth;
        expect(last).toBeCloseTo(realised(before)?.growth ?? Number.NaN, 9);
      }),
    );
  });
});
