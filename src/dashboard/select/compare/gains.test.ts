import { describe, expect, test } from "vitest";
import { dollars, fraction, near } from "../../../../tests/fixtures/quantities.ts";
import { noOwnYields } from "../../../domain/market/loops/own-yield.ts";
import { poolRow } from "../../../../tests/fixtures/market-rows.ts";
import { differenceInWords, differenceOf, gainOf, orderOf, rankGains, type Gain } from "./gains.ts";

const gain = (low: number, high = low, own?: Gain["own"]): Gain => ({ low, high, worst: low, own });
/** The cost of a loan at today's rate and at most. */
const loan = (low: number, max: number): Gain => ({ low: -low, high: -low, worst: -max, own: undefined });
const unknown = { mint: "jito", symbol: "JitoSOL", apy: undefined };
const size = dollars(1_000_000);

test("a gain is a deposit's yield or a loan's cost, and a loop's quoted rate at any size", () => {
  const base = { basis: "total", side: "deposit", prices: undefined, ownYields: noOwnYields } as const;
  const context = { ...base, size: undefined };
  const sized = { ...context, size };
  const row = poolRow("row", { apy: 0.05, borrowApy: 0.12, deposits: 1e9, lent: 5e8, borrowLeft: 1e8 });
  expect(gainOf(row, context)).toMatchObject({ low: 0.05, high: 0.05 });
  expect(gainOf(row, sized)?.low).toBeLessThan(0.05);
  const cost = { low: -0.12, high: -0.12, worst: -0.12 };
  expect(gainOf(row, { ...context, side: "borrow" })).toMatchObject(cost);
  const rewarded = { ...row, borrowApy: undefined };
  expect(gainOf(rewarded, { ...context, side: "borrow", basis: "base" })).toMatchObject(cost);
  const spiking = poolRow("row", { apy: 0.05, borrowApy: 0.12, deposits: 1e9, lent: 9.5e8, borrowLeft: 1e8 });
  expect(gainOf(spiking, { ...sized, side: "borrow" })).toMatchObject({ low: -0.12, worst: -Infinity });
  expect(gainOf({ ...row, kind: "loop" }, sized)).toMatchObject({ low: 0.05, worst: -Infinity });
  expect(gainOf({ ...row, kind: "loop" }, context)).toMatchObject({ low: 0.05, worst: 0.05 });
  expect(gainOf({ ...row, depositApy: undefined }, context)).toBeUndefined();
  expect(gainOf({ ...row, baseDepositApy: fraction(0.3) }, context)).toBeUndefined();
});

describe("the difference of two markets", () => {
  test("compares lower bounds, and is 0 when ranges overlap or it is too small to read", () => {
    expect(differenceOf(gain(0.05, 0.06), gain(0.03, 0.04), size)).toEqual(near(0.02));
    expect(differenceOf(gain(0.05, 0.06), gain(0.03, 0.05), size)).toBe(0);
    expect(differenceOf(gain(0.05), gain(0.04995), size)).toBe(0);
    expect(differenceOf(gain(0.05), gain(0.0499), undefined)).toEqual(near(0.0001));
  });

  test("does not depend on how many dollars it is", () => {
    expect(differenceOf(gain(0.092), gain(0.0646), dollars(1))).toEqual(near(0.0274));
  });

  test("is measured from the best of the markets that can be ranked", () => {
    expect(rankGains([gain(0.03), gain(0.05), undefined], size).behind).toEqual([near(0.02), 0, undefined]);
    expect(rankGains([gain(0.03), gain(0.05, 0.05, unknown)], size).behind).toEqual([undefined, undefined]);
    expect(orderOf([gain(0.03, 0.03, unknown), gain(0.05), gain(0.06)])).toEqual([2, 1]);
    expect(orderOf([gain(0.03, 0.03, unknown), gain(0.05), gain(0.06, 0.06, unknown)])).toEqual([2, 0]);
  });

  test("of loans compares today's rates, which is certain only when ranges do not overlap", () => {
    const marginfi = loan(0.0206, 0.023);
    expect(differenceOf(loan(0.0137, 0.0257), marginfi, size)).toEqual(near(0.0069));
    const isUnsure = (best: Gain, other: Gain) => rankGains([best, other], size).isUnsure(1);
    const mayCost = [0.0257, Infinity, 0.02].map((max) => isUnsure(loan(0.0137, max), marginfi));
    expect(mayCost).toEqual([true, true, false]);
    const loop = { ...gain(0.8576, 0.8576), worst: -Infinity };
    expect(differenceOf(loop, gain(0.0403, 0.3686), size)).toEqual(near(0.489));
    expect(isUnsure(gain(0.05, 0.06), gain(0.03, 0.04))).toBe(false);
  });
});

test.each([
  [0.0056, "$5.6k"],
  [0.0139, "$14k"],
  [0.0194, "$19k"],
  [0.0206, "$21k"],
  [0.0963, "$96k"],
  [0.000_14, "$140"],
  [0.000_007_2, "$7"],
])("a difference of %d on $1M reads %s a year, with two digits", (difference, text) => {
  expect(differenceInWords(difference, dollars(1e6))).toBe(`about ${text} a year`);
});

test("a difference of less than a dollar a year, and one without a size, is in points", () => {
  expect(differenceInWords(0.0274, dollars(20))).toBe("2.74 pp");
  expect(differenceInWords(0.0274, dollars(40))).toBe("about $1 a year");
  expect(differenceInWords(0.0125, undefined)).toBe("1.25 pp");
});
