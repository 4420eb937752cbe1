// Numbers are formatted only in this folder.
import type { Ratio, TokenAmount, Usd } from "../../contract/units.ts";

/** In parts, so that components can style the unit and align decimals. */
export type Formatted = Readonly<ReturnType<typeof assemble>>;

export function inWords(value: Formatted | undefined, missing = "unknown"): string {
  return value?.text ?? missing;
}

export function textOf(value: Formatted | string | undefined): string | undefined {
  return typeof value === "object" ? value.text : value;
}

/** Without the unit, beside a figure that has it. */
export function bare({ sign, digits }: Formatted): string {
  return sign + digits;
}

const minus = "−";
const enDash = "–";

/** Larger amounts are rejected, whether typed or in a URL. */
export const maxUsd = 1e15;
export const maxPercent = 1e7;
export const maxDays = 36_500;

interface Decimals {
  readonly min: number;
  readonly max: number;
  readonly percent?: boolean;
}

const whole: Decimals = { min: 0, max: 0 };
const tenths: Decimals = { min: 1, max: 1 };
export const hundredths: Decimals = { min: 2, max: 2 };
const priceDecimals: Decimals = { min: 2, max: 4 };
const growthDecimals: Decimals = { min: 4, max: 4 };
const smallDecimals: Decimals = { min: 0, max: 6 };

/**
 * Rounds half up on the shortest decimal text: value * 100 turns 0.00285 into 0.28500000000000003 and rounds it the
 * wrong way. Intl.NumberFormat agrees, but takes too long to create before the first rows.
 */
export function write(value: number, { min, max, percent = false }: Decimals): string {
  const [mantissa = "", exponent = "0"] = String(value).split("e");
  const [before = "", after = ""] = mantissa.split(".");
  const moved = before.length + Number(exponent) + (percent ? 2 : 0);
  const point = Math.max(1, moved);
  const digits = ("0".repeat(point - moved) + before + after).padEnd(point + max, "0");
  const kept = digits.slice(0, point + max);
  const figures =
    digits.charAt(point + max) >= "5" ? String(Number(kept) + 1).padStart(kept.length, "0") : kept;
  const end = figures.length - max;
  const units = figures.slice(0, end).replace(/^0+(?=\d)/, "");
  const decimals = figures.slice(end);
  const shown = min === max ? decimals : decimals.slice(0, min) + decimals.slice(min).replace(/0+$/, "");
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

export function assemble(parts: Parts) {
  const { sign = "", prefix = "", digits, unit = "" } = parts;
  const gap = parts.gap ?? (unit === "" ? "" : " ");
  return { text: sign + prefix + digits + gap + unit, sign, prefix, digits, gap, unit };
}

export interface Formatter<Value extends number, Options extends readonly unknown[] = []> {
  (value: Value, ...options: Options): Formatted;
  (value: Value | undefined, ...options: Options): Formatted | undefined;
}

/** Checks plain numbers for NaN and infinity; `ratio` and `usd` exclude them already. */
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
  readonly signed?: boolean;
  readonly rounds?: boolean;
}

export function writeNumber(value: number, decimals: Decimals, style: Style): Formatted {
  const { prefix = "", unit, gap, signed = false, rounds = false } = style;
  const figures = write(Math.abs(value), decimals);
  if (/[1-9]/.test(figures))
    return assemble({ sign: value < 0 ? minus : signed ? "+" : "", prefix, digits: figures, unit, gap });
  // No minus before zero.
  if (value === 0 || rounds) return assemble({ prefix, digits: figures, unit, gap });
  const { max, percent = false } = decimals;
  const smallest = prefix + write(10 ** -(percent ? max + 2 : max), decimals);
  return assemble({ digits: value > 0 ? `< ${smallest}` : `> ${minus}${smallest}`, unit, gap });
}

const maxRatio = 10;

export function writeRatio(
  value: number,
  digits: number,
  style: Style & { readonly unit: string },
): Formatted {
  // Rates above a thousand percent are from dust markets. The exact figure informs no one and breaks the column.
  if (Math.abs(value) > maxRatio)
    return assemble({ digits: value > 0 ? "> 1,000" : `< ${minus}1,000`, unit: style.unit });
  return writeNumber(value, { min: digits, max: digits, percent: true }, style);
}

/** "11.72 %"; "short": "5 %"; beyond 1,000 % "> 1,000 %". A nonzero rate never reads "0.00 %" but "< 0.01 %". */
export const formatRate = formatter((value: Ratio, length?: "short") => {
  const needed = length === undefined ? undefined : neededDigits(value);
  return writeRatio(value, needed ?? 2, { unit: "%", rounds: needed !== undefined });
});

