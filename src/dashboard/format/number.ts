// Numbers become text here and nowhere else. Values stay ratios, dollars and whole tokens up to this point.
import type { Ratio, TokenAmount, Usd } from "../../contract/units.ts";

/**
 * A number as text, in parts, so that a view can set the unit smaller than the digits and align decimals.
 * `text` is always `sign + prefix + digits + gap + unit`; it is what a label, a title or an export of texts uses.
 */
export interface Formatted {
  readonly text: string;
  readonly sign: "" | "−" | "+";
  readonly prefix: "" | "$";
  /** The figures; with a bound ("> 1,000") or a range ("4.06–4.93") they hold its sign and symbol as well. */
  readonly digits: string;
  /** What stands between digits and unit: a space, which a view may draw narrower, or nothing. */
  readonly gap: "" | " ";
  readonly unit: string;
}

/** The em dash that stands where a number is missing. */
export const missingText = "—";

/** What every function here returns for a missing value. */
export const missingNumber: Formatted = {
  text: missingText,
  sign: "",
  prefix: "",
  digits: missingText,
  gap: "",
  unit: "",
};

const minus = "−";
const enDash = "–";
const locale = "en-US";

// Intl objects are expensive to make, so each exists once. The percent style scales the decimal digits themselves: value * 100
// would turn 0.00285 into 0.28500000000000003 and round it the wrong way.
const percent = [0, 1, 2].map(
  (digits) =>
    new Intl.NumberFormat(locale, {
      style: "percent",
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }),
);
const fixed = [0, 1, 2].map(
  (digits) => new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
);
const priceDigits = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 4 });
const growthDigits = new Intl.NumberFormat(locale, { minimumFractionDigits: 4, maximumFractionDigits: 4 });
const smallAmount = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });

type Digits = 0 | 1 | 2;

function write(formats: readonly Intl.NumberFormat[], digits: Digits, value: number): string {
  return (formats[digits] ?? smallAmount).format(value);
}

/** The figures of a non-negative ratio in percent, without the sign of percent. */
function percentFigures(value: number, digits: Digits): string {
  return write(percent, digits, value).slice(0, -1);
}

interface Parts {
  readonly sign?: "" | "−" | "+";
  readonly prefix?: "" | "$";
  readonly digits: string;
  readonly unit?: string;
  readonly gap?: "" | " ";
}

function assemble(parts: Parts): Formatted {
  const { sign = "", prefix = "", digits, unit = "" } = parts;
  const gap = parts.gap ?? (unit === "" ? "" : " ");
  return { text: sign + prefix + digits + gap + unit, sign, prefix, digits, gap, unit };
}

function isMissing(value: number | undefined): value is undefined {
  // NaN and infinities do not pass the boundary; should one be computed, it is missing rather than printed.
  return value === undefined || !Number.isFinite(value);
}

/** Whether figures show nothing but zero, so that a minus before them would be a lie. */
function isZeroFigures(figures: string): boolean {
  return !/[1-9]/.test(figures);
}

const greatestRatio = 10;

interface RatioStyle {
  readonly digits: Digits;
  readonly unit: string;
  /** Whether a positive value carries a plus. */
  readonly signed: boolean;
  /** Whether a value that would round to zero says "< 0.01" instead. */
  readonly tiny: boolean;
}

function formatRatio(value: number | undefined, style: RatioStyle): Formatted {
  if (isMissing(value)) return missingNumber;
  const { digits, unit } = style;
  // Figures beyond a thousand percent are dust markets: their exact height informs nobody and breaks the column.
  if (Math.abs(value) > greatestRatio)
    return assemble({ digits: value > 0 ? "> 1,000" : `< ${minus}1,000`, unit });
  const figures = percentFigures(Math.abs(value), digits);
  if (isZeroFigures(figures)) {
    if (value === 0 || !style.tiny) return assemble({ digits: figures, unit });
    const least = percentFigures(10 ** (-digits - 2), digits);
    return assemble({ digits: value > 0 ? `< ${least}` : `> ${minus}${least}`, unit });
  }
  return assemble({ sign: value < 0 ? minus : style.signed ? "+" : "", digits: figures, unit });
}

const rateStyle: RatioStyle = { digits: 2, unit: "%", signed: false, tiny: true };

