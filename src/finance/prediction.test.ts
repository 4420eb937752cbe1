import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fraction, moment, near, somePositiveRate, someShare } from "../../tests/fixtures/quantities.ts";
import {
  annualizedIfTrue,
  daysLeft,
  mid,
  overround,
  requiredProbability,
  returnIfTrue,
  spread,
} from "./prediction.ts";

const quote = (bid: number, ask: number) => ({ bid: fraction(bid), ask: fraction(ask) });
const asks = (yes: number, no: number) => ({ yesAsk: fraction(yes), noAsk: fraction(no) });
const bet = { price: fraction(0.95), referenceApy: fraction(0.05), days: 30 };
const now = moment("2026-10-01T12:00:00Z");

it.each([
  ["have a spread without floating-point noise", spread(quote(0.6, 0.62)), 0.02],
  ["have equal spreads for equal gaps", spread(quote(0.1, 0.12)), 0.02],
  ["cost 3 % too much at 0.62 and 0.41", overround(asks(0.62, 0.41)), 0.03],
  ["are unknown for an empty book", mid(quote(0, 1)), undefined],
  ["have no mid without an ask", mid(quote(0.97, 0)), undefined],
  ["have no spread without an ask", spread(quote(0.97, 0)), undefined],
  ["have no overround without an ask", overround(asks(0.62, 0)), undefined],
  ["have a mid without bids", mid(quote(0, 0.04)), 0.02],
])("prices %s", (_rule, answer, expected) => expect(answer).toEqual(expected));

describe("returns", () => {
  it.each([
    ["come in fractional days", daysLeft({ now, end: moment("2026-10-03T00:00:00Z") }), 1.5],
    ["come in 0 days once it is over", daysLeft({ now, end: moment("2026-09-01T00:00:00Z") }), 0],
    ["are 87 % a year for 0.95", annualizedIfTrue({ price: fraction(0.95), days: 30 }), near(0.87, 2)],
    ["are 0 for a sure thing", annualizedIfTrue({ price: fraction(1), days: 0.5 }), 0],
    ["need 95.4 % for 0.95 over 30 days to beat 5 %", requiredProbability(bet), near(0.9538, 4)],
    ["need the price itself over no days", requiredProbability({ ...bet, days: 0 }), 0.95],
    ["are what a share pays above its price", returnIfTrue({ price: fraction(0.92) }), near(0.08696, 5)],
  ])("%s", (_rule, answer, expected) => expect(answer).toEqual(expected));

  it("match the reference at the required probability, which grows with time", () => {
    const days = fc.double({ min: 1, max: 30, noNaN: true });
    fc.assert(
      fc.property(someShare, somePositiveRate, days, (price, referenceApy, tied) => {
        const probability = requiredProbability({ price, referenceApy, days: tied }) ?? Number.NaN;
        expect(probability / price).toBeCloseTo((1 + referenceApy) ** (tied / 365), 9);
        expect(requiredProbability({ price, referenceApy, days: tied + 1 })).toBeGreaterThanOrEqual(
          probability,
        );
      }),
    );
  });
});
