import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dollars, tokens } from "../../../tests/fixtures/quantities.ts";
import { valueChange } from "./value-change.ts";

const day = 86_400_000;

/** From a hundred to a hundred and two, in `days` days. */
function step(days: number): ReturnType<typeof valueChange> {
  return valueChange([
    { time: 0, amount: tokens(100), usd: dollars(100) },
    { time: days * day, amount: tokens(102), usd: dollars(102) },
  ]);
}

describe("what has changed a value", () => {
  it("tells a price, interest, and money that came apart", () => {
    const change = valueChange([
      { time: 0, amount: tokens(100), usd: dollars(1000) },
      // A tenth of a percent in a day, at the same price.
      { time: day, amount: tokens(100.1), usd: dollars(1001) },
      // The price alone: 10 to 11.
      { time: 2 * day, amount: tokens(100.1), usd: dollars(1101.1) },
      // Half as much again, at 11.
      { time: 3 * day, amount: tokens(150.1), usd: dollars(1651.1) },
    ]);
    expect(change.earned).toBeCloseTo(1, 9);
    expect(change.price).toBeCloseTo(100.1, 9);
    expect(change.moved).toBeCloseTo(550, 9);
    expect(change.moves).toEqual([{ time: 3 * day, usd: change.moved }]);
  });

  it("takes what waits to be claimed as earned however fast it grows, and as moved once it is claimed", () => {
    const change = valueChange(
      [
        { time: 0, amount: tokens(1), usd: dollars(2) },
        { time: day, amount: tokens(5), usd: dollars(10) },
        { time: 2 * day, amount: tokens(0.5), usd: dollars(1) },
      ],
      "claimable",
    );
    expect(change).toMatchObject({ earned: 8, moved: -9, moves: [{ time: 2 * day, usd: -9 }], price: 0 });
  });

  it("allows a longer step more: a percent for each of its days", () => {
    expect(step(1)).toMatchObject({ moved: 2, earned: 0 });
    expect(step(3)).toMatchObject({ moved: 0, earned: 2 });
  });

  it("adds up to the whole change, whatever the steps", () => {
    const point = fc.record({
      amount: fc.double({ min: 0, max: 1e9, noNaN: true }),
      usd: fc.double({ min: 0, max: 1e9, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 20 }), (sent) => {
        const points = sent.map(({ amount, usd }, index) => ({
          time: index * day,
          amount: tokens(amount < 1e-6 ? 0 : amount),
          usd: dollars(usd),
        }));
        const { moved, earned, price } = valueChange(points);
        const whole = (points.at(-1)?.usd ?? 0) - (points[0]?.usd ?? 0);
        // Prices of tiny amounts are huge, and what they add and take again is rounded.
        const scale = 1 + Math.abs(moved) + Math.abs(earned) + Math.abs(price) + 1e9;
        expect(Math.abs(moved + earned + price - whole) / scale).toBeLessThan(1e-6);
      }),
    );
  });
});
