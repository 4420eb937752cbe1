import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { runs } from "../../../tests/fixtures/property-runs.ts";
import {
  dollars,
  fraction,
  tokens,
  wildNumber,
  wildRatio,
  wildTokens,
  wildUsd,
} from "../../../tests/fixtures/quantities.ts";
import {
  formatAmount,
  formatChange,
  formatCount,
  formatGapBounds,
  formatGrowth,
  formatMultiple,
  formatPoints,
  formatPrice,
  formatRate,
  formatRateBounds,
  formatRateRange,
  formatShare,
  formatUsd,
  formatUsdBounds,
  formatUsdBoundsExact,
  formatUsdExact,
  formatUsdRange,
  formatUsdRangeExact,
  inWords,
  type Formatted,
} from "./number.ts";
import { formatTokenPrice } from "./token-price.ts";

type Figure = readonly [value: number, text: string];

/** A figure of each size, whatever unit its formatter takes. */
const rate = (value: number): Formatted => formatRate(fraction(value));
const usd = (value: number): Formatted => formatUsd(dollars(value));

describe.each<readonly [name: string, format: (value: number) => Formatted, figures: readonly Figure[]]>([
  [
    "a rate, of which what is not zero never reads as zero, and beyond a thousand percent only the bound is said",
    rate,
    [
      [0.1172, "11.72 %"],
      [-0, "0.00 %"],
      [5e-324, "< 0.01 %"],
      [0.000049, "< 0.01 %"],
      [0.00005, "0.01 %"],
      [-0.00001, "> −0.01 %"],
      [10.000001, "> 1,000 %"],
      [-10.5, "< −1,000 %"],
    ],
  ],
  [
    "a rate in short",
    (value) => formatRate(fraction(value), "short"),
    [
      [0.05, "5 %"],
      [0.025, "2.5 %"],
      [0.0025, "0.25 %"],
      [0.07 * 3, "21 %"],
      [0.00001, "< 0.01 %"],
      [1e-12, "0 %"],
    ],
  ],
  [
    "a share",
    (value) => formatShare(fraction(value)),
    [
      [0.0001, "< 0.1 %"],
      [12, "> 1,000 %"],
    ],
  ],
  [
    "a difference in percentage points",
    (value) => formatPoints(fraction(value)),
    [
      [-0.1093, "−10.93 pp"],
      [0.0205, "+2.05 pp"],
      [0.00001, "< 0.01 pp"],
    ],
  ],
  [
    "a distance in percentage points, without a sign",
    (value) => formatPoints(fraction(value), "distance"),
    [
      [0.0205, "2.05 pp"],
      [-0.0205, "2.05 pp"],
    ],
  ],
  [
    "a change",
    (value) => formatChange(fraction(value)),
    [
      [0.72, "+72 %"],
      [-0.004, "0 %"],
      [0.005, "+1 %"],
      [11, "> 1,000 %"],
    ],
  ],
  [
    "a fine change",
    (value) => formatChange(fraction(value), "fine"),
    [
      [0.0124, "+1.24 %"],
      [-0.00001, "0.00 %"],
    ],
  ],
  [
    "money",
    usd,
    [
      [0, "$0"],
      [-0.01, "> −$0.1"],
      [999.95, "$1.0 k"],
      [999_950, "$1.0 M"],
      [999_950_000, "$1.0 B"],
      [999_950_000_000, "$1.0 T"],
      [1e15, "> $1,000 T"],
      [-1e15, "< −$1,000 T"],
      [-1_900_000, "−$1.9 M"],
    ],
  ],
  [
    "money for sentences and axes",
    (value) => formatUsd(dollars(value), "short"),
    [
      [950, "$950"],
      [100_000, "$100k"],
      [1_950_000, "$2M"],
      [-1_900_000, "−$1.9M"],
      [0.01, "< $0.1"],
      [1e15, "> $1,000T"],
    ],
  ],
  [
    "round money",
    (value) => formatUsd(dollars(value), "round"),
    [
      [100_000, "$100 k"],
      [950, "$950"],
    ],
  ],
  [
    "money in full",
    (value) => formatUsdExact(dollars(value)),
    [
      [1_234_567.89, "$1,234,568"],
      [99.99, "$99.99"],
      [99.995, "$100"],
      [0, "$0"],
      [-0.001, "> −$0.01"],
    ],
  ],
  [
    "the price of a share",
    (value) => formatPrice(fraction(value)),
    [
      [0.0625, "$0.0625"],
      [0.00001, "< $0.0001"],
    ],
  ],
  [
    "the price of a token",
    (value) => formatTokenPrice(dollars(value)),
    [
      [78_000.123, "$78,000.12"],
      [1, "$1.00"],
      [1.0003, "$1.0003"],
      [9.99999, "$10.00"],
      [0.99984, "$0.9998"],
      [0.1, "$0.1000"],
      [0.00002134, "$0.00002134"],
      [0, "$0.00"],
      [1e-15, "< $0.000000000001"],
    ],
  ],
  ["the growth of a dollar", (value) => formatGrowth(value), [[1001, "> $1,000"]]],
  ["the growth of a token", (value) => formatGrowth(value, ""), [[1.00084, "1.0008"]]],
  [
    "an amount of tokens",
    (value) => formatAmount(tokens(value), "SOL"),
    [
      [12_345.678, "12,346 SOL"],
      [0.0042, "0.0042 SOL"],
      [1e-9, "< 0.000001 SOL"],
    ],
  ],
  ["an amount of an unnamed token", (value) => formatAmount(tokens(value), ""), [[5, "5.00"]]],
  [
    "a multiple",
    (value) => formatMultiple(value),
    [
      [0.01, "< 0.1 ×"],
      [1000, "1,000.0 ×"],
      [1000.1, "> 1,000 ×"],
    ],
  ],
  [
    "a count",
    (value) => formatCount(value),
    [
      [-0.4, "0"],
      [-3, "−3"],
    ],
  ],
])("%s:", (_name, format, figures) => {
  test.each(figures)("%d reads %s", (value, text) => expect(format(value).text).toBe(text));
});

