import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { runs } from "../../../tests/fixtures/property-runs.ts";
import { dollars, fraction, tokens, wildNumber } from "../../../tests/fixtures/quantities.ts";
import {
  countOf,
  formatAmount,
  formatChange,
  formatCount,
  formatGapRange,
  formatGrowth,
  formatMultiple,
  formatPoints,
  formatPrice,
  formatRate,
  formatRateRange,
  formatRateTick,
  formatShare,
  formatUsd,
  formatUsdRange,
  formatUsdRangeExact,
  formatUsdExact,
  inWords,
  type Formatted,
} from "./number.ts";
import { ratio, usd } from "../../contract/units.ts";
import { formatTokenPrice } from "./token-price.ts";

const formats = {
  rate: (value) => formatRate(fraction(value)),
  shortRate: (value) => formatRate(fraction(value), "short"),
  tick: (value) => formatRateTick(fraction(value), 4),
  share: (value) => formatShare(fraction(value)),
  wholeShare: (value) => formatShare(fraction(value), "whole"),
  points: (value) => formatPoints(fraction(value)),
  distance: (value) => formatPoints(fraction(value), "distance"),
  change: (value) => formatChange(fraction(value)),
  fineChange: (value) => formatChange(fraction(value), "fine"),
  money: (value) => formatUsd(dollars(value)),
  shortMoney: (value) => formatUsd(dollars(value), "short"),
  roundMoney: (value) => formatUsd(dollars(value), "round"),
  exactMoney: (value) => formatUsdExact(dollars(value)),
  price: (value) => formatPrice(fraction(value)),
  tokenPrice: (value) => formatTokenPrice(dollars(value)),
  growth: (value) => formatGrowth(value),
  tokenGrowth: (value) => formatGrowth(value, ""),
  amount: (value) => formatAmount(tokens(value), "SOL"),
  bareAmount: (value) => formatAmount(tokens(value), ""),
  multiple: (value) => formatMultiple(value),
  count: (value) => formatCount(value),
} as const satisfies Readonly<Record<string, (value: number) => Formatted>>;

type Format = keyof typeof formats;
const formatNames = Object.keys(formats).filter((name): name is Format => name in formats);

// Digits are compared with Intl.NumberFormat below; these cases cover signs, units, bounds and where a step begins.
test.each<readonly [format: Format, value: number, text: string]>([
  // Only zero reads as zero. Above 1,000 %, only the bound is shown.
  ["rate", 5e-324, "< 0.01 %"],
  ["rate", 0.00005, "0.01 %"],
  ["rate", -0.00001, "> −0.01 %"],
  ["rate", 10.000001, "> 1,000 %"],
  ["rate", -10.5, "< −1,000 %"],
  ["shortRate", 0.05, "5 %"],
  ["shortRate", 0.025, "2.5 %"],
  ["shortRate", 0.0025, "0.25 %"],
  ["shortRate", 0.07 * 3, "21 %"],
  ["tick", 25, "2,500 %"],
  ["tick", -12.5, "−1,250 %"],
  ["tick", 0.04995, "4.995 %"],
  ["tick", 0.1234567, "12.35 %"],
  ["tick", 1e-7, "< 0.01 %"],
  ["share", 0.0001, "< 0.1 %"],
  ["share", 0.9996, "99.9 %"],
  ["share", 0.9994, "99.9 %"],
  ["share", 1, "100.0 %"],
  ["wholeShare", 0.997, "99 %"],
  ["points", 0.0205, "+2.05 pp"],
  ["distance", -0.0205, "2.05 pp"],
  ["change", 0.72, "+72 %"],
  ["fineChange", 0.0124, "+1.24 %"],
  ["fineChange", -0.00001, "0.00 %"],
  ["money", 0, "$0"],
  ["money", -0.001, "> −$0.01"],
  ["money", 0.07, "$0.07"],
  ["money", 9.995, "$10.0"],
  ["shortMoney", 5, "$5"],
  ["money", 999.95, "$1.0 k"],
  ["money", 999_950, "$1.0 M"],
  ["money", 999_950_000, "$1.0 B"],
  ["money", 999_950_000_000, "$1.0 T"],
  ["money", 1e15, "> $1,000 T"],
  ["money", -1e15, "< −$1,000 T"],
  ["shortMoney", 100_000, "$100k"],
  ["shortMoney", -1_900_000, "−$1.9M"],
  ["roundMoney", 100_000, "$100 k"],
  ["exactMoney", 99.995, "$100"],
  ["exactMoney", 0, "$0"],
  ["price", 0.00001, "< $0.0001"],
  ["tokenPrice", 78_000.123, "$78,000.12"],
  ["tokenPrice", 1, "$1.00"],
  ["tokenPrice", 1.0003, "$1.0003"],
  ["tokenPrice", 9.99999, "$10.00"],
  ["tokenPrice", 0.1, "$0.1000"],
  ["tokenPrice", 0.00002134, "$0.00002134"],
  ["tokenPrice", 0, "$0.00"],
  ["tokenPrice", 1e-15, "< $0.000000000001"],
  ["growth", 1001, "> $1,000"],
  ["tokenGrowth", 1.00084, "1.0008"],
  ["amount", 1e-9, "< 0.000001 SOL"],
  ["bareAmount", 5, "5.00"],
  ["multiple", 0.996, "< 1.0 ×"],
  ["multiple", 0.949, "0.9 ×"],
  ["multiple", 1000, "1,000.0 ×"],
  ["multiple", 1000.1, "> 1,000 ×"],
  ["count", -0.4, "0"],
  ["count", -3, "−3"],
])("formats the %s of %d as %s", (format, value, text) => expect(formats[format](value).text).toBe(text));

