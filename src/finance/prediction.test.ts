import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fraction, moment, somePositiveRate, someShare } from "../../tests/fixtures/quantities.ts";
import {
  annualisedIfTrue,
  daysLeft,
  mid,
  overround,
  requiredProbability,
  returnIfTrue,
  spread,
} from "./prediction.ts";

describe("prices", () => {
  it("have a middle and a spread", () => {
    const quote = { bid: fraction(0.6), ask: fraction(0.62) };
    expect(mid(quote)).toBe(0.61);
    expect(spread(quote)).toBe(0.02);
  });

  it("cost 3 % too much at 0.62 and 0.41", () => {
    expect(overround({ yesAsk: fraction(0.62), noAsk: fraction(0.41) })).toBe(0.03);
    expect(overround({ yesAsk: fraction(0.55), noAsk: fraction(0.42) })).toBe(-0.03);
  });

  it("of the same spread have exactly the same spread", () => {
    const cents = fc.integer({ min: 0, max: 90 });
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: 0, max: 10 }), (one, other, apart) => {
        const at = (bid: number) => spread({ bid: fraction(bid / 100), ask: fraction((bid + apart) / 100) });
        expect(at(one)).toBe(at(other));
      }),
    );
  });

  it("outside 0 to 1 are no prices: cents are not taken for dollars", () => {
    expect(mid({ bid: fraction(60), ask: fraction(62) })).toBeUndefined();
    // An empty book: no bids, and an ask of what a share pays at most.
    expect(mid({ bid: fraction(0), ask: fraction(1) })).toBeUndefined();
    expect(mid({ bid: fraction(0), ask: fraction(0.04) })).toBe(0.02);
    expect(spread({ bid: fraction(-0.1), ask: fraction(0.5) })).toBeUndefined();
    expect(overround({ yesAsk: fraction(62), noAsk: fraction(0.4) })).toBeUndefined();
  });

  it("keep the middle between bid and ask", () => {
    fc.assert(
      fc.property(someShare, someShare, (one, other) => {
        const quote = { bid: fraction(Math.min(one, other)), ask: fraction(Math.max(one, other)) };
        expect(mid(quote)).toBeGreaterThanOrEqual(quote.bid - 1e-9);
        expect(mid(quote)).toBeLessThanOrEqual(quote.ask + 1e-9);
        expect(spread(quote)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe("daysLeft", () => {
  it("counts days with their fraction and stops at 0", () => {
    const now = moment("2026-10-01T12:00:00Z");
    expect(daysLeft({ now, end: moment("2026-10-03T00:00:00Z") })).toBe(1.5);
    expect(daysLeft({ now, end: moment("2026-09-01T00:00:00Z") })).toBe(0);
  });
});

describe("returns", () => {
  it("are 87 % a year for 0.95 over 30 days, if it comes true", () => {
    expect(annualisedIfTrue({ price: fraction(0.95), days: 30 })).toBeCloseTo(0.87, 2);
    expect(annualisedIfTrue({ price: fraction(1), days: 30 })).toBe(0);
    expect(annualisedIfTrue({ price: fraction(0.95), days: 0 })).toBeUndefined();
    expect(annualisedIfTrue({ price: fraction(0), days: 30 })).toBeUndefined();
    expect(annualisedIfTrue({ price: fraction(0.01), days: 0.1 })).toBeUndefined();
  });

  it("need 95.4 % for 0.95 over 30 days to beat 5 %", () => {
    const bet = { price: fraction(0.95), referenceApy: fraction(0.05), days: 30 };
    expect(requiredProbability(bet)).toBeCloseTo(0.9538, 4);
    expect(requiredProbability({ ...bet, days: 0 })).toBe(0.95);
    expect(requiredProbability({ ...bet, price: fraction(0.99), days: 365 })).toBeGreaterThan(1);
    expect(requiredProbability({ ...bet, days: -1 })).toBeUndefined();
  });

  it("equal the yield at exactly the required probability", () => {
    fc.assert(
      fc.property(
        someShare,
        somePositiveRate,
        fc.double({ min: 1, max: 30, noNaN: true }),
        (price, referenceApy, days) => {
          const probability = requiredProbability({ price, referenceApy, days });
          fc.pre(probability !== undefined && probability <= 1);
          const earned = (1 + referenceApy) ** (days / 365) - 1;
          expect((probability ?? Number.NaN) / price - 1).toBeCloseTo(earned, 9);
        },
      ),
    );
  });

  it("need more the longer the money is tied up", () => {
    fc.assert(
      fc.property(
        someShare,
        somePositiveRate,
        fc.double({ min: 0, max: 400, noNaN: true }),
        (price, referenceApy, days) => {
          const sooner = requiredProbability({ price, referenceApy, days }) ?? Number.NaN;
          expect(requiredProbability({ price, referenceApy, days: days + 1 })).toBeGreaterThanOrEqual(sooner);
        },
      ),
    );
  });
});

describe("returnIfTrue", () => {
  it("is what a share pays above its price, over the whole time", () => {
    expect(returnIfTrue({ price: fraction(0.92) })).toBeCloseTo(0.08696, 5);
    expect(returnIfTrue({ price: fraction(0) })).toBeUndefined();
    expect(returnIfTrue({ price: fraction(1.2) })).toBeUndefined();
  });
});
