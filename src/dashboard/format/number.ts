// Numbers become text in this folder and nowhere else. Values stay ratios, dollars and whole tokens up to this point.
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

/** A number inside a sentence or a label, with words where it is missing; on its own `numberText` draws it, or a dash. */
export function inWords(value: Formatted | undefined, missing = "not known"): string {
  return value?.text ?? missing;
}

export const minus = "−";
const enDash = "–";

/** What is beyond these is no amount that anybody means, typed or in an address. */
export const maximumUsd = 1e15;
export const maximumPercent = 1e7;
export const maximumDays = 36_500;

/** How figures are written: so many decimals at least and at most, of the number itself or of a hundred times it. */
interface Decimals {
  readonly least: number;
  readonly most: number;
  readonly percent?: boolean;
}

type Digits = 0 | 1 | 2;

const whole: Decimals = { least: 0, most: 0 };
const tenths: Decimals = { least: 1, most: 1 };
export const hundredths: Decimals = { least: 2, most: 2 };
const priceDecimals: Decimals = { least: 2, most: 4 };
const growthDecimals: Decimals = { least: 4, most: 4 };
const smallDecimals: Decimals = { least: 0, most: 6 };

/**
 * Writes a finite number that is not negative, with commas between thousands. What is rounded, half up, is the shortest decimal
 * text of the number, and its point moves for percent: value * 100 would turn 0.00285 into 0.28500000000000003 and round it the
 * wrong way. Intl.NumberFormat writes the same, but takes longer to be made than the first rows to be drawn.
 */
export function write(value: number, { least, most, percent = false }: Decimals): string {
  const [mantissa = "", exponent = "0"] = String(value).split("e");
  const [before = "", after = ""] = mantissa.split(".");
  const moved = before.length + Number(exponent) + (percent ? 2 : 0);
  // At least one digit stands before the point, however small the number is.
  const point = Math.max(1, moved);
  const digits = ("0".repeat(point - moved) + before + after).padEnd(point + most, "0");
  const kept = digits.slice(0, point + most);
  const figures =
    digits.charAt(point + most) >= "5" ? String(Number(kept) + 1).padStart(kept.length, "0") : kept;
  const end = figures.length - most;
  const units = figures.slice(0, end).replace(/^0+(?=\d)/, "");
  const decimals = figures.slice(end);
  const shown =
    least === most ? decimals : decimals.slice(0, least) + decimals.slice(least).replace(/0+$/, "");
  return grouped(units) + (shown === "" ? "" : `.${shown}`);
}

function grouped(units: string): string {
  return units.length > 3 ? units.replaceAll(/\B(?=(?:\d{3})+$)/g, ",") : units;
}

interface Parts {
  readonly sign?: "" | "−" | "+";
  readonly prefix?: "" | "$";
  readonly digits: string;
  readonly unit?: string | undefined;
  readonly gap?: "" | " " | undefined;
}

export function assemble(parts: Parts): Formatted {
  const { sign = "", prefix = "", digits, unit = "" } = parts;
  const gap = parts.gap ?? (unit === "" ? "" : " ");
  return { text: sign + prefix + digits + gap + unit, sign, prefix, digits, gap, unit };
}

/** A formatter: a missing value stays missing, and whoever draws it says what stands in its place. */
export interface Formatter<Value extends number, Options extends readonly unknown[] = []> {
  (value: Value, ...options: Options): Formatted;
  (value: Value | undefined, ...options: Options): Formatted | undefined;
}

/** NaN and infinities do not get past `ratio`, `usd` and their like; a plain number that is one is not printed either. */
export function formatter<Value extends number, Options extends readonly unknown[] = []>(
  toText: (value: Value, ...options: Options) => Formatted,
): Formatter<Value, Options> {
  function format(value: Value, ...options: Options): Formatted;
  function format(value: Value | undefined, ...options: Options): Formatted | undefined;
  function format(value: Value | undefined, ...options: Options): Formatted | undefined {
    return value === undefined || !Number.isFinite(value) ? undefined : toText(value, ...options);
  }
  return format;
}

interface Style extends Pick<Parts, "prefix" | "unit" | "gap"> {
  /** Whether a positive value carries a plus. */
  readonly signed?: boolean;
  /** Whether a value that would round to zero reads as zero, and not as less than the least that is written: "< 0.01". */
  readonly rounds?: boolean;
}