test("a figure comes in parts, so that its unit can be set apart", () => {
  const parts = { sign: "−", prefix: "", digits: "11.72", gap: " ", unit: "%" };
  expect(rate(-0.1172)).toEqual({ text: "−11.72 %", ...parts });
});

describe("a range", () => {
  test.each([
    [0.1017, 0.1053, "10.17–10.53 %"],
    [0.1053, 0.1017, "10.17–10.53 %"],
    [0.05, 0.05, "5.00 %"],
    [0.05001, 0.05002, "5.00 %"],
    [-0.012, 0.005, "−1.20 – 0.50 %"],
    [-0.02, -0.01, "−2.00 – −1.00 %"],
    [0.00001, 0.01, "< 0.01 – 1.00 %"],
    [5, 11, "500.00 – > 1,000 %"],
  ])("of rates from %d to %d reads %s", (one, other, text) =>
    expect(formatRateRange(fraction(one), fraction(other))?.text).toBe(text),
  );

  test.each([
    [25_400, 26_300, "$25.4–26.3 k"],
    [950, 1200, "$950.0–1.2 k"],
    [900_000, 1_200_000, "$900.0 k–1.2 M"],
    [10_500, 10_510, "$10.5 k"],
    [-500, 1200, "−$500.0 – $1.2 k"],
  ])("of money from %d to %d reads %s", (one, other, text) =>
    expect(formatUsdRange(dollars(one), dollars(other))?.text).toBe(text),
  );

  test.each([
    [0.0526, 0.053, "5.26–5.30 %"],
    [0.0526, 0.05261, "5.26 %"],
    [0.0526, undefined, "≥ 5.26 %"],
    [undefined, 0.0526, "≤ 5.26 %"],
    [-0.012, undefined, "≥ −1.20 %"],
    [0, undefined, "≥ 0.00 %"],
    // A figure that is written as a bound itself stays one, or gives way to 0.
    [0.00001, undefined, "≥ 0 %"],
    [-0.00001, undefined, "> −0.01 %"],
    [undefined, 0.00001, "< 0.01 %"],
    [undefined, -0.00001, "≤ 0 %"],
    [11, undefined, "> 1,000 %"],
    [-11, undefined, "< −1,000 %"],
    [undefined, undefined, undefined],
  ])("of rates that is open at an end, from %s to %s, reads %s", (low, high, text) =>
    expect(
      formatRateBounds(
        low === undefined ? undefined : fraction(low),
        high === undefined ? undefined : fraction(high),
      )?.text,
    ).toBe(text),
  );

  it("that is open at an end holds the sign of its money, and takes no plus where it is what is left of a gap", () => {
    expect(formatUsdBounds(dollars(52_600), undefined)?.text).toBe("≥ $52.6 k");
    expect(formatUsdBoundsExact(undefined, dollars(-1234))?.text).toBe("≤ −$1,234");
    expect(formatGapBounds(undefined, fraction(0.0205))?.text).toBe("≤ 2.05 pp");
    expect(formatGapBounds(fraction(-0.002), fraction(0.0105))?.text).toBe("−0.20 – 1.05 pp");
  });

  it("of money in full reads $7,516–7,543", () => {
    expect(formatUsdRangeExact(dollars(7543), dollars(7516))?.text).toBe("$7,516–7,543");
  });
});

