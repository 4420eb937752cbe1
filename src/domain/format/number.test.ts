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

describe("a rate", () => {
  test.each([
    [0.1172, "11.72 %"],
    [0.0079, "0.79 %"],
    [0.05, "5.00 %"],
    [1, "100.00 %"],
    [-0.005, "−0.50 %"],
    [-1.5, "−150.00 %"],
    [2.5, "250.00 %"],
    [9.999, "999.90 %"],
  ])("%d reads %s", (value, text) => expect(formatRate(fraction(value)).text).toBe(text));

  test.each([
    [0.00285, "0.29 %"],
    [0.01005, "1.01 %"],
    [0.00145, "0.15 %"],
    [0.07005, "7.01 %"],
  ])("rounds the decimal digits as written, half up: %d is %s", (value, text) =>
    expect(formatRate(fraction(value)).text).toBe(text),
  );

  test.each([
    [0, "0.00 %"],
    [-0, "0.00 %"],
  ])("zero is zero and has no sign: %d", (value, text) =>
    expect(formatRate(fraction(value)).text).toBe(text),
  );

  test.each([
    [0.00001, "< 0.01 %"],
    [5e-324, "< 0.01 %"],
    [-0.00001, "> −0.01 %"],
    [0.00005, "0.01 %"],
    [-0.00005, "−0.01 %"],
    [0.000049, "< 0.01 %"],
  ])("what is not zero never reads as zero: %d is %s", (value, text) =>
    expect(formatRate(fraction(value)).text).toBe(text),
  );

  test.each([
    [10, "1,000.00 %"],
    [-10, "−1,000.00 %"],
    [10.000001, "> 1,000 %"],
    [1e9, "> 1,000 %"],
    [-10.5, "< −1,000 %"],
  ])("beyond a thousand percent only the bound is said: %d is %s", (value, text) =>
    expect(formatRate(fraction(value)).text).toBe(text),
  );

  it("comes in parts, so that the unit can be set apart", () => {
    expect(formatRate(fraction(-0.1172))).toEqual({
      text: "−11.72 %",
      sign: "−",
      prefix: "",
      digits: "11.72",
      gap: " ",
      unit: "%",
    });
  });
});

describe("a share", () => {
  test.each([
    [0.8, "80.0 %"],
    [0.9554, "95.5 %"],
    [0, "0.0 %"],
    [1, "100.0 %"],
    [0.0001, "< 0.1 %"],
    [12, "> 1,000 %"],
  ])("%d reads %s", (value, text) => expect(formatShare(fraction(value)).text).toBe(text));
});

describe("a difference in percentage points", () => {
  test.each([
    [-0.1093, "−10.93 pp"],
    [0.0205, "+2.05 pp"],
    [0, "0.00 pp"],
    [0.00001, "< 0.01 pp"],
  ])("%d reads %s", (value, text) => expect(formatPoints(fraction(value)).text).toBe(text));

  it("has no sign as a distance", () => {
    expect(formatPoints(fraction(0.0205), "distance").text).toBe("2.05 pp");
    expect(formatPoints(fraction(-0.0205), "distance").text).toBe("2.05 pp");
  });
});

describe("a change", () => {
  test.each([
    [0.72, "+72 %"],
    [-0.13, "−13 %"],
    [0, "0 %"],
    [0.004, "0 %"],
    [-0.004, "0 %"],
    [0.005, "+1 %"],
    [11, "> 1,000 %"],
    [-1, "−100 %"],
  ])("%d reads %s", (value, text) => expect(formatChange(fraction(value)).text).toBe(text));
});

describe("money in short form", () => {
  test.each([
    [0, "$0"],
    [0.01, "< $0.1"],
    [-0.01, "> −$0.1"],
    [0.5, "$0.5"],
    [950, "$950.0"],
    [999.94, "$999.9"],
    [999.95, "$1.0 k"],
    [1000, "$1.0 k"],
    [100_000, "$100.0 k"],
    [999_949, "$999.9 k"],
    [999_950, "$1.0 M"],
    [1_900_000, "$1.9 M"],
    [505_000_000, "$505.0 M"],
    [999_949_999, "$999.9 M"],
    [999_950_000, "$1.0 B"],
    [12_345_678_901, "$12.3 B"],
    [999_950_000_000, "$1.0 T"],
    [1.5e14, "$150.0 T"],
    [1e15, "> $1,000 T"],
    [-1e15, "< −$1,000 T"],
    [-1_900_000, "−$1.9 M"],
  ])("%d reads %s", (value, text) => expect(formatUsd(dollars(value)).text).toBe(text));
});

