import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fraction, moment, near } from "../../tests/fixtures/quantities.ts";
import { dayMs as day, millis, ratio, type Millis } from "../contract/units.ts";
import { growthSeries, realized, type RateHistory } from "./realized.ts";

const start = moment("2026-01-01T06:00:00Z");
const at = (days: number): Millis => millis(start + days * day) ?? start;

function daily(rates: readonly (number | undefined)[]): RateHistory {
  const points = rates.map((rate, index) => ({ time: at(index), apy: ratio(rate) }));
  return { points, from: start, to: at(rates.length), stepMs: day };
}

const days = (count: number, rate?: number) => Array.from({ length: count }, () => rate);
const enough = (seen: number, missing: number) =>
  realized(daily([...days(seen, 0.1), ...days(missing)]))?.enough;
/** What $1 becomes in one day at a rate. */
const afterDay = (rate: number) => realized(daily([rate]))?.growth ?? Number.NaN;

const of = (observed: number, rates: object) => ({ ...rates, observed, coverage: 1, enough: true });

describe("realised", () => {
  const costly = 1.0699 ** (179 / 365) * (1 - 1.5595 / 365);
  const twice = [
    { time: at(-1), apy: fraction(5) },
    { time: at(0), apy: fraction(0.1) },
    { time: at(0.5), apy: fraction(0.2) },
    { time: at(2), apy: fraction(5) },
  ];

  it.each([
    [
      "is 8.7 % for 29 days at 5 % and one at 200 %, whose mean is 11.5 %",
      realized(daily([...days(29, 0.05), 2])),
      of(30, { apy: near(0.087, 3), meanApy: near(0.115), growth: near((1.05 ** 29 * 3) ** (1 / 365)) }),
    ],
    ["needs 14 observations", [enough(13, 0), enough(14, 0)], [false, true]],
    ["needs 80 % of the window", [enough(79, 21), enough(80, 20)], [false, true]],
    [
      "uses the later of two points in a step, and none outside the window",
      realized({ points: twice, from: at(0), to: at(2), stepMs: day }),
      {
        ...of(1, { apy: near(0.2), meanApy: 0.2, growth: near(1.2 ** (1 / 365)) }),
        coverage: 0.5,
        enough: false,
      },
    ],
    [
      "counts a day at −155.95 % a year, which costs 0.43 %",
      realized(daily([...days(179, 0.0699), -1.5595])),
      expect.objectContaining({ apy: near(costly ** (365 / 180) - 1), growth: near(costly) }),
    ],
    ["treats a day that loses everything as a gap", realized(daily([-365, 0.1]))?.observed, 1],
  ])("%s", (_rule, answer, expected) => expect(answer).toEqual(expected));

  it("rises with the rate on both sides of −100 %, smoothly through 0", () => {
    const rates = fc.double({ min: -300, max: 5, noNaN: true });
    fc.assert(
      fc.property(rates, rates, (one, other) => {
        fc.pre(Math.abs(one - other) > 1e-6);
        expect(Math.sign(afterDay(one) - afterDay(other))).toBe(Math.sign(one - other));
      }),
    );
    expect((afterDay(1e-7) - afterDay(-1e-7)) / 2e-7).toBeCloseTo(1 / 365, 6);
  });
});

it("growth starts at 1, lags one point, is flat across gaps and falls below −100 %", () => {
  const { points } = daily([0.1, undefined, 0.2, -1.5595, 0.3]);
  const growths = growthSeries({ points, stepMs: day }).map(({ growth }) => growth);
  const [first, second] = [1.1 ** (1 / 365), 1.32 ** (1 / 365)];
  expect(growths).toEqual([1, undefined, near(first), near(second), near(second * (1 - 1.5595 / 365))]);
});
