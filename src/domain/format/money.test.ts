import { expect, test } from "vitest";
import { dollars } from "../../../tests/fixtures/quantities.ts";
import { formatAbout, formatGain, formatHealth } from "./money.ts";

test("an estimate has two significant digits", () => {
  const texts = [12, 54.4, 948, 4780, 98_765, 150_321, 1_849_000].map(
    (value) => formatAbout(dollars(value)).text,
  );
  expect(texts).toEqual(["$12", "$54", "$950", "$4,800", "$99,000", "$150k", "$1.8M"]);
});

test("a gain has a sign, and shows cents only for small amounts", () => {
  const texts = [24.5, 2696.4, -436.2, 0].map((value) => formatGain(dollars(value), "whole").text);
  expect(texts).toEqual(["+$24.50", "+$2,696", "−$436", "$0.00"]);
});

test("a loan that can be liquidated never reads as a health of 1", () => {
  const texts = [-0.2, 0.5, 0.9949, 0.996, 1, 1.004, 1000.5].map((health) => formatHealth(health).text);
  expect(texts).toEqual(["0.00", "0.50", "0.99", "0.99", "1.00", "1.00", "> 1,000"]);
  expect(formatHealth(0.999_99, 4).text).toBe("0.9999");
});