/** Writes a finite number with its sign and what stands around it. */
export function writeNumber(value: number, decimals: Decimals, style: Style): Formatted {
  const { prefix = "", unit, gap, signed = false, rounds = false } = style;
  const figures = write(Math.abs(value), decimals);
  if (/[1-9]/.test(figures))
    return assemble({ sign: value < 0 ? minus : signed ? "+" : "", prefix, digits: figures, unit, gap });
  // A minus before nothing but zero would be a lie.
  if (value === 0 || rounds) return assemble({ prefix, digits: figures, unit, gap });
  const { most, percent = false } = decimals;
  const least = prefix + write(10 ** -(percent ? most + 2 : most), decimals);
  return assemble({ digits: value > 0 ? `< ${least}` : `> ${minus}${least}`, unit, gap });
}

const greatestRatio = 10;

function writeRatio(value: number, digits: Digits, style: Style & { readonly unit: string }): Formatted {
  // Figures beyond a thousand percent are dust markets: their exact height informs nobody and breaks the column.
  if (Math.abs(value) > greatestRatio)
    return assemble({ digits: value > 0 ? "> 1,000" : `< ${minus}1,000`, unit: style.unit });
  return writeNumber(value, { least: digits, most: digits, percent: true }, style);
}

/**
 * A rate: "11.72 %", "−0.50 %". Two decimals, or "short" no more than it needs: "5 %", "2.5 %".
 * Beyond 1,000 % "> 1,000 %" or "< −1,000 %". A rate that is not zero never reads "0.00 %": it is "< 0.01 %" or "> −0.01 %".
 */
export const formatRate = formatter((value: Ratio, length?: "short") => {
  const needed = length === undefined ? undefined : neededDigits(value);
  return writeRatio(value, needed ?? 2, { unit: "%", rounds: needed !== undefined });
});

/** The fewest decimals that write a ratio in percent exactly, up to the last bits of its sum; none when two are too few. */
function neededDigits(value: Ratio): 0 | 1 | undefined {
  return ([0, 1] as const).find((digits) => {
    const scaled = value * 10 ** (digits + 2);
    return Math.abs(scaled - Math.round(scaled)) < 1e-6;
  });
}

/** A share or a loan-to-value: "80.0 %". One decimal; a share that is not zero never reads "0.0 %". */
export const formatShare = formatter((value: Ratio) => writeRatio(value, 1, { unit: "%" }));

/** How probable something is: "10 %". Whole percents; what is not zero never reads "0 %". */
export const formatChance = formatter((value: Ratio) => writeRatio(value, 0, { unit: "%" }));

/** A difference of two rates in percentage points, with its sign: "−10.93 pp", "+2.05 pp". A "distance" has none: "2.05 pp". */
export const formatPoints = formatter((difference: Ratio, as?: "distance") =>
  writeRatio(as === undefined ? difference : Math.abs(difference), 2, {
    unit: "pp",
    signed: as === undefined,
  }),
);

/**
 * A relative change, with its sign, in whole percent: "+72 %", "−13 %". What rounds to nothing is "0 %". "fine" has two decimals,
 * "+1.24 %", for prices.
 */
export const formatChange = formatter((change: Ratio, as?: "fine") =>
  writeRatio(change, as === undefined ? 0 : 2, { unit: "%", signed: true, rounds: true }),
);

// Each step starts where one decimal of the step below would already read "1,000.0".
const usdSteps = [
  { from: 999_950_000_000, size: 1e12, unit: "T" },
  { from: 999_950_000, size: 1e9, unit: "B" },
  { from: 999_950, size: 1e6, unit: "M" },
  { from: 999.95, size: 1e3, unit: "k" },
] as const;

/**
 * Money to one decimal: "$1.9 M", "$100.0 k", "$950.0", "$0". Not zero but under five cents: "< $0.1".
 * "round" leaves out a decimal that is zero, "$100 k", and "short", for sentences and headers, the gap as well: "$1.9M", "$100k".
 */
export const formatUsd = formatter((value: Usd, length?: "round" | "short") => {
  const gap = length === "short" ? "" : undefined;
  const size = Math.abs(value);
  if (value === 0) return assemble({ prefix: "$", digits: "0" });
  if (size >= maximumUsd)
    return assemble({ digits: value > 0 ? "> $1,000" : `< ${minus}$1,000`, unit: "T", gap });
  const step = usdSteps.find((candidate) => size >= candidate.from);
  const written = writeNumber(value / (step?.size ?? 1), tenths, { prefix: "$", unit: step?.unit, gap });
  return length === undefined
    ? written
    : assemble({ ...written, digits: written.digits.replace(/\.0$/, "") });
});

/** Money in full: "$1,234,567"; under a hundred dollars with cents, "$12.34". Not zero but under half a cent: "< $0.01". */
export const formatUsdExact = formatter((value: Usd) => {
  if (value === 0) return assemble({ prefix: "$", digits: "0" });
  return writeNumber(value, Math.abs(value) < 99.995 ? hundredths : whole, { prefix: "$" });
});

