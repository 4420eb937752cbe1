import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { near, someDollars, someRate } from "../../tests/fixtures/quantities.ts";
import { ratio, usd } from "../contract/units.ts";
import { blend, quantile, weightedRate } from "./blend.ts";

const part = (amount: number, apy: number | undefined) => ({ amount: usd(amount), apy: ratio(apy) });
const split = [part(300, 0.08), part(100, 0.04)];
const whole = { apy: near(0.07), usdPerYear: near(28), amount: 400 };

describe("blend", () => {
  it.each([
    [
      "weighs each rate by its money, and needs none for no money",
      blend([...split, part(0, undefined)]),
      whole,
    ],
    ["is unknown if another rate is missing", blend([...split, part(1, undefined)]), undefined],
    ["is unknown for a negative amount", blend([...split, part(-1, 0.1)]), undefined],
    ["is unknown without parts", blend([]), undefined],
    ["is unknown without any money", blend([part(0, 0.1)]), undefined],
  ])("%s", (_rule, answer, expected) => expect(answer).toEqual(expected));

  it("lies between the lowest and the highest rate", () => {
    const parts = fc.array(fc.record({ amount: someDollars, apy: someRate }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(parts, (given) => {
        const mixed = blend(given);
        const rates = given.map(({ apy }) => apy);
        expect(mixed?.apy).toBeGreaterThanOrEqual(Math.min(...rates) - 1e-9);
        expect(mixed?.apy).toBeLessThanOrEqual(Math.max(...rates) + 1e-9);
      }),
    );
  });
});

const market = (apy: number | undefined, deposits: number | undefined) => ({
  apy: ratio(apy),
  totalDepositUsd: usd(deposits),
});

it("a group's rate is weighed by deposits, over the markets that have both figures", () => {
  const group = [
    market(0.02, 900),
    market(0.12, 100),
    market(9, undefined),
    market(9, -900),
    market(undefined, 1),
  ];
  expect(weightedRate(group)).toEqual(near(0.03));
  // Neither an empty group nor an overflowing sum has a rate.
  expect([weightedRate([]), weightedRate([market(5, 1e308)])]).toEqual([undefined, undefined]);
});

it("a quantile interpolates between two values, and an empty list has none", () => {
  expect([quantile([4, 1, 3, 2], 0.5), quantile([], 0.5)]).toEqual([2.5, undefined]);
});