describe("money in short for sentences and axes", () => {
  test.each([
    [0, "$0"],
    [950, "$950"],
    [10, "$10"],
    [100_000, "$100k"],
    [1_950_000, "$2M"],
    [1_900_000, "$1.9M"],
    [-1_000_000, "−$1M"],
    [0.01, "< $0.1"],
    [1e15, "> $1,000T"],
  ])("%d reads %s", (value, text) => expect(formatUsd(dollars(value), "short").text).toBe(text));
});

test("money that is round keeps the gap before its suffix", () => {
  const texts = [100_000, 1_900_000, 950].map((value) => formatUsd(dollars(value), "round").text);
  expect(texts).toEqual(["$100 k", "$1.9 M", "$950"]);
});

describe("money in full", () => {
  test.each([
    [1_234_567, "$1,234,567"],
    [1_234_567.89, "$1,234,568"],
    [100, "$100"],
    [99.99, "$99.99"],
    [99.995, "$100"],
    [12.34, "$12.34"],
    [0, "$0"],
    [0.001, "< $0.01"],
    [-0.001, "> −$0.01"],
    [-50.5, "−$50.50"],
  ])("%d reads %s", (value, text) => expect(formatUsdExact(dollars(value)).text).toBe(text));
});

describe("a price", () => {
  test.each([
    [0.62, "$0.62"],
    [0.6, "$0.60"],
    [0.0625, "$0.0625"],
    [1, "$1.00"],
    [0, "$0.00"],
    [0.00001, "< $0.0001"],
    [-0.02, "−$0.02"],
  ])("%d reads %s", (value, text) => expect(formatPrice(fraction(value)).text).toBe(text));
});

test.each([
  [0.0124, "+1.24 %"],
  [-0.1164, "−11.64 %"],
  [0, "0.00 %"],
  [-0.00001, "0.00 %"],
])("a fine change has two decimals and its sign: %d reads %s", (value, text) =>
  expect(formatChange(fraction(value), "fine").text).toBe(text),
);

describe("what a token costs", () => {
  test.each([
    [96.94, "$96.94"],
    [78_000.123, "$78,000.12"],
    [1, "$1.00"],
    [1.0003, "$1.0003"],
    [3.52, "$3.52"],
    [9.99999, "$10.00"],
    [0.99984, "$0.9998"],
    [0.1, "$0.1000"],
    [0.062, "$0.06200"],
    [0.00002134, "$0.00002134"],
    [0, "$0.00"],
    [1e-15, "< $0.000000000001"],
  ])("%d reads %s", (value, text) => expect(formatTokenPrice(dollars(value)).text).toBe(text));
});

describe("growth of a dollar", () => {
  test.each([
    [1, "$1.0000"],
    [1.03214, "$1.0321"],
    [0.98, "$0.9800"],
    [1001, "> $1,000"],
  ])("%d reads %s", (value, text) => expect(formatGrowth(value).text).toBe(text));
  test("of a token is without a currency", () => expect(formatGrowth(1.00084, "").text).toBe("1.0008"));
});

describe("an amount of tokens", () => {
  test.each([
    [12_345.678, "USDC", "12,346 USDC"],
    [12.345, "SOL", "12.35 SOL"],
    [0.0042, "BTC", "0.0042 BTC"],
    [1e-9, "BTC", "< 0.000001 BTC"],
    [0, "SOL", "0 SOL"],
    [5, "", "5.00"],
    [-2, "SOL", "−2.00 SOL"],
  ])("%d %s reads %s", (value, symbol, text) => expect(formatAmount(tokens(value), symbol).text).toBe(text));
});

describe("a multiple", () => {
  test.each([
    [10, "10.0 ×"],
    [0, "0.0 ×"],
    [0.01, "< 0.1 ×"],
    [1000, "1,000.0 ×"],
    [1000.1, "> 1,000 ×"],
    [-2, "−2.0 ×"],
  ])("%d reads %s", (value, text) => expect(formatMultiple(value).text).toBe(text));
});