/** For axes, where each tick needs its own label: "5 %", "4.995 %", "2,500 %". */
export const formatRateTick = formatter((value: Ratio, maxDigits: number = 2) => {
  const digits = Math.abs(value) > maxRatio ? 0 : neededDigits(value, maxDigits);
  const decimals = { min: digits ?? 2, max: digits ?? 2, percent: true };
  return writeNumber(value, decimals, { unit: "%", rounds: digits !== undefined });
});

/** The fewest decimals that write a ratio in percent exactly (noise aside). Undefined if it needs more than `max`. */
function neededDigits(value: Ratio, max: number = 1): number | undefined {
  return [0, 1, 2, 3, 4].slice(0, max + 1).find((digits) => {
    const scaled = value * 10 ** (digits + 2);
    return Math.abs(scaled - Math.round(scaled)) < 1e-6;
  });
}

/** "80.0 %"; "whole", for chips and sentences: "80 %". A nonzero share never reads "0.0 %", one below 1 never "100.0 %". */
export const formatShare = formatter((value: Ratio, length?: "whole") => {
  const [digits, max] = length === undefined ? [1, 0.999] : [0, 0.99];
  return writeRatio(value < 1 ? Math.min(value, max) : value, digits, { unit: "%" });
});

/** A difference of two rates in percentage points, with a sign: "−10.93 pp". A "distance" has no sign: "2.05 pp". */
export const formatPoints = formatter((difference: Ratio, as?: "distance") =>
  writeRatio(as === undefined ? difference : Math.abs(difference), 2, {
    unit: "pp",
    signed: as === undefined,
  }),
);

/** A relative change with a sign: "+72 %", "−13 %", "0 %". "fine" has two decimals, for prices: "+1.24 %". */
export const formatChange = formatter((change: Ratio, as?: "fine") =>
  writeRatio(change, as === undefined ? 0 : 2, { unit: "%", signed: true, rounds: true }),
);

// Each step begins where the step below would read "1,000.0".
const usdSteps = [
  { from: 999_950_000_000, size: 1e12, unit: "T" },
  { from: 999_950_000, size: 1e9, unit: "B" },
  { from: 999_950, size: 1e6, unit: "M" },
  { from: 999.95, size: 1e3, unit: "k" },
] as const;

/** "$1.9 M", "$100.0 k", "$12.3", "$0.07", "$0". "round": "$100 k"; "short", for sentences: "$1.9M". */
export const formatUsd = formatter((value: Usd, length?: "round" | "short") => {
  const gap = length === "short" ? "" : undefined;
  const size = Math.abs(value);
  if (value === 0) return assemble({ prefix: "$", digits: "0" });
  if (size >= maxUsd)
    return assemble({ digits: value > 0 ? "> $1,000" : `< ${minus}$1,000`, unit: "T", gap });
  const step = usdSteps.find((candidate) => size >= candidate.from);
  const decimals = size < 9.995 ? hundredths : tenths;
  const written = writeNumber(value / (step?.size ?? 1), decimals, { prefix: "$", unit: step?.unit, gap });
  return length === undefined
    ? written
    : assemble({ ...written, digits: written.digits.replace(/\.00?$/, "") });
});

/** "$1,234,567"; below a hundred dollars with cents, "$12.34"; below half a cent "< $0.01". */
export const formatUsdExact = formatter((value: Usd) => {
  if (value === 0) return assemble({ prefix: "$", digits: "0" });
  return writeNumber(value, Math.abs(value) < 99.995 ? hundredths : whole, { prefix: "$" });
});

export const formatPrice = formatter((value: Ratio) => writeNumber(value, priceDecimals, { prefix: "$" }));

export const formatGrowth = formatter((value: number, prefix: "$" | "" = "$") => {
  if (value > 1000) return assemble({ digits: `> ${prefix}1,000` });
  return writeNumber(value, growthDecimals, { prefix, rounds: true });
});

/** "12,346 USDC", "12.35 SOL", "0.0042 BTC". */
export const formatAmount = formatter((value: TokenAmount, symbol: string = "") => {
  const size = Math.abs(value);
  return writeNumber(value, size >= 1000 ? whole : size >= 1 ? hundredths : smallDecimals, { unit: symbol });
});