test("a formatted figure has parts, so its unit can be styled separately", () => {
  const parts = { sign: "−", prefix: "", digits: "11.72", gap: " ", unit: "%" };
  expect(formats.rate(-0.1172)).toEqual({ text: "−11.72 %", ...parts });
});

describe("a range", () => {
  test.each([
    [0.1053, 0.1017, "10.17–10.53 %"],
    [0.05001, 0.05002, "5.00 %"],
    [-0.012, 0.005, "−1.20 – 0.50 %"],
    [-0.012, -0.005, "−1.20 to −0.50 %"],
    [0.00001, 0.01, "< 0.01 – 1.00 %"],
    [4.3257, 4.757, "433–476 %"],
    [0.984, 1.2, "98–120 %"],
    [5, 11, "500 – > 1,000 %"],
    [5, 5, "500.00 %"],
  ])("of rates from %d to %d reads %s", (one, other, text) =>
    expect(formatRateRange(fraction(one), fraction(other))?.text).toBe(text),
  );

  test.each([
    [950, 1200, "$950.0 – $1.2 k"],
    [10_500, 10_510, "$10.5 k"],
    [-500, 1200, "−$500.0 – $1.2 k"],
  ])("of money from %d to %d reads %s", (one, other, text) =>
    expect(formatUsdRange(dollars(one), dollars(other))?.text).toBe(text),
  );

  test.each([
    [18_600, 18_700, "$18.6–18.7k"],
    [18_000, 21_900, "$18.0–21.9k"],
    [18_000, 19_000, "$18–19k"],
    [900_000, 1_200_000, "$900k–1.2M"],
    [52_600, undefined, "≥ $52.6k"],
  ])("of money in a sentence has no space before its unit: %d to %d reads %s", (low, high, text) =>
    expect(formatUsdRange(dollars(low), usd(high), "short")?.text).toBe(text),
  );

  test.each([
    [0.0526, undefined, "≥ 5.26 %"],
    [undefined, 0.0526, "≤ 5.26 %"],
    // A figure that is already a bound keeps it, or becomes 0.
    [0.00001, undefined, "≥ 0 %"],
    [-0.00001, undefined, "> −0.01 %"],
    [undefined, 0.00001, "< 0.01 %"],
    [undefined, -0.00001, "≤ 0 %"],
    [11, undefined, "> 1,000 %"],
    [-11, undefined, "< −1,000 %"],
    [undefined, undefined, undefined],
  ])("of rates with an open end, from %s to %s, reads %s", (low, high, text) =>
    expect(formatRateRange(ratio(low), ratio(high))?.text).toBe(text),
  );

  it("with an open end keeps the minus of money and has no plus for a gap", () => {
    expect(formatUsdRange(dollars(52_600), undefined)?.text).toBe("≥ $52.6 k");
    expect(formatUsdRangeExact(undefined, dollars(-1234))?.text).toBe("≤ −$1,234");
    expect(formatGapRange(undefined, fraction(0.0205))?.text).toBe("≤ 2.05 pp");
    expect(formatGapRange(fraction(-0.002), fraction(0.0105))?.text).toBe("−0.20 – 1.05 pp");
    expect(formatUsdRangeExact(dollars(7543), dollars(7516))?.text).toBe("$7,516–7,543");
  });
});

function isSound({ text, sign, prefix, digits, gap, unit }: Formatted): boolean {
  return (
    text === sign + prefix + digits + gap + unit &&
    digits !== "" &&
    (unit === "" ? gap === "" : true) &&
    // No exponent, no hyphen, no minus before zero.
    !/NaN|∞|Infinity|\de|-|^−\$?0(?:[.,]0*)?(?!\d)(?: |$)/.test(text) &&
    // Only exact figures of absurd sizes are long.
    text.replaceAll(/(?:,\d{3})+/g, "").length < 32
  );
}