const everyFormat: readonly (readonly [name: string, any: fc.Arbitrary<Formatted | undefined>])[] = [
  ["formatRate", wildRatio.map((value) => formatRate(value))],
  ["formatRate in short", wildRatio.map((value) => formatRate(value, "short"))],
  ["formatShare", wildRatio.map((value) => formatShare(value))],
  ["formatPoints", wildRatio.map((value) => formatPoints(value))],
  ["formatPoints as a distance", wildRatio.map((value) => formatPoints(value, "distance"))],
  ["formatChange", wildRatio.map((value) => formatChange(value))],
  ["formatPrice", wildRatio.map((value) => formatPrice(value))],
  ["formatTokenPrice", wildUsd.map((value) => formatTokenPrice(value))],
  ["formatUsd", wildUsd.map((value) => formatUsd(value))],
  ["formatUsd in short", wildUsd.map((value) => formatUsd(value, "short"))],
  ["formatUsdExact", wildUsd.map((value) => formatUsdExact(value))],
  ["formatAmount", wildTokens.map((amount) => formatAmount(amount, "SOL"))],
  ["formatMultiple", wildNumber.map((value) => formatMultiple(value))],
  ["formatCount", wildNumber.map((value) => formatCount(value))],
  ["formatGrowth", wildNumber.map((value) => formatGrowth(value))],
  ["formatRateRange", fc.tuple(wildRatio, wildRatio).map((ends) => formatRateRange(...ends))],
  ["formatUsdRange", fc.tuple(wildUsd, wildUsd).map((ends) => formatUsdRange(...ends))],
  ["formatUsdRangeExact", fc.tuple(wildUsd, wildUsd).map((ends) => formatUsdRangeExact(...ends))],
];

test.each(everyFormat)(
  "%s, whatever comes in, is its parts put together, short, and a number",
  (_name, any) => {
    fc.assert(
      fc.property(any, (formatted) => {
        // A missing value has no text to judge.
        if (formatted === undefined) return;
        const { text, sign, prefix, digits, gap, unit } = formatted;
        expect(text).toBe(sign + prefix + digits + gap + unit);
        expect(digits).not.toBe("");
        expect(unit === "" ? gap : "").toBe("");
        // No exponent, no hyphen, no minus before zero.
        expect(text).not.toMatch(/NaN|∞|Infinity|\de|-|^−\$?0(?:[.,]0*)?(?!\d)(?: |$)/);
        // An exact figure of an absurd size is the only long one.
        expect(text.replaceAll(/(?:,\d{3})+/g, "").length).toBeLessThan(32);
      }),
    );
  },
);