/**
 * A rate: "11.72 %", "−0.50 %". Two decimals; beyond 1,000 % "> 1,000 %" or "< −1,000 %".
 * A rate that is not zero never reads "0.00 %": it is "< 0.01 %" or "> −0.01 %".
 */
export function formatRate(value: Ratio | undefined): Formatted {
  return formatRatio(value, rateStyle);
}

/** A rate on an axis, with no more decimals than it needs, at most two: "5 %", "2.5 %", "−4 %". */
export function formatAxisRate(value: Ratio | undefined): Formatted {
  const needed = ([0, 1] as const).find((digits) => {
    const scaled = (value ?? 0) * 10 ** (digits + 2);
    return Math.abs(scaled - Math.round(scaled)) < 1e-6;
  });
  return formatRatio(value, { digits: needed ?? 2, unit: "%", signed: false, tiny: false });
}

/** A share or a loan-to-value: "80.0 %". One decimal; a share that is not zero never reads "0.0 %". */
export function formatShare(value: Ratio | undefined): Formatted {
  return formatRatio(value, { digits: 1, unit: "%", signed: false, tiny: true });
}

/** A difference of two rates in percentage points, with its sign: "−10.93 pp", "+2.05 pp". */
export function formatPoints(difference: Ratio | undefined): Formatted {
  return formatRatio(difference, { digits: 2, unit: "pp", signed: true, tiny: true });
}

/** A relative change, with its sign, in whole percent: "+72 %", "−13 %". What rounds to nothing is "0 %". */
export function formatChange(change: Ratio | undefined): Formatted {
  return formatRatio(change, { digits: 0, unit: "%", signed: true, tiny: false });
}

/** A range of rates with an en dash, "10.17–10.53 %"; one figure where both ends read the same. The order does not matter. */
export function formatRateRange(one: Ratio | undefined, other: Ratio | undefined): Formatted {
  if (isMissing(one) || isMissing(other)) return missingNumber;
  return formatRange(
    formatRate(Math.min(one, other) === one ? one : other),
    formatRate(Math.max(one, other) === other ? other : one),
  );
}

/** A range of money, "$25.4–26.3 k"; each end has its own suffix where they differ: "$950.0–1.2 k". */
export function formatUsdRange(one: Usd | undefined, other: Usd | undefined): Formatted {
  if (isMissing(one) || isMissing(other)) return missingNumber;
  const [low, high] = one <= other ? [one, other] : [other, one];
  return formatRange(formatUsd(low), formatUsd(high));
}

/** A range of money in whole dollars: "$7,516–7,543". */
export function formatUsdRangeExact(one: Usd | undefined, other: Usd | undefined): Formatted {
  if (isMissing(one) || isMissing(other)) return missingNumber;
  const [low, high] = one <= other ? [one, other] : [other, one];
  return formatRange(formatUsdExact(low), formatUsdExact(high));
}

function formatRange(low: Formatted, high: Formatted): Formatted {
  if (low.text === high.text) return low;
  const plain = (end: Formatted): boolean => end.sign === "" && /^\d/.test(end.digits);
  const lowUnit = low.unit === high.unit ? "" : low.gap + low.unit;
  // "$25.4–26.3 k" reads as one amount; a minus or a bound at either end needs air around the dash and its own symbols.
  if (plain(low) && plain(high))
    return assemble({
      prefix: low.prefix,
      digits: low.digits + lowUnit + enDash + high.digits,
      unit: high.unit,
    });
  const written = (end: Formatted): string => end.sign + end.prefix + end.digits;
  return assemble({
    digits: `${written(low)}${lowUnit} ${enDash} ${written(high)}`,
    unit: high.unit,
  });
}

// Each step starts where one decimal of the step below would already read "1,000.0".
const usdSteps = [
  { from: 999_950_000_000, size: 1e12, unit: "T" },
  { from: 999_950_000, size: 1e9, unit: "B" },
  { from: 999_950, size: 1e6, unit: "M" },
  { from: 999.95, size: 1e3, unit: "k" },
] as const;
const greatestUsd = 1e15;