describe("a count", () => {
  test.each([
    [0, "0"],
    [1234, "1,234"],
    [1_000_000, "1,000,000"],
    [-0.4, "0"],
    [-3, "−3"],
  ])("%d reads %s", (value, text) => expect(formatCount(value).text).toBe(text));
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

describe.each(everyFormat)("%s, whatever comes in,", (_name, whatever) => {
  // A missing value has no text to judge.
  const any = whatever.filter((value) => value !== undefined);

  it("is its parts put together", () => {
    fc.assert(
      fc.property(any, ({ text, sign, prefix, digits, gap, unit }) => {
        expect(text).toBe(sign + prefix + digits + gap + unit);
        expect(digits).not.toBe("");
        expect(unit === "" ? gap : "").toBe("");
      }),
    );
  });

  it("never says NaN, Infinity, an exponent or minus zero, and writes no hyphen", () => {
    fc.assert(
      fc.property(any, ({ text }) => {
        expect(text).not.toMatch(/NaN|∞|Infinity|\de|-/);
        expect(text).not.toMatch(/^−\$?0(?:[.,]0*)?(?!\d)(?: |$)/);
      }),
    );
  });

  it("is short", () => {
    fc.assert(
      fc.property(any, ({ text }) => {
        // An exact figure of an absurd size is the only long one.
        expect(text.replaceAll(/(?:,\d{3})+/g, "").length).toBeLessThan(32);
      }),
    );
  });
});

describe("missing", () => {
  test.each([
    ["formatRate", formatRate(undefined)],
    ["formatShare", formatShare(undefined)],
    ["formatPoints", formatPoints(undefined)],
    ["formatChange", formatChange(undefined)],
    ["formatPrice", formatPrice(undefined)],
    ["formatUsd", formatUsd(undefined)],
    ["formatUsdExact", formatUsdExact(undefined)],
    ["formatAmount", formatAmount(undefined, "SOL")],
    ["formatMultiple", formatMultiple(undefined)],
    ["formatMultiple of NaN", formatMultiple(Number.NaN)],
    ["formatCount", formatCount(undefined)],
    ["formatCount of infinity", formatCount(Infinity)],
    ["formatGrowth", formatGrowth(undefined)],
    ["formatRateRange", formatRateRange(undefined, fraction(1))],
    ["formatRateRange the other way", formatRateRange(fraction(1), undefined)],
    ["formatUsdRange", formatUsdRange(undefined, dollars(1))],
    ["formatUsdRangeExact", formatUsdRangeExact(dollars(1), undefined)],
  ])("%s stays missing", (_name, formatted) => expect(formatted).toBeUndefined());

  it("says so in words inside a sentence, and a value is its text", () => {
    expect(inWords(undefined)).toBe("unknown");
    expect(inWords(undefined, "no cap")).toBe("no cap");
    expect(inWords(formatCount(3))).toBe("3");
  });
});

function shown(value: number): number {
  return Number(formatRate(fraction(value)).text.replaceAll(/[,% ]/g, ""));
}

describe("order", () => {
  it("a greater rate never reads as a smaller number", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.0001, max: 10, noNaN: true }),
        fc.double({ min: 0.0001, max: 10, noNaN: true }),
        (one, other) => {
          expect(one <= other ? shown(one) <= shown(other) : shown(other) <= shown(one)).toBe(true);
        },
      ),
    );
  });
});

describe("a rate in short", () => {
  test.each([
    [0, "0 %"],
    [0.05, "5 %"],
    [0.025, "2.5 %"],
    [-0.04, "−4 %"],
    [0.0025, "0.25 %"],
    [0.07 * 3, "21 %"],
    [12, "> 1,000 %"],
    [0.00001, "< 0.01 %"],
    [1e-12, "0 %"],
  ])("%d reads %s", (value, text) => expect(formatRate(fraction(value), "short").text).toBe(text));
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
  ["formatRate", (value) => formatRate(fraction(value)), (size) => [size, percentOf(hundredth)]],
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
    (value) => formatUsd(dollars(value)),
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