const finite = wildNumber.filter((value) => Number.isFinite(value)).map(Number);
test.each(formatNames)("the %s of any number is short, well formed and made of its parts", (name) => {
  fc.assert(
    fc.property(finite, (value) => {
      const formatted = formats[name](value);
      expect([formatted.text, isSound(formatted)]).toEqual([formatted.text, true]);
    }),
  );
});

test("a range of any numbers is well formed too", () => {
  fc.assert(
    fc.property(finite, finite, (one, other) => {
      const rates = formatRateRange(fraction(one), fraction(other));
      const money = [formatUsdRange, formatUsdRangeExact].map((write) => write(dollars(one), dollars(other)));
      const odd = [rates, ...money].filter((range) => range === undefined || !isSound(range));
      expect(odd).toEqual([]);
    }),
    runs(300),
  );
});

test("missing stays missing, and is written as a word inside a sentence", () => {
  const single = [formatRate(undefined), formatAmount(undefined, "SOL"), formatGrowth(undefined)];
  const invalid = [formatMultiple(Number.NaN), formatCount(Infinity)];
  expect([...single, ...invalid].filter((formatted) => formatted !== undefined)).toEqual([]);
  const words = [inWords(undefined), inWords(undefined, "no cap"), inWords(formatCount(3))];
  expect(words).toEqual(["unknown", "no cap", "3"]);
});

/** How Intl.NumberFormat writes a value of this size. */
type Oracle = (size: number, negative: boolean) => readonly [number, Intl.NumberFormatOptions];
const fractionDigits = (min: number, max = min): Intl.NumberFormatOptions => ({
  minimumFractionDigits: min,
  maximumFractionDigits: max,
});

const oracles: readonly (readonly [name: Format, oracle: Oracle])[] = [
  ["rate", (size) => [size, { style: "percent", ...fractionDigits(2) }]],
  [
    "share",
    // A share below 1 never reads "100.0 %".
    (size, negative) => [
      size < 1 && !negative ? Math.min(size, 0.999) : size,
      { style: "percent", ...fractionDigits(1) },
    ],
  ],
  ["points", (size) => [size, { style: "percent", ...fractionDigits(2) }]],
  ["change", (size) => [size, { style: "percent", ...fractionDigits(0) }]],
  ["price", (size) => [size, fractionDigits(2, 4)]],
  ["growth", (size) => [size, fractionDigits(4)]],
  [
    "money",
    (size) => {
      const step = [1e12, 1e9, 1e6, 1e3].find((unit) => size >= unit * 0.99995) ?? 1;
      return [size / step, fractionDigits(size === 0 ? 0 : size < 9.995 ? 2 : 1)];
    },
  ],
  ["exactMoney", (size) => [size, fractionDigits(size === 0 || size >= 99.995 ? 0 : 2)]],
  [
    "amount",
    (size) => [size, size >= 1000 ? fractionDigits(0) : size >= 1 ? fractionDigits(2) : fractionDigits(0, 6)],
  ],
  ["multiple", (size) => [size, fractionDigits(1)]],
  ["count", (size) => [size, fractionDigits(0)]],
];

/** Sizes prone to rounding errors: halves of the last decimal, all digits of a double, and the limits of a double. */
const anySize = fc.oneof(
  fc
    .tuple(fc.nat(), fc.nat({ max: 9_999_999 }), fc.integer({ min: 0, max: 7 }))
    .map(([units, decimals, length]) => Number(`${units % 10 ** length}.${decimals}5`)),
  fc
    .tuple(fc.nat({ max: 99_999 }), fc.integer({ min: 1, max: 10 }))
    .map(([units, places]) => units / 10 ** places),
  fc.double({ min: 0, max: 2, noNaN: true }),
  fc.double({ min: 0, max: 1e17, noNaN: true }),
  fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, 5e-324, 1e-7, 9.995, 99.5, 999_999.5, 1e21, Number.MAX_SAFE_INTEGER, Number.MAX_VALUE),
);

test.each(oracles)("the digits of a %s match Intl.NumberFormat, unless it is a bound", (name, oracle) => {
  fc.assert(
    fc.property(anySize, fc.boolean(), (size, negative) => {
      const written = formats[name](negative ? -size : size);
      if (/^[<>]/.test(written.digits)) return;
      const [shown, options] = oracle(size, negative);
      const digits = new Intl.NumberFormat("en-US", options).format(shown).replace("%", "");
      expect(written.digits).toBe(digits);
      expect(written.sign === "−").toBe(negative && /[1-9]/.test(written.digits));
    }),
    runs(500),
  );
});

test("a count puts its noun in the singular or plural", () => {
  expect([1, 1234].map((count) => countOf(count, "market"))).toEqual(["1 market", "1,234 markets"]);
  expect(countOf(2, "event is", "events are")).toBe("2 events are");
});