/** Money in short form with one decimal: "$1.9 M", "$100.0 k", "$950.0", "$0". Not zero but under five cents: "< $0.1". */
export function formatUsd(value: Usd | undefined): Formatted {
  if (isMissing(value)) return missingNumber;
  const size = Math.abs(value);
  const sign = value < 0 ? minus : "";
  if (value === 0) return assemble({ prefix: "$", digits: "0" });
  if (size >= greatestUsd)
    return assemble({ digits: value > 0 ? "> $1,000" : `< ${minus}$1,000`, unit: "T" });
  const step = usdSteps.find((candidate) => size >= candidate.from);
  const figures = write(fixed, 1, step === undefined ? size : size / step.size);
  if (isZeroFigures(figures)) return assemble({ digits: value > 0 ? "< $0.1" : `> ${minus}$0.1` });
  return assemble({ sign, prefix: "$", digits: figures, unit: step?.unit ?? "" });
}

/** Money in full: "$1,234,567"; under a hundred dollars with cents, "$12.34". Not zero but under half a cent: "< $0.01". */
export function formatUsdExact(value: Usd | undefined): Formatted {
  if (isMissing(value)) return missingNumber;
  const size = Math.abs(value);
  if (value === 0) return assemble({ prefix: "$", digits: "0" });
  const figures = write(fixed, size < 99.995 ? 2 : 0, size);
  if (isZeroFigures(figures)) return assemble({ digits: value > 0 ? "< $0.01" : `> ${minus}$0.01` });
  return assemble({ sign: value < 0 ? minus : "", prefix: "$", digits: figures });
}

/** A price between 0 and 1 dollar, two to four decimals: "$0.62", "$0.0625". Also for the difference of two such prices. */
export function formatPrice(value: Ratio | undefined): Formatted {
  if (isMissing(value)) return missingNumber;
  const figures = priceDigits.format(Math.abs(value));
  if (value !== 0 && isZeroFigures(figures))
    return assemble({ digits: value > 0 ? "< $0.0001" : `> ${minus}$0.0001` });
  return assemble({ sign: value < 0 ? minus : "", prefix: "$", digits: figures });
}

/** What one dollar has grown to: "$1.0321". Four decimals; beyond a thousand dollars "> $1,000". */
export function formatGrowth(value: number | undefined): Formatted {
  if (isMissing(value)) return missingNumber;
  if (value > 1000) return assemble({ digits: "> $1,000" });
  const figures = growthDigits.format(Math.abs(value));
  return assemble({ sign: value < 0 && !isZeroFigures(figures) ? minus : "", prefix: "$", digits: figures });
}

/** An amount of tokens: "12,346 USDC", "12.35 SOL", "0.0042 BTC". The symbol, when given, is the unit. */
export function formatAmount(value: TokenAmount | undefined, symbol = ""): Formatted {
  if (isMissing(value)) return missingNumber;
  const size = Math.abs(value);
  const figures =
    size >= 1000 ? write(fixed, 0, size) : size >= 1 ? write(fixed, 2, size) : smallAmount.format(size);
  if (value !== 0 && isZeroFigures(figures))
    return assemble({ digits: value > 0 ? "< 0.000001" : `> ${minus}0.000001`, unit: symbol });
  return assemble({ sign: value < 0 ? minus : "", digits: figures, unit: symbol });
}

/** A multiple: "10.0 ×", such as leverage or how often my size could leave. Beyond a thousand "> 1,000 ×". */
export function formatMultiple(value: number | undefined): Formatted {
  if (isMissing(value)) return missingNumber;
  const unit = "×";
  if (Math.abs(value) > 1000) return assemble({ digits: value > 0 ? "> 1,000" : `< ${minus}1,000`, unit });
  const figures = write(fixed, 1, Math.abs(value));
  if (value !== 0 && isZeroFigures(figures))
    return assemble({ digits: value > 0 ? "< 0.1" : `> ${minus}0.1`, unit });
  return assemble({ sign: value < 0 ? minus : "", digits: figures, unit });
}

/** A count of things, or a plain number whose unit nobody states: "1,234". Whole. */
export function formatCount(value: number | undefined): Formatted {
  if (isMissing(value)) return missingNumber;
  const figures = write(fixed, 0, Math.abs(value));
  return assemble({ sign: value < 0 && !isZeroFigures(figures) ? minus : "", digits: figures });
}
