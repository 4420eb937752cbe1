import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dollars, near, tokens } from "../../../tests/fixtures/quantities.ts";
import { dayMs } from "../../contract/units.ts";
import { valueChange } from "./value-change.ts";

const at = (days: number, amount: number, usd: number) => ({
  time: days * dayMs,
  amount: tokens(amount),
  usd: dollars(usd),
});
const move = (days: number, usd: unknown) => ({ time: days * dayMs, usd });

describe("a change of value", () => {
  it.each([
    [
      "splits into price, interest and moved money",
      // 0.1 % in a day, then the price from 10 to 11, then 50 % more tokens.
      valueChange([at(0, 100, 1000), at(1, 100.1, 1001), at(2, 100.1, 1101.1), at(3, 150.1, 1651.1)]),
      { earned: near(1), price: near(100.1), moved: near(550), moves: [move(3, near(550))] },
    ],
    [
      "counts claimable growth as earned, and a claim as moved",
      valueChange([at(0, 1, 2), at(1, 5, 10), at(2, 0.5, 1)], "claimable"),
      { earned: 8, price: 0, moved: -9, moves: [move(2, -9)] },
    ],
    [
      "counts growth above 1 % a day as moved",
      valueChange([at(0, 100, 100), at(1, 102, 102)]),
      { earned: 0, price: 0, moved: 2, moves: [move(1, 2)] },
    ],
    [
      "counts growth up to 1 % per day of a longer step as earned",
      valueChange([at(0, 100, 100), at(3, 102, 102)]),
      { earned: 2, price: 0, moved: 0, moves: [] },
    ],
    [
      "counts a deposit into and out of an empty position as moved",
      valueChange([at(0, 0, 0), at(1, 5, 10), at(2, 0, 0)]),
      { earned: 0, price: 0, moved: 0, moves: [move(1, 10), move(2, -10)] },
    ],
  ])("%s", (_rule, answer, expected) => expect(answer).toEqual(expected));

  it("adds up to the whole change, whatever the steps", () => {
    const value = fc.double({ min: 0, max: 1e9, noNaN: true }).map((sent) => (sent < 1e-6 ? 0 : sent));
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 20 }), (sent) => {
        const points = sent.map(([amount, usd], index) => at(index, amount, usd));
        const { moved, earned, price } = valueChange(points);
        const whole = (points.at(-1)?.usd ?? 0) - (points[0]?.usd ?? 0);
        // Prices of tiny amounts are huge, so their sums have rounding errors.
        const scale = 1 + Math.abs(moved) + Math.abs(earned) + Math.abs(price) + 1e9;
        expect(Math.abs(moved + earned + price - whole) / scale).toBeLessThan(1e-6);
      }),
    );
  });
});
