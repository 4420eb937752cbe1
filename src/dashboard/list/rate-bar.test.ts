import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ratio } from "../../contract/units.ts";
import { fraction, somePositiveRate, wildRatio } from "../../../tests/fixtures/quantities.ts";
import { barLengths, markPosition, rateBarScale } from "./rate-bar.tsx";

type Parts = readonly [total: number, base: number | undefined, rewards: readonly (number | undefined)[]];

describe("the rate bar", () => {
  test("never exceeds the scale, and every reward is long enough to see", () => {
    fc.assert(
      fc.property(
        wildRatio,
        wildRatio,
        fc.array(wildRatio, { maxLength: 5 }),
        fc.option(somePositiveRate),
        (total, base, rewards, scale) => {
          const lengths = barLengths({ total, base, rewards }, scale ?? undefined, 66);
          const all = [lengths.base, ...lengths.rewards, lengths.unknown];
          const sum = all.reduce((before, part) => before + part, 0);
          expect(Number.isFinite(sum)).toBe(true);
          expect(sum).toBeLessThanOrEqual(66.001);
          expect(Math.min(...all)).toBeGreaterThanOrEqual(0);
          expect(lengths.rewards.every((part) => part >= 3 - 1e-9)).toBe(true);
        },
      ),
    );
  });

  test.each<readonly [what: string, parts: Parts, lengths: object]>([
    ["shows a reward of a hundredth of the scale", [0.051, 0.05, [0.001]], { rewards: [3] }],
    [
      "is neutral for unknown parts, not base",
      [0.05, undefined, [undefined]],
      { base: 0, rewards: [], unknown: 33 },
    ],
    ["is half full at half the scale", [0.05, 0.05, [0]], { base: 33, cut: false }],
    ["is full at the end of the scale", [0.1, 0.1, [0]], { base: 66, cut: false }],
    ["is marked as cut beyond the scale", [3, 3, [0]], { cut: true }],
    ["has no length for negative rates", [-1, -1, [0]], { base: 0 }],
  ])("%s", (_what, [total, base, rewards], lengths) => {
    const rate = { total: ratio(total), base: ratio(base), rewards: rewards.map((reward) => ratio(reward)) };
    expect(barLengths(rate, fraction(0.1), 66)).toMatchObject(lengths);
  });

  test("fills its own scale, with base and rewards in proportion", () => {
    const rate = { total: fraction(0.1), base: fraction(0.05), rewards: [fraction(0.03), fraction(0.02)] };
    const { base, rewards, cut } = barLengths(rate, rateBarScale(rate), 100);
    expect([base, ...rewards].map(Math.round)).toEqual([50, 30, 20]);
    expect(cut).toBe(false);
    expect(rateBarScale({ total: fraction(0.07), base: undefined, rewards: [] })).toBe(0.07);
    expect(rateBarScale({ total: undefined, base: fraction(-0.1), rewards: [undefined] })).toBeUndefined();
  });

  test("places the mark on the scale, and omits it beyond the scale", () => {
    expect(markPosition(fraction(0.05), fraction(0.1), 66)).toBe(33);
    expect(markPosition(fraction(0.1), fraction(0.1), 84)).toBe(84);
    for (const rate of [fraction(0.11), fraction(0), fraction(-0.1), undefined])
      expect(markPosition(rate, fraction(0.1), 66)).toBeUndefined();
    expect(markPosition(fraction(0.05), undefined, 66)).toBeUndefined();
  });
});