/** A price between 0 and 1 dollar, two to four decimals: "$0.62", "$0.0625". Also for the difference of two such prices. */
export const formatPrice = formatter((value: Ratio) => writeNumber(value, priceDecimals, { prefix: "$" }));

/** What one dollar has grown to: "$1.0321"; with no prefix what one token has, "1.0321". Four decimals; "> $1,000" beyond. */
export const formatGrowth = formatter((value: number, prefix: "$" | "" = "$") => {
  if (value > 1000) return assemble({ digits: `> ${prefix}1,000` });
  return writeNumber(value, growthDecimals, { prefix, rounds: true });
});

/** An amount of tokens: "12,346 USDC", "12.35 SOL", "0.0042 BTC". The symbol, when given, is the unit. */
export const formatAmount = formatter((value: TokenAmount, symbol: string = "") => {
  const size = Math.abs(value);
  return writeNumber(value, size >= 1000 ? whole : size >= 1 ? hundredths : smallDecimals, { unit: symbol });
});

/** A multiple: "10.0 ×", such as leverage or how often my size could leave. Beyond a thousand "> 1,000 ×". */
export const formatMultiple = formatter((value: number) => {
  const unit = "×";
  if (Math.abs(value) > 1000) return assemble({ digits: value > 0 ? "> 1,000" : `< ${minus}1,000`, unit });
  return writeNumber(value, tenths, { unit });
});

/** A count of things, or a plain number whose unit nobody states: "1,234". Whole. */
export const formatCount = formatter((value: number) => writeNumber(value, whole, { rounds: true }));

/** How many of something: "1 market", "1,234 markets". @param several where it is not `one` and an s */
export function countOf(count: number, one: string, several = `${one}s`): string {
  return `${formatCount(count).text} ${count === 1 ? one : several}`;
}

/** Two ends as one text: the order does not matter, one figure stands where both read the same, and a missing end is a missing range. */
function rangeOf<Value extends number>(
  format: Formatter<Value>,
): (one: Value | undefined, other: Value | undefined) => Formatted | undefined {
  return (one, other) => {
    if (one === undefined || other === undefined) return undefined;
    return one <= other ? joinEnds(format(one), format(other)) : joinEnds(format(other), format(one));
  };
}

/** A range of rates with an en dash: "10.17–10.53 %". */
export const formatRateRange = rangeOf(formatRate);

/** A range of money; each end has its own suffix where they differ: "$25.4–26.3 k", "$950.0–1.2 k". */
export const formatUsdRange = rangeOf(formatUsd);

/** A range of money in whole dollars: "$7,516–7,543". */
export const formatUsdRangeExact = rangeOf(formatUsdExact);

/** A range that may be open at one end: "≥ 5.26 %", "≤ 2.05 pp"; without either end it is missing. */
function boundsOf<Value extends number>(
  format: Formatter<Value>,
): (low: Value | undefined, high: Value | undefined) => Formatted | undefined {
  return (low, high) => {
    if (low !== undefined && high !== undefined) return joinEnds(format(low), format(high));
    if (low !== undefined) return asBound("≥", low, format(low));
    return high === undefined ? undefined : asBound("≤", high, format(high));
  };
}

/** A figure as a bound. What is written as one already stays as it is, but of "< 0.01 %" nothing is certain save "≥ 0 %". */
function asBound(sign: "≥" | "≤", value: number, text: Formatted): Formatted {
  const { prefix, digits, unit, gap } = text;
  const written = /^[<>]/.test(digits);
  const beyondZero = written && Math.abs(value) < 1 && value > 0 === (sign === "≥");
  if (written && !beyondZero) return text;
  return assemble({ digits: `${sign} ${beyondZero ? "0" : text.sign + prefix + digits}`, unit, gap });
}

/** Rates from a lower to an upper bound, either of which may be unknown: "8.00–9.39 %", "≥ 5.26 %". */
export const formatRateBounds = boundsOf(formatRate);

/** Money from a lower to an upper bound, either of which may be unknown: "≥ $52.6 k". */
export const formatUsdBounds = boundsOf(formatUsd);

/** The same in whole dollars: "≥ $52,600". */
export const formatUsdBoundsExact = boundsOf(formatUsdExact);

/** What is left of a difference of two rates, which takes no plus: "0.45–1.20 pp", "≤ 2.05 pp"; under 0 nothing is left. */
export const formatGapBounds = boundsOf(
  formatter((gap: Ratio) => formatPoints(gap, gap < 0 ? undefined : "distance")),
);

function joinEnds(low: Formatted, high: Formatted): Formatted {
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
