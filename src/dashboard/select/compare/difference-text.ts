// Shared by the sentence above the comparison and by its table.
import { ratio, usd, type Usd } from "../../../contract/units.ts";
import { formatPoints, formatUsd, inWords } from "../../../domain/format/number.ts";

export const aboutTheSame = "about the same";

/** One digit, or two after a leading 1, because the ranges are not more precise: "$6k", "$14k". */
export function yearlyUsd(difference: number, size: Usd): string {
  const value = difference * size;
  const tens = 10 ** Math.floor(Math.log10(value / 2));
  return inWords(formatUsd(usd(Math.round(value / tens) * tens), "short"));
}

export function points(difference: number): string {
  return inWords(formatPoints(ratio(difference), "distance"));
}