test("what is missing stays missing, and says so inside a sentence", () => {
  const ofMissing = [
    formatRate(undefined),
    formatAmount(undefined, "SOL"),
    formatMultiple(Number.NaN),
    formatCount(Infinity),
    formatGrowth(undefined),
    formatRateRange(undefined, fraction(1)),
    formatRateRange(fraction(1), undefined),
    formatUsdRange(undefined, dollars(1)),
    formatUsdRangeExact(dollars(1), undefined),
  ];
  expect(ofMissing).toEqual(ofMissing.map(() => undefined));
  expect([inWords(undefined), inWords(undefined, "no cap"), inWords(formatCount(3))]).toEqual([
    "unknown",
    "no cap",
    "3",
  ]);
});

const hundredth = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const tenth = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
const wholes = { maximumFractionDigits: 0 };
const percentOf = (digits: Intl.NumberFormatOptions): Intl.NumberFormatOptions => ({
  style: "percent",
  ...digits,
});

/** What each formatter's figures are by Intl.NumberFormat, from the size of the value. */
const byIntl: readonly (readonly [
  name: string,
  format: (value: number) => Formatted,
  oracle: (size: number) => readonly [number, Intl.NumberFormatOptions],
])[] = [
  ["formatRate", rate, (size) => [size, percentOf(hundredth)]],
  ["formatShare", (value) => formatShare(fraction(value)), (size) => [size, percentOf(tenth)]],
  ["formatPoints", (value) => formatPoints(fraction(value)), (size) => [size, percentOf(hundredth)]],
  ["formatChange", (value) => formatChange(fraction(value)), (size) => [size, percentOf(wholes)]],
  [
    "formatPrice",
    (value) => formatPrice(fraction(value)),
    (size) => [size, { minimumFractionDigits: 2, maximumFractionDigits: 4 }],
  ],
  [
    "formatGrowth",
    (value) => formatGrowth(value),
    (size) => [size, { minimumFractionDigits: 4, maximumFractionDigits: 4 }],
  ],
  [
    "formatUsd",
    usd,
    (size) => {
      const step = [1e12, 1e9, 1e6, 1e3].find((unit) => size >= unit * 0.99995) ?? 1;
      return [size / step, size === 0 ? wholes : tenth];
    },
  ],
  [
    "formatUsdExact",
    (value) => formatUsdExact(dollars(value)),
    (size) => [size, size === 0 || size >= 99.995 ? wholes : hundredth],
  ],
  [
    "formatAmount",
    (value) => formatAmount(tokens(value)),
    (size) => [size, size >= 1000 ? wholes : size >= 1 ? hundredth : { maximumFractionDigits: 6 }],
  ],
  ["formatMultiple", (value) => formatMultiple(value), (size) => [size, tenth]],
  ["formatCount", (value) => formatCount(value), (size) => [size, wholes]],
];

/** Sizes that are likely to be written wrong: halves of a last decimal, all digits a double has, and the edges of a double. */
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

describe.each(byIntl)("the figures of %s", (_name, format, oracle) => {
  it("are the ones of Intl.NumberFormat, unless they are a bound", () => {
    fc.assert(
      fc.property(anySize, fc.boolean(), (size, negative) => {
        const written = format(negative ? -size : size);
        if (/^[<>]/.test(written.digits)) return;
        const [shownSize, options] = oracle(size);
        expect(written.digits).toBe(
          new Intl.NumberFormat("en-US", options).format(shownSize).replace("%", ""),
        );
        expect(written.sign === "−").toBe(negative && /[1-9]/.test(written.digits));
      }),
      runs(500),
    );
  });
});