/** "10.0 ×"; "short": "7.2×". Beyond a thousand "> 1,000 ×". Less than one never reads "1.0 ×" but "< 1.0 ×". */
export const formatMultiple = formatter((value: number, length?: "short") => {
  const unit = "×";
  const gap = length === undefined ? undefined : "";
  if (Math.abs(value) > 1000)
    return assemble({ digits: value > 0 ? "> 1,000" : `< ${minus}1,000`, unit, gap });
  if (value >= 0.95 && value < 1) return assemble({ digits: "< 1.0", unit, gap });
  const decimals = length === "short" && Math.abs(value) >= 9.95 ? whole : tenths;
  return writeNumber(value, decimals, { unit, gap });
});

export const formatCount = formatter((value: number) => writeNumber(value, whole, { rounds: true }));

/** "1 market", "1,234 markets". Pass `several` for irregular plurals. */
export function countOf(count: number, one: string, several = `${one}s`): string {
  return `${formatCount(count).text} ${count === 1 ? one : several}`;
}

export function countMarkets(count: number): string {
  return countOf(count, "market");
}

/** A range with its ends in any order, or open at one end: "≥ 5.26 %". Undefined if both ends are missing. */
function rangeOf<Value extends number, Options extends readonly unknown[] = []>(
  format: Formatter<Value, Options>,
): (low: Value | undefined, high: Value | undefined, ...options: Options) => Formatted | undefined {
  return (low, high, ...options) => {
    if (low !== undefined && high !== undefined) {
      const [first, last] = low <= high ? [low, high] : [high, low];
      return joinEnds(format(first, ...options), format(last, ...options));
    }
    if (low !== undefined) return asBound("≥", low, format(low, ...options));
    return high === undefined ? undefined : asBound("≤", high, format(high, ...options));
  };
}

/** Keeps a bound the text has already. But "< 0.01 %" may be anything above zero, so it becomes "≥ 0 %". */
function asBound(sign: "≥" | "≤", value: number, text: Formatted): Formatted {
  const { prefix, digits, unit, gap } = text;
  const written = /^[<>]/.test(digits);
  const beyondZero = written && Math.abs(value) < 1 && value > 0 === (sign === "≥");
  if (written && !beyondZero) return text;
  return assemble({ digits: `${sign} ${beyondZero ? "0" : text.sign + prefix + digits}`, unit, gap });
}

const rateRange = rangeOf(
  formatter((rate: Ratio, wide: boolean) => (wide ? writeRatio(rate, 0, { unit: "%" }) : formatRate(rate))),
);

/** "4.57–4.76 %"; from 100 % in whole percents, because "432.57–475.70 %" is wider than its column. */
export function formatRateRange(low: Ratio | undefined, high: Ratio | undefined): Formatted | undefined {
  const isRange = low !== undefined && high !== undefined && low !== high;
  return rateRange(low, high, isRange && Math.max(Math.abs(low), Math.abs(high)) >= 1);
}

export const formatUsdRange = rangeOf(formatUsd);

export const formatUsdRangeExact = rangeOf(formatUsdExact);

export const formatGapRange = rangeOf(
  formatter((gap: Ratio) => formatPoints(gap, gap < 0 ? undefined : "distance")),
);

function joinEnds(low: Formatted, high: Formatted): Formatted {
  if (low.text === high.text) return low;
  const plain = (end: Formatted): boolean => end.sign === "" && /^\d/.test(end.digits);
  const lowUnit = low.unit === high.unit ? "" : low.gap + low.unit;
  // "$25.4–26.3 k" reads as one amount. A minus or a bound needs spaces around the dash, and both symbols. So does a
  // smaller unit first: "$986.8–215.2 k" would read as $986,800. A dash before a minus would read as two of them.
  if (plain(low) && plain(high) && (low.unit !== "" || high.unit === ""))
    return assemble({
      prefix: low.prefix,
      digits: `${digitsBeside(low, high)}${lowUnit}${enDash}${digitsBeside(high, low)}`,
      unit: high.unit,
      gap: high.gap,
    });
  const written = (end: Formatted): string => end.sign + end.prefix + end.digits;
  return assemble({
    digits: `${written(low)}${lowUnit} ${high.sign === minus ? "to" : enDash} ${written(high)}`,
    unit: high.unit,
    gap: high.gap,
  });
}

/** Keeps the decimals alike: "$18.0–21.9k", not "$18–21.9k". */
function digitsBeside({ digits, unit }: Formatted, other: Formatted): string {
  const isShorter = unit === other.unit && /^[1-9][\d,]*$/.test(digits) && /\.\d$/.test(other.digits);
  return isShorter ? `${digits}.0` : digits;
}
