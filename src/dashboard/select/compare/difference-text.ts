// How far apart two compared markets are, in words. The sentence above the comparison and its table both use these.
import { ratio, usd, type Usd } from "../../../contract/units.ts";
import { formatPoints, formatUsd, inWords } from "../../../domain/format/number.ts";

export const aboutTheSame = "about the same";

/**
 * Money is rounded to one figure, after a leading 1 to two, because the ranges behind it are no sharper: "$6k", "$14k".
 * @param difference a fraction per year, at least 0
 */
export function yearlyUsd(difference: number, size: Usd): string {
  const value = difference * size;
  const tens = 10 ** Math.floor(Math.log10(value / 2));
  return inWords(formatUsd(usd(Math.round(value / tens) * tens), "short"));
}

/** "0.35 pp". @param difference a fraction per year */
export function points(difference: number): string {
  return inWords(formatPoints(ratio(difference), "distance"));
}
